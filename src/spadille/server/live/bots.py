"""Decide for the bots at a table, and choose how long each decision appears to take.

The time that a move takes must not reveal the cards. A thought begins with the turn, and its
decision is shown at a moment that was set in advance. If the thought takes longer, the decision is
shown at one of a series of later moments. If there is nothing to choose, the turn appears to take
as long as some earlier choice by the same level did.
"""

import asyncio
import logging
import math
import secrets
from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from ...bots import load_level
from ...game import PlayerAction, SeatView
from ...table.automatic import level_to_act
from ...table.commitments import bots_seed
from ...table.model import Table
from ...table.timers import Due
from ..clock import Clock
from ..logs import log_failure

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


class Mind:
    """The services for thinking, and how long thoughts have recently taken, by level.

    Only thoughts with something to choose count.
    """

    def __init__(
        self, executor: Executor, think: Think, clock: Clock, preparing: Preparing
    ) -> None:
        self.executor = executor
        self.think = think
        self.clock = clock
        self.preparing = preparing
        self._taken: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._late: set[str] = set()

    def note(self, level: str, seconds: float) -> None:
        """Record how many seconds a decision took; the level is no longer late."""
        self._taken[level].append(seconds)
        self._late.discard(level)

    def note_late(self, level: str) -> None:
        """Record that a level was late."""
        self._late.add(level)

    def seconds_like(self, level: str) -> float:
        """Return the seconds that one of the level's choices took, picked at random."""
        taken = self._taken[level]
        return secrets.choice(taken) if taken else 0.0

    def patience(self, level: str) -> float:
        """Return the seconds to wait for a level, which are fewer if it was late last time."""
        return LESS_PATIENCE if level in self._late else LONGEST_THOUGHT


class Thought:
    """A decision that is being made for the seat to act at a table.

    `action` is set once it is decided. `ready` is when that was, or when it would have been if
    there had been a choice. A table whose cards others play too has seeds; there, bots decide the
    same everywhere, and take as long as they need.
    """

    def __init__(
        self, mind: Mind, table: Table, later: Callable[[Callable[[], None]], None]
    ) -> None:
        assert table.game is not None
        assert table.to_act is not None
        self.action: PlayerAction | None = None
        self.ready = math.inf
        self.late_at = math.inf
        self._mind = mind
        self._table = table
        self._later = later
        self._view = table.game.view(table.to_act)
        seal = table.seal if table.made.seeds else None
        self._seed = None if seal is None or seal.seed is None else bots_seed(seal.seed)
        self._level = level_to_act(table, self._view)
        # Each of these decides if the one before is late or has failed.
        wanted = [self._level, FALLBACK]
        able = [level for level in dict.fromkeys(wanted) if mind.preparing(level) is None]
        self._levels = iter(able if self._seed is None else [self._level, *wanted])
        self._asked: asyncio.Future[PlayerAction] | None = None
        self._next()

    def is_about(self, table: Table) -> bool:
        """Return True if a table has not moved on since the thought began there."""
        seat = self._table.to_act
        assert seat is not None
        return self._table.moved == table.moved and self._table.seats[seat] == table.seats[seat]

    def give_up(self) -> None:
        """Let simpler rules decide, because this takes too long."""
        log.error("a bot took too long at table %s; a simpler one decides", self._table.id)
        self._mind.note_late(self._level)
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
        mind, options, begun = self._mind, self._view.options, self._mind.clock.time()
        level = next(self._levels, None)
        if level is None:
            self.action, self.ready = next(iter(options)), begun
            return
        self._level = level
        if self._forced and not options.aside:
            self._decide(options.actions[0], begun)
            return
        if self._seed is None:
            self.late_at = begun + mind.patience(level)
            submitted = mind.executor.submit(mind.think, level, self._view)
        else:
            self.late_at = begun + LONGEST_ALIKE
            submitted = mind.executor.submit(think_alike, level, level, self._view, self._seed)
        asked = self._asked = asyncio.wrap_future(submitted)
        asked.add_done_callback(lambda _: self._later(partial(self._take, asked, begun)))

    @property
    def _forced(self) -> bool:
        """True if there is only one action in this turn; asides may still be possible."""
        options = self._view.options
        return len(options.actions) == 1 and not (options.choose or options.tolerated)

    def _take(self, asked: asyncio.Future[PlayerAction], begun: float) -> None:
        """Accept an answer, if it is still wanted and can be used."""
        if asked is not self._asked or asked.cancelled():
            return
        failure = asked.exception()
        if failure is not None:
            log_failure(log, f"a bot failed at table {self._table.id}", failure)
            self._next()
        elif asked.result() not in self._view.options:
            log.error("a bot chose an illegal action at table %s", self._table.id)
            self._next()
        else:
            self._decide(asked.result(), begun)

    def _decide(self, action: PlayerAction, begun: float) -> None:
        mind = self._mind
        self.action, self.ready = action, mind.clock.time()
        if self._forced:
            self.ready = max(self.ready, begun + mind.seconds_like(self._level))
        else:
            mind.note(self._level, self.ready - begun)


class Deciding:
    """The current thought at a table, if there is one.

    `later` receives the work to do, in the usual order of events, once a worker has answered.
    """

    def __init__(self, mind: Mind, later: Callable[[Callable[[], None]], None]) -> None:
        self._mind = mind
        self._later = later
        self._thought: Thought | None = None

    @property
    def action(self) -> PlayerAction | None:
        """The decision, once it is made."""
        return None if self._thought is None else self._thought.action

    def go_on(self, table: Table, upcoming: Due, pace: float) -> float:
        """Start or continue the thought for the seat to act, and return when to check it next."""
        now = self._mind.clock.time()
        if self._thought is not None and not self._thought.is_about(table):
            self.forget()
        if self._thought is None:
            if now < upcoming.begin:
                return upcoming.begin
            if table.made.seeds and self._mind.preparing(table.made.level):
                return now + SOON
            self._thought = Thought(self._mind, table, self._later)
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
        self._thought = None
