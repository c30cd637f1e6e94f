"""The strength of people and bots, based on the games they finished at tables of people."""
