"""Results for programs."""

from typing import Any

from msgspec import json

from ..game import Card, Message


def print_json(value: Any, *, indent: bool = False) -> None:
    """Prints `value` as JSON: on one line, or laid out for reading."""
    data = json.encode(value, enc_hook=_plain)
    print((json.format(data, indent=2) if indent else data).decode(), flush=not indent)


def _plain(value: Any) -> Any:
    match value:
        case Message() | Card():
            return str(value)
        case _:
            raise NotImplementedError(f"no JSON for {type(value)}")
