"""HTTP routes for rules, tables, score sheets, and records.

Handlers raise refusals, and `answers.refuse` sends them to the client.
"""

from typing import Annotated

from litestar import Response
from msgspec import Meta, Struct

from ...locale import Lang
from ...table.chat import Phrases, all_phrases
from ...table.commitments import OpenedDeal
from ...table.errors import RefusedError
from ...table.events import PersonId
from ...table.permissions import check_sight
from ...table.protocol import PublicTable, TableMade
from ...table.replay import number_in
from ...table.requests import BodyByToken, Name, NewTable, PlayOn, TableId
from ...table.rule_choice import (
    FEWEST_AT_A_TABLE,
    MOST_PEOPLE,
    USUAL_PRESETS,
    RuleChoice,
    RulesInfo,
    rules_info,
    splits,
)
from ...table.snapshot import public_table_of
from ...table.summary import MyTables, my_table_of
from ..live.registry import NewGroup, check_people, sizes_of
from ..net.admission import limit
from ..net.answers import Asked, as_record
from ..net.identity import MAKING, PERSON, PLAYING, Caller, Identity
from ..net.origin import host_asked, is_this_machine
from ..net.routes import Routes
from ..net.state import AppState, Feature
from ..store.schema import moment
from .moderation import Report, SanctionStore

_PRESET = {"type": "string"}
_SECONDS = {"type": "integer", "minimum": 0, "maximum": 600}
_PEOPLE = {"type": "integer", "minimum": FEWEST_AT_A_TABLE, "maximum": MOST_PEOPLE}


class SplitInfo(Struct, frozen=True):
    """The ways to divide a number of people among tables, best first.

    `presets` are the usual rules, by table size.
    """

    people: int
    splits: tuple[tuple[int, ...], ...]
    presets: dict[str, str]


class Reach(Struct, frozen=True):
    """The addresses where other machines can find the pages; empty if only this machine can."""

    addresses: tuple[str, ...]


class FindPlayers(NewTable, frozen=True, kw_only=True):
    """The rules of a table to find; with `practice`, a player who waits gets a table with bots."""

    practice: bool = False


class MatchMade(Struct, frozen=True):
    """The table where a player has a seat, and the one to practice at until someone joins them."""

    table: str
    practice: str | None


class WaitingPeople(Struct, frozen=True):
    """How many people wait for players at open tables with exactly these rules."""

    waiting: int


class GroupMade(Struct, frozen=True):
    """The tables that were made; the group's page is at `/g/` followed by the id of any of them."""

    group: tuple[str, ...]


class NewReport(BodyByToken, frozen=True):
    """Reports a player to the admin; `who` is the speaker id in the player's lines."""

    who: Annotated[str, Meta(min_length=1, max_length=12)]


class Reported(Struct, frozen=True):
    """The player who was reported."""

    name: str


class GroupInfo(Struct, frozen=True):
    """The tables of a group, in order."""

    tables: tuple[PublicTable, ...]


class TakeSeat(BodyByToken, frozen=True):
    """Asks for a seat in a group, drawn by lot: at the given table or, if none is given, at any."""

    name: Name
    table: TableId | None = None


routes = Routes()


@routes.get("/api/split", query={"people": _PEOPLE}, needed=("people",))
async def show_splits(request: Asked) -> SplitInfo:
    """Return the ways to divide `?people=` players among tables."""
    asked = request.query_params.get("people", "")
    people = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    check_people(people, FEWEST_AT_A_TABLE)
    usual = {str(size): preset for size, preset in USUAL_PRESETS.items()}
    return SplitInfo(people, splits(people), usual)


@routes.get("/api/reach")
async def show_reach(request: Asked, state: AppState) -> Reach:
    """Return the server's addresses; only clients on the same machine get the network addresses."""
    here = is_this_machine(host_asked(request.headers))
    return Reach(state.found_at() if here else ())


@routes.get("/api/phrases", tagged=True)
def show_phrases() -> Phrases:
    """List the phrases to say with one tap."""
    return all_phrases()


@routes.get("/api/my/tables")
async def show_my_tables(request: Asked, state: AppState, lang: Lang) -> MyTables:
    """Return the tables where the player has a seat, whether waiting, running, or over."""
    caller = await Identity(request).known()
    if caller is None:
        return MyTables(())
    found = await state.registry.tables_of(caller.person)
    return MyTables(
        tuple(
            my_table_of(listed.table, listed.used, summary, caller.person, lang)
            for listed, summary in found
        )
    )


@routes.get("/api/tables/{table:str}")
async def show_table(state: AppState, table: str, lang: Lang) -> PublicTable:
    """Return a table's seats and whether its game is running, for everyone with its link."""
    actor = await state.registry.find(table)
    return public_table_of(actor.table, lang, actor.present)


@routes.get("/api/tables/{table:str}/rules")
async def show_rules(state: AppState, table: str, lang: Lang) -> RulesInfo:
    """Return the rules of a table, for everyone with its link (T4)."""
    return rules_info((await state.registry.find(table)).table.made, lang)


@routes.post("/api/tables", MAKING)
async def make_table(request: Asked, state: AppState, caller: Caller, body: NewTable) -> TableMade:
    """Make a table."""
    caller.check_words(body)
    limit("tables", request)
    actor = await state.registry.make(body, caller.named(body.name))
    return TableMade(actor.table.id)


@routes.post("/api/tables/{table:str}/branches", MAKING)
async def play_on(
    request: Asked, state: AppState, caller: Caller, table: str, body: PlayOn
) -> TableMade:
    """Make a table that continues an earlier game from a given point."""
    asker = caller.named(body.name)
    limit("tables", request)
    actor = await state.registry.branch(table, body, asker)
    return TableMade(actor.table.id)


@routes.get("/api/match", query={"preset": _PRESET, "turn_seconds": _SECONDS})
async def show_waiting(request: Asked, state: AppState) -> WaitingPeople:
    """Return how many people wait for the rules of `?preset=` with `?turn_seconds=`."""
    asked = request.query_params
    choice = RuleChoice(asked.get("preset", "standard"))
    seconds = number_in(asked, "turn_seconds")
    return WaitingPeople(state.registry.waiting_for(choice, seconds))


@routes.post("/api/match", PLAYING)
async def match(request: Asked, state: AppState, caller: Caller, body: FindPlayers) -> MatchMade:
    """Find opponents for these rules: a free seat at a waiting open table, or a new table."""
    caller.check_words(body)

    def may_make() -> None:
        """Check the caller's scope and rate limit before a new table is made."""
        caller.check("tables")
        limit("tables", request)

    registry, asker = state.registry, caller.named(body.name)
    table = await registry.match(body, asker, may_make)
    if not body.practice:
        return MatchMade(table, None)
    try:
        practice = await registry.practice(table, body, asker, may_make)
    except RefusedError:  # they have a seat by now, and must learn where it is
        practice = None
    return MatchMade(table, practice)


@routes.post("/api/groups", MAKING)
async def make_group(request: Asked, state: AppState, caller: Caller, body: NewGroup) -> GroupMade:
    """Make tables for more people than one table holds (N19)."""
    caller.check_words(*body.rules)
    limit("tables", request, len(sizes_of(body)))
    return GroupMade(await state.registry.make_group(body))


@routes.get("/api/groups/{table:str}")
async def show_group(state: AppState, table: str, lang: Lang) -> GroupInfo:
    """Return the tables that were made together with this one, for everyone with the link."""
    group = await state.registry.find_group(table)
    return GroupInfo(tuple(public_table_of(actor.table, lang, actor.present) for actor in group))


@routes.post("/api/groups/{table:str}/seats", PLAYING)
async def take_seat(state: AppState, caller: Caller, table: str, body: TakeSeat) -> TableMade:
    """Give a player a free seat in a group, drawn by lot."""
    return TableMade(await state.registry.take_seat(table, caller.named(body.name), body.table))


@routes.get("/api/tables/{table:str}/record", answers=str)
async def show_record(state: AppState, table: str, viewer: PersonId | None) -> Response[bytes]:
    """Return the record of a finished game."""
    found = (await state.registry.find(table)).table
    check_sight(found, viewer)
    return as_record(found.record if found.game_told else None)


@routes.get("/api/tables/{table:str}/deals/{number:int}")
async def show_deal(
    state: AppState, table: str, number: int, viewer: PersonId | None
) -> OpenedDeal:
    """Return the origin of the cards in a finished round."""
    found = (await state.registry.find(table)).table
    check_sight(found, viewer)
    return found.opened_deal(number)


@routes.get("/api/tables/{table:str}/records/{number:int}", answers=str)
async def show_earlier_record(
    state: AppState, table: str, number: int, viewer: PersonId | None
) -> Response[bytes]:
    """Return the record of a table's game by its number, once it is over."""
    check_sight((await state.registry.find(table)).table, viewer)
    return as_record(await state.deps.store.record(table, number))


@routes.post("/api/tables/{table:str}/reports", PERSON)
async def report_somebody(
    request: Asked, state: AppState, person: PersonId, table: str, body: NewReport
) -> Reported:
    """Report a player to the admin, along with the player's lines at the table."""
    heard = (await state.registry.find(table, person)).said_by(person, body.who)
    limit("reports", request)
    made = moment(state.deps.clock.time_of_day())
    said = "\n".join(heard.lines)
    report = Report(table, person, heard.person, heard.name, said, made)
    await state.service(SanctionStore).report(report)
    return Reported(heard.name)


feature = Feature(routes=routes)
