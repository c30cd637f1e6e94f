"""The server's messages, as types and as text."""
