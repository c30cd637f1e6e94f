"""Games that count toward ratings, in their stored form."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from spadille.table.finished import Outline

PAIRS = ((0, 2), (1, 3))


def outline(winner: int | None = 0, people: Sequence[str] = "ab", **fields: Any) -> Outline:
    """Return a game between two sides with these people in their seats and bots in the others."""
    count = sum(map(len, fields.get("sides", PAIRS)))
    seats = {
        "titles": {"en": "Standard", "de": "Standard"},
        "names": tuple("NESWFX"[:count]),
        "sides": PAIRS,
        "side_names": (),
        "rounds": 4,
        "events": 99,
        "scores": (300, 520),
        "over": True,
        "winner": winner,
        "people": (*people, *("",) * (count - len(people))),
        "levels": (None,) * len(people) + ("expert",) * (count - len(people)),
    }
    return Outline(**{**seats, **fields})


def person_named(database: Path, name: str) -> str:
    """Return the person who has registered that name at a running server."""
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT person FROM accounts WHERE name = ?", [name])
        person: str = found.fetchone()[0]
        return person


def keep_games(database: Path, games: Iterable[Outline], begin: datetime) -> None:
    """Have a running server find games that ended one hour apart."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for hour, game in enumerate(games):
            ended = (begin + timedelta(hours=hour)).astimezone(UTC).strftime("%F %T.%f")
            summary = msgspec.json.encode(game).decode()
            id = f"rated{begin:%y%m%d}{hour:04}"
            connection.execute(
                "INSERT INTO games (id, record, summary, opened, rated, made, used)"
                " VALUES (?, '', ?, 0, 0, ?, ?)",
                [id, summary, ended, ended],
            )
