"""Number the cards for the solver under a rule set."""

from collections.abc import Mapping
from functools import lru_cache

from ...game import SUITS, Card, Rules, coverage, ranking_of
from .memory import SUIT
from .positions import SolverError


@lru_cache(maxsize=4096)  # bounded, because people send custom rules to a server
def card_numbers(rules: Rules, *, trump: bool = True) -> Mapping[Card, int]:
    """Return the number of each card: 13 times the suit in play, plus its rank in the suit.

    In the ordinary pack, this is `Card.id`.

    Raises:
        SolverError: for rules of play that the solver does not support.

    >>> numbers = card_numbers(Rules.preset("jokers"))
    >>> [numbers[card] for card in (Card.SA, Card.S2, Card.D2, Card.JL)]
    [50, 52, 53, 54]
    """
    for sentence in coverage.SOLVER.unknown(rules):
        raise SolverError("solver/rules", sentence)
    ranking = ranking_of(rules, trump=trump)
    numbers: dict[Card, int] = {}
    for suit in SUITS:
        cards = [card for card in Card if ranking.suit_of[card] is suit]
        cards.sort(key=ranking.power.__getitem__)
        numbers |= {card: SUIT * suit + at for at, card in enumerate(cards)}
    return numbers


@lru_cache(maxsize=4096)  # bounded for the same reason
def card_bits(rules: Rules, *, trump: bool = True) -> Mapping[Card, int]:
    """Return the bit of each card in a hand, numbered as by `card_numbers`."""
    return {card: 1 << number for card, number in card_numbers(rules, trump=trump).items()}
