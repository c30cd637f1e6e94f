"""Notes about players who show their ratings; only their author sees them."""

from typing import Annotated, Any

import sqlalchemy as sa
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from ...table.errors import full_list
from ...table.events import PersonId
from ...table.requests import LONGEST_NAME, Body, Name
from ..clock import Clock
from ..net.answers import Asked
from ..net.credentials import cannot_come_back
from ..net.identity import BROWSER, LEAVING
from ..net.routes import Routes
from ..net.state import AppState, Feature
from ..store.database import Database, count_in
from ..store.schema import ACCOUNTS, METADATA, Moment, moment, person_column
from ..store.store import Store
from .accounts import AccountStore

LONGEST_NOTE = 500
"""The most characters of a note."""

MOST_NOTES = 500
"""The most notes that one person may keep."""

NOTES = sa.Table(
    "notes",
    METADATA,
    person_column("author", "remove", primary_key=True),
    person_column("about", "remove", export="", primary_key=True, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Notes and when they were written; the person that a note is `about` never receives it."""

NoteText = Annotated[str, Meta(max_length=LONGEST_NOTE)]


class NoteInfo(Struct, frozen=True):
    """The player's note about the person with a registered name; empty without one."""

    name: str
    text: str


class KeepNote(Body, frozen=True):
    """Keeps a note about the person with that registered name; an empty text removes it."""

    name: Name
    text: NoteText


class NoteStore(Database):
    """The notes in the database."""

    async def of(self, author: PersonId, about: PersonId) -> str:
        """Return a person's note about another person, or an empty text."""
        row = await self.first(sa.select(NOTES.c.text).where(_which(author, about)))
        return "" if row is None else str(row.text)

    async def keep(self, author: PersonId, about: PersonId, text: str, now: float) -> None:
        """Replace a person's note about another; raise RefusedError if they have too many."""
        async with self.begin() as connection:
            await connection.execute(NOTES.delete().where(_which(author, about)))
            if not text:
                return
            if await count_in(connection, NOTES, NOTES.c.author == author) >= MOST_NOTES:
                raise full_list("note/too-many", MOST_NOTES)
            row = {"author": author, "about": about, "text": text, "made": moment(now)}
            await connection.execute(NOTES.insert(), row)

    async def forget(self) -> None:
        """Remove the notes of, and about, people who cannot come back."""
        gone = cannot_come_back(NOTES.c.author) | cannot_come_back(NOTES.c.about)
        await self.execute(NOTES.delete().where(gone))


def _which(author: PersonId, about: PersonId) -> sa.ColumnElement[bool]:
    return (NOTES.c.author == author) & (NOTES.c.about == about)


def _exported(author: PersonId) -> sa.Select[Any]:
    """Select a person's notes, with the names of the people they are about."""
    return (
        sa.select(ACCOUNTS.c.name, NOTES.c.text, NOTES.c.made)
        .join(ACCOUNTS, ACCOUNTS.c.person == NOTES.c.about)
        .where(NOTES.c.author == author)
    )


routes = Routes()

_NAME = {"type": "string", "maxLength": LONGEST_NAME}


@routes.get("/api/notes", LEAVING, query={"name": _NAME})
async def show_note(
    notes: NoteStore, accounts: AccountStore, person: PersonId, request: Asked
) -> NoteInfo:
    """Return your note about the player with a name (`?name=`)."""
    account = await accounts.visible(request.query_params.get("name", ""))
    return NoteInfo(account.name, await notes.of(person, account.person))


@routes.post("/api/notes", BROWSER, status=HTTP_200_OK)
async def keep_note(
    notes: NoteStore, accounts: AccountStore, state: AppState, person: PersonId, body: KeepNote
) -> NoteInfo:
    """Keep, replace or remove your note about a player."""
    account = await accounts.visible(body.name)
    text = body.text.strip()
    await notes.keep(person, account.person, text, state.deps.clock.time_of_day())
    return NoteInfo(account.name, text)


async def _forget_old(store: Store, _clock: Clock, _since: float | None) -> None:
    await store.section(NoteStore).forget()


feature = Feature(
    routes=routes,
    forget_old=_forget_old,
    exports={"notes": _exported},
    statuses={"note/too-many": 409},
)
