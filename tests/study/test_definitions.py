"""Every number that the pages show about a game is defined in `docs/study.md`."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.inspect import (
    DictType,
    FloatType,
    IntType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from spadille.bots import Candidate, Chances
from spadille.server.features.games.library import Judged
from spadille.study import LIMITS, MARKS, Figures, Losses, Luck, Summary
from spadille.table.games import CountedGame

PAGE = Path(__file__).parents[2].joinpath("docs", "study.md").read_text(encoding="utf-8")

NO_MEASURE = {"event", "round", "trick", "seat", "worst", "made", "action", "best"}
"""Positions, times and actions, which contain numbers."""

TOLD: dict[type, dict[str, str]] = {
    Candidate: {"value": "points", "error": "±", "doubt": "±"},
    Chances: {
        "contracts": "contract, theirs",
        "nils": "North's nil",
        "bags": "bags",
        "win": "win %",
    },
    Judged: {
        "values": "loss",
        "loss": "loss",
        "win_best": "win",
        "win_taken": "win",
        "seen_loss": "seen_loss",
    },
    Summary: {"decisions": "mark", "marks": "mark", "lost": "loss", "accuracy": "accuracy"},
    Losses: {"decisions": "accuracy", "cost": "accuracy"},
    Luck: {"usual": "luck"},
    Figures: {
        "rounds": "bags, points",
        "tricky": "tricks bid, won",
        "bid": "tricks bid, won",
        "won": "tricks bid, won",
        "contracts": "contracts set",
        "sets": "contracts set",
        "bags": "bags, points",
        "nils": "nils made",
        "nils_made": "nils made",
        "blind_nils": "nils made",
        "blind_nils_made": "nils made",
        "points": "bags, points",
        "theirs": "bags, points",
    },
    CountedGame: {},
}
"""The numeric fields of each message, and the row of the page that defines each one."""


def numbers_in(told: Type) -> bool:
    match told:
        case IntType() | FloatType():
            return True
        case UnionType(types=types):
            return any(map(numbers_in, types))
        case TupleType(item_types=types):
            return any(map(numbers_in, types))
        case VarTupleType(item_type=item) | DictType(value_type=item):
            return numbers_in(item)
        case msgspec.inspect.CollectionType(item_type=item):
            return numbers_in(item)
        case _:
            return False


def measures(message: type) -> Iterator[str]:
    told = type_info(message)
    assert isinstance(told, StructType)
    for field in told.fields:
        if field.name not in NO_MEASURE and numbers_in(field.type):
            yield field.name


@pytest.mark.parametrize("message", TOLD, ids=lambda message: message.__name__)
def test_every_measure_has_row_in_definitions(message: type) -> None:
    assert set(measures(message)) == set(TOLD[message])
    rows = set(re.findall(r"^\| ([^|]+?) \|", PAGE, re.MULTILINE))
    assert set(TOLD[message].values()) <= rows


def test_mark_limits_match_page() -> None:
    rows = dict(re.findall(r"^\| (best|fine|slip|error|blunder) \| (.+) \|$", PAGE, re.MULTILINE))
    assert tuple(rows) == MARKS
    limits = zip(LIMITS["points"], LIMITS["percent"], strict=True)
    *below, last = ((f"{points:g}", f"{percent:g}") for points, percent in limits)
    told = [f"below {points} | below {percent}" for points, percent in (*below, last)]
    assert [*rows.values()] == [*told, f"{last[0]} and more | {last[1]} and more"]
