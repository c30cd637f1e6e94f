"""Messages between the server and its clients, as types and as JSON."""
