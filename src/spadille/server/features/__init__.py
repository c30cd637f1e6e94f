"""Features of the server; each has its own messages, tables, queries, service and routes."""
