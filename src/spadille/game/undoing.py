"""Which actions can be undone at a table, and the game without them."""

from .actions import Bid, Look, Play, Say
from .game import Game
from .seats import BySeat, Seat

_DECIDED = (Bid, Play)
"""The actions that can be undone."""

_AFTERWARDS = (Bid, Play, Look, Say)
"""The actions that may follow one that is undone; all others show or move cards."""


def last_decisions(game: Game, begin: int, *, alone: bool = False) -> BySeat[int | None]:
    """Return the event index of each seat's last card or bid that can be undone.

    The round starts at index `begin`. A blind bid can't be undone, and neither can anything before
    it, because its bidder has seen the cards since. If one person plays `alone` with bots, only
    that seat's blind bid can't be undone: bots forget what they saw.
    """
    found: dict[Seat, int | None] = {}
    players = game.rules.players
    if game.round is None or game.phase in {"score", "over", "draw", "deal"}:
        return (None,) * players
    for at in range(len(game.events) - 1, begin - 1, -1):
        event = game.events[at]
        seat, action = event.seat, event.action
        if seat is None or not isinstance(action, _AFTERWARDS) or len(found) == players:
            break
        blind = isinstance(action, Bid) and action.blind
        if blind and not alone:
            break
        if isinstance(action, _DECIDED):
            found.setdefault(seat, None if blind else at)
    return tuple([found.get(seat) for seat in game.rules.seats])


def taken_back(before: Game, game: Game, at: int) -> Game:
    """Return the game before that event; `before` is the game when the round began.

    Players who have looked at their cards since have still seen them.
    """
    for event in game.events[len(before.events) : at]:
        before = before.apply(event.action, event.seat)
    for event in game.events[at:]:
        seat, action = event.seat, event.action
        if seat is not None and isinstance(action, Look) and action in before.legal_actions(seat):
            before = before.apply(action, seat)
    return before
