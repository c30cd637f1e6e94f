"""Names that people protect with a password, and handling of their data on request."""
