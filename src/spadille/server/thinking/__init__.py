"""Workers for the decisions of bots, and for other work that takes long."""
