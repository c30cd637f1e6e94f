"""The choice of rules, and the score sheet that uses them."""
