"""The names by which Gymnasium makes our environments."""

from contextlib import suppress

NAME = "Spadille-v0"
"""`gymnasium.make` gives one seat of a table, `gymnasium.make_vec` many tables at once."""


def register() -> None:
    """Makes the environments known to Gymnasium, where it is installed."""
    with suppress(ModuleNotFoundError):
        import gymnasium  # noqa: PLC0415 - an extra

        gymnasium.register(
            NAME,
            entry_point=f"{__package__}.single:SpadilleEnv",
            vector_entry_point=f"{__package__}.vector:SpadilleVectorEnv",
        )
