"""A decision for a seat, and how long it appears to take.

The time that a move takes must not reveal the cards. A thought begins with the turn, and its
decision is shown at a moment that was set in advance, or, if the thought takes longer, at one of a
series of moments after that. If there is nothing to choose, the turn appears to take as long as
some earlier choice by the same level did.
"""

import asyncio
import logging
import math
import secrets
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import NamedTuple

from ...bots import level_on_timeout, load_level
from ...game import PlayerAction, SeatView
from ..clock import Clock
from ..logs import log_failure
from ..table.commitments import bots_seed
from ..table.model import Table
from ..table.seats import Bot, plays_for
from ..table.timers import Due

log = logging.getLogger(__name__)

FALLBACK = "intermediate"
"""The level that decides if another one is late or has failed."""

LONGEST_THOUGHT = 10.0
"""Seconds that a bot may think before simpler rules decide."""

LESS_PATIENCE = 2.0
"""The same for a level that was late last time, such as one that is still compiling."""

LONGEST_ALIKE = 60.0
"""The same for a bot that must decide as at other tables; replacing it is a last resort."""

SOON = 1.0
"""Seconds until the next check of whether a level can think."""

REMEMBERED = 50

TICKS_A_PACE = 2
"""The number of moments per move at which a late decision may be shown."""


class Habits:
    """The recent durations of thoughts, by level, if there was something to choose."""

    def __init__(self) -> None:
        self._taken: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._late: set[str] = set()

    def note(self, level: str, seconds: float) -> None:
        """Record how many seconds a decision took; the level is no longer late."""
        self._taken[level].append(seconds)
        self._late.discard(level)

    def note_late(self, level: str) -> None:
        """Record that a level was late."""
        self._late.add(level)

    def of_a_choice(self, level: str) -> float:
        """Return the seconds that one of the level's choices took, picked at random."""
        taken = self._taken[level]
        return secrets.choice(taken) if taken else 0.0

    def patience(self, level: str) -> float:
        """Return the seconds to wait for a level, which are fewer if it was late last time."""
        return LESS_PATIENCE if level in self._late else LONGEST_THOUGHT


Preparing = Callable[[str], float | None]
"""Return roughly how many seconds until a level can think here, or None if it can."""


def always_able(_: str) -> float | None:
    """Return None, for when nothing has to be prepared."""
    return None


Think = Callable[[str, SeatView], PlayerAction]
"""Decide as a bot of that level; this runs in a worker thread or process."""


def think(level: str, view: SeatView) -> PlayerAction:
    """Return the decision of a bot with an unpredictable seed."""
    return load_level(level, seed=secrets.randbits(64)).act(view)


def think_alike(_at: str, level: str, view: SeatView, seed: str) -> PlayerAction:
    """Return the decision that a bot makes for everyone in this place with these cards.

    `_at` determines where it is worked out. Unlike `level`, it may be changed to finish sooner.
    """
    return load_level(level, seed=seed).act(view)


class Mind(NamedTuple):
    """The services for thinking, and how long thoughts have taken so far."""

    executor: Executor
    think: Think
    clock: Clock
    habits: Habits
    preparing: Preparing


class Thought:
    """A decision that is being made for the table with that id.

    `later` receives the work to do once a worker has answered; that work runs in the usual order of
    events. `action` is set once it is decided. `ready` is when that was, or when it would have been
    if there had been a choice. With a `seed`, the decision is the same everywhere, and takes as
    long as it needs.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - everything that a decision depends on
        self,
        mind: Mind,
        table: str,
        level: str,
        view: SeatView,
        later: Callable[[Callable[[], None]], None],
        seed: str | None = None,
    ) -> None:
        self.action: PlayerAction | None = None
        self.ready = math.inf
        self.late_at = math.inf
        self._mind = mind
        self._table = table
        self._view = view
        self._later = later
        self._seed = seed
        self._levels: Iterator[str] = iter(_levels(mind, level, alike=seed is not None))
        self._asked: asyncio.Future[PlayerAction] | None = None
        self._next()

    def give_up(self) -> None:
        """Let simpler rules decide, because this takes too long."""
        log.error("a bot took too long at table %s; a simpler one decides", self._table)
        self._mind.habits.note_late(self._level)
        self._next()

    def cancel(self) -> None:
        """Cancel the thought, because no one needs it any more."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def shown_at(self, planned: float, pace: float) -> float:
        """Return the planned moment, or the first one after it by which the decision is ready."""
        tick = pace / TICKS_A_PACE
        if self.ready <= planned or not tick:
            return max(planned, self.ready)
        return planned + tick * math.ceil((self.ready - planned) / tick)

    def _next(self) -> None:
        """Ask the next level, or take the first legal action if there are no more levels."""
        self.cancel()
        begun = self._mind.clock.time()
        options = self._view.options
        level = next(self._levels, None)
        if level is None:
            self.action, self.ready = next(iter(options)), begun
            return
        self._level = level
        if self._forced and not options.aside:
            self._decide(options.actions[0], begun)
            return
        self.late_at = begun + self._patience(level)
        asked = self._asked = asyncio.wrap_future(self._submit(level))
        asked.add_done_callback(lambda _: self._later(partial(self._take, asked, begun)))

    def _submit(self, level: str) -> Future[PlayerAction]:
        executor = self._mind.executor
        if self._seed is None:
            return executor.submit(self._mind.think, level, self._view)
        return executor.submit(think_alike, level, level, self._view, self._seed)

    def _patience(self, level: str) -> float:
        return self._mind.habits.patience(level) if self._seed is None else LONGEST_ALIKE

    @property
    def _forced(self) -> bool:
        """True if there is only one action in this turn; asides may still be possible."""
        options = self._view.options
        return len(options.actions) == 1 and not (options.choose or options.tolerated)

    def _decide(self, action: PlayerAction, begun: float) -> None:
        clock, habits = self._mind.clock, self._mind.habits
        self.action, self.ready = action, clock.time()
        if self._forced:
            self.ready = max(self.ready, begun + habits.of_a_choice(self._level))
        else:
            habits.note(self._level, self.ready - begun)

    def _take(self, asked: asyncio.Future[PlayerAction], begun: float) -> None:
        """Accept an answer, if it is still wanted and can be used."""
        if asked is not self._asked or asked.cancelled():
            return
        failure = asked.exception()
        if failure is not None:
            log_failure(log, f"a bot failed at table {self._table}", failure)
            self._next()
        elif asked.result() not in self._view.options:
            log.error("a bot chose an illegal action at table %s", self._table)
            self._next()
        else:
            self._decide(asked.result(), begun)


class Deciding:
    """The current thought at a table, for the seat to act.

    `later` receives the work to do once a worker has answered; that work runs in the usual order of
    events.
    """

    def __init__(self, mind: Mind, later: Callable[[Callable[[], None]], None]) -> None:
        self._mind = mind
        self._later = later
        self._asked: Table | None = None
        self._thought: Thought | None = None

    @property
    def action(self) -> PlayerAction | None:
        """The decision, once it is made."""
        return None if self._thought is None else self._thought.action

    def go_on(self, table: Table, upcoming: Due, pace: float) -> float:
        """Start or continue the thought for the seat to act, and return when to check it next."""
        now = self._mind.clock.time()
        if self._asked is not None and _outdated(self._asked, table):
            self.forget()
        if self._thought is None:
            if now < upcoming.begin:
                return upcoming.begin
            if table.made.seeds and self._mind.preparing(table.made.level):
                return now + SOON
            self._asked, self._thought = table, self._begin(table)
        thought = self._thought
        if thought.action is None and thought.late_at <= now:
            thought.give_up()
        if thought.action is None:
            return thought.late_at
        return thought.shown_at(upcoming.at, pace)

    def forget(self) -> None:
        """Cancel the current thought, if there is one."""
        if self._thought is not None:
            self._thought.cancel()
        self._asked = self._thought = None

    def _begin(self, table: Table) -> Thought:
        seat = table.to_act
        assert table.game is not None
        assert seat is not None
        view = table.game.view(seat)
        occupant = table.seats[seat]
        if isinstance(occupant, Bot):
            level: str = occupant.level
        elif plays_for(occupant):
            level = table.made.level
        else:
            level = level_on_timeout(view, table.made.level)
        seal = table.seal if table.made.seeds else None
        seed = None if seal is None or seal.seed is None else bots_seed(seal.seed)
        return Thought(self._mind, table.id, level, view, self._later, seed)


def _levels(mind: Mind, level: str, *, alike: bool) -> list[str]:
    """Return the levels that may decide, each used if the one before is late or has failed."""
    if alike:
        return [level, level, FALLBACK]
    return [one for one in dict.fromkeys((level, FALLBACK)) if mind.preparing(one) is None]


def _outdated(asked: Table, table: Table) -> bool:
    """Return True if a table has moved on since a thought began there."""
    seat = asked.to_act
    assert seat is not None
    return asked.moved != table.moved or asked.seats[seat] != table.seats[seat]
