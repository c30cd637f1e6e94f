"""Finished games: stored, replayed card by card, and reviewed."""
