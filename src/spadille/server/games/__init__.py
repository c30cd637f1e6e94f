"""Games that are over: replayed and reviewed."""
