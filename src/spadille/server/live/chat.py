"""The chat at a table, of which the last lines are kept for newcomers while it is in memory."""

from typing import NamedTuple

from ...table.chat import Said, hears, line_said, text_of
from ...table.commands import Asker
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.model import Table
from ...table.requests import Chat, Speak
from ..clock import Rate, TokenBucket, Watch

MOST_KEPT = 50
"""The most lines that a newcomer is shown."""

LINES = Rate(burst=6, a_second=0.5)
"""How often one person may say something."""

MOST_SPEAKERS = 200
"""The number of people whose rate is remembered."""


class Heard(NamedTuple):
    """The lines that a person has said, and the name they used."""

    person: PersonId
    name: str
    lines: tuple[str, ...]


class Chatter:
    """The last lines at a table, and how much each person may say."""

    def __init__(self, clock: Watch) -> None:
        self._clock = clock
        self._lines: tuple[Said, ...] = ()
        self._rates: dict[PersonId, TokenBucket] = {}
        self._count = 0

    def say(self, table: Table, asker: Asker, request: Speak | Chat) -> Said:
        """Say something that may be said now, and return the line; raise RefusedError if not."""
        text = text_of(table, asker.person, request)
        if not self._rate(asker.person).take():
            raise RefusedError("talk/too-many", "you are sending too many messages; wait a moment")
        self._count += 1
        said = line_said(table, asker, request, text, self._count)
        self._lines = (*self._lines, said)[-MOST_KEPT:]
        return said

    def heard(self, table: Table, person: PersonId) -> tuple[Said, ...]:
        """Return the lines that a person needs when joining."""
        return tuple(said for said in self._lines if hears(table, person, said))

    def said_by(self, table: Table, listener: PersonId, who: str) -> Heard:
        """Return the lines of `who` that another person has seen; there must be some."""
        found = [said for said in self.heard(table, listener) if said.line.who == who]
        if not found or found[-1].person == listener:
            raise RefusedError("report/nobody", "no one else has written anything recently")
        lines = [said.line for said in found]
        texts = tuple(line.text or str(line.phrase) for line in lines)
        return Heard(found[-1].person, lines[-1].name, texts)

    def _rate(self, person: PersonId) -> TokenBucket:
        if person not in self._rates and len(self._rates) >= MOST_SPEAKERS:
            self._rates = {who: own for who, own in self._rates.items() if not own.whole}
        return self._rates.setdefault(person, TokenBucket(self._clock, LINES))
