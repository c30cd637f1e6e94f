"""Converts messages to JSON text, with sentences in the language of the connection."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from ...game import Message, Seat, SpadesError, wrong_field
from ...locale import translate
from ..errors import RefusedError
from .protocol import ClientMessage, Lang, Refusal

LONGEST = 4096
"""The most characters in a message from a client."""

LONGEST_BODY = 65536
"""The most bytes in an HTTP request, enough for a whole rule set and a long score sheet."""

X = TypeVar("X")


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read_request(text: str | bytes) -> ClientMessage:
    """Return the message that a client has sent.

    Raise RefusedError if it is not a valid message.
    """
    return _read(_decoder(ClientMessage), text, LONGEST)  # type: ignore[no-any-return]


def read_body(kind: type[X], body: bytes) -> X:
    """Return the body of an HTTP request; raise RefusedError if it is not of that kind."""
    return _read(_decoder(kind), body, LONGEST_BODY)  # type: ignore[no-any-return, arg-type]


def write(message: object, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """Return a message as JSON; the sentences in it call seats by `names` if given."""

    def sentence(value: Any) -> str:
        if isinstance(value, Message):
            return translate(value, lang, names)
        raise TypeError(f"{type(value)} is not part of a message")

    return msgspec.json.encode(message, enc_hook=sentence).decode()


def write_refusal(error: SpadesError, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """Return the refusal that explains an error to a client."""
    return write(Refusal(error.code, translate(error.message, lang, names)), lang)


def too_long(limit: int) -> RefusedError:
    """Return the refusal for a message of more than `limit` characters."""
    return RefusedError(
        "message/too-long", "a message may have at most {limit} characters", limit=limit
    )


def _read(decoder: msgspec.json.Decoder[Any], text: str | bytes, longest: int) -> Any:
    if len(text) > longest:
        raise too_long(longest)
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        if str(error).endswith("`$.type`"):
            raise RefusedError("message/unknown-type", "unknown message type") from None
        raise RefusedError(
            "message/bad-field",
            "the message has an invalid field: {problem}",
            problem=wrong_field(error),
        ) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise RefusedError("message/not-json", "the message is not JSON") from None
