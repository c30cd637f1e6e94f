"""Requests that people make at a table: each one becomes events, or is refused."""
