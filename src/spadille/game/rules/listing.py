"""Several things in one sentence."""

from collections.abc import Sequence
from typing import Any

from ..text import Message


def listed(things: Sequence[Any]) -> Message:
    """The things after each other: ace of spades, 2 of clubs, 3 of hearts."""
    places = {f"p{index}": thing for index, thing in enumerate(things)}
    return Message(", ".join(f"{{{place}}}" for place in places), **places)


def alternatives(things: Sequence[Any]) -> Message:
    """The things with "or" before the last."""
    if len(things) == 1:
        return listed(things)
    return Message("{one} or {other}", one=listed(things[:-1]), other=things[-1])


def all_of(things: Sequence[Message]) -> Message:
    """The things with "and" between them."""
    said = things[0]
    for thing in things[1:]:
        said = Message("{one} and {other}", one=said, other=thing)
    return said
