"""Challenges and team matches: deals that several players or teams play separately."""
