"""How an option is written down: its name, its help and its limits."""

from msgspec import Meta


def option(title: str, help: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=title, description=help, ge=ge, le=le)
