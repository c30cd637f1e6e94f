"""The tables in memory, and the state that each person sees of them."""
