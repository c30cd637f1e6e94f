"""A trained policy for cards: a small net says by how much one is better than what is advised.

`traits` are what it is shown, `preferring` is the choice it makes, compiled in `kernels`,
and `trained` are its numbers.
"""
