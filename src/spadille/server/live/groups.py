"""Tables that are made together, for more people than fit at one table (N19)."""

from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec import Meta

from ...bots import Level
from ..errors import RefusedError
from ..table.commands import made_of
from ..table.events import PersonId, TableCreated
from ..table.model import Table
from ..table.requests import BodyByToken
from ..table.rule_choice import (
    MOST_AT_A_TABLE,
    MOST_PEOPLE,
    USUAL_PRESETS,
    RuleChoice,
    chosen_rules,
    splits,
)


class NewGroup(BodyByToken, frozen=True):
    """Tables to make together, for more people than one table holds.

    `sizes` is a way to divide the people, by default the best one. `rules` are for tables of the
    size that they need; tables of other sizes use the usual rules.
    """

    people: int
    sizes: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    rules: Annotated[tuple[RuleChoice, ...], Meta(max_length=10)] = ()
    level: Level = "intermediate"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None


def check_people(people: int, least: int) -> None:
    """Raise RefusedError for fewer people to divide than `least`, or too many."""
    if not least <= people <= MOST_PEOPLE:
        raise RefusedError(
            "split/people", "choose {least} to {most} people", least=least, most=MOST_PEOPLE
        )


def make_group(new: NewGroup, new_id: Callable[[], str]) -> dict[str, TableCreated]:
    """Return the settings for each table in a new group, by table id.

    Raise SpadesError if the people cannot be divided that way, or the rules do not exist.
    """
    sizes = sizes_of(new)
    choices = _rules_by_size(new.rules, sizes)
    ids = tuple(new_id() for _ in sizes)
    return {
        id: made_of(
            choices.get(size, RuleChoice(USUAL_PRESETS[size])),
            new.level,
            new.turn_seconds,
            invite=True,
            group=ids,
        )
        for id, size in zip(ids, sizes, strict=True)
    }


def place_of(person: PersonId, tables: Iterable[Table]) -> Table | None:
    """Return the table where a person has a seat in a game that is not over, if any.

    A person who has seen cards from a match belongs to that table permanently.
    """
    for table in tables:
        if table.made.format == "teams" and (table.has(person) or table.has_left(person)):
            return table
        if table.status != "over" and table.has(person):
            return table
    return None


def check_place(person: PersonId, tables: Iterable[Table], wanted: str) -> None:
    """Raise RefusedError if a person who wants a seat at a table has one at another table."""
    place = place_of(person, tables)
    if place is None or place.id == wanted:
        return
    if place.made.format == "teams" and place.status != "waiting":
        raise RefusedError(
            "seat/elsewhere", "players of one table of a match cannot play at the other"
        )
    raise RefusedError(
        "seat/elsewhere", "you have a seat at another table of this group; leave it first"
    )


def sizes_of(new: NewGroup) -> tuple[int, ...]:
    """Return the sizes of the tables in a new group; raise RefusedError if they do not add up."""
    check_people(new.people, MOST_AT_A_TABLE + 1)
    ways = splits(new.people)
    sizes = tuple(sorted(new.sizes, reverse=True)) or ways[0]
    if sizes not in ways:
        raise RefusedError(
            "group/sizes",
            "{people} people are split into tables of {sizes}",
            people=new.people,
            sizes=" | ".join(" + ".join(map(str, way)) for way in ways),
        )
    return sizes


def _rules_by_size(choices: Iterable[RuleChoice], sizes: Iterable[int]) -> dict[int, RuleChoice]:
    by_size: dict[int, RuleChoice] = {}
    for choice in choices:
        players = chosen_rules(choice).rules.players
        if players not in sizes or players in by_size:
            raise RefusedError(
                "group/rules",
                "there are no tables for {players}, or their rules were given twice",
                players=players,
            )
        by_size[players] = choice
    return by_size
