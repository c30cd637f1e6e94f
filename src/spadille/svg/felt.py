"""The cloth under the cards, name plates, and the marks of played cards."""

from .drawing import Drawing, n, width_of
from .faces import BRASS, HEIGHT, WIDTH

CLOTH = "#185946"
"""One color, because a gradient would double the size and the time of a PNG."""

TEXT, QUIET, BRIGHT = "#f3efe2", "#b9cfc3", "#f5d99b"
PLATE_HEIGHT = 27.0


def cloth(on: Drawing) -> None:
    """Cover the whole picture with the cloth."""
    wide, high = n(on.width), n(on.height)
    on.add(
        f'<rect width="{wide}" height="{high}" rx="14" fill="{CLOTH}"/>'
        f'<rect x="4.5" y="4.5" width="{n(on.width - 9)}" height="{n(on.height - 9)}" rx="10" '
        f'fill="none" stroke="{BRASS}" stroke-opacity=".35"/>'
    )


def plate(  # noqa: PLR0913, PLR0917 - a plate has a place and a text
    on: Drawing, x: float, y: float, width: float, name: str, said: str, *, turn: bool, dealer: bool
) -> None:
    """Draw the name plate of a seat, with marks for its turn and for the dealer."""
    edge = (
        f'stroke="{BRIGHT}" stroke-width="2"' if turn else f'stroke="{BRASS}" stroke-opacity=".4"'
    )
    on.add(
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(PLATE_HEIGHT)}" rx="8" '
        f'fill="#071e18" fill-opacity=".8" {edge}/>'
    )
    left, middle = x + 11, y + PLATE_HEIGHT / 2
    if turn:
        on.add(f'<path d="M{n(left)} {n(middle - 5)}v10l8-5z" fill="{BRIGHT}"/>')
        left += 14
    if dealer:
        _pack(on, left, middle - 7)
        left += 20
    room = x + width - 11 - left
    if said:
        on.text(x + width - 11, y + 18, said, size=13, fill=QUIET, anchor="end", room=room * 0.6)
        room -= min(room * 0.6, 13 * width_of(said)) + 8
    on.text(left, y + 18.5, name, size=14, fill=BRIGHT if turn else TEXT, bold=True, room=room)


def _pack(on: Drawing, x: float, y: float) -> None:
    """Draw a small pack of cards, which marks the dealer."""
    reference = on.define(
        "pack",
        f'<g {{id}} fill="{BRASS}" stroke="#071e18"><rect x="4" width="9" height="12" rx="1.5"/>'
        '<rect x="2" y="1" width="9" height="12" rx="1.5"/>'
        '<rect y="2" width="9" height="12" rx="1.5"/></g>',
    )
    on.add(f'<use href="{reference}" x="{n(x)}" y="{n(y)}"/>')


def ring(on: Drawing, x: float, y: float, width: float) -> None:
    """Mark the card with its upper left corner at `x`, `y`, which wins the trick."""
    on.add(
        f'<rect x="{n(x - 1.5)}" y="{n(y - 1.5)}" width="{n(width + 3)}" '
        f'height="{n(width * HEIGHT / WIDTH + 3)}" rx="{n(width * 0.075 + 2)}" fill="none" '
        f'stroke="#ffd166" stroke-width="3.5"/>'
    )


def led(on: Drawing, x: float, y: float) -> None:
    """Mark the card that was led with a 1, around the middle `x`, `y`."""
    on.add(
        f'<circle cx="{n(x)}" cy="{n(y)}" r="8.5" fill="{BRASS}" stroke="#071e18"/>'
        f'<path d="M{n(x - 2.5)} {n(y - 2)}l3-2.5v9" fill="none" stroke="#071e18" '
        'stroke-width="1.8"/>'
    )
