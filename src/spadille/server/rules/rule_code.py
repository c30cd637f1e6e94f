"""Rules as a line of text that fits into a link: the query of a URL.

It names a preset, what differs from it, and a title:
`preset=standard&end.target=250&deck.removed=C2,D2&title=Our+rules`. Lists are separated by commas,
or written as JSON where a text holds a comma itself.
"""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote_plus

from msgspec import ValidationError, convert, to_builtins

from ...game import option_types, range_of
from ..refusals import RefusedError

_PLAIN = ",+-_.:"
"""Characters of values that need no escape in a query; `+` is one that does."""


def write_code(preset: str, options: Mapping[str, Any], title: str = "") -> str:
    """The code of a preset with options changed, which are named by their dotted paths.

    >>> write_code("standard", {"end.target": 250, "deck.removed": ("C2", "D2")}, "Our rules")
    'preset=standard&end.target=250&deck.removed=C2,D2&title=Our+rules'
    """
    parts = {"preset": preset, **{path: _text(value) for path, value in options.items()}}
    if title:
        parts["title"] = title
    return "&".join(
        f"{name}={quote_plus(text, safe=_PLAIN.replace('+', ''))}" for name, text in parts.items()
    )


def read_code(code: str) -> tuple[str, dict[str, Any], str]:
    """The preset, the options and the title of a code. Values are not checked yet.

    Raises:
        RefusedError: when it is no code.
    """
    try:
        parts = parse_qsl(code.lstrip("?"), strict_parsing=True, max_num_fields=200)
    except ValueError:
        raise _unreadable() from None
    fields = dict(parts)
    if len(fields) < len(parts):
        raise _unreadable()
    preset, title = fields.pop("preset", "standard"), fields.pop("title", "")
    return preset, {path: _value(path, text) for path, text in fields.items()}, title


def _unreadable() -> RefusedError:
    return RefusedError(
        "rules/bad-code",
        "this is not a rule set; expected a text such as preset=standard&end.target=250",
    )


def _text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            texts = [str(item) for item in value]
            if any("," in text or text.startswith("[") or not text for text in texts):
                return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
            return ",".join(texts)
        case _:
            return str(value)


def _value(path: str, text: str) -> Any:
    """The text as the option has it; as it stands where the option does not take it."""
    type_ = option_types().get(path)
    if type_ is None:
        return text
    value: Any = text
    if range_of(type_).most is not None:
        value = _items(text)
    try:
        return to_builtins(convert(value, type_, strict=False))
    except ValidationError:
        return value


def _items(text: str) -> list[Any]:
    if not text.startswith("["):
        return text.split(",") if text else []
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    return items if isinstance(items, list) else [text]
