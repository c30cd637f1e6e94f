"""Registered players: their names, passwords, and settings."""
