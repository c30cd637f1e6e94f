"""Actions as text.

| text | action |
|---|---|
| `look` | looks at the cards |
| `3`, `nil`, `blind nil`, `blind 6` | bids |
| `keep first`, `keep next` | keeps a card in the draft |
| `pass H2 C3`, `pass -` | gives cards to the partner, or none |
| `swap H2 C3`, `swap -` | swaps cards after the draft, or none |
| `SA` | plays a card |
| `dealer E` | chance: the first dealer |
| `draw SA H2 ...` | chance: the cards drawn for the deal |
| `deal N:...` | chance: the deal |
| `stack SA H2 ...` | chance: the pack of a draft, top card first |
| `redraw H2 C3` | chance: the replacements of swapped cards |
"""

import re

from ..game import (
    Action,
    Bid,
    Card,
    Deal,
    DrawForDeal,
    Keep,
    Look,
    Message,
    NameDealer,
    ParseError,
    Pass,
    Play,
    Redraw,
    Stack,
    Swap,
    T,
    hand_of,
)
from .cards import format_cards, parse_card, parse_cards
from .deals import format_deal, parse_deal
from .seats import parse_seat

_BID = re.compile(r"(blind )?(nil|[1-9][0-9]?)", re.ASCII)


def parse_bid(text: str, place: str = "") -> Bid:
    """The bid written as `text`.

    Raises:
        ParseError: when it is none.
    """
    match = _BID.fullmatch(text)
    if not match:
        raise ParseError(
            "text/not-a-bid",
            Message(T("{text} is no bid; bids are 3, nil, blind nil or blind 6"), text=repr(text)),
            place,
        )
    blind, number = match.groups()
    if number == "nil":
        return Bid(0, nil=True, blind=bool(blind))
    return Bid(int(number), blind=bool(blind))


def parse_action(text: str, place: str = "") -> Action:  # noqa: C901 - one case each
    """The action written as `text`.

    Raises:
        ParseError: when it is none.
    """
    word, _, rest = " ".join(text.split()).partition(" ")
    match word:
        case "look" if not rest:
            return Look()
        case "keep" if rest == "first":
            return Keep("first")
        case "keep" if rest == "next":
            return Keep("next")
        case "pass":
            return Pass(_some_cards(rest, place))
        case "swap":
            return Swap(_some_cards(rest, place))
        case "dealer":
            return NameDealer(parse_seat(rest, place))
        case "draw":
            return DrawForDeal(parse_cards(rest, place))
        case "deal":
            return parse_deal(rest, place)
        case "stack":
            return Stack(parse_cards(rest, place))
        case "redraw":
            return Redraw(parse_cards(rest, place))
        case "nil" | "blind":
            return parse_bid(f"{word} {rest}".strip(), place)
    if rest or not word:
        raise ParseError(
            "text/not-an-action", Message(T("{text} is no action"), text=repr(text)), place
        )
    return parse_bid(word, place) if word.isdecimal() else Play(parse_card(word, place))


def format_action(action: Action) -> str:  # noqa: C901 - one case each
    """The action as text."""
    match action:
        case Look():
            return "look"
        case Bid():
            return str(action)
        case Keep(which=which):
            return f"keep {which}"
        case Pass(cards=cards):
            return f"pass {format_cards(cards) or '-'}"
        case Swap(cards=cards):
            return f"swap {format_cards(cards) or '-'}"
        case Play(card=card):
            return str(card)
        case NameDealer(seat=seat):
            return f"dealer {seat.letter}"
        case DrawForDeal(cards=cards):
            return f"draw {format_cards(cards)}"
        case Deal():
            return f"deal {format_deal(action)}"
        case Stack(cards=cards):
            return f"stack {format_cards(cards)}"
        case Redraw(cards=cards):
            return f"redraw {format_cards(cards)}"


def _some_cards(text: str, place: str) -> tuple[Card, ...]:
    return () if text == "-" else hand_of(parse_cards(text, place))
