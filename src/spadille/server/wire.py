"""Messages as JSON text, and sentences in the language of the connection."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..game import Message, Seat, SpadesError, T
from ..locale import translate
from .protocol import ClientMessage, Lang, NewTable, Refusal
from .refusals import RefusedError

LONGEST = 4096
"""Characters that a message from a client may have."""

_requests = msgspec.json.Decoder(ClientMessage)
_new_tables = msgspec.json.Decoder(NewTable)


def read_request(text: str | bytes) -> ClientMessage:
    """The message that a client has sent.

    Raises:
        RefusedError: when it is none.
    """
    return _read(_requests, text)  # type: ignore[no-any-return]


def read_new_table(body: bytes) -> NewTable:
    """The table that somebody wants made.

    Raises:
        RefusedError: when it is none.
    """
    return _read(_new_tables, body)  # type: ignore[no-any-return]


def write(message: object, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """A message as JSON; the sentences in it call seats by `names` where given."""

    def sentence(value: Any) -> str:
        if isinstance(value, Message):
            return translate(value, lang, names)
        raise TypeError(f"{type(value)} is no part of a message")

    return msgspec.json.encode(message, enc_hook=sentence).decode()


def write_refusal(error: SpadesError, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """The refusal that tells a client what was wrong."""
    return write(Refusal(error.code, translate(error.message, lang, names)), lang)


def too_long() -> RefusedError:
    return RefusedError(
        "message/too-long", T("a message has at most {limit} characters"), limit=LONGEST
    )


def _read(decoder: msgspec.json.Decoder[Any], text: str | bytes) -> Any:
    if len(text) > LONGEST:
        raise too_long()
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        problem = str(error)
        if problem.endswith("`$.type`"):
            raise RefusedError(
                "message/unknown-type", T("there is no message of that type")
            ) from None
        raise RefusedError(
            "message/bad-field", T("the message has a wrong field: {problem}"), problem=problem
        ) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise RefusedError("message/not-json", T("the message is no JSON text")) from None
