"""The choice of rules, and the score sheet that counts by them."""
