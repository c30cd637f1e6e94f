"""Register with Gymnasium, and report an error if the extra `envs` is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

NAME = "Spadille-v0"
"""`gymnasium.make` gives one seat of a table, `gymnasium.make_vec` many tables at once."""


def register() -> None:
    """Register the environments with Gymnasium, if it is installed."""
    with suppress(ModuleNotFoundError):
        import gymnasium  # noqa: PLC0415 - an extra

        gymnasium.register(
            NAME,
            entry_point=f"{__package__}.single:SpadilleEnv",
            vector_entry_point=f"{__package__}.vector:SpadilleVectorEnv",
        )


@contextmanager
def needs(*packages: str) -> Iterator[None]:
    """Enclose imports of `packages`, which come with the extra `envs`.

    Raises:
        ImportError: if one of them is missing; says in one sentence what to install.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in packages:
            raise
        raise ImportError(
            f"{error.name} is not installed; it comes with: pip install 'spadille[envs]'",
            name=error.name,
        ) from None
