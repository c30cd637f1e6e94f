"""Games that are over and what was judged in them, as values: known without the database."""
