"""Replay games from their events, and find the decisions along the way."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..game import Bid, Claim, Event, Game, Play, Record, Round, Rules, Seat
from .older import repeat


class Replayed(NamedTuple):
    """The game that some events make, and the game as it was before its last deal."""

    game: Game
    dealt: Game


def replayed(rules: Rules, players: tuple[str, ...], events: Sequence[Event]) -> Replayed:
    """Return the game that these events make."""
    game = dealt = Game.new(rules, players=players)
    for event in events:
        if game.phase == "score":
            dealt = game
        game = repeat(game, event.action, event.seat)
    return Replayed(game, dealt)


class Place(NamedTuple):
    """A decision in a game; trick 0 is the bidding."""

    round: int
    trick: int
    seat: Seat


class Decided(NamedTuple):
    """A decision that was found: the game before it, and the number of its event, from 0."""

    game: Game
    number: int


def decision_at(record: Record, place: Place) -> Decided | None:
    """Return the decision that a seat made at a place, or None if it made none."""
    for found, round, event in _decisions(record):
        if (
            round.number == place.round
            and event.seat == place.seat
            and found.game.acts(place.seat)
            and (len(round.tricks) + 1 if round.phase == "play" else 0) == place.trick
            and isinstance(event.action, Play | Claim if place.trick else Bid)
        ):
            return found
    return None


def first_decision(record: Record, number: int) -> Decided | None:
    """Return the first decision of any seat in a round, or None if there was no such round."""
    decisions = _decisions(record)
    return next((found for found, round, _ in decisions if round.number == number), None)


def decision_from(record: Record, events: int) -> Decided | None:
    """Return the first decision of any seat after that many events, or None."""
    return next((found for found, _, _ in _decisions(record) if found.number >= events), None)


def _decisions(record: Record) -> Iterator[tuple[Decided, Round, Event]]:
    """Yield everything that seats did, with the round before it."""
    game = Game.new(record.rules, players=record.players)
    for number, event in enumerate(record.events):
        if event.seat is not None and game.round is not None:
            yield Decided(game, number), game.round, event
        game = repeat(game, event.action, event.seat)
