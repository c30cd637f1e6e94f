"""What players yet to play to a trick may answer, depending on what their hands lack."""

from collections.abc import Iterator
from typing import NamedTuple

from .cards import Card, hand_of
from .playable import playable_from
from .round import Round
from .seats import Seat, clockwise


class Answer(NamedTuple):
    """Cards that any hand without `bars` may play; `wins` says whether all of them or none win."""

    cards: frozenset[Card]
    bars: frozenset[Card]
    wins: bool


def to_answer(round: Round) -> tuple[Seat, ...]:
    """Return who has yet to play to the trick on the table, in order."""
    return clockwise(round.leader, round.rules.players)[len(round.trick) :]


def answers(round: Round, *, assassin: bool) -> Iterator[Answer]:
    """Yield all answers to the cards on the table, by an assassin or by anyone else (V19).

    They hold for everyone who has yet to play, as long as no one beats those cards. Each rule of
    play restricts a hand to one kind of card if it has any of that kind. So the deck falls into
    layers: a card is playable from exactly those hands that have no card of an earlier layer.
    """
    turn = to_answer(round)[0]
    then = round.change(assassins=(turn,) if assassin else ())
    left = frozenset(round.rules.deck_cards)
    bars: frozenset[Card] = frozenset()
    while left:
        layer = frozenset(playable_from(then, turn, hand_of(left)))
        winning = frozenset(card for card in layer if wins_so_far(round, card))
        for cards in (winning, layer - winning):
            if cards:
                yield Answer(cards, bars, cards is winning)
        bars |= layer
        left -= layer


def wins_so_far(round: Round, card: Card) -> bool:
    """Return True if a card, played next with any ace called high, wins the trick so far."""
    return round.ranking.takes(round.trick, round.low, card)
