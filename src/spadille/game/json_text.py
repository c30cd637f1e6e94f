"""Values of this package as JSON, and from it."""

from typing import Any, TypeVar

from msgspec import DecodeError, json

from .errors import ParseError, wrong_field
from .text import Message

Value = TypeVar("Value")


def json_of(value: object) -> str:
    """Return a value as JSON; the sentences in it are English."""
    return json.encode(value, enc_hook=_sentence).decode()


def from_json(kind: type[Value], text: str | bytes, name: str) -> Value:
    """Return the value of that kind in a JSON text; an error calls the kind by its name.

    Raises:
        ParseError: if the text is not JSON, or not of that kind.
    """
    try:
        return json.decode(text, type=kind, dec_hook=_message)
    except DecodeError as error:
        problem = wrong_field(error)
        sentence = Message(
            "this is not the JSON of a {kind}: {problem}", kind=name, problem=problem
        )
        raise ParseError("text/bad-json", sentence) from None


def _sentence(value: Any) -> Any:
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"no JSON for {type(value)}")


def _message(kind: type, text: Any) -> Any:
    if kind is Message:
        return Message("{sentence}", sentence=text)
    raise NotImplementedError(kind)
