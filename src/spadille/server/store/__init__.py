"""What is kept in the database, and how it is written, copied and brought up to date."""
