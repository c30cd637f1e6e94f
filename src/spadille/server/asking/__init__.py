"""What people may ask of a table: each request becomes events, or is refused."""
