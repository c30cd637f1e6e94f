"""Which rules somebody means, and the score sheet that counts by them."""
