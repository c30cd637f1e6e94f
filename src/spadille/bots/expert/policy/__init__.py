"""A trained policy for cards: a small network that estimates how much a card beats the advised one.

`traits` has its inputs, `preferring` the choice it makes, `kernels` the compiled form of both, and
`trained` its numbers.
"""
