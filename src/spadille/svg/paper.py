"""The paper under tables of numbers and curves, and small cards on it."""

from ..game import Card, Suit
from .drawing import Drawing, n
from .faces import EDGE, PAPER, Look, pip, rank, rank_width
from .outlines import STAR

SHEET, LINE = "#fbf6e9", "#ddd1b6"
INK, FAINT, ACCENT = "#231d16", "#675a48", "#15604a"
LOSS = "#a3232a"
MARGIN = 16.0

CHIP_WIDTH, CHIP_HEIGHT = 36.0, 20.0


def sheet(on: Drawing) -> None:
    """Cover the whole picture with a sheet of paper."""
    on.add(
        f'<rect x=".5" y=".5" width="{n(on.width - 1)}" height="{n(on.height - 1)}" rx="10" '
        f'fill="{SHEET}" stroke="{LINE}"/>'
    )


def rule_off(on: Drawing, y: float, *, strong: bool = False) -> None:
    """Draw a line across the sheet."""
    color = FAINT if strong else LINE
    on.add(f'<path d="M{n(MARGIN)} {n(y)}H{n(on.width - MARGIN)}" stroke="{color}"/>')


def chip(  # noqa: PLR0913 - a card has a place and a look
    on: Drawing, card: Card, x: float, y: float, look: Look, *, won: bool
) -> None:
    """Draw a small card around the middle `x`, `y`, marked if it has `won` its trick."""
    edge = f'stroke="{ACCENT}" stroke-width="2"' if won else f'stroke="{EDGE}"'
    on.add(
        f'<rect x="{n(x - CHIP_WIDTH / 2)}" y="{n(y - CHIP_HEIGHT / 2)}" '
        f'width="{n(CHIP_WIDTH)}" height="{n(CHIP_HEIGHT)}" rx="4" '
        f'fill="{"#e2efe4" if won else PAPER}" {edge}/>'
    )
    if card.suit is Suit.JOKERS:
        star(on, card, x, y, 14)
        return
    on.add(f'<g color="{look.color(card)}">')
    rank(on, look.index(card), x - 7.5, y - 6, 12)
    pip(on, card.suit, x + 8, y, 12)
    on.add("</g>")


def star(on: Drawing, card: Card, x: float, y: float, size: float) -> None:
    """Draw the star of a joker: filled for the big one, green for the third."""
    color = {Card.JB: "#b3262b", Card.JL: INK}.get(card, "#17703a")
    reference = on.define(
        "star", f'<path {{id}} d="{STAR}" stroke-width="10" stroke-linejoin="round"/>'
    )
    fill = color if card is Card.JB else "none"
    on.add(
        f'<use href="{reference}" transform="translate({n(x - size / 2)} {n(y - size / 2)}) '
        f'scale({size / 100:.4g})" fill="{fill}" stroke="{color}"/>'
    )


def ranks(  # noqa: PLR0913, PLR0917 - a line has a place and a size
    on: Drawing, cards: list[Card], x: float, y: float, room: float, look: Look
) -> None:
    """Write the ranks of some cards of one color from `x`, closer together if room is short."""
    high = 10.5
    widths = [
        high if card.suit is Suit.JOKERS else rank_width(look.index(card), high) for card in cards
    ]
    gap = min(5.5, (room - sum(widths)) / max(1, len(cards) - 1))
    for card, width in zip(cards, widths, strict=True):
        if card.suit is Suit.JOKERS:
            star(on, card, x + width / 2, y, high)
        else:
            rank(on, look.index(card), x + width / 2, y - high / 2, high)
        x += width + gap
