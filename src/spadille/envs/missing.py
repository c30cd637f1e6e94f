"""What is said where the packages of the environments are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(*packages: str) -> Iterator[None]:
    """Around imports of `packages`, which come with the extra `envs`.

    Raises:
        ImportError: says in one sentence what to install, when one of them is missing.
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
