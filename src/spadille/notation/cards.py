"""Cards as text: suit letter and rank letter, `SA`, `HT`, `D2`."""

from ..game import Card, Message, ParseError, T


def parse_card(text: str, place: str = "") -> Card:
    """The card written as `text`.

    Raises:
        ParseError: when it is none.
    """
    try:
        return Card(text)
    except ValueError:
        raise ParseError(
            "text/not-a-card",
            Message(T("{text} is no card; cards are written like SA, HT or D2"), text=repr(text)),
            place,
        ) from None


def parse_cards(text: str, place: str = "") -> tuple[Card, ...]:
    """The cards written in `text`, separated by blanks, each at most once.

    Raises:
        ParseError: when one of them is no card or is there twice.
    """
    cards = tuple(parse_card(word, place) for word in text.split())
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise card_twice(twice, place)
    return cards


def card_twice(card: Card, place: str) -> ParseError:
    return ParseError("text/card-twice", Message(T("the {card} is there twice"), card=card), place)


def format_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
