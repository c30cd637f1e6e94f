"""What stands beside a route: the messages that it takes and answers, for the OpenAPI document."""

from collections.abc import Mapping
from typing import Any, NamedTuple

MESSAGES = "messages"
"""The option of a route under which it stands."""


class Messages(NamedTuple):
    """The types of the body and of the answer; a `str` is any text, a `dict` any JSON object.

    `query` are the schemas of parameters beside `lang`, `media` is the type of an answer in text.
    """

    asks: Any
    answers: Any
    query: Mapping[str, Any]
    media: str


def describe(
    *,
    asks: Any = None,
    answers: Any,
    query: Mapping[str, Any] | None = None,
    media: str = "text/plain",
) -> dict[str, Any]:
    """The options of a route that takes and answers these messages."""
    return {MESSAGES: Messages(asks, answers, query or {}, media)}
