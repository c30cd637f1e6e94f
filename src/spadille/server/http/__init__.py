"""Requests and connections: who asks, what is let in, and how it is answered."""
