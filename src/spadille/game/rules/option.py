"""How a group of options is written down: a class of options, each with its texts and limits."""

from typing import Any, ClassVar

from msgspec import Meta, Struct

from ..text import Message

Conflict = tuple[str, Message]
"""The code of a problem, and its sentence, which names the options by their paths."""


def conflict(code: str, sentence: str, **params: Any) -> Conflict:
    return code, Message(sentence, **params)


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Options that govern a part of the game."""

    title: ClassVar[str]


def option(  # noqa: PLR0913 - all that is said of one
    title: str,
    help: str,
    *,
    names: tuple[str, ...] = (),
    also: str = "",
    between: tuple[int, int] | None = None,
    most: int | None = None,
) -> Meta:
    """What an option is called, its help and its limits; the texts enter the catalogue.

    `names` are what its values are called, in their order; `also` are other words that people use
    for what it is about, in every language at once: an editor finds it by them, since whoever
    learnt Spades in one language often looks for its words in another. A number lies `between` two
    others; `most` limits the characters of a text or the items of a list.
    """
    least, highest = between or (None, None)
    limits: dict[str, Any] = {"ge": least, "le": highest, "max_length": most}
    return Meta(title=title, description=help, extra={"names": names, "also": also}, **limits)
