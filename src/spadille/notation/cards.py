"""Cards and seats as text.

A card is written as its suit letter and its rank letter: `SA`, `HT`, `D2`; the jokers are `JB`,
`JL`, `JE`. A seat is written as its letter. `JH`, another program's name for the Big Joker, is
accepted as well.
"""

from collections.abc import Iterable
from contextlib import suppress

from ..game import Card, ParseError, Seat, in_short


def text_of(text: str, place: str = "") -> str:
    """Return the text itself.

    Raises:
        ParseError: if it is anything other than text, such as the bytes of a file.
    """
    given: object = text
    if isinstance(given, str):
        return text
    raise ParseError("text/no-text", "{value} is not a text", place, value=in_short(given))


_OTHER_NAMES = {"JH": "JB"}
OTHER_JOKERS = {"H": "B"}
"""Other programs' letters for our jokers: Trickster Cards writes `H` and `L`, high and low."""


def parse_card(text: str, place: str = "") -> Card:
    """Return the card written as `text`.

    Raises:
        ParseError: when it cannot be read.
    """
    try:
        return Card(_OTHER_NAMES.get(text, text))
    except ValueError:
        raise not_a_card(text, place) from None


def not_a_card(text: str, place: str) -> ParseError:
    """Return the error for `text`, which is not a card, suggesting what was probably meant."""
    near = near_card(text)
    if near is not None:
        return ParseError(
            "text/not-a-card",
            "{text} is not a card; did you mean {card}?",
            place,
            text=repr(text),
            card=str(near),
        )
    return ParseError(
        "text/not-a-card",
        "{text} is not a card; write cards like SA, HT or D2",
        place,
        text=repr(text),
    )


def near_card(text: str) -> Card | None:
    """Return the card that `text` names in lower case, rank first, or with 10 for T."""
    word = text.strip().upper().replace("10", "T")
    for written in (word, word[::-1]):
        with suppress(ValueError):
            return Card(written)
    return None


def parse_cards(text: str, place: str = "", *, packs: int = 1) -> tuple[Card, ...]:
    """Return the cards in `text`, separated by blanks, each at most once per pack.

    Raises:
        ParseError: if one of them is not a card or occurs too often.
    """
    cards = tuple(parse_card(word, place) for word in text.split())
    refuse_too_many(cards, packs, place)
    return cards


def refuse_too_many(cards: Iterable[Card], packs: int, place: str) -> None:
    """Refuse the cards if any of them occurs more often than there are packs.

    Raises:
        ParseError: names the first such card.
    """
    counts: dict[Card, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
        if counts[card] <= packs:
            continue
        if packs == 1:
            raise ParseError("text/card-twice", "the {card} occurs twice", place, card=card)
        raise ParseError(
            "text/card-too-often",
            "the {card} occurs more often than there are packs, {packs}",
            place,
            card=card,
            packs=packs,
        )


_BY_LETTER = {seat.letter: seat for seat in Seat}


def parse_seat(text: str, place: str = "", *, players: int = len(Seat)) -> Seat:
    """Return the seat with that letter at a table of that many players.

    Raises:
        ParseError: when it cannot be read, or the table has no such seat.
    """
    try:
        seat = _BY_LETTER[text]
    except KeyError:
        raise ParseError(
            "text/not-a-seat",
            "{text} is not a seat; seats are {letters}",
            place,
            text=repr(text),
            letters=" ".join(_BY_LETTER),
        ) from None
    if seat >= players:
        raise ParseError(
            "text/no-such-seat",
            "there is no seat {seat} with {count} players",
            place,
            seat=text,
            count=players,
        )
    return seat
