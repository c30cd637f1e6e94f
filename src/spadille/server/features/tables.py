"""HTTP routes for rules, tables, score sheets, and records.

Handlers raise refusals, and `answers.refuse` sends them to the client.
"""

from asyncio import to_thread
from functools import cache

from litestar import Response
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from ...game import Preset, Seat, library, presets
from ..live.chat import PHRASES
from ..live.groups import check_people, sizes_of
from ..live.snapshot import my_table_of, opened_deal, public_table_of
from ..net.answers import Asked, as_record, body_of, built, in_json, lang_of, send_built
from ..net.feature import Feature
from ..net.identity import (
    EVERYONE,
    MAKING,
    PERSON,
    PLAYING,
    Identity,
    asker_of,
    caller_of,
    session_of,
)
from ..net.origin import host_asked, is_this_machine
from ..net.routes import get, post
from ..net.state import AppState
from ..net.static import Page
from ..store.schema import moment
from ..table.commands import check_sight
from ..table.rule_choice import (
    FEWEST_AT_A_TABLE,
    MOST_PEOPLE,
    USUAL_PRESETS,
    choice_in,
    info_of,
    rules_info,
    sheet_of,
    splits,
)
from ..wire.http import (
    CheckRules,
    GroupInfo,
    GroupMade,
    MyTables,
    NewGroup,
    NewReport,
    NewTable,
    OpenedDeal,
    OptionGroup,
    PhraseInfo,
    Phrases,
    PlayOn,
    PresetInfo,
    PublicTable,
    Reach,
    Reported,
    RulesInfo,
    ScoreRounds,
    ScoreSheet,
    SplitInfo,
    TableMade,
    TakeSeat,
)
from ..wire.protocol import Lang
from .moderation import Report, SanctionStore
from .rules import rule_schema, search_words
from .score_sheet import score_sheet

_PEOPLE = {"type": "integer", "minimum": FEWEST_AT_A_TABLE, "maximum": MOST_PEOPLE}


@get("/api/presets", answers=tuple[PresetInfo, ...], tagged=True)
async def list_presets(request: Asked) -> Response[bytes]:
    """List the available rule sets in the language given by `?lang=`, or else the browser's."""
    return send_built(request, _presets)


@get("/api/library", answers=tuple[PresetInfo, ...], tagged=True)
async def list_library(request: Asked) -> Response[bytes]:
    """List the published rules of clubs and tournaments in the language given by `?lang=`."""
    return send_built(request, _library)


@get("/api/schema", answers=tuple[OptionGroup, ...], tagged=True)
async def show_schema(request: Asked) -> Response[bytes]:
    """Describe all options of the rules, for an editor."""
    return send_built(request, _schema)


@post("/api/rules/check", asks=CheckRules, answers=RulesInfo, access=EVERYONE, status=HTTP_200_OK)
async def check_rules(request: Asked) -> Response[bytes]:
    """Check rules; unplayable rules are reported in the answer, not as a refusal."""
    asked = await body_of(request, CheckRules)
    # A few thousand characters of TOML can take a long time, and tables must not wait for that.
    choice = await to_thread(choice_in, asked.file, asked.lang) if asked.file else asked
    return in_json(request, info_of(choice, asked.lang))


@post("/api/score", asks=ScoreRounds, answers=ScoreSheet, access=EVERYONE, status=HTTP_200_OK)
async def score(request: Asked) -> Response[bytes]:
    """Return the score of a game played with real cards."""
    asked = await body_of(request, ScoreRounds)
    names = {Seat(seat): name for seat, name in enumerate(asked.names)}
    return in_json(request, score_sheet(asked), names=names)


@get("/api/split", answers=SplitInfo, query={"people": _PEOPLE}, needed=("people",))
async def show_splits(request: Asked) -> Response[bytes]:
    """Return the ways to divide `?people=` players among tables."""
    asked = request.query_params.get("people", "")
    people = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    check_people(people, FEWEST_AT_A_TABLE)
    usual = {str(size): preset for size, preset in USUAL_PRESETS.items()}
    return in_json(request, SplitInfo(people, splits(people), usual))


@get("/api/reach", answers=Reach)
async def show_reach(request: Asked, state: AppState) -> Response[bytes]:
    """Return the server's addresses; only clients on the same machine get the network addresses."""
    here = is_this_machine(host_asked(request.headers))
    return in_json(request, Reach(state.found_at() if here else ()))


@get("/api/phrases", answers=Phrases, tagged=True)
async def show_phrases(request: Asked) -> Response[bytes]:
    """List the phrases to say with one tap."""
    return send_built(request, _phrases)


@get("/api/my/tables", answers=MyTables)
async def show_my_tables(request: Asked, state: AppState) -> Response[bytes]:
    """Return the tables where the player has a seat, whether waiting, running, or over."""
    lang = lang_of(request)
    caller = await Identity(request).known()
    if caller is None:
        return in_json(request, MyTables(()))
    found = await state.registry.tables_of(caller.person)
    mine = tuple(my_table_of(listed, summary, caller.person, lang) for listed, summary in found)
    return in_json(request, MyTables(mine))


@get("/api/tables/{table:str}", answers=PublicTable)
async def show_table(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Return a table's seats and whether its game is running, for everyone with its link."""
    lang = lang_of(request)
    actor = await state.registry.find(table)
    return in_json(request, public_table_of(actor.table, lang, actor.present))


@get("/api/tables/{table:str}/rules", answers=RulesInfo)
async def show_rules(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Return the rules of a table, for everyone with its link (T4)."""
    lang = lang_of(request)
    made = (await state.registry.find(table)).table.made
    return in_json(request, rules_info(made, lang))


@post("/api/tables", asks=NewTable, answers=TableMade, access=MAKING)
async def make_table(request: Asked, state: AppState) -> Response[bytes]:
    """Make a table."""
    new = await body_of(request, NewTable)
    caller = await caller_of(request, new.token)
    caller.check_words(new)
    state.gate.make_tables(request)
    actor = await state.registry.make(new, caller.named(new.name))
    return in_json(request, TableMade(actor.table.id))


@post("/api/tables/{table:str}/branches", asks=PlayOn, answers=TableMade, access=MAKING)
async def play_on(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Make a table that continues an earlier game from a given point."""
    asked = await body_of(request, PlayOn)
    caller = await caller_of(request, asked.token)
    asker = caller.named(asked.name)
    state.gate.make_tables(request)
    actor = await state.registry.branch(table, asked, asker)
    return in_json(request, TableMade(actor.table.id))


@post("/api/match", asks=NewTable, answers=TableMade, access=PLAYING)
async def match(request: Asked, state: AppState) -> Response[bytes]:
    """Find opponents for these rules: a free seat at a waiting open table, or a new table."""
    new = await body_of(request, NewTable)
    caller = await caller_of(request, new.token)
    caller.check_words(new)

    def may_make() -> None:
        """Check the caller's scope and rate limit before a new table is made."""
        caller.check("tables")
        state.gate.make_tables(request)

    asker = caller.named(new.name)
    found = await state.registry.match(new, asker, may_make)
    return in_json(request, TableMade(found))


@post("/api/groups", asks=NewGroup, answers=GroupMade, access=MAKING)
async def make_group(request: Asked, state: AppState) -> Response[bytes]:
    """Make tables for more people than one table holds (N19)."""
    new = await body_of(request, NewGroup)
    caller = await caller_of(request, new.token)
    caller.check_words(*new.rules)
    state.gate.make_tables(request, len(sizes_of(new)))
    return in_json(request, GroupMade(await state.registry.make_group(new)))


@get("/api/groups/{table:str}", answers=GroupInfo)
async def show_group(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Return the tables that were made together with this one, for everyone with the link."""
    lang = lang_of(request)
    group = await state.registry.find_group(table)
    tables = tuple(public_table_of(actor.table, lang, actor.present) for actor in group)
    return in_json(request, GroupInfo(tables))


@post("/api/groups/{table:str}/seats", asks=TakeSeat, answers=TableMade, access=PLAYING)
async def take_seat(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Give a player a free seat in a group, drawn by lot."""
    asked = await body_of(request, TakeSeat)
    caller = await caller_of(request, asked.token)
    asker = caller.named(asked.name)
    taken = await state.registry.take_seat(table, asker, asked.table)
    return in_json(request, TableMade(taken))


@get("/api/tables/{table:str}/record", answers=str)
async def show_record(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Return the record of a finished game."""
    found = (await state.registry.find(table)).table
    check_sight(found, await session_of(request))
    return as_record(found.record if found.game_told else None)


@get("/api/tables/{table:str}/deals/{number:int}", answers=OpenedDeal)
async def show_deal(
    request: Asked, state: AppState, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """Return the origin of the cards in a finished round."""
    found = (await state.registry.find(table)).table
    check_sight(found, await session_of(request))
    return in_json(request, opened_deal(found, number))


@get("/api/tables/{table:str}/records/{number:int}", answers=str)
async def show_earlier_record(
    request: Asked, state: AppState, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """Return the record of a table's game by its number, once it is over."""
    check_sight((await state.registry.find(table)).table, await session_of(request))
    return as_record(await state.deps.store.record(table, number))


@post("/api/tables/{table:str}/reports", asks=NewReport, answers=Reported, access=PERSON)
async def report_somebody(request: Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Report a player to the admin, along with the player's lines at the table."""
    asked = await body_of(request, NewReport)
    reporter = await asker_of(request, asked.token)
    heard = (await state.registry.find(table, reporter)).said_by(reporter, asked.who)
    state.gate.report(request)
    made = moment(state.deps.clock.time_of_day())
    await state.deps.store.section(SanctionStore).report(
        Report(table, reporter, heard.person, heard.name, "\n".join(heard.lines), made)
    )
    return in_json(request, Reported(heard.name))


@cache
def _presets(lang: Lang) -> Page:
    return built([_preset_info(preset, lang) for preset in presets().values()], lang)


@cache
def _library(lang: Lang) -> Page:
    return built([_preset_info(preset, lang) for preset in library().values()], lang)


@cache
def _schema(lang: Lang) -> Page:
    return built(rule_schema(), lang)


@cache
def _phrases(lang: Lang) -> Page:
    return built(Phrases(tuple(PhraseInfo(*one) for one in PHRASES.items())), lang)


def _preset_info(preset: Preset, lang: Lang) -> PresetInfo:
    return PresetInfo(
        name=preset.name,
        title=preset.title_in(lang),
        about=preset.about_in(lang),
        words=search_words(preset),
        sides=preset.rules.sides,
        hand_size=preset.rules.hand_size,
        tricks=preset.rules.tricks,
        source=preset.source,
        players=preset.rules.players,
        turn_seconds=preset.rules.clock.turn_seconds,
        rules=preset.rules,
        sheet=sheet_of(preset.rules),
        leaves_open=preset.leaves_open_in(lang),
    )


feature = Feature(
    routes=(
        list_presets,
        list_library,
        show_schema,
        check_rules,
        score,
        show_splits,
        show_reach,
        show_phrases,
        show_my_tables,
        show_table,
        show_rules,
        make_table,
        play_on,
        match,
        make_group,
        show_group,
        take_seat,
        show_record,
        show_deal,
        show_earlier_record,
        report_somebody,
    )
)
