"""The messages of the server, as types and as text."""
