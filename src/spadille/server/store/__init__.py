"""Reads, writes, copies, and upgrades the database."""
