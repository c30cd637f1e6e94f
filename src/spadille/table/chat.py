"""Lines that people say at a table, in free text or in phrases translated for each reader."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct, structs

from ..game import Message, clean_name
from ..locale import Lang, translate
from .commands import Asker
from .errors import RefusedError
from .events import PersonId
from .model import Table
from .permissions import may_talk, plays
from .protocol import Line
from .requests import Chat, Phrase, Speak

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


class PhraseInfo(Struct, frozen=True):
    """A phrase to say with one tap, in the requested language."""

    phrase: Phrase
    text: Message


class Phrases(Struct, frozen=True):
    """All phrases."""

    phrases: tuple[PhraseInfo, ...]


def all_phrases() -> Phrases:
    """Return the phrases to say with one tap."""
    return Phrases(tuple(PhraseInfo(*one) for one in PHRASES.items()))


class Said(NamedTuple):
    """A line, and the person who said it; a phrase has no text yet.

    `to_players` says whether players see the line, or only spectators.
    """

    line: Line
    person: PersonId
    to_players: bool


def text_of(table: Table, person: PersonId, request: Speak | Chat) -> str:
    """Return the free text of a line; raise RefusedError if it may not be said now."""
    allowed = may_talk(table, person)
    if allowed == "off":
        raise RefusedError("talk/off", "this table has no chat")
    if isinstance(request, Chat) and allowed != "free":
        raise RefusedError("talk/closed", "until the round is over this table has only quick chat")
    text = clean_name(request.text) if isinstance(request, Chat) else ""
    if isinstance(request, Chat) and not text:
        raise RefusedError("talk/empty", "the message is empty")
    return text


def line_said(table: Table, asker: Asker, request: Speak | Chat, text: str, number: int) -> Said:
    """Return a line that may be said now, with its number at the table."""
    seat = table.seat_of(asker.person)
    line = Line(
        number=number,
        seat=seat,
        who=sha256(f"{table.id}/{asker.person}".encode()).hexdigest()[:12],
        name=asker.name if seat is None else table.names[seat],
        phrase=request.phrase if isinstance(request, Speak) else None,
        text=text,
    )
    to_players = plays(table, asker.person) or not table.in_round
    return Said(line, asker.person, to_players)


def hears(table: Table, person: PersonId, said: Said) -> bool:
    """Return True if a person may read a line; some lines by spectators are hidden from players."""
    return said.to_players or not plays(table, person)


def line_of(said: Said, lang: Lang) -> Line:
    """Return a line in the reader's language."""
    line = said.line
    if line.phrase is None:
        return line
    return structs.replace(line, text=translate(PHRASES[line.phrase], lang))
