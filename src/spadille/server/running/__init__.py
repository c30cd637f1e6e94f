"""The tables in memory, and what each person is shown of them."""
