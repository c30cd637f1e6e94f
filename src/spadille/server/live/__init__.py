"""Tables in memory: their single writers, the clients that see them, and their bots."""
