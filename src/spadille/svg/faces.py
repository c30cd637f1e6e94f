"""The faces of cards, as in the client: indices, pips, pictures of the court, jokers, backs."""

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from ..game import Card, Suit, T
from ..locale import translate
from .drawing import OWN, Drawing, n
from .outlines import BELLS, CAP, PIPS, RANKS, STAR, STROKE, pip_places

WIDTH, HEIGHT = 100.0, 140.0
"""The size of a card in the units of this module."""

PAPER, EDGE = "#fffdf7", "#b5ab95"
BLACK, RED, BLUE, GREEN = "#1b1c20", "#b9222b", "#1c56b0", "#17703a"
BRASS = "#d9b66f"

_JOKERS = {
    "JB": ("#b3262b", {"ink": "#b3262b", "second": "#233a6e", "third": "#e2ab3f"}),
    "JL": ("none", {"ink": "#1b1c20", "second": "#6a6a70", "third": "#fffdf7"}),
    "JE": ("none", {"ink": "#17703a", "second": "#fffdf7", "third": "#b9d8b9"}),
}
"""The fill of the star on each joker, and the colors of its cap."""

_JOKER_MARKS = {"JB": T("Big"), "JL": T("Little"), "JE": T("Third")}


class Look(Struct, frozen=True):
    """How cards are drawn: the language of their indices, and two or four colors of the suits."""

    lang: str = "en"
    four_colors: bool = False

    def color(self, card: Card) -> str:
        """Return the color of a suited card."""
        if self.four_colors and card.suit in {Suit.DIAMONDS, Suit.CLUBS}:
            return BLUE if card.suit is Suit.DIAMONDS else GREEN
        return RED if card.suit in {Suit.DIAMONDS, Suit.HEARTS} else BLACK

    def index(self, card: Card) -> str:
        """Return the rank in the corner of a suited card: a key of `RANKS`."""
        rank = str(card)[1]
        return {"J": "B", "Q": "D"}.get(rank, rank) if self.lang == "de" else rank


def face(  # noqa: PLR0913, PLR0917 - a card has a place, a size and a look
    on: Drawing,
    card: Card,
    x: float,
    y: float,
    width: float,
    look: Look,
    *,
    full: bool = True,
    covered: bool = False,
) -> None:
    """Draw the front of a card with its upper left corner at `x`, `y`.

    A card that is not `full` has large indices and no picture, for small cards. Of one that is
    `covered` by the next card, only the index is seen.
    """
    on.add(f'<g transform="translate({n(x)} {n(y)}) scale({width / WIDTH:.4g})">')
    on.add(_paper())
    if card.suit is Suit.JOKERS:
        _joker(on, card, look, full=full, covered=covered)
    elif full:
        _full(on, card, look)
    else:
        _plain(on, card, look, covered=covered)
    on.add("</g>")


def back(on: Drawing, x: float, y: float, width: float) -> None:
    """Draw the back of a card."""
    reference = on.define(
        "back",
        f"<g {{id}}>{_paper()}"
        '<rect x="5" y="5" width="90" height="130" rx="4" fill="#6f1d28"/>'
        f'<path d="{_lattice()}" fill="none" stroke="#d9a95f" stroke-opacity=".7"/>'
        '<rect x="8" y="8" width="84" height="124" rx="3" fill="none" stroke="#e6bb74"/></g>',
    )
    on.add(_use(reference, f"translate({n(x)} {n(y)}) scale({width / WIDTH:.4g})"))


def pip(on: Drawing, suit: Suit, x: float, y: float, size: float) -> None:
    """Draw a suit symbol, with its middle at `x`, `y`, in the color of the group around it."""
    reference = on.define(
        f"pip{suit.letter}", f'<path {{id}} d="{PIPS[suit.letter]}" fill="currentColor"/>'
    )
    on.add(_use(reference, _centered(x, y, size)))


def rank(on: Drawing, letter: str, x: float, y: float, height: float) -> None:
    """Draw a rank, with the middle of its upper edge at `x`, `y`, in the color of its group."""
    wide, outline = RANKS[letter]
    reference = on.define(
        f"rank{letter}",
        f'<path {{id}} d="{outline}" fill="none" stroke="currentColor" '
        f'stroke-width="{STROKE}" stroke-linejoin="round"/>',
    )
    scale = height / 100
    on.add(_use(reference, f"translate({n(x - wide * scale / 2)} {n(y)}) scale({scale:.4g})"))


def rank_width(letter: str, height: float) -> float:
    """Return the width of a rank."""
    return RANKS[letter][0] * height / 100


def _use(reference: str, transform: str) -> str:
    return f'<use href="{reference}" transform="{transform}"/>'


def _centered(x: float, y: float, size: float, *, turned: bool = False) -> str:
    scale = -size / 100 if turned else size / 100
    return f"translate({n(x - 50 * scale)} {n(y - 50 * scale)}) scale({scale:.4g})"


def _paper() -> str:
    return f'<rect x=".5" y=".5" width="99" height="139" rx="7.5" fill="{PAPER}" stroke="{EDGE}"/>'


def _full(on: Drawing, card: Card, look: Look) -> None:
    on.add(f'<g color="{look.color(card)}">')
    letter = look.index(card)
    for turn in ("", ' transform="rotate(180 50 70)"'):
        on.add(f"<g{turn}>")
        rank(on, letter, 12.6, 7.2, 15)
        pip(on, card.suit, 12.6, 32.4, 12.6)
        on.add("</g>")
    match str(card)[1]:
        case "A" if card is Card.SA:
            _ace_of_spades(on)
        case "A":
            pip(on, card.suit, 50, 70, 42)
        case "J" | "Q" | "K":
            _court(on, card)
        case other:
            _pips(on, card, other)
    on.add("</g>")


def _pips(on: Drawing, card: Card, letter: str) -> None:
    reference = on.define(
        f"pip{card.suit.letter}",
        f'<path {{id}} d="{PIPS[card.suit.letter]}" fill="currentColor"/>',
    )
    for x, y in pip_places(letter):
        on.add(_use(reference, _centered(x, y, 19, turned=y > 70)))


def _court(on: Drawing, card: Card) -> None:
    reference = on.define(
        str(card),
        '<symbol {id} viewBox="0 0 1300 2000" preserveAspectRatio="none">'
        f"{_picture(str(card))}</symbol>",
    )
    on.add(
        f'<use href="{reference}" x="21" y="12.6" width="58" height="114.8"/>'
        '<rect x="21" y="12.6" width="58" height="114.8" rx="2" fill="none" stroke="#233a6e" '
        'stroke-opacity=".45" stroke-width=".8"/>'
    )


@cache
def _picture(name: str) -> str:
    """Return the picture of a court card, whose parts are named by its picture."""
    source = Path(__file__).with_name("courts") / f"{name}.svg"
    text = source.read_text(encoding="utf-8").strip()
    return re.sub(rf'(id="|href="#){name}', rf"\g<1>{OWN}{name}", text)


def _ace_of_spades(on: Drawing) -> None:
    """Draw a spade within a spade, ringed by pearls."""
    pearl = on.define("pearl", '<circle {id} r="1.1" fill="currentColor"/>')
    on.add(
        '<ellipse cx="50" cy="70" rx="36.5" ry="44.5" fill="none" stroke="currentColor" '
        'stroke-width=".7"/>'
    )
    for x, y in _PEARLS:
        on.add(f'<use href="{pearl}" x="{n(x)}" y="{n(y)}"/>')
    pip(on, Suit.SPADES, 50, 70, 66)
    on.add(
        f'<path transform="{_centered(50, 68, 50)}" d="{PIPS["S"]}" fill="none" '
        f'stroke="{BRASS}" stroke-width="1.6"/><g color="{BRASS}">'
    )
    pip(on, Suit.SPADES, 50, 67, 20)
    on.add("</g>")


def _plain(on: Drawing, card: Card, look: Look, *, covered: bool) -> None:
    """Draw a large index and a large suit symbol."""
    on.add(f'<g color="{look.color(card)}">')
    letter = look.index(card)
    rank(on, letter, 17.5, 9, 25)
    pip(on, card.suit, 17.5, 50, 23)
    if not covered:
        pip(on, card.suit, 60, 92, 58)
    on.add("</g>")


def _joker(on: Drawing, card: Card, look: Look, *, full: bool, covered: bool) -> None:
    star, colors = _JOKERS[str(card)]
    ink = colors["ink"]
    dashed = ' stroke-dasharray="14 10"' if card is Card.JE else ""
    size, left = (17.5, 13.0) if full else (26.0, 17.5)
    index = (
        f'<path transform="{_centered(left, 5 + size / 2, size)}" d="{STAR}" fill="{star}" '
        f'stroke="{ink}" stroke-width="9" stroke-linejoin="round"{dashed}/>'
    )
    letters = "".join(
        f'<text x="{n(left)}" y="{n(size + 17 + 12 * at)}">{letter}</text>'
        for at, letter in enumerate("JOKER")
    )
    index += (
        f'<g font-size="12.5" font-weight="600" text-anchor="middle" fill="{ink}">{letters}</g>'
    )
    on.add(index)
    if covered and not full:
        return
    middle, wide = (50.0, 52.0) if full else (62.0, 58.0)
    if full:
        on.add(f'<g transform="rotate(180 50 70)">{index}</g>')
    on.add(
        f'<g transform="{_centered(middle, 70, wide)}" stroke="{ink}" stroke-width="2.5" '
        'stroke-linejoin="round">'
    )
    for name, outline in CAP:
        on.add(f'<path d="{outline}" fill="{colors[name]}"/>')
    for x, y in BELLS:
        on.add(
            f'<circle cx="{x}" cy="{y}" r="6.5" fill="{colors["third"]}"/>'
            f'<path d="M{n(x - 3.5)} {y + 1}h7" fill="none"/>'
        )
    on.add("</g>")
    mark = translate(_JOKER_MARKS[str(card)], look.lang)
    on.text(middle, 112 if full else 124, mark, size=13, fill=ink, bold=True, anchor="middle")


def _lattice() -> str:
    """Return the pattern of the back: diagonals that begin and end at the edge."""
    lines = []
    left, top, wide, high, step = 8, 8, 84, 124, 21
    for start in range(step, wide + high, step):
        x, y = left + min(start, wide), top + max(0, start - wide)
        reach = min(x - left, top + high - y)
        lines.append(f"M{x} {y}l{-reach} {reach}M{2 * left + wide - x} {y}l{reach} {reach}")
    return "".join(lines)


_PEARLS = [
    (90.0, 70.0), (89.0, 80.68), (86.04, 90.83), (81.27, 99.93), (74.94, 107.53), (67.36, 113.25),
    (58.9, 116.8), (50.0, 118.0), (41.1, 116.8), (32.64, 113.25), (25.06, 107.53), (18.73, 99.93),
    (13.96, 90.83), (11.0, 80.68), (10.0, 70.0), (11.0, 59.32), (13.96, 49.17), (18.73, 40.07),
    (25.06, 32.47), (32.64, 26.75), (41.1, 23.2), (50.0, 22.0), (58.9, 23.2), (67.36, 26.75),
    (74.94, 32.47), (81.27, 40.07), (86.04, 49.17), (89.0, 59.32),
]  # fmt: skip
"""Points on an ellipse, written out so that no rounding differs between machines."""
