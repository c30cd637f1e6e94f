"""Tournaments: several rounds of matches, with pairings and standings."""
