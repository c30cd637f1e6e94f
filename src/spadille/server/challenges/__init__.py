"""The same cards for all: making challenges, trying them and comparing."""
