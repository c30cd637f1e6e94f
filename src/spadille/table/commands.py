"""Requests that people make at a table: each one either becomes events or is refused."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import structs

from ..bots import Level
from ..game import PACK, Aside, BySeat, Origin, Record, Seat, shuffler
from ..notation import Place, decision_at, decision_from, first_decision, parse_record
from . import consent
from . import events as happened
from . import requests as asked
from .apply import Events, Transition, after
from .commitments import Seeds
from .consent import ABSENCE, Presence
from .errors import RefusedError, for_the_host
from .events import PersonId, TableCreated
from .finished import KeptGame, bots_of
from .joining import Strengths, balanced, check_balance, check_seat, seat_to_join
from .model import Table
from .permissions import check_request, may_finish, may_withdraw
from .requests import NewTable, TableRequest
from .rule_choice import RuleChoice, as_preset, chosen_rules
from .seats import Bot, Occupant, Open, Person, maker_seat, names_for_bots

KEPT = 0
"""The number in an `Origin` for a game that has a separate id."""

STRONG: Level = "expert"
"""The level that takes over seats where no bot has played before."""

_TO_THE_END = (
    asked.Act
    | asked.NextRound
    | asked.Resume
    | asked.Resign
    | asked.Respond
    | asked.Stand
    | asked.Withdraw
)
"""The requests that may bring a game in progress to its end."""


class Asker(NamedTuple):
    """The person who asks, and the name under which they sit; `program` marks a bot."""

    person: PersonId
    name: str
    program: bool = False


class Moment(NamedTuple):
    """The circumstances of a request: the people present, and the seeds for chance.

    `turn` is how many seconds the current turn has lasted so far. `strengths` are the known
    strengths of the people whose seats are to be balanced.
    """

    presence: Presence
    seeds: Seeds
    turn: float = 0.0
    strengths: Strengths = Strengths()


def make(id: str, new: NewTable, maker: Asker, seeds: Seeds, now: float = 0.0) -> Transition:
    """Return a new table with `maker` seated; its game begins unless it waits for friends.

    Raise SpadesError if the rules do not exist.
    """
    made = made_of(new, new.level, new.turn_seconds, invite=new.invite, host=maker.person)
    made = structs.replace(made, public=new.invite and new.public, talk=new.talk, undo=new.undo)
    seat = maker_seat(made.rules.players)
    table = Transition.begin(id, made).then(happened.SeatTaken(seat, *maker))
    if new.invite or not new.begin:
        return table.settled(seeds)
    return table.then(*started(table.table, seeds, now)).settled(seeds)


def made_of(  # noqa: PLR0913 - everything that can be chosen for a new table
    choice: RuleChoice,
    level: Level,
    turn_seconds: int | None,
    *,
    invite: bool,
    host: PersonId = "",
    group: tuple[str, ...] = (),
) -> TableCreated:
    """Return the settings for a new table; raise SpadesError if the rules do not exist."""
    preset, rules, title = chosen_rules(choice)
    if turn_seconds is not None:
        rules = rules.with_options({"clock.turn_seconds": turn_seconds})
    return TableCreated(preset, rules, level, invite, host, title, group)


def answer(table: Table, asker: Asker, request: TableRequest, moment: Moment) -> Transition:
    """Return the events that follow from a request; raise SpadesError if it is not allowed."""
    if request.table != table.id:
        raise RefusedError("table/other", "you are at another table")
    check_request(table, request)
    events = _asked(table, asker, request, moment)
    if events and table.worn and not isinstance(request, _TO_THE_END):
        raise RefusedError(
            "table/worn", "this table has reached its limit of games; create another one"
        )
    return _settled(Transition(table).then(*events), moment.seeds)


def granted(table: Table, seeds: Seeds, now: float) -> Transition:
    """Return the events that follow once everyone has agreed to the open request."""
    return _settled(Transition(table).then(happened.Granted(now)), seeds)


def _settled(transition: Transition, seeds: Seeds) -> Transition:
    """Return the transition with what chance does next, such as a new deal that all agreed to."""
    agreed = transition.events and isinstance(transition.events[-1], happened.Granted)
    if agreed and transition.table.votes.granted[1] == "misdeal":
        transition = transition.by_chance(seeds)
    return transition.settled(seeds)


def _asked(table: Table, asker: Asker, request: TableRequest, moment: Moment) -> Events:
    """Return the events that a request causes, without those that chance adds."""
    person, presence = asker.person, moment.presence
    match request:
        case asked.Sit() | asked.Join():
            return _sit(table, asker, request, moment)
        case asked.Stand():
            return _stand(table, person, presence.present)
        case asked.Start() | asked.Rematch():
            return _begin(table, person, request, moment)
        case asked.Act():
            return (_act(table, person, request, moment.turn),)
        case asked.AddClientSeed():
            return _salt(table, person, request)
        case asked.Balance():
            check_balance(table, person)
            return (balanced(table, moment.strengths, moment.seeds),)
        case asked.SwapSeats():
            return _swap(table, person, request)
        case asked.Remove() | asked.HandOver():
            return (_as_host(table, person, request, presence),)
        case asked.Resync() | asked.Hint() | asked.Speak() | asked.Chat() | asked.Leave():
            return ()
    return _of_player(table, person, request, presence)


_OfPlayer = (
    asked.Withdraw
    | asked.Resign
    | asked.NextRound
    | asked.AutoPlayRound
    | asked.Cover
    | asked.Propose
    | asked.Respond
    | asked.Resume
)
"""The requests that only players may make, apart from acting."""


def _of_player(  # noqa: C901 - one case for each request
    table: Table, person: PersonId, request: _OfPlayer, presence: Presence
) -> Events:
    """Return the events that a player's request causes."""
    seat = own_seat(table, person)
    match request:
        case asked.Withdraw():
            if not may_withdraw(table, person):
                raise RefusedError("bid/stands", "this bid can no longer be taken back")
            return (happened.Withdrawn(seat),)
        case asked.Resign():
            if table.status != "playing":
                raise RefusedError("table/not-playing", "no game is in progress here")
            if not table.alone(person):
                raise RefusedError(
                    "table/not-alone", "other people are playing; let a bot take your seat instead"
                )
            return (happened.Resigned(seat),)
        case asked.NextRound():
            if not (table.between_rounds or table.rematch):
                raise RefusedError("round/not-over", "the round is not over")
            return _ready(table, seat)
        case asked.AutoPlayRound(on=on):
            return _finish(table, person, seat, on=on)
        case asked.Cover(seat=gone):
            return consent.cover(table, seat, gone, presence)
        case asked.Propose(wish=wish):
            return consent.propose(table, seat, wish, presence)
        case asked.Respond(yes=yes):
            return consent.respond(table, seat, presence, yes=yes)
        case asked.Resume():
            return (consent.go_on(table, seat, presence.now),)


def _ready(table: Table, seat: Seat) -> Events:
    return () if table.ready[seat] else (happened.PlayerReady(seat),)


def back(table: Table, person: PersonId) -> Events:
    """Return the events when a person comes back or acts: bots no longer play for them."""
    seat = table.seat_of(person)
    if seat is None:
        return ()
    occupant = table.seats[seat]
    return (happened.Returned(seat),) if isinstance(occupant, Person) and occupant.covered else ()


def next_round(table: Table, seeds: Seeds, now: float) -> Transition:
    """Return the deal of the next round, or of the next game in a series of deals.

    Without time for another deal, the series is over.
    """
    assert table.between_rounds
    contest = table.made.contest
    if contest is not None and contest.until is not None and now >= contest.until:
        return Transition(table).then(happened.Abandoned())
    if table.made.seeds:
        return Transition(table).then(happened.Started((), now)).settled(seeds)
    return Transition(table).by_chance(seeds).settled(seeds)


def vacated(table: Table, gone: Mapping[PersonId, float]) -> Events:
    """Return the events that free the seats of people long `gone` from an open waiting table."""
    seats = (table.seat_of(person) for person, seconds in gone.items() if seconds >= ABSENCE)
    return tuple(happened.SeatLeft(seat, None) for seat in seats if seat is not None)


def new_host(table: Table, present: AbstractSet[PersonId]) -> Events:
    """Return the event that makes the next person who is seated and connected host, if any."""
    for person in table.seats.people:
        if person in present and person != table.host:
            return (happened.Hosted(person),)
    return ()


def _sit(table: Table, asker: Asker, request: asked.Sit | asked.Join, moment: Moment) -> Events:
    seat = seat_to_join(table, asker.person) if isinstance(request, asked.Join) else request.seat
    if seat is None or table.seat_of(asker.person) == seat:
        return ()
    when = check_seat(table, asker.person, seat, moment.presence.present)
    if when == "next_deal" and table.seats.reserved.get(asker.person) == seat:
        return ()
    sat = happened.SeatTaken(seat, *asker) if when == "now" else happened.Reserved(seat, *asker)
    hosted = table.host or asker.program
    events: Events = (sat,) if hosted else (sat, happened.Hosted(asker.person))
    taken = after(table, *events)
    if not (table.made.public and not taken.seats.free and table.status == "waiting"):
        return events
    return (*events, *started(taken, moment.seeds, moment.presence.now))


def _stand(table: Table, person: PersonId, present: AbstractSet[PersonId]) -> Events:
    reserved = table.seats.reserved.get(person)
    if reserved is not None:
        return (happened.Released(reserved),)
    stood = _left(table, own_seat(table, person))
    if table.status == "playing" or person != table.host:
        return (stood,)
    return (stood, *new_host(after(table, stood), present))


def _left(table: Table, seat: Seat) -> happened.SeatLeft:
    """Return the event for leaving a seat; once a game has begun, a bot takes the seat."""
    if table.status == "waiting":
        return happened.SeatLeft(seat, None)
    (bot,) = names_for_bots(table.seats, 1, f"{table.id}/{table.version}")
    return happened.SeatLeft(seat, bot)


def _begin(
    table: Table, person: PersonId, request: asked.Start | asked.Rematch, moment: Moment
) -> Events:
    if not consent.may_start(table, person, moment.presence):
        raise for_the_host()
    if isinstance(request, asked.Start) and table.status != "waiting":
        raise RefusedError("table/started", "the game has already started")
    if isinstance(request, asked.Rematch) and table.status != "over":
        raise RefusedError("table/not-over", "the game is not over")
    seat = table.seat_of(person)
    others = table.seats.voting.keys() - {seat}
    if isinstance(request, asked.Rematch) and others and seat is not None:
        return _ready(table, seat)
    return started(table, moment.seeds, moment.presence.now)


def _act(table: Table, person: PersonId, act: asked.Act, seconds: float) -> happened.Acted:
    """Return the event for a seat's action; the rules are checked when it is applied."""
    own = table.seat_of(person)
    if own is None or own != act.seat:
        raise RefusedError("seat/not-yours", "that is not your seat")
    if table.game is None:
        raise RefusedError("table/not-started", "the game has not started")
    if table.resigned:
        raise RefusedError("table/given-up", "this game has ended")
    consent.check_question(table)
    if table.clock.paused is not None:
        raise RefusedError("consent/paused", "the game is paused; resume it first")
    if table.seats.finishing:
        raise RefusedError("finish/on", "a bot is finishing the round for you")
    if act.seq > table.version:
        raise RefusedError("seq/unknown", "there is nothing with that number yet")
    # An act sent twice, for example by a double click, must not become the next decision. An aside
    # says what it means, but it applies only to the cards that were on the table.
    aside = isinstance(act.action, Aside)
    if act.seq < (table.dealt if aside else table.decided[own]):
        raise RefusedError("seq/stale", "the game has moved on; check the table again")
    return table.act(own, act.action, seconds)


def _salt(table: Table, person: PersonId, salt: asked.AddClientSeed) -> Events:
    """Return the event that adds a person's number to the next cards, if they have a seat."""
    if not table.has(person):
        raise RefusedError("seat/none", "you do not have a seat at this table")
    sealing = table.commitment.sealing
    if sealing is None or sealing.seal != salt.seal:
        raise RefusedError("seal/closed", "these cards have already been dealt")
    given = sealing.salt_of(person)
    if given is None:
        return (happened.ClientSeedAdded(person, salt.salt),)
    if given != salt.salt:
        raise RefusedError("seal/salted", "you have already added a number to these cards")
    return ()


def _finish(table: Table, person: PersonId, seat: Seat, *, on: bool) -> Events:
    if not on and not table.seats.finishing:
        return back(table, person)
    if on and not may_finish(table, person):
        raise RefusedError(
            "finish/not-now", "a bot finishes a round for you only if you play alone against bots"
        )
    return (happened.Delegated(seat) if on else happened.Returned(seat),)


def own_seat(table: Table, person: PersonId) -> Seat:
    """Return the seat that a person has; raise RefusedError if they do not have a seat."""
    seat = table.seat_of(person)
    if seat is None:
        raise RefusedError("seat/none", "you do not have a seat at this table")
    return seat


def _as_host(
    table: Table, person: PersonId, request: asked.Remove | asked.HandOver, presence: Presence
) -> happened.Hosted | happened.SeatLeft:
    """Return the event by which the host removes a player, or makes them the new host."""
    if person != table.host:
        raise for_the_host()
    other = table.seats[request.seat] if request.seat in table.rules.seats else None
    hosting = isinstance(request, asked.HandOver)
    if not isinstance(other, Person) or other.id == person or (hosting and other.program):
        raise RefusedError("host/nobody", "no other person sits there")
    if hosting:
        if other.id not in presence.present:
            raise RefusedError("host/away", "only a player who is present can be the host")
        return happened.Hosted(other.id)
    if table.status != "waiting":
        consent.check_absence(table, other.id, presence)
    return _left(table, request.seat)


def _swap(table: Table, person: PersonId, request: asked.SwapSeats) -> Events:
    """Return the event by which the host exchanges two seats of a waiting table, if any."""
    if person != table.host:
        raise for_the_host()
    if table.status != "waiting":
        raise RefusedError("table/started", "the game has already started")
    swapped = {request.seat: request.other, request.other: request.seat}
    if not swapped.keys() <= set(table.rules.seats):
        raise RefusedError("seat/unknown", "this table has no such seat")
    if len(swapped) == 1:
        return ()
    seats = tuple(swapped.get(seat, seat) for seat in table.rules.seats)
    return (happened.SeatsShuffled(seats, "host"),)


def started_again(table: Table, seeds: Seeds, now: float) -> Events:
    """Return the start of another game, in which bots play for people who are not ready."""
    covered = [happened.Covered(seat) for seat in table.seats.voting if not table.ready[seat]]
    return (*covered, *started(table, seeds, now))


def started(table: Table, seeds: Seeds, now: float) -> Events:
    """Return the start of a game, with bots in all free seats."""
    bots = names_for_bots(table.seats, len(table.seats.free), table.id)
    start = happened.Started(bots, now)
    if table.rules.table.seating == "chosen":
        return (start,)
    lots = shuffler(seeds())(PACK[: len(table.seats)])
    return (happened.SeatsShuffled(tuple(Seat(card.id) for card in lots)), start)


# --- the same cards again, from a point in an earlier game -------------------------------------


def check_branch(table: Table, asker: Asker) -> None:
    """Raise RefusedError for a person without a seat, or if the game still matters to others."""
    own_seat(table, asker.person)
    if table.status == "playing" and (table.made.seeds or not table.alone(asker.person)):
        raise RefusedError("branch/not-yet", "you can replay this when the game is over")


def branch(  # noqa: PLR0913, PLR0917 - where from, where to, and when
    id: str, table: Table, record: Record, request: asked.PlayOn, asker: Asker, now: float
) -> Transition:
    """Return a new table where the person, alone with bots, continues from a point in a game.

    The person keeps their seat, and bots have all others. Only rounds that are over can be played
    again. The cards in those are open, so no one learns anything about a round that is not scored
    yet. Raise RefusedError if the point does not exist.
    """
    seat = own_seat(table, asker.person)
    if request.trick is None:
        found = first_decision(record, request.round)
    else:
        found = decision_at(record, Place(request.round, request.trick, seat))
    earlier = request.game not in {None, table.games}
    rounds = 0 if table.game is None else len(table.game.results)
    if found is None or not (earlier or request.round <= rounds):
        raise no_place()
    made = structs.replace(
        table.made,
        host=asker.person,
        invite=False,
        public=False,
        group=(),
        attempt=None,
        duplicate=None,
        evening=None,
    )
    origin = Origin(table.id, request.game or table.games, request.round, found.number)
    bots = tuple(one if isinstance(one, Bot) else Open() for one in table.seats)
    branched = happened.Branched(origin, record.events[: found.number])
    return _begun(id, made, seat, asker, bots, branched, now)


def branch_from(  # noqa: PLR0913, PLR0917 - where from, where to, and when
    id: str,
    game: KeptGame,
    request: asked.PlayFrom,
    asker: Asker,
    now: float,
    strong: Level = STRONG,
) -> Transition:
    """Return a new table that continues from a point in a finished game.

    The person plays alone with bots, in the seat they ask for. The bots are as strong as those in
    that game, or of the level `strong`. Raise RefusedError if the point does not exist.
    """
    record, bots = parse_record(game.record), bots_of(game.outline)
    found = decision_from(record, request.events)
    if found is None or found.game.round is None or request.seat not in record.rules.seats:
        raise no_place()
    preset, rules, title = as_preset(record.rules)
    level: Level = next((one.level for one in bots if isinstance(one, Bot)), strong)
    made = happened.TableCreated(preset, rules, level, invite=False, host=asker.person, title=title)
    origin = Origin(game.id, KEPT, found.game.round.number, found.number)
    branched = happened.Branched(origin, record.events[: found.number])
    return _begun(id, made, request.seat, asker, bots, branched, now)


def _begun(  # noqa: PLR0913, PLR0917 - the values with which a table begins
    id: str,
    made: happened.TableCreated,
    seat: Seat,
    asker: Asker,
    bots: BySeat[Occupant],
    branched: happened.Branched,
    now: float,
) -> Transition:
    """Return the table; the given bots keep their names, and new bots take all other seats."""
    rest = [one for other, one in enumerate(bots) if other != seat]
    fresh = iter(names_for_bots(rest, sum(isinstance(one, Open) for one in rest), id))
    names = tuple(one.name if isinstance(one, Bot) else next(fresh) for one in rest)
    return Transition.begin(id, made).then(
        happened.SeatTaken(seat, *asker), happened.Started(names, now), branched
    )


def no_place() -> RefusedError:
    """Return the refusal for a point that is not in a finished round."""
    return RefusedError("branch/no-place", "there is no such point in a finished round")
