"""Places of a game: which decision is meant by its round, its trick and its seat."""

from collections.abc import Iterator
from typing import NamedTuple

from ..game import Bid, Event, Game, Record, Seat
from .older import repeat


class Place(NamedTuple):
    """A decision of a game; trick 0 is the bidding."""

    round: int
    trick: int
    seat: Seat


class Decided(NamedTuple):
    """A decision that was found: the game before it, and the number of its event, from 0."""

    game: Game
    number: int


def decision_at(record: Record, place: Place) -> Decided | None:
    """The decision that a seat made there; None when it made none."""
    for game, number, event in _steps(record):
        round = game.round
        if (
            round is not None
            and round.number == place.round
            and event.seat == place.seat
            and game.acts(place.seat)
            and (len(round.tricks) + 1 if round.phase == "play" else 0) == place.trick
            and (place.trick or isinstance(event.action, Bid))
        ):
            return Decided(game, number)
    return None


def first_decision(record: Record, round: int) -> Decided | None:
    """The first thing that any seat did in a round; None when there was no such round."""
    for game, number, event in _steps(record):
        if event.seat is not None and game.round is not None and game.round.number == round:
            return Decided(game, number)
    return None


def decision_from(record: Record, events: int) -> Decided | None:
    """The first thing that any seat did after so many events; None when nobody did anything."""
    for game, number, event in _steps(record):
        if number >= events and event.seat is not None and game.round is not None:
            return Decided(game, number)
    return None


def _steps(record: Record) -> Iterator[tuple[Game, int, Event]]:
    """Each event with the game before it."""
    game = Game.new(record.rules, players=record.players)
    for number, event in enumerate(record.events):
        yield game, number, event
        game = repeat(game, event.action, event.seat)
