"""What people at a table decide together: about absent players, and what all must agree to.

Without a clock, the game would wait forever for a player who is gone or does nothing. With a time
bank, it would wait until the missing player's bank is used up. After a while, more than half of the
others who are there may let a bot play for that player. If only one of them asks for it and no one
else says anything, it happens a little later.

The seat stays theirs: as soon as they come back or act, the bot steps aside. The host may also
remove them from the table. Before a game, the others wait for the host to start it; after a while,
they may start it instead. After a game, they wait for the next one, and may host it.

A player may ask for a takeback, a new deal, a pause or the end of the game. The game is paused
while a request is open, and no one waits long for an answer. Bots agree to everything that people
want.
"""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import NamedTuple

from ..game import Seat
from . import events as happened
from .apply import Events, after
from .errors import RefusedError
from .events import AMONG_PEOPLE, PersonId, Wish
from .model import Table
from .seats import Person

ABSENCE = 60.0
"""Seconds without a connection after which others may decide."""

SILENCE = 180.0
"""Seconds without a decision after which others may decide, even if the player is there."""

ASSENT = 60.0
"""Further seconds until one vote is enough, if the others say nothing."""

LAPSES_AFTER = 30.0
"""Seconds within which everyone has to answer."""

MOST_WISHES = 3
"""The most requests that one seat may make to the others in one deal."""

MOST_ALONE = 60
"""The same if there are only bots to ask: enough to go back again and again."""


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


# --- players who are away or silent ------------------------------------------------------------


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
        return None if last else table.seat_of(table.host)
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
    """Return True for the host, and for a player who waits for an inactive host before a game."""
    if person == table.host:
        return True
    host = awaited(table, presence.present, presence.gone)
    if table.status != "waiting" or host is None or table.seat_of(person) not in host.voters:
        return False
    return seconds_left(table, host.person.id, presence) <= 0


def cover(table: Table, own: Seat, seat: Seat, presence: Presence) -> Events:
    """Return the events when the player at `own` does not want to wait longer for `seat`.

    Raise RefusedError if the others may not decide now.
    """
    one = None if table.status == "waiting" else awaited(table, presence.present, presence.gone)
    if one is None or one.seat != seat or own not in one.voters:
        raise RefusedError("cover/not-now", "no one is waiting for that player")
    check_absence(table, one.person.id, presence)
    if table.status == "over":
        return (happened.Hosted(table.seats.deciding[own].id),)
    if len({*one.asked, own}) >= one.needed:
        return (happened.Covered(seat),)
    return () if own in one.asked else (happened.Asked(seat, own),)


def check_absence(table: Table, person: PersonId, presence: Presence) -> None:
    """Raise RefusedError if it is too early to decide about a player, or they are playing."""
    one = awaited(table, presence.present, presence.gone)
    if one is not None and one.person.id == person:
        left = seconds_left(table, person, presence)
    elif person in presence.present:
        raise RefusedError("absence/present", "they are back and playing")
    else:
        left = ABSENCE - presence.away.get(person, 0.0)
    if left > 0:
        raise RefusedError("absence/too-early", "give them a moment before you decide")


# --- what all must agree to --------------------------------------------------------------------


def possible(table: Table, seat: Seat | None) -> tuple[Wish, ...]:
    """Return the requests that a seat may make now."""
    if seat is None or table.status != "playing" or table.frozen:
        return ()
    made, seats = table.made, table.seats
    if made.format in {"solo", "pairs"} or (seats.people and seat in seats.programs):
        return ()
    if not _may_wish(table, seat):
        return ()
    dealt = made.undo and not table.between_rounds and table.takebacks.dealt is not None
    undo: tuple[Wish, ...] = ("undo",) if dealt and table.last_decisions[seat] is not None else ()
    misdeal: tuple[Wish, ...] = ("misdeal",) if dealt else ()
    stop: tuple[Wish, ...] = () if made.seeds else ("stop",)
    return (*undo, *misdeal, "pause", *stop)


def _may_wish(table: Table, seat: Seat) -> bool:
    """Return True if a seat has not yet made too many requests in this deal."""
    occupant, used = table.seats[seat], table.votes.wishes[seat]
    alone = isinstance(occupant, Person) and table.seats.only == occupant.id
    return used < (MOST_ALONE if alone else MOST_WISHES)


def awaited_answers(table: Table, presence: Presence) -> tuple[Seat, ...]:
    """Return the people who still have to agree: those who are or just were connected."""
    question = table.votes.question
    if question is None:
        return ()
    return tuple(
        seat
        for seat, one in table.seats.voting.items()
        if seat not in {question.seat, *question.yes}
        and (one.id in presence.present or presence.away.get(one.id, 0.0) < ABSENCE)
    )


def propose(table: Table, seat: Seat, wish: Wish, presence: Presence) -> Events:
    """Return the events when a seat asks for something; raise RefusedError if it may not now."""
    check_question(table)
    if wish not in possible(table, seat):
        if table.status == "playing" and not _may_wish(table, seat):
            raise RefusedError(
                "consent/too-many", "you have reached the limit of requests in this deal"
            )
        raise RefusedError("consent/not-now", "this request is not possible now")
    return _counted(table, happened.Proposed(seat, wish), presence)


def _counted(
    table: Table, vote: happened.Proposed | happened.Assented, presence: Presence
) -> Events:
    """Return a vote; if it is the last one, the request is granted."""
    if awaited_answers(after(table, vote), presence):
        return (vote,)
    return (vote, happened.Granted(presence.now))


def check_question(table: Table) -> None:
    """Raise RefusedError for an action that has to wait for the answers to an open request."""
    if table.votes.question is not None:
        raise RefusedError("consent/open", "answer the open request first")


def respond(table: Table, seat: Seat, presence: Presence, *, yes: bool) -> Events:
    """Return the events when a player answers the open request, or its asker withdraws it.

    Raise RefusedError if no request is open, or a bot answers for people.
    """
    question = table.votes.question
    if question is None:
        raise RefusedError("consent/none", "there is no open request")
    _check_say(table, seat)
    if not yes:
        return (happened.Declined(seat),)
    if seat == question.seat or seat in question.yes:
        return ()
    return _counted(table, happened.Assented(seat), presence)


def all_agree(table: Table) -> bool:
    """Return True if everyone who was asked has agreed or left, so that no answer is awaited.

    A person who is only disconnected may be back in a moment.
    """
    everybody = Presence(frozenset(table.persons))
    return table.votes.question is not None and not awaited_answers(table, everybody)


def go_on(table: Table, seat: Seat, now: float) -> happened.PauseEnded:
    """Return the event when a seated player ends a pause.

    Raise RefusedError if the game is not paused, or a bot decides for people.
    """
    if table.clock.paused is None:
        raise RefusedError("consent/not-paused", "the game is not paused")
    _check_say(table, seat)
    return happened.PauseEnded(seat, now)


def is_left_alone(table: Table) -> bool:
    """Return True if all people have left during a pause; where only bots play, they end it.

    A person who comes later has no seat before the next deal, and could not end the pause.
    """
    return bool(table.leavers) and not table.seats.people


def left_alone(table: Table, now: float) -> happened.PauseEnded:
    """Return the event that ends the pause of people who have left."""
    return happened.PauseEnded(table.leavers[-1].seat, now)


def _check_say(table: Table, seat: Seat) -> None:
    if table.seats.people and seat in table.seats.programs:
        raise RefusedError("consent/program", "the players at the table decide that")
