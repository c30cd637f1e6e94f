"""Clean the names that people give to themselves, their sides, tables, teams and tournaments.

A clean name is one line of characters that can be seen. Nothing in it can turn the text around it,
hide, or pile up over the lines above and below.
"""

import re
import unicodedata

_SEEN = frozenset("LNPS")
"""Letters, numbers, punctuation and symbols; marks only change the character before them."""

_BLANK = re.compile("FILLER|PATTERN BLANK|NULL NOTEHEAD")
"""Words in the Unicode names of letters and symbols that show nothing."""

_ALPHABETIC_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_PILED = re.compile(f"({_ALPHABETIC_MARK}{{2}}){_ALPHABETIC_MARK}+")
"""More marks on one letter than any language with such letters uses."""

_MOST_MARKS = 4
"""The most marks of any kind that one character of any script carries."""

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
"""The combining class of the signs that bind letters of Indian scripts together."""

_VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f]")
"""Marks that show nothing, whatever they follow."""

_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""The flag of a part of a country, which is written with invisible letters."""


def clean_name(text: str) -> str:
    r"""Return the text as one line of visible characters, or "" if nothing visible is left.

    Control characters become blanks; characters that only direct or hide text, such as a
    right-to-left override, are dropped. Joiners stay where emoji and scripts need them.

    >>> clean_name("  Ann\n\tthe\x00 first\u202e ")
    'Ann the first'
    >>> clean_name("\u202e\u200b")
    ''
    """
    shown: list[str] = []
    at = 0
    while at < len(text):
        flag = _FLAG.match(text, at)
        shown.append(flag[0] if flag else _shown(text, at))
        at += len(flag[0]) if flag else 1
    plain = " ".join(_with_few_marks("".join(shown)).split())
    return plain if any(unicodedata.category(c)[0] in _SEEN for c in plain) else ""


def _with_few_marks(text: str) -> str:
    """Return the text with as many marks on each character as writing needs, and none on blanks."""
    composed = unicodedata.normalize("NFC", text)
    text = _PILED.sub(r"\1", composed if len(composed) <= len(text) else text)
    kept: list[str] = []
    marks = _MOST_MARKS
    for character in text:
        if unicodedata.category(character)[0] == "M":
            marks += 1
        else:
            marks = _MOST_MARKS if character == " " else 0
        if marks <= _MOST_MARKS or character == " ":
            kept.append(character)
    return "".join(kept)


def _shown(text: str, at: int) -> str:
    """Return what remains of the character at a position: itself, a blank, or nothing."""
    character = text[at]
    if character in {_JOINER, _NON_JOINER}:
        return character if _is_needed(text, at) else ""
    if _VARIANTS.match(character):
        return character if _has_variants(text[at - 1 : at]) else ""
    if _IGNORED.match(character) or unicodedata.category(character) == "Cf":
        return ""
    return character if character.isprintable() and not _is_blank(character) else " "


def _is_needed(text: str, at: int) -> bool:
    """Return True if a joiner or non-joiner changes how its neighbors are drawn."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if text[at] == _JOINER:
        return _is_emoji(before) and _is_emoji(after)
    return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"


def _is_emoji(character: str) -> bool:
    """Return True for symbols, their skin tones, and the sign that asks for a colored symbol."""
    return character in "\ufe0f\u2194" or unicodedata.category(character) in {"So", "Sk"}


def _has_variants(character: str) -> bool:
    """Return True for symbols, digits of keycaps, and the ideographs that have several forms."""
    if not character:
        return False
    symbolic = unicodedata.category(character)[0] == "S" or character in "0123456789#*\u203c\u2049"
    return symbolic or unicodedata.name(character, "").startswith("CJK")


def _is_blank(character: str) -> bool:
    return _BLANK.search(unicodedata.name(character, "")) is not None
