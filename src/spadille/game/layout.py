"""What follows from the rules alone: the deck, the sizes of the hands, and the sides."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .cards import PACK, Card, Hand, hand_of
from .seats import BySeat, Seat, Side, clockwise

if TYPE_CHECKING:
    from .rule_options import DeckRules
    from .rules import Rules


class Layout(NamedTuple):
    """What follows from the rules and is asked for at every step."""

    deck: Hand
    hand_size: int
    rest_size: int
    sides: tuple[Side, ...]
    side_of: BySeat[int]
    partners: BySeat[tuple[Seat, ...]]


@lru_cache(maxsize=4096)  # bounded: people ask a server about rules of their own
def layout_of(rules: "Rules") -> Layout:
    deck = deck_of(rules.deck)
    hand_size, rest_size = deal_sizes(len(deck), rules)
    sides = sides_of(rules)
    side_of = tuple(
        next(index for index, side in enumerate(sides) if seat in side) for seat in rules.seats
    )
    partners = tuple(
        tuple(
            other
            for other in clockwise(seat, rules.players)
            if other != seat and side_of[other] == side_of[seat]
        )
        for seat in rules.seats
    )
    return Layout(deck, hand_size, rest_size, sides, side_of, partners)


def deck_of(deck: "DeckRules") -> Hand:
    """The cards of a deck; cards to remove that it does not have are ignored."""
    cards = [*PACK * deck.packs, *_JOKERS[deck.packs][: deck.jokers]]
    for card in deck.removed:
        if card in cards:
            cards.remove(card)
    return hand_of(cards)


_JOKERS = {1: (Card.JB, Card.JL, Card.JE), 2: (Card.JB, Card.JL, Card.JB, Card.JL)}


def deal_sizes(cards: int, rules: "Rules") -> tuple[int, int]:
    """How many cards each hand gets, and how many are left over."""
    players = rules.players
    if rules.drafted:
        return cards // (2 * players), 0
    size = cards // players
    if rules.deal.leftover == "kitty_and_round":
        size -= 1
    return size, cards - size * players


def sides_of(rules: "Rules") -> tuple[Side, ...]:
    """The seats of each side, sides in order of their first seat."""
    seats = rules.seats
    match rules.table.teams:
        case "solo":
            return tuple((seat,) for seat in seats)
        case "threes":
            return seats[::2], seats[1::2]
        case "spoiler":
            return (seats[0], seats[2]), (seats[1], seats[3]), seats[4:]
        case "pairs":
            half = len(seats) // 2
            return tuple((seats[first], seats[first + half]) for first in range(half))
