"""The JSON of a whole game, for programs in any language."""

from typing import Any

from msgspec import Struct

from .actions import Bid, Event
from .cards import Hand
from .ending import Outcome
from .json_text import json_of
from .ranking import Trick
from .rules import Rules
from .scoring import RoundResult, Standing
from .seats import BySeat, Seat


class KeptGame(Struct):
    """The parts from which a game can be replayed."""

    rules: Rules
    players: tuple[str, ...]
    events: tuple[Event, ...]


class _Round(Struct):
    """A round; `hands` has the cards that are not yet played."""

    number: int
    dealer: Seat
    bids: BySeat[Bid | None]
    won: BySeat[int]
    tricks: tuple[Trick, ...]
    hands: BySeat[Hand]


class _Game(KeptGame):
    """A game with everything that follows from its events."""

    phase: str
    to_act: Seat | None
    rounds: tuple[_Round, ...]
    standings: tuple[Standing, ...]
    results: tuple[RoundResult, ...]
    outcome: Outcome | None


def game_json(game: Any) -> str:  # a Game, which this file cannot import
    """Return a game as JSON; `Game.to_json` lists the fields."""
    rounds = tuple(
        _Round(one.number, one.dealer, one.bids, one.won, one.tricks, one.hands)
        for one in game.rounds
    )
    return json_of(
        _Game(
            rules=game.rules,
            players=game.players,
            events=game.events,
            phase=game.phase,
            to_act=game.to_act,
            rounds=rounds,
            standings=game.standings,
            results=game.results,
            outcome=game.outcome,
        )
    )
