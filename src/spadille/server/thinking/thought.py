"""A decision for a seat, and how long it may seem to have taken.

The time that a move takes must not tell what the cards were. A thought begins with the turn, and
what it decides is shown at a moment that was fixed before; a thought that takes longer is shown at
one of the moments after that, and where there is nothing to choose, it seems to have taken as long
as a choice of the same level did.
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
from ..table.due import Due
from ..table.sealing import bots_seed
from ..table.seating import Bot, plays_for
from ..table.table import Table

log = logging.getLogger(__name__)

FALLBACK = "intermediate"
"""The level that decides when another one is late or has failed."""

LONGEST_THOUGHT = 10.0
"""Seconds that a bot may think; then simpler rules decide."""

LESS_PATIENCE = 2.0
"""The same for a level that was late the last time, such as one that is still being compiled."""

LONGEST_ALIKE = 60.0
"""Seconds for a bot that is to decide like others elsewhere, and so is replaced late and last."""

SOON = 1.0
"""Seconds until it is asked again if a level can think by now."""

REMEMBERED = 50

TICKS_A_PACE = 2
"""Moments at which a late decision may be shown, in the time of one move."""


class Habits:
    """How long thoughts have taken lately, by level, where there was something to choose."""

    def __init__(self) -> None:
        self._taken: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        self._late: set[str] = set()

    def note(self, level: str, seconds: float) -> None:
        self._taken[level].append(seconds)
        self._late.discard(level)

    def note_late(self, level: str) -> None:
        self._late.add(level)

    def of_a_choice(self, level: str) -> float:
        """Return the seconds that some choice of that level took."""
        taken = self._taken[level]
        return secrets.choice(taken) if taken else 0.0

    def patience(self, level: str) -> float:
        return LESS_PATIENCE if level in self._late else LONGEST_THOUGHT


Preparing = Callable[[str], float | None]
"""Seconds until a level can think here, about; None where it can."""


def always_able(_: str) -> float | None:
    """Return where nothing has to be prepared."""
    return None


Think = Callable[[str, SeatView], PlayerAction]
"""Decides as a bot of a level would; runs in a worker, thread or process."""


def think(level: str, view: SeatView) -> PlayerAction:
    """Return the decision of a bot whose chance no one can foretell."""
    return load_level(level, seed=secrets.randbits(64)).act(view)


def think_alike(_at: str, level: str, view: SeatView, seed: str) -> PlayerAction:
    """Return the decision of a bot that everyone meets alike in this place with these cards.

    `_at` tells where it is worked out; unlike the level it may be changed to get done sooner.
    """
    return load_level(level, seed=seed).act(view)


class Mind(NamedTuple):
    """What thinks, and for how long so far."""

    executor: Executor
    think: Think
    clock: Clock
    habits: Habits
    preparing: Preparing


class Thought:
    """A decision that is being made, for the table of that id.

    `later` gets what is to be done in the course of events when a worker has answered. `action` is
    there once it is decided; `ready` is when it was, or would have been had there been a choice.
    With a `seed` it decides as everywhere else with it, and takes the time that this needs.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that a decision depends on
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
        """Have simpler rules decide, since this takes too long."""
        log.error("a bot thought for too long at table %s; simpler rules decide", self._table)
        self._mind.habits.note_late(self._level)
        self._next()

    def cancel(self) -> None:
        """No one wants to know any more."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def shown_at(self, planned: float, pace: float) -> float:
        """Return the first of the moments after the planned one at which it is ready."""
        tick = pace / TICKS_A_PACE
        if self.ready <= planned or not tick:
            return max(planned, self.ready)
        return planned + tick * math.ceil((self.ready - planned) / tick)

    def _next(self) -> None:
        """Ask the next level; without one, the first legal action has to do."""
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
        """True if the turn leaves one thing to do; something may still be done as well."""
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
        """Take an answer, if it is still wanted and can be used."""
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
    """What is thought about at a table for the seat to act.

    `later` gets what is to be done in the course of events when a worker has answered.
    """

    def __init__(self, mind: Mind, later: Callable[[Callable[[], None]], None]) -> None:
        self._mind = mind
        self._later = later
        self._asked: Table | None = None
        self._thought: Thought | None = None

    @property
    def action(self) -> PlayerAction | None:
        """What has been decided, once it is."""
        return None if self._thought is None else self._thought.action

    def go_on(self, table: Table, upcoming: Due, pace: float) -> float:
        """Have the seat to act thought about, if it is time; tells when to go on from there."""
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
    """Return who decides, each if the one before is late or has failed."""
    if alike:
        return [level, level, FALLBACK]
    return [one for one in dict.fromkeys((level, FALLBACK)) if mind.preparing(one) is None]


def _outdated(asked: Table, table: Table) -> bool:
    """Return True if a table has moved on since a thought began there."""
    seat = asked.to_act
    assert seat is not None
    return asked.moved != table.moved or asked.seats[seat] != table.seats[seat]
