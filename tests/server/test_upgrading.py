"""A database of any earlier schema, with rows in every table, is upgraded with its rows intact."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.features.personal_data import PersonalData
from spadille.server.store import migrations
from spadille.server.store.database import engine_of, file_of, url_of
from spadille.server.store.schema import METADATA, PLACES, person_columns
from spadille.server.store.store import Store
from support.kept_person import TABLE, among_people, over
from support.postgresql import Cluster
from support.tabletop import ANN, BEN, CYD

STEPS = migrations.steps()

REVISIONS = sorted(step.revision for step in STEPS.walk_revisions())

BEGAN = datetime(2020, 1, 1, 12, tzinfo=UTC)

JSON = {"body", "luck", "summary"}

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def empty_database(database: str, request: pytest.FixtureRequest) -> str:
    """Return a database of each kind without any table."""
    if database.startswith("postgresql"):
        cluster: Cluster = request.getfixturevalue("postgresql")
        name = request.getfixturevalue("own_name")
        cluster.tell("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
    else:
        Path(database).unlink(missing_ok=True)
    return database


ABOUT_PEOPLE = {str(column) for column in person_columns()}


def sample(column: sa.Column[Any], number: int, person: str) -> Any:
    """Return the value of a column in the row with that number, which is about a person."""
    if str(column) in ABOUT_PEOPLE:
        return person
    for key in column.foreign_keys:
        return sample(key.column, number, person)
    match column.type:
        case sa.DateTime():
            return BEGAN + timedelta(days=number)
        case sa.Date():
            return date(2020, 1, 1) + timedelta(days=number)
        case sa.Boolean():
            return True
        case sa.Integer():
            return number
        case sa.Float():
            return number + 0.5
        case sa.LargeBinary():
            return b"%d" % number
    if column.name in JSON:
        return json.dumps({"name": f"{column}{number}"})
    return f"{column.name}{number}"[:16]


def populate(connection: sa.Connection) -> None:
    """Fill every table of whatever schema the database has; one table has a finished game."""
    schema = sa.MetaData()
    schema.reflect(connection)
    for table in schema.sorted_tables:
        if table.name in {"alembic_version", "events"}:
            continue
        rows = [
            {column.name: sample(column, number, person) for column in table.c}
            for number, person in enumerate((ANN.person, BEN.person), start=1)
        ]
        if table.name == "tables":
            rows.append({**rows[0], "id": TABLE})
        connection.execute(table.insert(), rows)
    events = [
        {"table_id": TABLE, "version": number, "body": msgspec.json.encode(event).decode()}
        for number, event in enumerate(among_people(over), start=1)
    ]
    connection.execute(
        schema.tables["events"].insert(), [{**event, "stored": BEGAN} for event in events]
    )


def content(connection: sa.Connection, columns: dict[str, list[str]] | None = None) -> Rows:
    """Return the rows of all tables, as far as the columns were there before."""
    schema = sa.MetaData()
    schema.reflect(connection)
    rows = {}
    for table in schema.sorted_tables:
        if table.name == "alembic_version" or (columns and table.name not in columns):
            continue
        wanted = [table.c[name] for name in columns[table.name]] if columns else list(table.c)
        found = connection.execute(sa.select(*wanted).order_by(*table.primary_key))
        rows[table.name] = [dict(row) for row in found.mappings()]
    return rows


@pytest.mark.parametrize("revision", REVISIONS)
async def test_populated_database_of_each_revision_is_upgraded_and_opened(
    empty_database: str, revision: str
) -> None:
    url = url_of(empty_database)
    engine = engine_of(url)
    async with engine.begin() as connection:
        await connection.run_sync(migrations.upgrade, revision)
        await connection.run_sync(populate)
        before = await connection.run_sync(content)
    await engine.dispose()
    assert all(before.values())
    store = await Store.open(empty_database)
    columns = {name: list(rows[0]) for name, rows in before.items()}
    async with store.reading() as connection:
        after = await connection.run_sync(content, columns)
        different = await connection.run_sync(
            lambda it: compare_metadata(MigrationContext.configure(it), METADATA)
        )
    assert after == before
    assert different == []
    table = await store.load(TABLE)
    assert table is not None
    assert table.status == "over"
    if revision < "0002":  # seats are derived from events
        wanted = sa.select(PLACES.c.person).where(PLACES.c.table_id == TABLE)
        assert {ANN.person, BEN.person, CYD.person} <= set(await store.scalars(wanted))
    await people_can_be_exported_and_forgotten(store, set(before))
    await store.close()
    file = file_of(url)
    if file is not None:
        copy = file.with_name(f"{file.name}.before-{REVISIONS[-1]}")
        assert copy.exists() == (revision != REVISIONS[-1])


async def people_can_be_exported_and_forgotten(store: Store, tables: set[str]) -> None:
    personal = store.section(PersonalData)
    data = json.loads(b"".join([part async for part in personal.data_of(ANN.person, EXPORTS)]))
    assert TABLE in {table["id"] for table in data["tables"]}
    about = {str(column.table.name): column.info["export"] for column in person_columns()}
    for name in tables & about.keys() - {"friends", "ratings", "rated_games"}:
        assert data[about[name] or name], name
    await personal.forget_at(TABLE, {ANN.person})
    await personal.forget({ANN.person}, FORGET_PEOPLE)
    for column in person_columns("remove"):
        assert await store.count_rows(column == ANN.person) == 0


def test_every_revision_follows_the_one_before() -> None:
    assert [f"{number:04}" for number in range(1, len(REVISIONS) + 1)] == REVISIONS
    assert STEPS.get_current_head() == REVISIONS[-1]
