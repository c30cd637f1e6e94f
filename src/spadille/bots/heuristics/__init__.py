"""Heuristics for playing cards, which run interpreted or compiled (`kernels.py`)."""
