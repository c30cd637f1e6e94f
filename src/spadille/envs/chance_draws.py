"""Chance as a tree: what is drawn one by one until an outcome of chance is complete.

Each draw is uniform over what is left, so outcomes have the chances that shuffled cards give them.
"""

from collections.abc import Callable

from msgspec import Struct

from ..game import (
    PACK,
    TRUMP,
    Card,
    ChanceAction,
    Deal,
    DrawForDeal,
    Game,
    NameDealer,
    Redraw,
    Round,
    Seat,
    Stack,
    next_seat,
)
from .action_space import CARD_BY_ID

Drawn = tuple[int, ...]
"""Card ids, or the seat that deals first, in the order in which they were drawn."""


class Draw(Struct, frozen=True):
    """What may be drawn, when it is enough, and what comes of it."""

    pool: Drawn
    complete: Callable[[Drawn], bool]
    outcome: Callable[[Drawn], ChanceAction]

    def left(self, drawn: Drawn) -> dict[int, int]:
        """What can be drawn next, and in how many copies."""
        counts: dict[int, int] = {}
        for item in self.pool:
            counts[item] = counts.get(item, 0) + 1
        for item in drawn:
            counts[item] -= 1
        return {item: count for item, count in sorted(counts.items()) if count}


def next_draw(game: Game) -> Draw:
    """What chance draws in a game that waits for it."""
    if game.dealer is None:
        return _first_dealer(game)
    if game.round is not None and game.round.phase == "swap":
        return _replacements(game.round)
    deck = _ids(game.rules.deck_cards)
    if game.rules.drafted:
        return Draw(deck, _as_many_as(len(deck)), lambda drawn: Stack(_cards(drawn)))
    return Draw(deck, _as_many_as(len(deck)), lambda drawn: _deal(game, drawn))


def _first_dealer(game: Game) -> Draw:
    pack = _ids(PACK)
    match game.rules.deal.first_dealer:
        case "random":
            seats = tuple(map(int, game.rules.seats))
            return Draw(seats, _as_many_as(1), lambda drawn: NameDealer(Seat(drawn[0])))
        case "high_card":
            return Draw(
                pack, _as_many_as(game.rules.players), lambda drawn: DrawForDeal(_cards(drawn))
            )
        case "first_spade":
            return Draw(
                pack,
                lambda drawn: bool(drawn) and CARD_BY_ID[drawn[-1]].suit is TRUMP,
                lambda drawn: DrawForDeal(_cards(drawn)),
            )


def _replacements(round: Round) -> Draw:
    swapped = round.exchange.transfers[-1]
    return Draw(
        _ids(round.pack.discards),
        _as_many_as(len(swapped.cards)),
        lambda drawn: Redraw(_cards(drawn)),
    )


def _deal(game: Game, drawn: Drawn) -> Deal:
    rules = game.rules
    assert game.dealer is not None
    next_round = game.round is not None and game.round.phase == "score"
    return Deal.from_pack(
        _cards(drawn),
        next_seat(game.dealer, rules.players) if next_round else game.dealer,
        rules.players,
        rest=rules.rest_size,
        face_up=rules.deal.face_up,
    )


def _as_many_as(count: int) -> Callable[[Drawn], bool]:
    return lambda drawn: len(drawn) == count


def _ids(cards: tuple[Card, ...]) -> Drawn:
    return tuple(card.id for card in cards)


def _cards(drawn: Drawn) -> tuple[Card, ...]:
    return tuple(CARD_BY_ID[item] for item in drawn)
