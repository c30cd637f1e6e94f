"""The database: reading, writing, copying, and upgrading it."""
