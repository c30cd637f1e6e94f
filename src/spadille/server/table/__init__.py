"""A table as a value: who sits, what has happened, and what follows."""
