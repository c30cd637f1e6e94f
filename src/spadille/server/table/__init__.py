"""A table as a value: its seats, its past events, and the events that follow."""
