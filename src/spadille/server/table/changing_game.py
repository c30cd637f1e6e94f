"""How a table changes when a game begins, continues or is given up."""

from collections.abc import Callable

from msgspec import structs

from ...game import Action, Aside, Bid, BySeat, Deal, Game, Seat, Stack, TimeUp, put
from ...notation import replayed
from .changing_seats import taken_over
from .events import Abandoned, Acted, Branched, GameEvent, Happened, Resigned, Started, Withdrawn
from .seating import Bot, Open, Person, Seats, name_of
from .table import Table

Apply = Callable[[Game, Action, Seat | None], Game]
"""Return the game after an action of a seat, or of chance."""

MOST_WITHDRAWN = 3
"""Bids that may be taken back in one deal, so that a table does not grow without limit."""


def after_game_event(table: Table, event: GameEvent, apply: Apply) -> Table:
    """Return the table after an event in its game.

    Raises:
        IllegalActionError: if the rules do not allow an action.
    """
    match event:
        case Acted():
            return _after_act(table, event, apply)
        case Happened():
            return _after_chance(table, event, apply)
        case Started():
            return _after_start(table, event)
        case Branched():
            return _after_branching(table, event)
        case Withdrawn(seat=seat):
            return _after_withdrawal(table, seat)
        case Resigned() | Abandoned():
            return given_up(table)


def given_up(table: Table) -> Table:
    """Return the table when its game ends without an outcome; bots stop playing for people."""
    return structs.replace(
        table,
        seats=taken_over(table.seats),
        resigned=True,
        ready=(False,) * len(table.seats),
        before_bid=None,
        question=None,
        paused=None,
    )


def _after_start(table: Table, event: Started) -> Table:
    names = iter(event.bots)
    seats = Seats(
        Bot(next(names), table.made.level) if isinstance(occupant, Open) else occupant
        for occupant in table.seats
    )
    return structs.replace(
        table,
        seats=seats,
        game=Game.new(table.rules, players=tuple(map(name_of, seats))),
        ready=(False,) * len(seats),
        turn=table.turn + 1,
        moved=table.version + 1,
        started=event.at,
        leavers=table.leavers if table.made.compared else (),
        before_bid=None,
        resigned=False,
        seals=(),
        dealt_game=None,
        question=None,
        wishes=(0,) * len(seats),
        granted=(0, None),
        undone=0,
        origin=None,
        paused=None,
        games=table.games + 1,
        banks=(float(table.rules.clock.bank_seconds),) * len(seats),
        late=(0,) * len(seats),
        earlier=table.deals_played if table.made.compared else (),
    )


def _after_branching(table: Table, event: Branched) -> Table:
    assert table.game is not None
    version = table.version + 1
    game, dealt = replayed(table.rules, table.game.players, event.events)
    return structs.replace(
        table,
        game=game,
        dealt_game=dealt,
        origin=event.origin,
        moved=version,
        dealt=version,
    )


def _after_chance(table: Table, event: Happened, apply: Apply) -> Table:
    before = table.game
    assert before is not None
    version, sealed = table.version + 1, table.seal is not None
    game = apply(before, event.action, None)
    after = structs.replace(table, game=game, moved=version, before_bid=None)
    if isinstance(event.action, TimeUp):
        return after
    if not sealed:
        wishes = (0,) * len(table.seats) if _begins_round(table) else table.wishes
        after = structs.replace(after, dealt_game=before, wishes=wishes)
    if not sealed and table.sealing is not None:
        used = table.sealing.used(len(before.events), table.seat_of)
        after = structs.replace(after, sealing=None, seals=(*table.seals, used))
    dealt = isinstance(event.action, Deal | Stack)
    return structs.replace(
        after,
        ready=(False,) * len(table.seats),
        turn=table.turn + 1,
        dealt=version if dealt else table.dealt,
        withdrawn=0 if dealt else table.withdrawn,
    )


def _begins_round(table: Table) -> bool:
    """Return True if the next deal begins a round, rather than replace one thrown in."""
    assert table.game is not None
    before = table.dealt_game
    return before is None or len(before.results) != len(table.game.results)


def _after_act(table: Table, event: Acted, apply: Apply) -> Table:
    before = table.game
    assert before is not None
    version = table.version + 1
    game = apply(before, event.action, event.seat)
    rueful = table.withdrawn < MOST_WITHDRAWN and _tells_nothing(before, game, event)
    aside = isinstance(event.action, Aside)
    # A bid made before the bidder's turn does not change the time of the player whose turn it is.
    passes = not aside and (event.seat == before.to_act or game.to_act != before.to_act)
    return structs.replace(
        table,
        game=game,
        seats=_seats_after_act(table, event.seat, over=game.phase in {"score", "over"}),
        moved=version,
        before_bid=before if rueful else None,
        turn=table.turn + passes,
        decided=table.decided if aside else put(table.decided, event.seat, version),
        banks=table.banks if aside else _banks_after(table, event),
        late=put(table.late, event.seat, table.late[event.seat] + 1) if event.late else table.late,
    )


def _seats_after_act(table: Table, seat: Seat, *, over: bool) -> Seats:
    """Clear the requests for a bot to replace a player, because the player has acted."""
    seats = taken_over(table.seats) if over else table.seats
    one = seats[seat]
    if not isinstance(one, Person) or not one.asked:
        return seats
    return Seats(put(seats, seat, structs.replace(one, asked=())))


def _banks_after(table: Table, event: Acted) -> BySeat[float]:
    if event.spent is None:
        return table.banks
    left = table.rules.clock.bank_after(table.banks[event.seat], event.spent)
    return put(table.banks, event.seat, round(left, 1))


def _tells_nothing(before: Game, after: Game, act: Acted) -> bool:
    """Return True if the move is a bid that showed its bidder no new cards or bids."""
    if not isinstance(act.action, Bid) or act.action.blind or after.phase == "score":
        return False
    seen, sees = before.view(act.seat), after.view(act.seat)
    return seen.hand == sees.hand and put(seen.bids, act.seat, act.action) == sees.bids


def _after_withdrawal(table: Table, seat: Seat) -> Table:
    version = table.version + 1
    return structs.replace(
        table,
        game=table.before_bid,
        before_bid=None,
        withdrawn=table.withdrawn + 1,
        turn=table.turn + 1,
        moved=version,
        decided=put(table.decided, seat, version),
    )
