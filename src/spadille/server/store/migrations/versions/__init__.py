"""The steps of the database schema, one module per step, numbered in order."""
