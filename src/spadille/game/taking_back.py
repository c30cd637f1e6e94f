"""The game without the last card or bid of a seat, and without all that followed it."""

from .actions import Bid, Look, Play, Say
from .game import Game
from .seats import BySeat, Seat

DECIDED = (Bid, Play)
"""What can be taken back."""

AFTERWARDS = (Bid, Play, Look, Say)
"""What may have followed: whatever else happened has shown or moved cards."""


def last_decisions(game: Game, begin: int, *, alone: bool = False) -> BySeat[int | None]:
    """Return where in the events the last card or bid of each seat stands that can be taken back.

    `begin` is where the round begins. A blind bid stands, for its bidder has seen the cards since;
    where a seat plays `alone` with bots, only its own, as bots forget what they saw.
    """
    found: dict[Seat, int | None] = {}
    players = game.rules.players
    if game.round is None or game.phase in {"score", "over", "draw", "deal"}:
        return (None,) * players
    for at in range(len(game.events) - 1, begin - 1, -1):
        event = game.events[at]
        seat, action = event.seat, event.action
        if seat is None or not isinstance(action, AFTERWARDS) or len(found) == players:
            break
        blind = isinstance(action, Bid) and action.blind
        if blind and not alone:
            break
        if isinstance(action, DECIDED):
            found.setdefault(seat, None if blind else at)
    return tuple([found.get(seat) for seat in game.rules.seats])


def taken_back(before: Game, game: Game, at: int) -> Game:
    """Return the game as it stood before that event; `before` is the game when the round began.

    Who has looked at their cards since has still seen them.
    """
    for event in game.events[len(before.events) : at]:
        before = before.apply(event.action, event.seat)
    for event in game.events[at:]:
        seat, action = event.seat, event.action
        if seat is not None and isinstance(action, Look) and action in before.options(seat):
            before = before.apply(action, seat)
    return before
