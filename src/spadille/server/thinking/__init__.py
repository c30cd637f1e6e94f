"""Workers: decisions of bots, and whatever else takes long."""
