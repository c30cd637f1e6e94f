"""How each event changes a table; new events are applied only once, here."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec import structs

from ..game import (
    Action,
    Aside,
    Bid,
    BySeat,
    Deal,
    Game,
    Record,
    Seat,
    Stack,
    TimeUp,
    put,
    taken_back,
)
from ..notation import repeat, replayed
from . import events as happened
from .commitments import Sealing, Seeds, shuffle_under
from .model import Clock, Commitment, Leaver, Question, Table, Takebacks, Votes
from .seats import Bot, Occupant, Open, Person, Seats, without

Events = tuple[happened.TableEvent, ...]

Apply = Callable[[Game, Action, Seat | None], Game]
"""Return the game after an action of a seat, or of chance."""

MOST_WITHDRAWN = 3
"""Bids that may be taken back in one deal, so that a table does not grow without limit."""

_OF_ONE_GAME = happened.CourseEvent | happened.QuestionEvent | happened.PlayerReady


class Transition(NamedTuple):
    """A table after events that are not stored yet, and those events."""

    table: Table
    events: Events = ()

    @classmethod
    def begin(cls, id: str, made: happened.TableCreated) -> "Transition":
        """Return a new table that is not stored yet and has just been made."""
        return cls(Table.begin(id, made), (made,))

    def then(self, *events: happened.TableEvent) -> "Transition":
        """Return the transition after further events, like `after`."""
        return Transition(after(self.table, *events), self.events + events)

    def by_chance(self, seeds: Seeds) -> "Transition":
        """Return the transition after one outcome of chance, which is bound by a commitment."""
        game, seal, sealing = self.table.game, self.table.seal, self.table.commitment.sealing
        assert game is not None
        if seal is None and sealing is None:
            return self.sealed(seeds).by_chance(seeds)
        if seal is None:
            assert sealing is not None
            seal = sealing.used(len(game.events), self.table.seat_of)
        return self.then(happened.ChanceActed(game.chance(shuffle_under(seal, game))))

    def settled(self, seeds: Seeds) -> "Transition":
        """Return the transition after all outcomes of chance that come before anyone can decide.

        It then commits to the next cards, if this is the time to do so.
        """
        transition = self
        while transition.table.waits_for_chance:
            transition = transition.by_chance(seeds)
        return transition.sealed(seeds) if transition.table.wants_seal else transition

    def sealed(self, seeds: Seeds) -> "Transition":
        """Return the transition after drawing a seed for the next cards."""
        given = self.table.made.seeds
        return self.then(happened.DealCommitted(given[self.table.games] if given else seeds()))


def loaded(id: str, events: Iterable[happened.TableEvent]) -> Table:
    """Return the table that all its events add up to."""
    first, *rest = events
    assert isinstance(first, happened.TableCreated)
    return after(Table.begin(id, first), *rest, apply=repeat)


def record_of(id: str, events: Sequence[happened.TableEvent], number: int) -> Record | None:
    """Return the record of the numbered game, from 1, or None if it is not over."""
    begun = accumulate(isinstance(event, happened.Started) for event in events)
    # In the games before it, only the players' seats matter.
    told = [
        event
        for event, games in zip(events, begun, strict=True)
        if games == number or (games < number and not isinstance(event, _OF_ONE_GAME))
    ]
    table = loaded(id, told)
    return table.record if table.games == number and table.game_told else None


def after(table: Table, *events: happened.TableEvent, apply: Apply = Game.apply) -> Table:
    """Return the table after further events; pass `repeat` to apply stored events.

    Raise IllegalActionError if the rules do not allow an action, or it is not chance's turn.
    """
    for event in events:
        before, version = table, table.version + 1
        table = _after(table, event, apply)
        moved = before.moved if table.game is before.game else version
        table = structs.replace(table, version=version, moved=moved)
    return table


def _after(  # noqa: C901, PLR0912 - a case for each event
    table: Table, event: happened.TableEvent, apply: Apply
) -> Table:
    """Return the table after one event, with its `version` and `moved` as they were."""
    match event:
        case happened.Acted():
            return _after_act(table, event, apply)
        case happened.ChanceActed():
            return _after_chance(table, event, apply)
        case happened.Started():
            return _after_start(table, event)
        case happened.Branched():
            return _after_branching(table, event)
        case happened.Withdrawn(seat=seat):
            return _after_withdrawal(table, seat)
        case happened.Resigned() | happened.Abandoned():
            return _given_up(table)
        case happened.DealCommitted(seed=seed):
            return _with_sealing(table, Sealing(seed))
        case happened.ClientSeedAdded(person=person, salt=salt):
            assert table.commitment.sealing is not None
            return _with_sealing(table, table.commitment.sealing.with_salt(person, salt))
        case happened.PlayerReady(seat=seat):
            return structs.replace(table, ready=put(table.ready, seat, value=True))
        case happened.Hosted(person=person):
            return structs.replace(table, host=person)
        case happened.SeatLeft():
            return _after_leaving(table, event)
        case happened.SeatsShuffled(seats=drawn, by=by):
            seats = Seats(table.seats[seat] for seat in drawn)
            return structs.replace(table, seats=seats, balanced=by == "strength")
        case happened.TableCreated():
            raise AssertionError("a table is created once")
    if isinstance(event, happened.QuestionEvent):
        return _after_question(table, event)
    return _after_seat_event(table, event)


def _with_sealing(table: Table, sealing: Sealing) -> Table:
    commitment = structs.replace(table.commitment, sealing=sealing)
    return structs.replace(table, commitment=commitment)


# --- players and seats --------------------------------------------------------------------------


def _after_seat_event(table: Table, event: happened.SeatEvent) -> Table:
    """Return the table after a person takes a seat or will take it, or a bot plays for them."""
    seats: BySeat[Occupant] = table.seats
    if isinstance(event, happened.SeatTaken | happened.Reserved):
        seats = without(seats, event.person)
    seats = Seats(put(seats, event.seat, _occupant_after(seats[event.seat], event)))
    balanced = table.balanced and not isinstance(event, happened.SeatTaken)
    return structs.replace(table, seats=seats, balanced=balanced)


def _occupant_after(one: Occupant, event: happened.SeatEvent) -> Occupant:
    """Return the occupant of the seat that an event concerns."""
    match event, one:
        case happened.SeatTaken(person=id, name=name, program=program), _:
            return Person(id, name, program=program)
        case happened.Reserved(person=id, name=name, program=program), Bot():
            return structs.replace(one, heir=Person(id, name, program=program))
        case happened.Released(), Bot():
            return structs.replace(one, heir=None)
        case happened.Asked(by=by), Person(asked=asked):
            return structs.replace(one, asked=(*asked, by))
        case ((happened.Covered() | happened.Delegated() | happened.Returned()), Person()):
            return structs.replace(
                one,
                covered=isinstance(event, happened.Covered),
                delegated=isinstance(event, happened.Delegated),
                asked=(),
            )
    raise AssertionError("this event does not concern such an occupant")


def _taken_over(seats: Seats) -> Seats:
    """Return the seats once players who let a bot finish the round play again."""
    if not seats.finishing:
        return seats
    return Seats(
        structs.replace(one, delegated=False) if isinstance(one, Person) else one for one in seats
    )


def _after_leaving(table: Table, event: happened.SeatLeft) -> Table:
    seat, leaver = event.seat, table.seats[event.seat]
    leavers, stood, votes = table.leavers, table.stood, table.votes
    asks = votes.question is not None and votes.question.seat == seat
    if isinstance(leaver, Person) and table.status == "waiting":
        stood |= {leaver.id}
    if isinstance(leaver, Person) and table.game is not None and table.game.round is not None:
        left = Leaver(leaver.id, seat, table.game.round.number)
        leavers = (*(other for other in leavers if other != left), left)
    stays = Open() if event.bot is None else Bot(event.bot, table.made.level)
    return structs.replace(
        table,
        seats=Seats(put(table.seats, seat, stays)),
        ready=put(table.ready, seat, value=False),
        leavers=leavers,
        stood=stood,
        balanced=False,
        votes=structs.replace(votes, question=None) if asks else votes,
    )


# --- the game -----------------------------------------------------------------------------------


def _given_up(table: Table) -> Table:
    """Return the table when its game ends without an outcome; bots stop playing for people."""
    return structs.replace(
        table,
        seats=_taken_over(table.seats),
        resigned=True,
        ready=(False,) * len(table.seats),
        takebacks=structs.replace(table.takebacks, bid=None),
        votes=structs.replace(table.votes, question=None),
        clock=structs.replace(table.clock, paused=None),
    )


def _after_start(table: Table, event: happened.Started) -> Table:
    names = iter(event.bots)
    seats = Seats(
        Bot(next(names), table.made.level) if isinstance(occupant, Open) else occupant
        for occupant in table.seats
    )
    banks, none = (float(table.rules.clock.bank_seconds),) * len(seats), (0,) * len(seats)
    return structs.replace(
        table,
        seats=seats,
        game=Game.new(table.rules, players=tuple(one.name for one in seats)),
        ready=(False,) * len(seats),
        turn=table.turn + 1,
        clock=Clock(event.at, banks, late=none),
        votes=Votes(wishes=none),
        commitment=Commitment(table.commitment.sealing),
        takebacks=Takebacks(withdrawn=table.takebacks.withdrawn),
        leavers=table.leavers if table.made.compared else (),
        resigned=False,
        origin=None,
        games=table.games + 1,
        earlier=table.deals_played if table.made.compared else (),
    )


def _after_branching(table: Table, event: happened.Branched) -> Table:
    assert table.game is not None
    game, dealt = replayed(table.rules, table.game.players, event.events)
    takebacks = structs.replace(table.takebacks, dealt=dealt)
    return structs.replace(
        table, game=game, takebacks=takebacks, origin=event.origin, dealt=table.version + 1
    )


def _after_chance(table: Table, event: happened.ChanceActed, apply: Apply) -> Table:
    before, votes, commitment = table.game, table.votes, table.commitment
    assert before is not None
    game = apply(before, event.action, None)
    takebacks = structs.replace(table.takebacks, bid=None)
    if isinstance(event.action, TimeUp):
        return structs.replace(table, game=game, takebacks=takebacks)
    if table.seal is None:
        last = takebacks.dealt
        if last is None or len(last.results) != len(before.results):  # not a deal thrown in
            votes = structs.replace(votes, wishes=(0,) * len(table.seats))
        takebacks = structs.replace(takebacks, dealt=before)
        if commitment.sealing is not None:
            used = commitment.sealing.used(len(before.events), table.seat_of)
            commitment = Commitment(None, (*commitment.seals, used))
    dealt = isinstance(event.action, Deal | Stack)
    if dealt:
        takebacks = structs.replace(takebacks, withdrawn=0)
    return structs.replace(
        table,
        game=game,
        takebacks=takebacks,
        votes=votes,
        commitment=commitment,
        ready=(False,) * len(table.seats),
        turn=table.turn + 1,
        dealt=table.version + 1 if dealt else table.dealt,
    )


def _after_act(table: Table, event: happened.Acted, apply: Apply) -> Table:
    before, seat, takebacks = table.game, event.seat, table.takebacks
    assert before is not None
    game = apply(before, event.action, seat)
    rueful = takebacks.withdrawn < MOST_WITHDRAWN and _tells_nothing(before, game, event)
    if rueful or takebacks.bid is not None:
        takebacks = structs.replace(takebacks, bid=before if rueful else None)
    aside = isinstance(event.action, Aside)
    # A bid made before the bidder's turn does not change the time of the player whose turn it is.
    passes = not aside and (seat == before.to_act or game.to_act != before.to_act)
    return structs.replace(
        table,
        game=game,
        seats=_seats_after_act(table, seat, over=game.phase in {"score", "over"}),
        takebacks=takebacks,
        turn=table.turn + passes,
        decided=table.decided if aside else put(table.decided, seat, table.version + 1),
        clock=_clock_after(table, event) if event.late or event.spent is not None else table.clock,
    )


def _seats_after_act(table: Table, seat: Seat, *, over: bool) -> Seats:
    """Clear the requests for a bot to replace a player, because the player has acted."""
    seats = _taken_over(table.seats) if over else table.seats
    one = seats[seat]
    if not isinstance(one, Person) or not one.asked:
        return seats
    return Seats(put(seats, seat, structs.replace(one, asked=())))


def _clock_after(table: Table, event: happened.Acted) -> Clock:
    clock, seat = table.clock, event.seat
    if event.spent is not None and not isinstance(event.action, Aside):
        left = table.rules.clock.bank_after(clock.banks[seat], event.spent)
        clock = structs.replace(clock, banks=put(clock.banks, seat, round(left, 1)))
    if event.late:
        clock = structs.replace(clock, late=put(clock.late, seat, clock.late[seat] + 1))
    return clock


def _tells_nothing(before: Game, after: Game, act: happened.Acted) -> bool:
    """Return True if the move is a bid that showed its bidder no new cards or bids."""
    if not isinstance(act.action, Bid) or act.action.blind or after.phase == "score":
        return False
    seen, sees = before.view(act.seat), after.view(act.seat)
    return seen.hand == sees.hand and put(seen.bids, act.seat, act.action) == sees.bids


def _after_withdrawal(table: Table, seat: Seat) -> Table:
    takebacks = table.takebacks
    return structs.replace(
        table,
        game=takebacks.bid,
        takebacks=structs.replace(takebacks, bid=None, withdrawn=takebacks.withdrawn + 1),
        turn=table.turn + 1,
        decided=put(table.decided, seat, table.version + 1),
    )


# --- what all agreed to -------------------------------------------------------------------------


def _after_question(table: Table, event: happened.QuestionEvent) -> Table:
    clock, votes = table.clock, table.votes
    match event:
        case happened.Proposed(seat=seat, wish=wish):
            wishes = put(votes.wishes, seat, votes.wishes[seat] + 1)
            votes = structs.replace(votes, question=Question(seat, wish), wishes=wishes)
        case happened.Assented(seat=seat):
            assert votes.question is not None
            question = structs.replace(votes.question, yes=(*votes.question.yes, seat))
            votes = structs.replace(votes, question=question)
        case happened.Declined() | happened.Lapsed():
            votes = structs.replace(votes, question=None)
        case happened.Granted(at=at):
            return _after_consent(table, at)
        case happened.PauseEnded(at=at):
            started = clock.started + at - (clock.paused or at)
            clock = structs.replace(clock, paused=None, started=started)
    return structs.replace(table, votes=votes, clock=clock)


def _after_consent(table: Table, at: float) -> Table:
    question, takebacks, commitment = table.votes.question, table.takebacks, table.commitment
    assert question is not None
    wish, version = question.wish, table.version + 1
    granted = (table.votes.granted[0] + 1, wish)
    votes = structs.replace(table.votes, question=None, granted=granted)
    agreed = structs.replace(table, votes=votes)
    if wish == "pause":
        return structs.replace(agreed, clock=structs.replace(table.clock, paused=at))
    if wish == "stop":
        return _given_up(agreed)
    if wish == "misdeal":
        commitment = structs.replace(commitment, seals=commitment.seals[:-1])
    undone = takebacks.undone + (len(table.persons) == 1)
    return structs.replace(
        agreed,
        seats=_taken_over(table.seats),
        game=_without(table, question),
        commitment=commitment,
        takebacks=structs.replace(takebacks, bid=None, undone=undone),
        turn=table.turn + 1,
        dealt=table.dealt if wish == "undo" else version,
        decided=(version,) * len(table.seats),
    )


def _without(table: Table, question: Question) -> Game:
    """Return the game without the deal, or without the last action by the player who asks."""
    assert table.game is not None
    assert table.takebacks.dealt is not None
    if question.wish == "misdeal":
        return table.takebacks.dealt
    at = table.last_decisions[question.seat]
    return table.game if at is None else taken_back(table.takebacks.dealt, table.game, at)
