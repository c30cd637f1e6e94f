"""Workers for bots' decisions, and for other work that takes a long time."""
