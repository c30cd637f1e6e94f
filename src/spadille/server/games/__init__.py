"""Games that are over: gone through again, and reviewed."""
