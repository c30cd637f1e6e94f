"""How the database came to its present form, step by step; each step keeps what is stored."""
