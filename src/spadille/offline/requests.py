"""Answers to HTTP requests that need no server."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from ..game import Seat, SpadesError
from ..locale import LANGUAGES, Lang
from ..notation import parse_record
from ..study import exercises
from ..table import errors
from ..table.apply import Transition
from ..table.chat import all_phrases
from ..table.commands import Asker, branch, branch_from, check_branch, no_place
from ..table.finished import KeptGame
from ..table.games import (
    GameMade,
    MyGames,
    OpenRecord,
    game_info,
    my_figures,
    my_game,
    record_text,
    unknown_game,
)
from ..table.ids import DEVICE, game_id, new_device_id
from ..table.model import Table
from ..table.protocol import TableMade, known_lang, read_body, write, write_refusal
from ..table.replay import deal_of, deals_of, outline_of_record, steps_of, wanted_in
from ..table.requests import NewTable, PlayFrom, PlayOn
from ..table.rule_choice import rules_info
from ..table.rule_info import CheckRules, checked_rules, library_infos, preset_infos, rule_schema
from ..table.score_sheet import ScoreRounds, names_on, score_sheet
from ..table.seats import plain_name
from ..table.snapshot import public_table_of
from ..table.summary import MOST_LISTED, MyTables, Summary, my_table_of
from .host import ME, STRONGEST, needs_server

X = TypeVar("X")

JSON, PLAIN = "application/json", "text/plain"

OK, CREATED, REFUSED = 200, 201, 400

STATUS = {**errors.STATUS, "offline/needs-server": 503}
"""The HTTP status for refusals that need a special one, the same as a server's."""


class Listed(Summary, frozen=True, kw_only=True, omit_defaults=True):
    """A table at a glance, with its id and when it was last `used`."""

    id: str
    used: float


class Device(Protocol):
    """The tables and games on this device."""

    tables: dict[str, Listed]
    games: dict[str, KeptGame]

    def now(self) -> float:
        """Return the time in seconds since 1970."""

    def table(self, id: str) -> Table:
        """Return a table; raise RefusedError for an unknown one."""

    def make(self, body: str) -> str:
        """Make a table, and return its id; raise SpadesError if it is not possible."""

    def begin(self, transition: Transition) -> str:
        """Add a table that has begun, and return its id."""

    def keep(self, game: KeptGame) -> None:
        """Store a finished game."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: str
    type: str = JSON


class Asked(NamedTuple):
    """A request: the parts of its path that differ, its query, its body, and where it is made."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: str
    lang: Lang
    here: Device

    def read(self, kind: type[X]) -> X:
        """Return the body; raise RefusedError if it is not of that kind."""
        return read_body(kind, self.body.encode())

    @property
    def number(self) -> int:
        """The number at the end of the path."""
        return int(self.parts[-1])

    @property
    def table(self) -> Table:
        """The table in the path; an id of a server's table needs that server."""
        self._check_here()
        return self.here.table(self.parts[0])

    @property
    def game(self) -> KeptGame:
        """The finished game in the path; an id of a server's game needs that server."""
        self._check_here()
        found = self.here.games.get(self.parts[0])
        if found is None:
            raise unknown_game()
        return found

    def _check_here(self) -> None:
        if not self.parts[0].startswith(DEVICE):
            raise needs_server()

    def json(self, message: object, names: Mapping[Seat, str] | None = None) -> Answer:
        """Return a message as the answer to a request that makes nothing."""
        return Answer(OK, write(message, self.lang, names))


Route = Callable[[Asked], Answer]

_routes: list[tuple[str, re.Pattern[str], Route]] = []


def _on(method: str, path: str) -> Callable[[Route], Route]:
    """Declare the route for a path; `{}` is a part that differs, and `{n}` is a number."""
    pattern = path.replace("{n}", r"(\d{1,9})").replace("{}", "([^/]+)")

    def declare(route: Route) -> Route:
        _routes.append((method, re.compile(pattern), route))
        return route

    return declare


def answered(method: str, path: str, body: str | None, lang: str, here: Device) -> Answer:
    """Return the answer to a request on a device.

    `path` includes the query string; `lang` is the language if the request does not name one.
    """
    asked_in = lang
    try:
        url = urlsplit(path)
        query = dict(parse_qsl(url.query))
        asked_in = _lang_in(body) or query.get("lang", lang)
        known = known_lang(asked_in)
        for wanted, pattern, route in _routes:
            if wanted == method and (found := pattern.fullmatch(url.path)):
                parts = tuple(map(unquote, found.groups()))
                return route(Asked(parts, query, body or "", known, here))
        raise needs_server()
    except SpadesError as refusal:
        return refused(refusal, asked_in)


def refused(refusal: SpadesError, lang: str) -> Answer:
    """Return the answer that explains a refusal, in English if the language is unknown."""
    told: Lang = next((one for one in LANGUAGES if one == lang), "en")
    return Answer(STATUS.get(refusal.code, REFUSED), write_refusal(refusal, told))


class _InLang(msgspec.Struct, frozen=True):
    """The part of a body that names the language of the answer."""

    lang: str = ""


def _lang_in(body: str | None) -> str:
    try:
        return msgspec.json.decode(body or "{}", type=_InLang).lang
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""  # reading the whole body explains what is wrong


# --- about nothing stored --------------------------------------------------------------------


@_on("POST", "/api/session")
def _session(asked: Asked) -> Answer:
    """Say that the player is known; on this device there is only one."""
    return asked.json({"fresh": False})


@_on("GET", "/api/presets")
def _presets(asked: Asked) -> Answer:
    return asked.json(preset_infos(asked.lang))


@_on("GET", "/api/library")
def _library(asked: Asked) -> Answer:
    return asked.json(library_infos(asked.lang))


@_on("GET", "/api/schema")
def _schema(asked: Asked) -> Answer:
    return asked.json(rule_schema())


@_on("POST", "/api/rules/check")
def _check_rules(asked: Asked) -> Answer:
    return asked.json(checked_rules(asked.read(CheckRules)))


@_on("GET", "/api/phrases")
def _phrases(asked: Asked) -> Answer:
    return asked.json(all_phrases())


@_on("GET", "/api/puzzles")
def _puzzles(asked: Asked) -> Answer:
    return asked.json(exercises.all_puzzles())


@_on("GET", "/api/puzzles/{n}")
def _puzzle(asked: Asked) -> Answer:
    return asked.json(exercises.shown_puzzle(asked.number))


@_on("GET", "/api/puzzles/days/{}")
def _puzzle_of_day(asked: Asked) -> Answer:
    return asked.json(exercises.puzzle_of_day(asked.parts[0]))


@_on("GET", "/api/lessons")
def _lessons(asked: Asked) -> Answer:
    return asked.json(exercises.all_lessons(asked.lang))


@_on("GET", "/api/lessons/{}")
def _lesson(asked: Asked) -> Answer:
    return asked.json(exercises.shown_lesson(asked.parts[0], asked.lang))


@_on("POST", "/api/score")
def _score(asked: Asked) -> Answer:
    rounds = asked.read(ScoreRounds)
    return asked.json(score_sheet(rounds), names_on(rounds))


# --- tables ----------------------------------------------------------------------------------


@_on("POST", "/api/tables")
def _make_table(asked: Asked) -> Answer:
    asked.read(NewTable)
    return Answer(CREATED, write(TableMade(asked.here.make(asked.body)), asked.lang))


@_on("GET", "/api/tables/{}")
def _table(asked: Asked) -> Answer:
    return asked.json(public_table_of(asked.table, asked.lang, frozenset()))


@_on("GET", "/api/tables/{}/rules")
def _table_rules(asked: Asked) -> Answer:
    return asked.json(rules_info(asked.table.made, asked.lang))


@_on("GET", "/api/tables/{}/deals/{n}")
def _table_deal(asked: Asked) -> Answer:
    return asked.json(asked.table.opened_deal(asked.number))


@_on("GET", "/api/tables/{}/record")
def _table_record(asked: Asked) -> Answer:
    table = asked.table
    return Answer(OK, record_text(table.record if table.game_told else None), PLAIN)


@_on("GET", "/api/tables/{}/records/{n}")
def _earlier_record(asked: Asked) -> Answer:
    table = asked.table
    if asked.number == table.games:
        return _table_record(asked)
    game = asked.here.games.get(game_id(table.id, asked.number))
    return Answer(OK, record_text(None if game is None else parse_record(game.record)), PLAIN)


@_on("POST", "/api/tables/{}/branches")
def _play_on(asked: Asked) -> Answer:
    body, table, here = asked.read(PlayOn), asked.table, asked.here
    asker = Asker(ME, plain_name(body.name))
    check_branch(table, asker)
    if body.game in {None, table.games}:
        record = None if table.game is None else table.record
    else:
        game = here.games.get(game_id(table.id, body.game or 0))
        record = None if game is None else parse_record(game.record)
    if record is None:
        raise no_place()
    made = branch(new_device_id(), table, record, body, asker, here.now())
    return Answer(CREATED, write(TableMade(here.begin(made)), asked.lang))


@_on("GET", "/api/my/tables")
def _my_tables(asked: Asked) -> Answer:
    tables = asked.here.tables.values()
    mine = sorted((one for one in tables if ME in one.people), key=lambda one: -one.used)
    told = (my_table_of(one.id, one.used, one, ME, asked.lang) for one in mine[:MOST_LISTED])
    return asked.json(MyTables(tuple(told)))


# --- finished games --------------------------------------------------------------------------


def _latest(device: Device) -> list[KeptGame]:
    return sorted(device.games.values(), key=lambda game: -game.made)


@_on("GET", "/api/my/games")
def _my_games(asked: Asked) -> Answer:
    games = _latest(asked.here)[:MOST_LISTED]
    return asked.json(MyGames(tuple(my_game(game, ME, asked.lang) for game in games)))


@_on("GET", "/api/my/figures")
def _my_figures(asked: Asked) -> Answer:
    return asked.json(my_figures(_latest(asked.here), ME, asked.lang))


@_on("POST", "/api/games")
def _open_record(asked: Asked) -> Answer:
    text = asked.read(OpenRecord).record
    id, outline = new_device_id(), outline_of_record(text)
    game = KeptGame(id, text, outline, opened=True, made=asked.here.now())
    asked.here.keep(game)
    return Answer(CREATED, write(GameMade(game.id), asked.lang))


@_on("GET", "/api/games/{}")
def _game(asked: Asked) -> Answer:
    return asked.json(game_info(asked.game, ME, asked.lang))


@_on("GET", "/api/games/{}/record")
def _game_record(asked: Asked) -> Answer:
    return Answer(OK, asked.game.record, PLAIN)


@_on("GET", "/api/games/{}/deals")
def _game_deals(asked: Asked) -> Answer:
    return Answer(OK, deals_of(asked.game.record), PLAIN)


@_on("GET", "/api/games/{}/deals/{n}")
def _game_deal(asked: Asked) -> Answer:
    return asked.json(deal_of(asked.game.record, asked.number))


@_on("GET", "/api/games/{}/steps")
def _steps(asked: Asked) -> Answer:
    game = asked.game
    wanted = wanted_in(asked.query, asked.lang)
    return Answer(OK, steps_of(game.id, game.record, game.outline, wanted))


@_on("POST", "/api/games/{}/branches")
def _play_from(asked: Asked) -> Answer:
    body, game, here = asked.read(PlayFrom), asked.game, asked.here
    asker = Asker(ME, plain_name(body.name))
    made = branch_from(new_device_id(), game, body, asker, here.now(), strong=STRONGEST)
    return Answer(CREATED, write(TableMade(here.begin(made)), asked.lang))
