"""Who gets a seat and when, and what people decide about players who are away or silent.

No one sees two hands in a round, or moves to another hand after seeing one. So a player who joins a
round in progress takes a bot's seat when that round is over. Only a player who left a seat in this
round may come back to it at once, because they already know its cards.

Without a clock, the game would wait forever for a player who is gone or does nothing. With a time
bank, it would wait until the missing player's bank is used up. After a while, more than half of the
others who are there may let a bot play for that player. If only one of them asks for it and no one
else says anything, it happens a little later.

The seat stays theirs: as soon as they come back or act, the bot steps aside. The host may also
remove them from the table. Before a game, the others wait for the host to start it; after a while,
they may start it instead. After a game, they wait for the next one, and may host it.
"""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Literal, NamedTuple

from ...game import Seat
from ..errors import RefusedError
from .events import AMONG_PEOPLE, Asked, Covered, Hosted, PersonId, SeatTaken
from .model import Table
from .seats import Bot, Person, name_of

ABSENCE = 60.0
"""Seconds without a connection after which others may decide."""

SILENCE = 180.0
"""Seconds without a decision after which others may decide, even if the player is there."""

ASSENT = 60.0
"""Further seconds until one vote is enough, if the others say nothing."""

When = Literal["now", "next_deal"]

Bar = Literal["unknown", "begun", "taken", "promised", "not-invited", "has-one"]
"""The reasons why a person cannot take a seat."""

SEATED: frozenset[When | Bar] = frozenset({"now", "next_deal"})


def joining(
    table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]
) -> When | Bar:
    """Return when a person would get a seat that they do not have, or why they cannot get it."""
    if seat not in table.rules.seats:
        return "unknown"
    waiting, back = table.status == "waiting", seat in table.seats_left_by(person)
    if not waiting and table.made.format in AMONG_PEOPLE and not back:
        return "begun"
    match table.seats[seat]:
        case Person():
            return "taken"
        case Bot(heir=Person(id=heir)) if heir != person and heir in present:
            return "promised"
        case Bot() if not table.made.invite and person != table.host:
            return "not-invited"
    if not waiting and table.seat_of(person) is not None:
        return "has-one"
    return (
        "next_deal" if table.status == "playing" and not (table.between_rounds or back) else "now"
    )


def check_seat(table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]) -> When:
    """Return when a person would get a seat; raise RefusedError if they cannot get it."""
    found = joining(table, person, seat, present)
    match found:
        case "now" | "next_deal":
            return found
        case "unknown":
            raise RefusedError("seat/unknown", "this table has no such seat")
        case "begun":
            raise RefusedError(
                "duplicate/begun",
                "this match has started; only players who left a seat can come back",
            )
        case "taken":
            raise RefusedError(
                "seat/taken", "{name} already sits there", name=name_of(table.seats[seat])
            )
        case "promised":
            bot = table.seats[seat]
            assert isinstance(bot, Bot)
            assert bot.heir is not None
            raise RefusedError(
                "seat/taken", "{name} takes this seat when the round is over", name=bot.heir.name
            )
        case "not-invited":
            raise RefusedError("seat/not-invited", "no one else can join this game")
        case "has-one":
            raise RefusedError("seat/has-one", "you already have a seat; leave it first")


def seat_to_join(table: Table, person: PersonId) -> Seat | None:
    """Return the seat that an invited guest gets on arrival, if any.

    The seat of the host's partner comes first, then the seats clockwise from the host. People who
    gave up a seat, or were removed from it, do not get another one when they reload the page. In a
    group of tables, each guest chooses a table first.
    """
    made = table.made
    if table.status != "waiting" or table.worn or not made.invite:
        return None
    if made.group or made.contest or person in table.stood or table.has(person):
        return None
    host = table.seat_of(table.host)
    if host is None:
        return next(iter(table.seats.free), None)
    own_side = next(side for side in table.rules.sides if host in side)
    players = len(table.seats)

    def order(seat: Seat) -> tuple[bool, int]:
        return seat not in own_side, (seat - host) % players

    return min(table.seats.free, key=order, default=None)


def heirs(table: Table, present: AbstractSet[PersonId]) -> tuple[SeatTaken, ...]:
    """Return the events by which connected people take their reserved seats after the round."""
    if not table.between_rounds and table.status != "over":
        return ()
    return tuple(
        SeatTaken(seat, occupant.heir.id, occupant.heir.name, occupant.heir.program)
        for seat, occupant in table.seats.each
        if isinstance(occupant, Bot) and occupant.heir and occupant.heir.id in present
    )


class Presence(NamedTuple):
    """The people who are connected, how long others have been away, and the time of day.

    `silent` is the number of seconds without a decision. `gone` are the people who left on purpose.
    """

    present: AbstractSet[PersonId]
    away: Mapping[PersonId, float] = MappingProxyType({})
    now: float = 0.0
    silent: float = 0.0
    gone: AbstractSet[PersonId] = frozenset()


class Awaited(NamedTuple):
    """A player who has to do something, while others are there and are waiting."""

    seat: Seat
    person: Person
    voters: tuple[Seat, ...]
    """The seats of the people who wait; bots do not decide."""
    needed: int
    """How many of them have to agree: more than half, or one to act for the host."""
    asked: tuple[Seat, ...]
    """The seats of the voters who do not want to wait any longer."""


def awaited(
    table: Table, present: AbstractSet[PersonId], gone: AbstractSet[PersonId] = frozenset()
) -> Awaited | None:
    """Return the person whom the others wait for and may decide about, if there is one.

    People who left a game on purpose count as awaited even before their turn, and even with a turn
    timer.
    """
    deciding, playing = table.seats.deciding, table.status == "playing"
    left = gone - present if gone else gone
    seat = _awaited_seat(table, left)
    if seat is None or seat not in deciding:
        return None
    person, clock = deciding[seat], table.rules.clock
    here = person.id in present
    timed = clock.runs and (here or not clock.bank_seconds)
    if playing and timed and person.id not in left:
        return None
    waits, voters = False, []
    for other, one in deciding.items():
        if other != seat and one.id in present:
            waits = True
            if not one.program:
                voters.append(other)
    if not (waits if playing else here and voters):
        return None
    needed = len(voters) // 2 + 1 if playing else 1
    asked = tuple(filter(voters.__contains__, person.asked))
    return Awaited(seat, person, tuple(voters), needed, asked)


def _awaited_seat(table: Table, gone: AbstractSet[PersonId]) -> Seat | None:
    """Return the seat of a person who has left, or else the seat to act.

    Before and after a game, it is the seat of the host, who begins the next one.
    """
    if table.status != "playing":
        last = table.rematch or (table.status == "over" and table.made.format in AMONG_PEOPLE)
        return None if last else table.seats.by_person.get(table.host)
    if table.between_rounds or table.frozen:
        return None
    if gone:
        left = [seat for seat, one in table.seats.deciding.items() if one.id in gone]
        if left and table.to_act not in left:
            return left[0]
    return table.to_act


def seconds_left(table: Table, person: PersonId, presence: Presence) -> float:
    """Return the seconds until others may decide about a player; below 0, they already may.

    The count does not start again when the player comes and goes.
    """
    timed = table.status == "playing" and table.rules.clock.runs
    quiet = math.inf if timed else SILENCE - presence.silent
    if person in presence.present:
        return quiet
    return min(quiet, ABSENCE - presence.away.get(person, 0.0))


def may_start(table: Table, person: PersonId, presence: Presence) -> bool:
    """Return True if a person may start the game.

    That is the host, or a player who is waiting for an inactive host.
    """
    if person == table.host:
        return True
    host = awaited(table, presence.present, presence.gone)
    if table.status != "waiting" or host is None or table.seat_of(person) not in host.voters:
        return False
    return seconds_left(table, host.person.id, presence) <= 0


def cover(
    table: Table, own: Seat, seat: Seat, presence: Presence
) -> tuple[Asked | Covered | Hosted, ...]:
    """Return the events when the player at `own` does not want to wait longer for `seat`.

    Raise RefusedError if the others may not decide now.
    """
    one = None if table.status == "waiting" else awaited(table, presence.present, presence.gone)
    if one is None or one.seat != seat or own not in one.voters:
        raise RefusedError("cover/not-now", "no one is waiting for that player")
    check_absence(table, one.person.id, presence)
    if table.status == "over":
        asker = table.seats[own]
        assert isinstance(asker, Person)
        return (Hosted(asker.id),)
    if len({*one.asked, own}) >= one.needed:
        return (Covered(seat),)
    return () if own in one.asked else (Asked(seat, own),)


def check_absence(table: Table, person: PersonId, presence: Presence) -> None:
    """Refuse a decision about a player who is playing, or was there a moment ago.

    Raise RefusedError if the player has not been away long enough.
    """
    one = awaited(table, presence.present, presence.gone)
    if one is not None and one.person.id == person:
        left = seconds_left(table, person, presence)
    elif person in presence.present:
        raise RefusedError("absence/present", "they are back and playing")
    else:
        left = ABSENCE - presence.away.get(person, 0.0)
    if left > 0:
        raise RefusedError("absence/too-early", "give them a moment before you decide")
