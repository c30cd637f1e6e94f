"""A card and a hand as pictures, and rows of cards for larger ones."""

from collections.abc import Iterable, Sequence

from ..game import Card, Message, Rules, SpadesError, in_short
from ..locale import translate
from .drawing import Drawing
from .faces import HEIGHT, WIDTH, Look, back, face
from .order import shown_order
from .picture import Picture
from .raster import bad_width

MOST_CARDS = 108
"""The most cards in a picture of a hand: two packs with two jokers each."""

_STEP = 44.0
"""How much of a card is seen of each card in a hand, except for the last."""


def card(
    card: Card | str, *, width: int = 100, lang: str = "en", four_colors: bool = False
) -> Picture:
    """Return the picture of a card, which may be named as in `Card("SA")`.

    `width` is in pixels, from 20 to 1000. `lang` is the language of the index and of the caption;
    with `four_colors`, diamonds are blue and clubs are green.

    Raises:
        SpadesError: for an unknown card, or if the width is out of range.
    """
    one = _card(card)
    if not 20 <= width <= 1000:
        raise bad_width(width, 20, 1000)
    drawing = Drawing(width, width * HEIGHT / WIDTH)
    face(drawing, one, 0, 0, width, Look(lang, four_colors))
    return drawing.finished(translate(Message("{card}", card=one), lang))


def hand(
    cards: Iterable[Card | str] | str,
    *,
    rules: Rules | str | None = None,
    sort: bool = True,
    lang: str = "en",
    four_colors: bool = False,
) -> Picture:
    """Return the picture of a hand: one row of overlapping cards, on a transparent ground.

    A text has cards between blanks. They are sorted as in the client, unless `sort` is false;
    `rules`, which may be the name of a preset, say which cards count as trumps. `lang` and
    `four_colors` are those of `card`.

    Raises:
        SpadesError: for an unknown card, or if there are more than 108.
        RulesError: for a preset that does not exist.
    """
    held = [_card(one) for one in (cards.split() if isinstance(cards, str) else cards)]
    if len(held) > MOST_CARDS:
        raise SpadesError(
            "svg/cards",
            Message("{count} cards are too many: at most {most}", count=len(held), most=MOST_CARDS),
        )
    if sort:
        held = shown_order(held, None if rules is None else Rules.of(rules))
    step = min(_STEP, 12 * _STEP / max(1, len(held) - 1))
    drawing = Drawing(WIDTH + step * max(0, len(held) - 1), HEIGHT)
    look = Look(lang, four_colors)
    for at, one in enumerate(held):
        face(drawing, one, at * step, 0, WIDTH, look)
    caption = translate(
        Message.counted("A hand of one card", "A hand of {n} cards", len(held)), lang
    )
    return drawing.finished(caption, in_words(held, lang))


def in_words(cards: Sequence[Card], lang: str) -> str:
    """Return the names of the cards, for people who do not see them."""
    return ", ".join(translate(Message("{card}", card=one), lang) for one in cards)


def step_of(count: int, size: float, most: float) -> float:
    """Return how much is seen of each card but the last in a row that is at most `most` wide."""
    return min(size * 0.42, (most - size) / max(1, count - 1))


def row(  # noqa: PLR0913, PLR0917 - a row has a place and a size
    on: Drawing,
    cards: Sequence[Card | None],
    left: float,
    y: float,
    size: float,
    step: float,
    look: Look,
    *,
    covered: bool,
) -> None:
    """Draw overlapping cards from the left; None lies face down.

    The row is `covered` if another one lies on it.
    """
    for at, one in enumerate(cards):
        x = left + at * step
        if one is None:
            back(on, x, y, size)
        else:
            under = covered or at < len(cards) - 1
            face(on, one, x, y, size, look, full=False, covered=under)


def _card(value: Card | str) -> Card:
    """Return the card that a value is, or that a text names.

    Raises:
        SpadesError: for an unknown card.
    """
    try:
        return value if isinstance(value, Card) else Card(value)
    except ValueError:
        raise SpadesError(
            "svg/card",
            Message("unknown card {value}: expected one such as 'SA'", value=in_short(value)),
        ) from None
