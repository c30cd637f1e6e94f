"""Chance: shuffle from a seed, the same everywhere, and find the first dealer (D1, D2, D13)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from operator import index
from struct import Struct

from .actions import ChanceAction, DrawForDeal, NameDealer
from .cards import PACK, SUITS, Card
from .errors import SpadesError
from .phases.phase import Shuffle, bad_chance
from .rules import Rules
from .seats import SEATS, Seat
from .text import Message, in_short, is_text

_FOUR_WORDS = Struct(">4Q")
_WORDS = 1 << 64


def seed_text(seed: int | str) -> str:
    """Return a seed as the text that determines chance.

    Raises:
        SpadesError: if it is neither a whole number nor a text that UTF-8 can encode.

    >>> seed_text(7), seed_text("monday")
    ('7', 'monday')
    """
    try:
        text = seed if isinstance(seed, str) else str(index(seed))
    except TypeError:
        sentence = Message(
            "a seed must be a whole number or a text, not {seed}", seed=in_short(seed)
        )
        raise SpadesError("seed/kind", sentence) from None
    if not is_text(text):
        sentence = Message("{seed} is not valid text, so it cannot be a seed", seed=in_short(text))
        raise SpadesError("seed/not-text", sentence)
    return text


def shuffler(seed: str) -> Shuffle:
    """Return a shuffle that depends on `seed` alone.

    This is the Fisher-Yates shuffle from the last position down; each draw below `n` takes 64 bits
    of SHA-256(`seed`/0), SHA-256(`seed`/1), ... in turn, rejecting those that favor low numbers.
    """

    def shuffle(cards: Sequence[Card]) -> Sequence[Card]:
        order = list(cards)
        last = len(order) - 1
        for word in _words(seed):
            if last <= 0:
                break
            other = word % (last + 1)
            if word - other < _WORDS - last:
                order[last], order[other] = order[other], order[last]
                last -= 1
        return tuple(order)

    return shuffle


def _words(seed: str) -> Iterator[int]:
    for block in count():
        yield from _FOUR_WORDS.unpack(sha256(f"{seed}/{block}".encode()).digest())


def draw_dealer(rules: Rules, shuffle: Shuffle) -> ChanceAction:
    """Return the outcome of chance that finds the first dealer."""
    cards = tuple(shuffle(PACK))
    suit = rules.deal.first_suit
    if suit is not None:
        first = next(index for index, card in enumerate(cards) if card.suit is suit)
        return DrawForDeal(cards[: first + 1])
    drawn = cards[: rules.players]
    if rules.deal.first_dealer == "high_card":
        return DrawForDeal(drawn)
    return NameDealer(_highest(drawn))


def dealer_by(rules: Rules, action: ChanceAction) -> Seat:
    """Return the dealer found by an outcome of chance.

    Raises:
        IllegalActionError: when chance cannot have found a dealer in this way.
    """
    match rules.deal.first_dealer, action:
        case "random", NameDealer(seat=seat):
            if seat not in rules.seats:
                raise bad_chance()
            return seat
        case "high_card", DrawForDeal(cards=cards):
            if len(cards) != rules.players or not _distinct(cards):
                raise bad_chance()
            return _highest(cards)
        case _, DrawForDeal(cards=cards) if (suit := rules.deal.first_suit) is not None:
            found = [card.suit is suit for card in cards]
            if found.count(True) != 1 or not found[-1] or not _distinct(cards):
                raise bad_chance()
            return Seat((len(cards) - 1) % rules.players)
        case _:
            raise bad_chance()


def _highest(cards: tuple[Card, ...]) -> Seat:
    """Return who drew the highest card, by rank, then by suit from clubs to spades."""
    return max(SEATS[: len(cards)], key=lambda seat: (cards[seat].rank, cards[seat].suit))


def _distinct(cards: tuple[Card, ...]) -> bool:
    return len(set(cards)) == len(cards) and all(card.suit in SUITS for card in cards)
