"""The game without the last card or bid of a seat, and without all that followed it."""

from .actions import Aside, Bid, Event, Look, Play, Say
from .game import Game
from .seats import Seat

DECIDED = (Bid, Play)
"""What can be taken back."""

AFTERWARDS = (Bid, Play, Look, Say)
"""What may have followed: whatever else happened has shown or moved cards."""


def taken_back_at(game: Game, begin: int, seat: Seat, *, alone: bool = False) -> int | None:
    """Where in the events the last card or bid of a seat stands, if it can be taken back.

    `begin` is where the round begins. A blind bid stands, for its bidder has seen the cards since;
    where the seat plays `alone` with bots, only its own, as bots forget what they saw.
    """
    if game.round is None or game.phase in {"score", "over", "draw", "deal"}:
        return None
    for at in range(len(game.events) - 1, begin - 1, -1):
        event = game.events[at]
        if event.seat == seat and isinstance(event.action, DECIDED):
            return at if _can_be_told_again(game.events[at:], seat if alone else None) else None
        if event.seat is None or (event.seat == seat and not isinstance(event.action, Aside)):
            return None
    return None


def taken_back(before: Game, game: Game, at: int) -> Game:
    """The game as it stood before that event; `before` is the game when the round began.

    Who has looked at their cards since has still seen them.
    """
    for event in game.events[len(before.events) : at]:
        before = before.apply(event.action, event.seat)
    for event in game.events[at:]:
        seat, action = event.seat, event.action
        if seat is not None and isinstance(action, Look) and action in before.options(seat):
            before = before.apply(action, seat)
    return before


def _can_be_told_again(events: tuple[Event, ...], only: Seat | None) -> bool:
    """Whether nothing stands in the way; of blind bids those of one seat, or all."""
    for event in events:
        action = event.action
        if not isinstance(action, AFTERWARDS):
            return False
        if isinstance(action, Bid) and action.blind and only in {None, event.seat}:
            return False
    return True
