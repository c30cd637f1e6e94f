"""The decision of a bot, or for a person whose time is up: begun in time, and outdated in time."""

from collections.abc import Callable

from ..bots import level_on_timeout
from ..game import PlayerAction
from .due import Due
from .seating import Bot, plays_for
from .table import Table
from .thought import Mind, Thought


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

    @property
    def thinking(self) -> bool:
        return self._thought is not None and self._thought.action is None

    def go_on(self, table: Table, upcoming: Due, pace: float) -> float:
        """Has the seat to act thought about, if it is time; tells when to go on from there."""
        now = self._mind.clock.time()
        if self._asked is not None and _outdated(self._asked, table):
            self.forget()
        if self._thought is None:
            if now < upcoming.begin:
                return upcoming.begin
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
        return Thought(self._mind, table.id, level, view, self._later)


def _outdated(asked: Table, table: Table) -> bool:
    """Whether a table has moved on since a thought began there."""
    seat = asked.to_act
    assert seat is not None
    return asked.moved != table.moved or asked.seats[seat] != table.seats[seat]
