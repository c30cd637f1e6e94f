"""Names that people keep by a password, and what happens to their data when they want it."""
