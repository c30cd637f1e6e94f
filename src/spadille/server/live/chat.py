"""Chat at a table, in free text or in phrases that are translated for each reader.

None of it is stored. The last lines are kept for newcomers while the table is in memory.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from msgspec import structs

from ...game import Message, clean_name
from ...locale import Lang, translate
from ...table.commands import Asker
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.model import Table
from ...table.permissions import may_talk, plays
from ...table.protocol import Line
from ...table.requests import Chat, Phrase, Speak
from ..clock import Rate, TokenBucket, Watch

PHRASES: Mapping[Phrase, Message] = {
    "hello": Message("Hello!"),
    "good_luck": Message("Good luck!"),
    "well_played": Message("Well played!"),
    "thank_you": Message("Thank you!"),
    "one_moment": Message("One moment"),
    "sorry": Message("Sorry!"),
    "oops": Message("Oops!"),
    "wow": Message("Wow!"),
    "ouch": Message("Ouch!"),
    "good_game": Message("Good game!"),
}

MOST_KEPT = 50
"""The most lines that a newcomer is shown."""

LINES = Rate(burst=6, a_second=0.5)
"""How often one person may say something."""

MOST_SPEAKERS = 200
"""The number of people whose rate is remembered."""


class Said(NamedTuple):
    """A line, and the person who said it; a phrase has no text yet.

    `to_players` says whether players see the line, or only spectators.
    """

    line: Line
    person: PersonId
    to_players: bool


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
        allowed = may_talk(table, asker.person)
        if allowed == "off":
            raise RefusedError("talk/off", "this table has no chat")
        if isinstance(request, Chat) and allowed != "free":
            raise RefusedError(
                "talk/closed", "until the round is over this table has only quick chat"
            )
        text = clean_name(request.text) if isinstance(request, Chat) else ""
        if isinstance(request, Chat) and not text:
            raise RefusedError("talk/empty", "the message is empty")
        if not self._rate(asker.person).take():
            raise RefusedError("talk/too-many", "you are sending too many messages; wait a moment")
        self._count += 1
        seat = table.seat_of(asker.person)
        line = Line(
            number=self._count,
            seat=seat,
            who=sha256(f"{table.id}/{asker.person}".encode()).hexdigest()[:12],
            name=asker.name if seat is None else table.names[seat],
            phrase=request.phrase if isinstance(request, Speak) else None,
            text=text,
        )
        to_players = plays(table, asker.person) or not table.in_round
        said = Said(line, asker.person, to_players)
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


def hears(table: Table, person: PersonId, said: Said) -> bool:
    """Return True if a person may read a line; some lines by spectators are hidden from players."""
    return said.to_players or not plays(table, person)


def line_of(said: Said, lang: Lang) -> Line:
    """Return a line in the reader's language."""
    line = said.line
    if line.phrase is None:
        return line
    return structs.replace(line, text=translate(PHRASES[line.phrase], lang))
