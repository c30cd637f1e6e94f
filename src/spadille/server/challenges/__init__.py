"""The same cards for all: making challenges, playing them and comparing results."""
