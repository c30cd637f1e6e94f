"""The migrations of the database, step by step; each step keeps the stored data."""
