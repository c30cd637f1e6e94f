"""Automatic events at a table, and their times: bots move, time runs out, rounds begin."""

import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from operator import attrgetter
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..game import BySeat, Play, put
from .consent import (
    ABSENCE,
    ASSENT,
    LAPSES_AFTER,
    SILENCE,
    Awaited,
    Presence,
    all_agree,
    awaited,
    is_left_alone,
    seconds_left,
)
from .events import PersonId
from .joining import heirs
from .model import Table
from .permissions import may_withdraw
from .protocol import Pace
from .seats import Person

PAUSE = 20.0
"""Seconds between rounds if no one is asked, or if a turn timer runs."""

READY_WITHIN = 60.0
"""Seconds in which the others can get ready after the host asks for another game.

After that, the game begins, and bots play for people who are not ready until they come back.
"""

READY_WITHIN_AWAY = 20.0
"""The same if all those who are not ready are disconnected."""

HOST_GRACE = 20.0
"""Seconds that a disconnected host has to come back before there is a new host."""


LOOK_AT_TRICK = 1.7
"""Seconds for which a page shows a complete trick and then its winner."""

AHEAD = 1.0
"""Seconds before the end of a turn when a bot begins to decide for a silent player."""

SECONDS_A_MINUTE = 60

PACE = 0.6
"""Seconds between bots' moves, so that people can follow; twice as long after a trick."""

FINISHING = 0.2
"""The factor applied to the time that bots take when they finish a round for a player."""

PACES: Mapping[Pace, float] = {"slow": 2.0, "normal": 1.0, "quick": 0.5}
"""The factor applied to the time that bots take, chosen by a person who plays only with them."""


class Due(NamedTuple):
    """The next event, and its time on the clock.

    Thinking about a decision starts at `begin`, so that the decision is ready in time.
    """

    what: Literal[
        "bot", "timeout", "heirs", "round", "host", "vacate", "time-up", "cover",
        "lapse", "grant", "go-on", "again",
    ]  # fmt: skip
    at: float
    begin: float = math.inf


class Left(NamedTuple):
    """Seconds left for the turn or the pause, and for the game; None without a limit.

    `bots` are the seconds until the bots at the table can think, or None if they can. `absence` is
    the time left for the `awaited` player while others wait. `question` is the time left to answer
    a request; while one is open, `away` says how long people have been gone. `banks` are the time
    banks for the game, beyond the turn timer, or None without them. `gone` are the people who have
    left on purpose.
    """

    turn: float | None
    game: float | None
    bots: float | None = None
    awaited: Awaited | None = None
    absence: float | None = None
    question: float | None = None
    away: Mapping[PersonId, float] = MappingProxyType({})
    banks: BySeat[float] | None = None
    gone: frozenset[PersonId] = frozenset()


class Times(NamedTuple):
    """The times when the game last changed, the turn and the game began, and people left.

    Before the game, `moved` is when anything last happened at the table. `here` is when the table
    was loaded into memory. People not seen since then left before. `frozen` is when the game last
    paused. `asked` is when the first player asked for the next round or for another game. `gone`
    are the people who have left a game on purpose. They count as having been away long enough for
    the others to decide.
    """

    moved: float
    turn: float
    began: float
    left: Mapping[PersonId, float]
    here: float = 0.0
    frozen: float = 0.0
    asked: float = 0.0
    gone: frozenset[PersonId] = frozenset()

    def left_at(self, person: PersonId) -> float:
        """Return when a person left, or `ABSENCE` before that if it was on purpose."""
        at = self.left.get(person, self.here)
        return at - ABSENCE if person in self.gone else at

    def away(
        self, table: Table, present: AbstractSet[PersonId], now: float
    ) -> dict[PersonId, float]:
        """Return how many seconds each person at the table has been disconnected."""
        gone = set(table.seats.persons) - present
        return {one: now - self.left_at(one) for one in gone} if gone else {}

    def quiet_since(self, table: Table) -> float:
        """Return when the turn began or, outside a game, when anything last happened."""
        return max(self.here, self.turn if table.status == "playing" else self.moved)

    def presence(
        self, table: Table, present: AbstractSet[PersonId], now: float, time_of_day: float
    ) -> Presence:
        """Return who is connected now, and how long the others have been away."""
        away, silent = self.away(table, present, now), now - self.quiet_since(table)
        return Presence(present, away, time_of_day, silent, self.gone - present)

    def absent_from(self, people: Iterable[PersonId], now: float) -> "Times":
        """Return the times if these people left now, or have never been here."""
        return self._replace(left={**self.left, **dict.fromkeys(people, now)})

    def beginning(self, table: Table, now: float, time_of_day: float) -> "Times":
        """Return the times with the beginning of the game, which may predate this process."""
        return self._replace(began=now - (time_of_day - table.clock.started))

    def after(
        self,
        before: Table,
        after: Table,
        present: AbstractSet[PersonId],
        now: float,
        time_of_day: float,
    ) -> "Times":
        """Return the times after a table has changed."""
        times, new_turn = self, after.turn != before.turn
        if new_turn or after.moved != before.moved:
            times = times._replace(moved=now, turn=now if new_turn else times.turn)
        if after.frozen != before.frozen:
            if after.frozen:
                times = times._replace(frozen=now)
            else:  # a turn that is not over gets back the time that the pause took
                back = 0.0 if new_turn else now - times.frozen
                times = times._replace(moved=now, turn=times.turn + back)
        if after.ready is not before.ready and any(after.ready) and not any(before.ready):
            times = times._replace(asked=now)
        if after.status != before.status or after.status == "waiting":
            times = times._replace(moved=now)
        if after.clock.started != before.clock.started:
            times = times.beginning(after, now, time_of_day)
        if after.seats is not before.seats:
            sent = set(after.persons).difference(before.persons, present)
            times = times.absent_from(sent, now)
        return times


def pace_at(table: Table, wish: Pace) -> float:
    """Return the factor for the bots' pace, with the wish of a person who plays only with them."""
    return FINISHING if table.seats.finishing else PACES[wish]


def due(table: Table, present: AbstractSet[PersonId], times: Times, pace: float) -> Due | None:
    """Return the next event at the table, unless a player acts before it."""
    if table.seats.heirs and heirs(table, present):
        return Due("heirs", times.moved)
    if table.votes.question is not None:
        agreed = all_agree(table)
        return Due("grant", times.frozen) if agreed else Due("lapse", times.frozen + LAPSES_AFTER)
    if table.clock.paused is not None:
        return Due("go-on", times.frozen) if is_left_alone(table) else None
    either: tuple[Due | None, ...]
    if table.status == "playing":
        either = (
            _play_due(table, present, times, pace),
            _time_up_due(table, times),
            _cover_due(table, present, times),
        )
    else:
        either = (
            _again_due(table, present, times),
            _host_due(table, present, times),
            _vacate_due(table, present, times),
        )
    return min(filter(None, either), key=attrgetter("at"), default=None)


def _time_up_due(table: Table, times: Times) -> Due | None:
    """Return the end of the game's time limit, if it has not passed yet (S17)."""
    minutes = table.rules.end.minutes
    if not minutes or table.game is None or table.game.time_up:
        return None
    return Due("time-up", times.began + minutes * SECONDS_A_MINUTE)


def _play_due(
    table: Table, present: AbstractSet[PersonId], times: Times, pace: float
) -> Due | None:
    """Return the next move of the game."""
    if table.between_rounds:
        return _round_due(table, present, times)
    seat = table.to_act
    if seat is None:
        return None
    if seat not in table.seats.deciding:
        return Due("bot", times.moved + _wait(table, pace), times.moved)
    limit = table.limit_of(seat)
    if limit is None:
        return None
    # For a player with no time left, a bot plays at the bots' pace, so that others can follow.
    end = max(times.turn + limit, times.moved + pace)
    return Due("timeout", end, end - AHEAD)


def _cover_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """Return when a bot plays for the awaited player although not enough people have voted.

    It plays at once if only bots wait, and a little later if one player has asked and the others
    say nothing.
    """
    one = awaited(table, present, times.gone)
    if one is None or (one.voters and not one.asked):
        return None
    later = ASSENT if one.voters else 0.0
    return Due("cover", _decided_from(table, one.person.id, present, times) + later)


def _decided_from(
    table: Table, person: PersonId, present: AbstractSet[PersonId], times: Times
) -> float:
    """Return the time from which others may decide about the awaited player."""
    away = {person: -times.left_at(person)}
    since = Presence(present, away, silent=-times.quiet_since(table))
    return seconds_left(table, person, since)  # counted from 0 on the clock


def time_left(table: Table, present: AbstractSet[PersonId], times: Times, now: float) -> Left:
    """Return the time left for a turn or the pause between rounds, and for the game."""
    one, gone = awaited(table, present, times.gone), times.gone
    if gone:
        gone -= present
    absence = None
    if one is not None:
        absence = max(0.0, _decided_from(table, one.person.id, present, times) - now)
    if table.status != "playing":
        again = _until(_again_due(table, present, times), now)
        return Left(again, None, awaited=one, absence=absence, gone=gone)
    banks = _banks(table, times, now)
    if table.frozen:
        question = max(0.0, times.frozen + LAPSES_AFTER - now)
        away = times.away(table, present, now)
        return Left(None, None, banks=banks, question=question, away=away, gone=gone)
    turn, end = _play_due(table, present, times, pace=0), _time_up_due(table, times)
    left = None if turn is None or turn.what == "bot" else _until(turn, now)
    return Left(left, _until(end, now), awaited=one, absence=absence, banks=banks, gone=gone)


def _until(found: Due | None, now: float) -> float | None:
    return None if found is None else round(max(0.0, found.at - now), 1)


def _banks(table: Table, times: Times, now: float) -> BySeat[float] | None:
    """Return the time banks; the current turn uses up its player's bank."""
    clock, seat = table.rules.clock, table.to_act
    if not clock.bank_seconds:
        return None
    if seat is None or table.between_rounds or seat not in table.seats.deciding:
        return table.clock.banks
    spent = (times.frozen if table.frozen else now) - times.turn
    return put(table.clock.banks, seat, round(clock.left_of(table.clock.banks[seat], spent), 1))


def _host_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """Return when a new host is chosen, because the host is gone, or is inactive without a seat."""
    if present.isdisjoint(table.seats.people):
        return None
    if table.host not in present:
        return Due("host", times.left.get(table.host, times.moved) + HOST_GRACE)
    if table.seat_of(table.host) is None:
        return Due("host", times.quiet_since(table) + SILENCE)
    return None


def _again_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """Return when the next game begins, if the host has asked for one."""
    people = table.seats.voting
    ready = {one.id for seat, one in people.items() if table.ready[seat]}
    if not table.rematch or ready.isdisjoint(present):
        return None
    missing = {one.id for one in people.values()} - ready
    if not missing:
        return Due("again", times.moved)
    wait = READY_WITHIN_AWAY if missing.isdisjoint(present) else READY_WITHIN
    return Due("again", times.asked + wait)


def _vacate_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """Return when absent people lose their seats at an open waiting table."""
    gone = set(table.seats.persons) - present
    if not (table.made.public and table.status == "waiting" and gone):
        return None
    return Due("vacate", min(map(times.left_at, gone)) + ABSENCE)


def _round_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """Return the next deal, due when all connected players have asked or the pause is over.

    Without a clock, a silent player gets as much time as they would for a decision.
    """
    playing = {one.id for one in table.seats if isinstance(one, Person) and not one.covered}
    there = playing & present
    waited_for = there & set(table.seats.people) or there
    asked = [
        table.ready[seat]
        for seat, occupant in table.seats.each
        if isinstance(occupant, Person) and occupant.id in waited_for
    ]
    if (asked and all(asked)) or not (table.seats.persons or present):
        return Due("round", times.moved)
    if table.rules.clock.runs or not table.seats.persons:
        return Due("round", times.moved + PAUSE)
    return Due("round", times.asked + SILENCE) if any(asked) else None


def _wait(table: Table, pace: float) -> float:
    """Return how long bots wait.

    They wait longer while people look at a trick, or may take something back. Even quick bots give
    people time to see a trick, but a bot that finishes a round gives them less.
    """
    game = table.game
    assert game is not None
    last = game.events[-1]
    by_person = last.seat is not None and isinstance(table.seats[last.seat], Person)
    if table.rules.play.take_back != "off" and by_person and isinstance(last.action, Play):
        return 5 * pace
    if any(may_withdraw(table, person) for person in table.seats.persons):
        return 3 * pace
    if game.round is not None and game.round.tricks and not game.round.trick:
        return max(2 * pace, min(5 * pace, LOOK_AT_TRICK))
    return pace
