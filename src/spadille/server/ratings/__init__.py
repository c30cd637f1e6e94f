"""How strong people and bots are, by the games that they have finished at tables of people."""
