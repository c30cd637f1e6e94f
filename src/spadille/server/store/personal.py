"""What is kept of one person, wherever it is: to be told as a whole, and to be forgotten.

The games of others stay as they were played; only the name goes out of them.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...game import BySeat, SpadesError
from ...notation import format_record, parse_record
from ..finished.games import Outline
from ..ids import game_id
from ..logs import log_failure
from ..table.events import PersonId
from ..table.forgotten import SOMEBODY
from .friends import is_of, other_of
from .games import outline_in, remove
from .register import Summary, summary_in
from .reviews import without_names_in
from .schema import (
    ACCOUNTS,
    ATTEMPTS,
    EVENING_EVENTS,
    EVENINGS,
    EVENTS,
    FRIENDS,
    GAMES,
    MEASURES,
    PLACES,
    PLAYED,
    PLAYERS,
    RATED_GAMES,
    RATINGS,
    REPORTS,
    REVIEW_PARTS,
    REVIEWS,
    SESSIONS,
    TABLES,
    TOKENS,
    seconds,
)
from .section import Section, read_as
from .unusable import is_out_of_reach

log = logging.getLogger(__name__)

TABLES_AT_ONCE = 500
"""That are looked through, so that others get at the database in between."""

GAMES_AT_ONCE = 20

_NAMING = ("sat", "reserved")
"""The events that tell a name."""

_WHO = sa.bindparam("who", type_=sa.String)

_KEPT = {
    "account": sa.select(ACCOUNTS.c.name, ACCOUNTS.c.made).where(ACCOUNTS.c.person == _WHO),
    "friends": sa.select(
        ACCOUNTS.c.name, FRIENDS.c.status, (FRIENDS.c.asker == _WHO).label("own"), FRIENDS.c.made
    )
    .join(ACCOUNTS, ACCOUNTS.c.person == other_of(_WHO))
    .where(is_of(_WHO)),
    "browsers": sa.select(SESSIONS.c.made, SESSIONS.c.seen).where(SESSIONS.c.person == _WHO),
    "programs": sa.select(TOKENS.c.name, TOKENS.c.scopes, TOKENS.c.made, TOKENS.c.used).where(
        TOKENS.c.owner == _WHO
    ),
    "reports": sa.select(REPORTS.c.name, REPORTS.c.said, REPORTS.c.made).where(
        REPORTS.c.reporter == _WHO
    ),
    "tables": sa.select(TABLES.c.id, TABLES.c.made, TABLES.c.used, TABLES.c.summary)
    .join(PLACES, PLACES.c.table_id == TABLES.c.id)
    .where(PLACES.c.person == _WHO),
    "ratings": sa.select(RATINGS).where(RATINGS.c.who == _WHO),
    "rated_games": sa.select(RATED_GAMES).where(RATED_GAMES.c.who == _WHO),
    "evenings": sa.select(EVENING_EVENTS.c.evening_id, EVENING_EVENTS.c.body).where(
        EVENING_EVENTS.c.person == _WHO
    ),
    "hosted_evenings": sa.select(EVENINGS.c.id, EVENINGS.c.made, EVENINGS.c.used).where(
        EVENINGS.c.host == _WHO
    ),
    "attempts_at_challenges": sa.select(
        ATTEMPTS.c.challenge_id, ATTEMPTS.c.number, ATTEMPTS.c.table_id, ATTEMPTS.c.made
    ).where(ATTEMPTS.c.person == _WHO),
    "deals_of_challenges": sa.select(PLAYED.c.body).where(PLAYED.c.person == _WHO),
    "reviews": sa.select(REVIEWS.c.game_id, REVIEWS.c.status, REVIEWS.c.asked).where(
        REVIEWS.c.person == _WHO
    ),
    "measures": sa.select(MEASURES.c.kind, MEASURES.c.until, MEASURES.c.made).where(
        (MEASURES.c.subject == _WHO) & MEASURES.c.kind.in_(("mute", "ban"))
    ),
}
"""What somebody is told that is kept of them, besides their games."""


class Personal(Section):
    """Finds, tells and forgets what is kept of somebody."""

    async def tables_of(self, people: AbstractSet[PersonId]) -> list[str]:
        """All tables at which any of them ever sat down, as far as these can be read."""
        seats = sa.select(PLACES.c.table_id).where(PLACES.c.person.in_(people))
        found = set(await self._values(seats))
        last = ""
        while True:
            upper = sa.select(TABLES.c.id).where(TABLES.c.id > last).order_by(TABLES.c.id)
            ids = await self._values(upper.limit(TABLES_AT_ONCE))
            if not ids:
                return sorted(found)
            found.update(await self._naming(people, ids))
            last = ids[-1]

    async def _naming(self, people: AbstractSet[PersonId], tables: Sequence[str]) -> list[str]:
        """Those of these tables, which follow each other, that tell of any of them.

        Where events cannot be read, those of other tables still are.
        """
        here = EVENTS.c.table_id.between(tables[0], tables[-1])
        naming = sa.select(EVENTS.c.table_id).where(here, _names(people)).distinct()
        try:
            return await self._values(naming)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            if len(tables) == 1:
                log_failure(log, f"it cannot be read who sat at table {tables[0]}", error)
                return []
        half = len(tables) // 2
        return [
            *await self._naming(people, tables[:half]),
            *await self._naming(people, tables[half:]),
        ]

    async def forget_at(self, table: str, people: AbstractSet[PersonId]) -> None:
        """Takes their names out of a table and its games, as far as these can be read.

        Nobody may have the table in memory meanwhile.
        """
        here = EVENTS.c.table_id == table
        naming: sa.ColumnElement[bool] = here & _names(people)
        naming &= sa.or_(*map(_begins_with, _NAMING))
        try:
            named = await self._values(sa.select(EVENTS.c.body).where(naming))
            games = await self._count(here & _begins_with("started"))
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"table {table} tells of somebody what cannot be read", error)
            named, games, naming = [], 0, sa.false()
        noted = await self._first(sa.select(TABLES.c.summary).where(TABLES.c.id == table))
        summary = None if noted is None else _without_names_in_summary(noted.summary, people)
        async with self._writing() as connection:
            own = TABLES.update().where(TABLES.c.id == table)
            await connection.execute(own.values(summary=summary))
            await _retell(connection, EVENTS, naming, {"name": SOMEBODY})
        names = {told["name"] for told in map(_read, named) if "name" in told}
        for number in range(1, games + 1):
            await self._forget_in_game(game_id(table, number), people, names)

    async def forget(self, people: AbstractSet[PersonId]) -> None:
        """Forgets all that is kept of them besides tables: of somebody and their programs.

        Games that nobody else has played go, too. What the host has decided stays: nobody lifts
        their own ban.
        """
        for game in await self._games_of(people):
            await self._forget_in_game(game, people, ())
        async with self._writing() as connection:
            of_person = (ACCOUNTS, SESSIONS, PLACES, PLAYERS, REPORTS)
            rated = (RATINGS.c.who, RATED_GAMES.c.who)
            tied = (TOKENS.c.owner, REPORTS.c.reporter, FRIENDS.c.asker, FRIENDS.c.asked)
            columns = (*(table.c.person for table in of_person), *tied, *rated)
            for column in columns:
                await connection.execute(sa.delete(column.table).where(column.in_(people)))
            asked = REVIEWS.update().where(REVIEWS.c.person.in_(people))
            await connection.execute(asked.values(person=""))
            entered = EVENING_EVENTS.c.person.in_(people)
            await _retell(connection, EVENING_EVENTS, entered, {"name": SOMEBODY})
            for person in people:
                await _forget_challenger(connection, person)
                await _forget_host(connection, person)

    async def data_of(self, person: PersonId) -> AsyncIterator[bytes]:
        """Everything as JSON, a piece after the other."""
        async with self._engine.connect() as connection:
            kept = {
                what: await _rows(connection, wanted.params(who=person))
                for what, wanted in _KEPT.items()
            }
        for row in kept["tables"]:
            row["summary"] = _seen_by(person, row["summary"])
        yield msgspec.json.encode(kept)[:-1] + b',"games":['
        games = await self._games_of({person})
        for at in range(0, len(games), GAMES_AT_ONCE):
            some = sa.select(
                GAMES.c.id, GAMES.c.made, GAMES.c.opened, GAMES.c.summary, GAMES.c.record
            ).where(GAMES.c.id.in_(games[at : at + GAMES_AT_ONCE]))
            async with self._engine.connect() as connection:
                rows = await _rows(connection, some)
            for row in rows:
                row["summary"] = _outline_seen_by(person, row["summary"])
            yield (b"," if at else b"") + msgspec.json.encode(rows)[1:-1]
        yield b"]}"

    async def _games_of(self, people: AbstractSet[PersonId]) -> list[str]:
        wanted = sa.select(PLAYERS.c.game_id).where(PLAYERS.c.person.in_(people))
        return await self._values(wanted.distinct())

    async def _forget_in_game(
        self, id: str, people: AbstractSet[PersonId], names: Iterable[str]
    ) -> None:
        """Takes their names out of a game, as it is by then.

        It goes where nobody else has played it, or nobody can go through it any more.
        """
        while (row := await self._first(sa.select(GAMES).where(GAMES.c.id == id))) is not None:
            outline = outline_in(row.summary)
            told = None
            if outline is not None and set(outline.people) - people - {""}:
                await self._forget_in_review(id, _names_in(outline, people))
                told = await asyncio.to_thread(
                    _without_names, outline, row.record, people, frozenset(names)
                )
            if told is None:
                async with self._writing() as connection:
                    await remove(connection, [id])
                return
            changed, record = told
            summary = msgspec.json.encode(changed).decode()
            same = (GAMES.c.summary == row.summary) & (GAMES.c.record == row.record)
            own = GAMES.update().where(GAMES.c.id == id, same)
            if (await self._write(own.values(summary=summary, record=record))).rowcount:
                return

    async def _forget_in_review(self, id: str, names: AbstractSet[str]) -> None:
        """Takes names out of the review of a game, if it has one and they stand there."""
        own = REVIEW_PARTS.c.game_id == id
        for row in await self._all(sa.select(REVIEW_PARTS).where(own)) if names else ():
            body = await asyncio.to_thread(without_names_in, row.body, names)
            if body != row.body:
                this = own & (REVIEW_PARTS.c.first == row.first)
                await self._write(REVIEW_PARTS.update().where(this).values(body=body))


def _names(people: AbstractSet[PersonId]) -> sa.ColumnElement[bool]:
    """The events that tell of any of them."""
    return sa.or_(
        *(EVENTS.c.body.contains(f'"person":"{person}"', autoescape=True) for person in people)
    )


def _begins_with(kind: str) -> sa.ColumnElement[bool]:
    """The events of a kind, which they tell first."""
    return EVENTS.c.body.startswith(f'{{"type":"{kind}"')


def _without_names(
    outline: Outline, text: str, people: AbstractSet[PersonId], names: frozenset[str]
) -> tuple[Outline, str] | None:
    """A game without their names, which were among those or stand at their seats.

    None where its record cannot be read.
    """
    gone = names | _names_in(outline, people)
    told = tuple(
        SOMEBODY if who in people else name
        for name, who in zip(outline.names, outline.people, strict=True)
    )
    try:
        record = parse_record(text)
    except SpadesError:
        return None
    players = tuple(
        # Somebody else may bear the same name, and keeps it.
        SOMEBODY
        if name in gone and not (outline.people[seat] not in {"", *people} and told[seat] == name)
        else name
        for seat, name in enumerate(record.players)
    )
    record = structs.replace(record, players=players)
    return structs.replace(outline, names=told), format_record(record, standings=False)


def _names_in(outline: Outline, people: AbstractSet[PersonId]) -> set[str]:
    """What these people are called in a game."""
    seats = zip(outline.names, outline.people, strict=True)
    return {name for name, who in seats if who in people}


def _without_names_in_summary(text: str | None, people: AbstractSet[PersonId]) -> str | None:
    known = summary_in(text)
    if known is None:
        return None
    seats = zip(known.names, known.people, strict=True)
    names = tuple(SOMEBODY if who in people else name for name, who in seats)
    return msgspec.json.encode(structs.replace(known, names=names)).decode()


def _seen_by(person: PersonId, told: msgspec.Raw | None) -> Summary | None:
    """What is noted of a table without the cards of a round that goes on, which others play."""
    known = summary_in(told)
    if known is None:
        return None
    return structs.replace(known, dealt=(), people=_only(person, known.people))


def _outline_seen_by(person: PersonId, told: msgspec.Raw) -> Outline | None:
    """What is told of a game to somebody who sat there, or has opened its record."""
    known = outline_in(told)
    if known is None:
        return None
    left = tuple(one for one in known.left if one == person)
    return structs.replace(known, people=_only(person, known.people), left=left)


def _only(person: PersonId, people: BySeat[PersonId]) -> BySeat[PersonId]:
    """Who sits where, by ids that are told to nobody but whose they are."""
    return tuple(one if one == person else "" for one in people)


def _read(body: str) -> dict[str, Any]:
    """What stands in a body; nothing where it makes no sense."""
    return read_as(body, dict) or {}


async def _retell(
    connection: AsyncConnection,
    table: sa.Table,
    which: sa.ColumnElement[bool],
    told: dict[str, str],
    **columns: str,
) -> None:
    """Has rows tell that in their bodies, which are JSON, and in these columns.

    A body that cannot be read tells nothing else from then on.
    """
    rows = await connection.execute(sa.select(table).where(which))
    for row in rows.mappings().all():
        body = msgspec.json.encode({**_read(row["body"]), **told}).decode()
        own = sa.and_(*(column == row[column] for column in table.primary_key))
        await connection.execute(table.update().where(own).values(body=body, **columns))


async def _forget_challenger(connection: AsyncConnection, person: PersonId) -> None:
    """Has nobody in particular have tried challenges, whose results count as before."""
    nobody = secrets.token_hex(16)
    own = ATTEMPTS.update().where(ATTEMPTS.c.person == person)
    await connection.execute(own.values(person=nobody, table_id=""))
    told = {"name": SOMEBODY, "person": nobody}
    await _retell(connection, PLAYED, PLAYED.c.person == person, {**told, "table": ""}, **told)


async def _forget_host(connection: AsyncConnection, person: PersonId) -> None:
    """Has evenings have no host."""
    own = EVENINGS.update().where(EVENINGS.c.host == person).values(host="")
    ids = (await connection.execute(own.returning(EVENINGS.c.id))).scalars().all()
    first = EVENING_EVENTS.c.evening_id.in_(ids) & (EVENING_EVENTS.c.version == 1)
    await _retell(connection, EVENING_EVENTS, first, {"host": ""})


async def _rows(
    connection: AsyncConnection, wanted: sa.Select[*tuple[Any, ...]]
) -> list[dict[str, Any]]:
    """Rows as they are told: times as seconds since 1970, what is stored as JSON as such."""
    found = (await connection.execute(wanted)).mappings().all()
    return [{name: _told(name, value) for name, value in row.items()} for row in found]


def _told(name: str, value: Any) -> Any:
    if name in {"made", "seen", "used", "ended", "asked"}:
        return seconds(value)
    if name == "until":  # None where it has no end
        return None if value is None else seconds(value)
    if name in {"summary", "body"} and value is not None:
        return msgspec.Raw(value.encode())
    return value
