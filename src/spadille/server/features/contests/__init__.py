"""Contests: challenges for one person, matches of two teams, and tournaments for pairs."""
