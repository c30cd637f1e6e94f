"""Games that are over and the decisions judged in them, as values without the database."""
