"""Recognize files that are not game records, and say what can be read from them."""

import re

from ..game import Message

_TAG = re.compile(r'^\s*\[\s*[A-Za-z0-9_]+\s+"', re.MULTILINE)
_TRICKSTER = re.compile(r"^%\s*PTN\b|^\s*\[\s*Game(Code|OptionsJson)\s", re.MULTILINE)
_PBN = re.compile(r"^%\s*PBN\b", re.MULTILINE)
_LIN = re.compile(r"(^|[|\n])\s*(vg|pn|qx|md|rs|bn|mp)\|")
_NEWER = re.compile(r"spadille-record ([1-9][0-9]{0,8})$")
_TOML = re.compile(r"(\s*(#.*)?\n)*\s*(\[[a-z_.]+\]\s|[a-z_]+(\.[a-z_]+)*\s*=)")


def is_trickster(text: str) -> bool:
    """Return True if `text` looks like PTN, the format of Trickster Cards."""
    return bool(_TRICKSTER.search(text))


def is_pbn(text: str) -> bool:
    """Return True if `text` looks like PBN, or like PTN, which has the same tags."""
    return bool(_PBN.search(text) or _TAG.search(text))


def is_lin(text: str) -> bool:
    """Return True if `text` looks like LIN, the format of Bridge Base Online."""
    return bool(_LIN.search(text))


def why_no_record(text: str, first: str, header: str) -> Message:
    """Explain why `text`, whose first statement is `first`, is not a record of this version."""
    newer = _NEWER.match(first)
    if newer:
        return Message(
            "this record has version {version}, but this program reads version 1; update Spadille",
            version=newer[1],
        )
    if not first:
        return Message(
            "the file is empty; a game record starts with the line {header}", header=repr(header)
        )
    start = text[:20_000]
    if is_trickster(start):
        return Message(
            "this looks like PTN (Trickster Cards), not a game record; only its deals "
            "can be read: {command}",
            command="spadille deals FILE",
        )
    if is_pbn(start):
        return Message(
            "this looks like PBN, not a game record; only its deals can be read: {command}",
            command="spadille deals FILE",
        )
    if is_lin(start):
        return Message(
            "this looks like LIN (Bridge Base Online), which cannot be read; "
            "convert it to PBN, then read its deals: {command}",
            command="spadille deals FILE",
        )
    kind = "TOML" if _TOML.match(start) else "JSON" if first[0] in "{[" else ""
    if kind:
        return Message(
            "this looks like {format}, not a game record, which starts with the line {header}",
            format=kind,
            header=repr(header),
        )
    return Message(
        "this is not a game record, which starts with the line {header}", header=repr(header)
    )
