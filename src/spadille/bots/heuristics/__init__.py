"""Heuristics for playing cards, run by the interpreter or compiled (`kernels.py`)."""
