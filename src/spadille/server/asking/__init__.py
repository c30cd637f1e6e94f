"""Requests that people make at a table: each one either becomes events or is refused."""
