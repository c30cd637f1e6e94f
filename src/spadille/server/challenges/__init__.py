"""The same cards for everyone: making challenges, playing them and comparing results."""
