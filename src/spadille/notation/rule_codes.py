"""Rules as a share code: a line of text that fits into a link as the query of its URL.

The code names a preset, the options that differ from it, and a title:
`preset=standard&end.target=250&deck.removed=C2,D2&title=Our+rules`. List items are separated by
commas; if an item itself contains a comma, the list is written as JSON.
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote_plus

from msgspec import ValidationError, convert, to_builtins

from ..game import (
    ParseError,
    Preset,
    Rules,
    clean_name,
    find_preset,
    is_text,
    option_types,
    preset,
    range_of,
)

EDITOR = "#/rules"
"""The address of the rule editor's page, which a link has between the server and the code."""


def write_code(preset: str, options: Mapping[str, Any], title: str = "") -> str:
    """Return the code for a preset with some options changed, which are named by dotted paths.

    >>> write_code("standard", {"end.target": 250, "deck.removed": ("C2", "D2")}, "Our rules")
    'preset=standard&end.target=250&deck.removed=C2,D2&title=Our+rules'
    """
    parts = {"preset": preset, **{path: _text(value) for path, value in options.items()}}
    if title:
        parts["title"] = title
    return "&".join(f"{name}={quote_plus(text, safe=',:')}" for name, text in parts.items())


def code_in(text: str) -> str | None:
    r"""Return the code in a link or in the text of a file, or None if there is none.

    >>> code_in("https://spades.example/#/rules?preset=whiz&end.target=250\n")
    'preset=whiz&end.target=250'
    >>> code_in("[end]\ntarget = 250\n")
    """
    words = text.split(maxsplit=1)
    if len(words) != 1:
        return None
    _, linked, code = words[0].partition(EDITOR)
    if linked:
        return code.removeprefix("?")
    return words[0] if words[0].startswith("preset=") else None


def link_to(code: str, server: str) -> str:
    """Return the link that opens rules in a server's editor.

    >>> link_to("preset=whiz", "http://localhost:8000")
    'http://localhost:8000/#/rules?preset=whiz'
    """
    return f"{server.rstrip('/')}/{EDITOR}?{code}"


def changes_of(rules: Rules, preset: str) -> dict[str, tuple[Any, Any]]:
    """Return each option that differs from a preset, by its path: its value and the preset's.

    A preset that is no longer offered is treated as the usual rules.
    """
    known = find_preset(preset)
    base = known.rules if known else Rules()
    return {
        path: (value, was)
        for (path, value), was in zip(rules.options().items(), base.options().values(), strict=True)
        if value != was
    }


def code_of(rules: Rules, preset: str, title: str = "") -> str:
    """Return the code for rules, expressed as their differences from a preset.

    >>> code_of(Rules().with_options({"end.target": 250}), "standard")
    'preset=standard&end.target=250'
    """
    changed = {path: value for path, (value, _) in changes_of(rules, preset).items()}
    return write_code(preset, changed, title)


def preset_in(code: str) -> Preset:
    """Return the rules in a code; without a title they are named after their base.

    Raises:
        ParseError: if it is not a code.
        RulesError: if there is no such preset, or it cannot be changed that way.
    """
    name, options, title = read_code(code)
    base = preset(name)
    called = {"en": title} if title else base.title
    about, source = ({}, "") if options else (base.about, base.source)
    return Preset(name, called, about, source, base.rules.with_options(options))


def read_code(code: str) -> tuple[str, dict[str, Any], str]:
    """Return the preset, the options and the title in a code, without checking the values.

    Raises:
        ParseError: if it is not a code.
    """
    if not is_text(code):
        raise _unreadable()
    try:
        parts = parse_qsl(
            code.lstrip("?"), keep_blank_values=True, strict_parsing=True, max_num_fields=200
        )
    except ValueError:
        raise _unreadable() from None
    fields = dict(parts)
    if len(fields) < len(parts):
        raise _unreadable()
    preset, title = fields.pop("preset", "standard"), clean_name(fields.pop("title", ""))
    return preset, {path: _value(path, text) for path, text in fields.items()}, title


def _unreadable() -> ParseError:
    return ParseError(
        "rules/bad-code",
        "this is not a rule set; expected text such as preset=standard&end.target=250",
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
    """Return the text as a value of the option, else as a number, else unchanged."""
    type_ = option_types().get(path)
    if type_ is None:
        return text
    value: Any = text
    if range_of(type_).most is not None:
        value = _items(text)
    try:
        return to_builtins(convert(value, type_, strict=False))
    except (ValidationError, UnicodeEncodeError):
        return int(text) if value == text and _NUMBER.fullmatch(text) else value


_NUMBER = re.compile(r"-?[0-9]{1,18}")


def _items(text: str) -> list[Any]:
    if not text.startswith("["):
        return text.split(",") if text else []
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    return items if isinstance(items, list) else [text]
