"""An SVG document in the making: shapes, texts, and outlines that are written once."""

import re
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b
from html import escape

from ..game import clean_name
from .picture import Picture

FONT = "Inter,ui-sans-serif,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"
"""The font of the package for PNG; a page uses the font that the reader has."""

LONGEST_TEXT = 2000
"""The most characters of a description."""

OWN = "\x01"
"""The prefix of the names of outlines until the picture is finished."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Drawing:
    """Shapes in the order in which they are painted, and the outlines that they use.

    The text is made from the shapes alone, so equal pictures are equal strings.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = float(round(width)), float(round(height))
        self._defined: dict[str, str] = {}
        self._shapes: list[str] = []

    def add(self, *markup: str) -> None:
        """Paint shapes on top of the others."""
        self._shapes.extend(markup)

    def define(self, name: str, markup: str) -> str:
        """Keep an outline, `markup` with `{id}` at the place of its name; return its reference."""
        self._defined.setdefault(name, markup.replace("{id}", f'id="{OWN}{name}"', 1))
        return f"#{OWN}{name}"

    def text(  # noqa: PLR0913 - a text has a place and a look
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        fill: str,
        bold: bool = False,
        anchor: str = "start",
        room: float | None = None,
    ) -> None:
        """Write a text on the base line `y`, shortened to the `room` that it has."""
        shown = text if room is None else shortened(text, room / size, bold=bold)
        weight = ' font-weight="600"' if bold else ""
        side = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(
            f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}"{weight}{side}>'
            f"{plain(shown)}</text>"
        )

    def finished(self, caption: str, description: str = "") -> Picture:
        """Return the picture, with a title and a description for screen readers."""
        width, height = int(self.width), int(self.height)
        about = f'<title id="{OWN}">{plain(caption)}</title>'
        if description:
            about += f"<desc>{plain(description[:LONGEST_TEXT])}</desc>"
        outlines = "".join(self._defined.values())
        content = about + (f"<defs>{outlines}</defs>" if outlines else "") + "".join(self._shapes)
        prefix = f"s{blake2b(content.encode(), digest_size=4).hexdigest()}"
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" '
            f'aria-labelledby="{prefix}" font-family="{FONT}" '
            f'style="max-width:100%;height:auto">{content.replace(OWN, prefix)}</svg>'
        )
        return Picture(text, width=width, height=height, caption=caption)


def n(number: float) -> str:
    """Return a number as short as it can be written with two decimal places.

    >>> n(3.0), n(0.125), n(-0.5), n(-0.001)
    ('3', '.12', '-.5', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", "0"}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def plain(text: str) -> str:
    r"""Escape a text for use in a document.

    >>> plain('Ann & "Bob" <b>\x0c')
    'Ann &amp; &quot;Bob&quot; &lt;b&gt;\ufffd'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def named(name: str) -> str:
    """Return the name of a player on one line, without characters that hide or turn text."""
    return clean_name(name) or "?"


_NARROW = frozenset("iljtfrI.,:;'|!()[]/ ’‘·")
_BROAD = frozenset("mwMW@%—…")


def width_of(text: str, *, bold: bool = False) -> float:
    """Return about how wide a text is, in units of its font size."""
    return sum(map(_width, text)) * (1.05 if bold else 1)


def _width(letter: str) -> float:
    if unicodedata.combining(letter) or letter in "\u200d\ufe0f":
        return 0.0
    if letter in _NARROW:
        return 0.32
    if letter in _BROAD:
        return 0.92
    if ord(letter) > 0x24F:  # in a font that nothing is known about
        return 1.3 if ord(letter) > 0x2E80 else 1.0
    return 0.7 if letter.isupper() else 0.62 if letter.isdigit() else 0.58


def shortened(text: str, room: float, *, bold: bool = False) -> str:
    """Return a text that fits into `room`, in units of its font size, with … at its end if needed.

    >>> shortened("Bartholomew", 4)
    'Bartho…'
    """
    if width_of(text, bold=bold) <= room:
        return text
    kept = text
    while kept and width_of(f"{kept}…", bold=bold) > room:
        kept = kept[:-1].rstrip("\u200d")
    return f"{kept.rstrip()}…"


def joined(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, separated by commas."""
    return ", ".join(part for part in parts if part)
