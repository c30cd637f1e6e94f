"""The database migrations, step by step; each step keeps the stored data."""
