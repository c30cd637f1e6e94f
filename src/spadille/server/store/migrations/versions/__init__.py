"""The steps of the database schema, one module each, in the order of their numbers."""
