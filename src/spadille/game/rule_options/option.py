"""How an option is written down: its name, its help and its limits."""

from msgspec import Meta


def option(title: str, help: str, ge: int | None = None, le: int | None = None) -> Meta:
    """A number with its limits, or a choice."""
    return Meta(title=title, description=help, ge=ge, le=le)


def sized_option(title: str, help: str, most: int) -> Meta:
    """A text of at most so many characters, or a list of so many items."""
    return Meta(title=title, description=help, max_length=most)
