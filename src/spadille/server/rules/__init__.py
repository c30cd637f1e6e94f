"""Which rules someone means, and the score sheet that counts by them."""
