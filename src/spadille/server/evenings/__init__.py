"""Tournaments of pairs, round after round, at tables that run automatically."""
