"""Names that people keep with a password, and the handling of their data on request."""
