"""Finished games and their judged decisions, as values that do not depend on the database."""
