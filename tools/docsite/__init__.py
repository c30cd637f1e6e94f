"""The documentation: pages and tables made from the program, and the site."""
