"""Everybody who is connected to a table, and what they are shown of it."""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple, Protocol

from msgspec import structs

from ..game import RoundResult, Seat
from .chatter import Said, hears, line_of
from .clock import Watch
from .due import Times, time_left
from .events import PersonId
from .protocol import Lang, Pace, State, Talk
from .requests import Asker
from .seating import Bot
from .showing import state_of
from .table import Table
from .thought import Preparing
from .wire import write

PACE = 0.6
"""Seconds between the moves of bots, so that people can follow; twice that after a trick."""

PACES: Mapping[Pace, float] = {"slow": 2.0, "normal": 1.0, "quick": 0.5}
"""How many times as long bots take where one person plays with them alone and asks for it."""


class Told(NamedTuple):
    """The results that the last state told a connection, and what their sentences are made with."""

    results: tuple[RoundResult, ...] = ()
    lang: Lang = "en"
    names: Mapping[Seat, str] = {}


class Connection(Protocol):
    """Somebody who is connected to a table, with what the last state has told them."""

    asker: Asker
    lang: Lang
    pace: Pace
    told: Told

    def send(self, text: str) -> None:
        """Sends a message, or drops it when the other end is gone."""

    def hang_up(self) -> None:
        """Ends the connection; whoever it was will connect anew."""


class Audience:
    """The connections to one table."""

    def __init__(self, preparing: Preparing, clock: Watch) -> None:
        self._preparing = preparing
        self._clock = clock
        self._people: dict[Connection, PersonId] = {}

    def __len__(self) -> int:
        return len(self._people)

    @property
    def present(self) -> frozenset[PersonId]:
        """Who is connected."""
        return frozenset(self._people.values())

    def join(self, connection: Connection) -> bool:
        """Adds a connection; tells whether somebody has come who was not there."""
        new = connection.asker.person not in self.present
        self._people[connection] = connection.asker.person
        connection.told = Told()
        return new

    def leave(self, connection: Connection) -> PersonId | None:
        """Removes a connection; tells who is not there any more."""
        person = self._people.pop(connection, None)
        return None if person in self.present else person

    def hang_up(self) -> None:
        """Asks everybody to connect anew."""
        for connection in self._people:
            connection.hang_up()
        self._people.clear()

    def pace(self, table: Table) -> float:
        """How quickly bots move; who is alone with them has asked for a pace."""
        wishes = [
            connection.pace for connection, person in self._people.items() if table.alone(person)
        ]
        return PACES[wishes[-1] if wishes else "normal"]

    def show_all(self, table: Table, times: Times) -> None:
        for connection in self._people:
            self.show(connection, table, times)

    def show(self, connection: Connection, table: Table, times: Times) -> None:
        """Sends the state of the table as one connection may see it."""
        left = time_left(table, self.present, times, self._clock.time())._replace(
            bots=self._unable(table)
        )
        person, lang, names = connection.asker.person, connection.lang, table.names
        whole = state_of(table, person, lang, self.present, left)
        state, connection.told = with_news(connection.told, whole, lang, names)
        connection.send(write(state, lang, names))

    def tell(self, table: Table, said: Said) -> None:
        """Sends what was said to those who hear it."""
        texts: dict[Lang, str] = {}
        for connection, person in self._people.items():
            if hears(table, person, said):
                lang = connection.lang
                if lang not in texts:
                    texts[lang] = write(Talk((line_of(said, lang),), anew=False), lang)
                connection.send(texts[lang])

    def recall(self, connection: Connection, lines: Iterable[Said]) -> None:
        """Sends what was said before to somebody who comes."""
        lang = connection.lang
        told = Talk(tuple(line_of(said, lang) for said in lines), anew=True)
        connection.send(write(told, lang))

    def _unable(self, table: Table) -> float | None:
        """Seconds until all bots at the table can think as they should; None where they can."""
        if table.status != "playing":
            return None
        levels = {seat.level for seat in table.seats if isinstance(seat, Bot)}
        return max(filter(None, map(self._preparing, levels)), default=None)


def with_news(
    told: Told, state: State, lang: Lang, names: Mapping[Seat, str]
) -> tuple[State, Told]:
    """The state with only the results that are not told yet, and what is told after it.

    What is told already is compared rather than counted: after another game, at another table and
    with other names at the seats the state tells by itself what has become different.
    """
    results = () if state.view is None else state.view.results
    now = Told(results, lang, names)
    same_words = (told.lang, told.names) == (lang, names)
    known = _alike(told.results, results) if same_words else 0
    if state.view is None or known == 0:
        return state, now
    view = structs.replace(state.view, results=results[known:])
    return structs.replace(state, view=view, results_from=known), now


def _alike(one: tuple[RoundResult, ...], other: tuple[RoundResult, ...]) -> int:
    """How many results both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))
