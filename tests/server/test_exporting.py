"""A person's data: every column that refers to them is exported and erased."""

import json
import re
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.features.contests.store import TOURNAMENTS
from spadille.server.features.personal_data import PersonalData, forget, told_columns
from spadille.server.store.schema import (
    ACCOUNTS,
    EVENTS,
    EXPORT,
    GAMES,
    LEAVING,
    METADATA,
    PLAYERS,
    SECRET,
    TABLES,
    Moment,
    person_columns,
)
from spadille.server.store.store import Store
from spadille.table.model import Table
from support.house import House, house
from support.kept_person import NAMES, TABLE, among_people, keep_everything, kept, over
from support.tabletop import ANN, BEN, CYD

IDS = {
    "tables.id", "events.table_id", "places.table_id", "games.id", "players.game_id",
    "reviews.game_id", "review_parts.game_id", "challenges.id", "attempts.challenge_id",
    "attempts.table_id", "played.challenge_id", "evenings.id", "evening_events.evening_id",
    "reports.table_id",
}  # fmt: skip
"""Columns that are as long as a person's id, but refer to something else."""

WHO = "0123456789abcdef0123456789abcdef"

PARENTS = {"tables": "k3v7", "games": "k3v6", "evenings": "k3v4"}

BEGAN = datetime(2020, 1, 1, tzinfo=UTC)


async def exported(store: Store, person: str) -> dict[str, Any]:
    pieces = [piece async for piece in store.section(PersonalData).data_of(person, EXPORTS)]
    found: dict[str, Any] = json.loads(b"".join(pieces))
    return found


def test_schema_marks_every_column_that_refers_to_a_person() -> None:
    """A new column must either be marked with `_person` or named above."""
    marked = {str(column) for column in person_columns()}
    alike = {
        str(column)
        for table in METADATA.sorted_tables
        for column in table.c
        if isinstance(column.type, sa.String) and column.type.length == 32
    }
    assert alike == marked | IDS
    assert not marked & IDS


class Marks:
    """Rows with a different value in each column."""

    def __init__(self, who: str = WHO) -> None:
        self.who = who
        self.count = 0

    def row(self, of: sa.Column[str]) -> dict[str, Any]:
        return {column.name: self._value(column, of) for column in of.table.c}

    def _value(self, column: sa.Column[Any], of: sa.Column[str]) -> Any:
        self.count += 1
        if column is of:
            return self.who
        if LEAVING in column.info:
            return f"other{self.count:03}"
        if column.foreign_keys:
            (key,) = column.foreign_keys
            return PARENTS[key.column.table.name]
        if isinstance(column.type, Moment):
            return BEGAN + timedelta(days=self.count)
        if isinstance(column.type, sa.Boolean):
            return True
        if isinstance(column.type, sa.Integer | sa.Float):
            return 1000 + self.count
        text = f"m{self.count:05}"
        return json.dumps({"name": text}) if column.name in {"body", "luck", "summary"} else text


def as_exported(column: sa.Column[Any], value: Any) -> Any:
    if isinstance(column.type, Moment):
        return value.timestamp()
    return json.loads(value) if column.name in {"body", "luck", "summary"} else value


async def insert(store: Store, table: sa.Table, row: dict[str, Any]) -> None:
    async with store.writing() as connection:
        await connection.execute(table.insert(), row)


async def parents(store: Store) -> None:
    """Insert the rows that other rows refer to."""
    await insert(store, TABLES, {"id": PARENTS["tables"], "made": BEGAN, "used": BEGAN})
    game = {"record": "", "summary": "", "opened": True, "rated": True, "made": BEGAN}
    await insert(store, GAMES, {"id": PARENTS["games"], "used": BEGAN, **game})
    evening = {"host": "", "status": "over", "made": BEGAN, "used": BEGAN}
    await insert(store, TOURNAMENTS, {"id": PARENTS["evenings"], **evening})


Stored = dict[str, set[str]]
"""The values in each column of a database."""


async def stored(store: Store) -> Stored:
    found: Stored = {}
    async with store.reading() as connection:
        for table in METADATA.sorted_tables:
            rows = (await connection.execute(sa.select(table))).all()
            for column, *values in zip(table.c, *rows, strict=True):
                found[str(column)] = {as_text(one) for one in values if one is not None}
    return found


def as_text(value: object) -> str:
    return zlib.decompress(value).decode() if isinstance(value, bytes) else str(value)


def mentioning(found: Stored, text: str) -> set[str]:
    """Return the columns with values that contain a text."""
    return {column for column, values in found.items() if any(text in one for one in values)}


MARK = re.compile(r"\bm\d{5}\b")

NAMING = {"name", "body"}
"""The columns that contain a person's name in a row about them."""


@pytest.mark.parametrize("column", person_columns(), ids=str)
async def test_export_and_deletion_follow_every_column_that_refers_to_a_person(
    column: sa.Column[str], here: House
) -> None:
    await parents(here.store)
    row = Marks().row(column)
    if column.table is TOURNAMENTS:
        row["id"] = "k3v2"
    if column.name == "subject":
        row["kind"] = "ban"
    await insert(here.store, column.table, row)
    others = [row[one.name] for one in column.table.c if LEAVING in one.info]
    others.remove(WHO)
    if column.table.name in EXPORTS:
        account = {"person": others[0], "key": "b", "name": "Ben", "digest": "d"}
        await insert(here.store, ACCOUNTS, {**account, "made": BEGAN})
    before = await exported(here.store, WHO)
    key = column.info[EXPORT] or column.table.name
    (found,) = before[key] if column.info[EXPORT] != "" else ({},)
    for one in column.table.c if found else ():
        value = row[one.name]
        if LEAVING in one.info:
            assert one.name not in found
        elif SECRET in one.info:
            assert value not in json.dumps(before)
        else:
            assert found[one.name] == as_exported(one, value), one
    assert not [one for one in others if one in json.dumps(before)]
    await forget(here.registry, here.store, {WHO}, FORGET_PEOPLE)
    after = await stored(here.store)
    left = {str(column)} if column.info[LEAVING] == "keep" else set()
    assert mentioning(after, WHO) == left
    for one in column.table.c:
        if one.name in NAMING or column.info[LEAVING] == "remove":
            for mark in MARK.findall(str(row[one.name])):
                assert not mentioning(after, mark)


NUMBERS = {"evening_events.body", "events.body", "games.summary"}
"""The columns that keep the number of a forgotten person, without a name, to replay games."""


async def test_only_declared_columns_refer_to_a_person_and_none_keeps_the_name(here: House) -> None:
    await keep_everything(here.store)
    empty = await stored(here.store)
    for column in person_columns():
        if not empty[str(column)]:
            await insert(here.store, column.table, Marks(ANN.person).row(column))
    before = await stored(here.store)
    declared = {str(column) for column in person_columns()}
    assert {column for column, values in before.items() if ANN.person in values} <= declared
    in_text = mentioning(before, ANN.person) - declared
    assert in_text == NUMBERS | {"played.body", "tables.summary"}
    assert len(mentioning(before, NAMES[ANN])) > 5
    await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
    after = await stored(here.store)
    kept_ids = {str(column) for column in person_columns("keep")}
    assert mentioning(after, ANN.person) == kept_ids | NUMBERS
    for name in (NAMES[ANN], NAMES[ANN].casefold(), "Robby"):
        assert not mentioning(after, name)


async def test_export_has_every_column_of_tables_events_and_games(here: House) -> None:
    table = await kept(here, among_people(over))
    own = await exported(here.store, BEN.person)
    (sat,), (game,) = own["tables"], own["games"]
    assert set(sat) == {column.name for column in told_columns(TABLES)} | {"events"}
    assert set(game) == {column.name for column in told_columns(GAMES)}
    assert [row["game_id"] for row in own[PLAYERS.name]] == [game["id"]]
    columns = {column.name for column in EVENTS.c} - {"table_id"}
    assert all(set(event) == columns for event in sat["events"])
    assert table.id == TABLE


def mid_round(table: Table) -> bool:
    round = None if table.game is None else table.game.round
    return round is not None and 0 < sum(map(len, round.hands)) <= 30


CARD = re.compile(r'"([CDHS][2-9TJQKA])"')


async def test_export_has_own_actions_of_a_running_game_and_no_card_of_others(here: House) -> None:
    table = await kept(here, among_people(mid_round))
    assert table.game is not None
    for asker in (ANN, BEN, CYD):
        own = await exported(here.store, asker.person)
        (sat,) = own["tables"]
        bodies = [event["body"] for event in sat["events"]]
        assert all(body["type"] != "happened" for body in bodies)
        assert all("seed" not in body for body in bodies)
        persons = {body["person"] for body in bodies if "person" in body}
        assert persons == {asker.person}
        assert NAMES[asker] in {body.get("name") for body in bodies}
        acted = [body for body in bodies if body["type"] == "acted"]
        assert acted
        seats = {body["seat"] for body in acted}
        assert len(seats) == 1
        (seat,) = seats
        round = table.game.round
        assert round is not None
        told = set(CARD.findall(json.dumps(own)))
        for other, hand in enumerate(round.hands):
            assert other == seat or not told & {str(card) for card in hand}
        assert told or asker is CYD  # Cyd left before the first card


async def test_export_tells_own_reports_but_not_their_authors(here: House) -> None:
    await keep_everything(here.store)
    own = await exported(here.store, ANN.person)
    (about,), (made,) = own["reports_about_you"], own["reports"]
    assert about["said"] == made["said"] == "said"
    assert BEN.person not in json.dumps(own)


async def test_export_of_a_damaged_table_has_its_readable_data(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as here:
        await kept(here, among_people(mid_round))
        await kept(here, among_people(mid_round), "k3v8")
        async with here.store.writing() as connection:
            late = (EVENTS.c.table_id == TABLE) & (EVENTS.c.version == 15)
            await connection.execute(EVENTS.update().where(late).values(body='{"card":"SA'))
        own = await exported(here.store, BEN.person)
        damaged, whole = own["tables"]
        assert 0 < len(damaged["events"]) < len(whole["events"])
    assert f"events of table {TABLE}" in caplog.text
    assert '"SA' not in caplog.text
