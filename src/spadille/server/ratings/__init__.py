"""The strength of people and bots, based on the games that they finished with people."""
