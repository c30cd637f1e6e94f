"""The record of a game as text; `docs/record.md` describes the format.

Lines for rules and players come first, then one line for each event, with the cards of a trick
together. Blank lines are ignored, as is everything on a line from a `#` that begins a word.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..game import (
    ChanceAction,
    Deal,
    Event,
    Game,
    IllegalActionError,
    Message,
    Origin,
    ParseError,
    Play,
    Record,
    Rules,
    RulesError,
    Seal,
    Seat,
    SpadesError,
    Stack,
    TakeBack,
    clockwise,
    is_text,
    next_seat,
    option_types,
)
from .actions import format_action, parse_action, parse_play
from .cards import parse_seat, text_of
from .formats import why_no_record
from .older import OLDER_OPTIONS, repeat
from .seals import add_seal_line, format_seal, is_seal_line

HEADER = "spadille-record 1"
LEFT_OUT = Rules().with_options(OLDER_OPTIONS)
"""The values of options that are not named in a record."""

_CHANCE = {"dealer", "draw", "deal", "stack", "redraw", "time-up"}
_ORIGIN = re.compile(r"([0-9a-z]{1,32}) ([0-9]{1,6}) ([0-9]{1,6}) ([0-9]{1,6})")
_JSON = json.JSONDecoder()
_COMMENT = re.compile(r"(^|\s)#.*")


class RecordError(SpadesError):
    """A record whose text can be read, but whose game breaks a rule.

    `round` counts from 1; `seat` is None if chance acted; `action` is in notation.
    """

    def __init__(self, cause: IllegalActionError, round: int, event: Event) -> None:
        self.round = round
        self.seat = event.seat
        self.action = format_action(event.action)
        super().__init__(
            cause.code,
            Message(
                "round {round}, {who}, {action}: {why}",
                round=round,
                who=Message("chance") if event.seat is None else event.seat,
                action=self.action,
                why=cause.message,
            ),
        )


def load_record(text: str) -> Record:
    """Return the record written as `text`; `load_game` also checks that it follows the rules.

    Raises:
        ParseError: if it is not one record; the error's `place` names the line.
    """
    lines = list(_lines(text_of(text)))
    again = [place for place, line in lines[1:] if line == HEADER]
    if again and lines[0][1] == HEADER:
        several = Message(
            "the text has {count} records, expected one; {command} and {function} read several",
            count=len(again) + 1,
            command="`spadille replay`",
            function="`load_games`",
        )
        raise ParseError("record/several", several, again[0])
    return _record(lines, text)


parse_record = load_record
"""The old name of `load_record`."""


def load_records(source: str | Iterable[str]) -> Iterator[Record]:
    r"""Yield the records in a text, or in the lines of an open file, one after the other.

    Each begins with its own first line; a text without any yields nothing.

    >>> both = "spadille-record 1\nrule end.target = 300\nspadille-record 1\n"
    >>> [record.rules.end.target for record in load_records(both)]
    [300, 500]

    Raises:
        ParseError: if a record cannot be read; the error's `place` names the line.
    """
    lines: list[tuple[str, str]] = []
    for place, line in _lines(source):
        if line == HEADER and lines:
            yield _record(lines)
            lines = []
        lines.append((place, line))
    if lines:
        yield _record(lines)


def _record(numbered: Sequence[tuple[str, str]], text: str | None = None) -> Record:
    """Return the record in these lines; `text` has all that was read, if that is known."""
    lines = iter(numbered)
    place, line = next(lines, ("line 1", ""))
    if line != HEADER:
        whole = "\n".join(line for _, line in numbered) if text is None else text
        raise ParseError("record/no-header", why_no_record(whole, line, HEADER), place)
    options: dict[str, Any] = {}
    places: dict[str, str] = {}
    named_at = ""
    players: dict[Seat, str] = {}
    events: list[Event] = []
    seals: list[Seal] = []
    origin: Origin | None = None
    said: list[tuple[str, str]] = []
    told: set[object] = set()
    for place, line in lines:
        word, _, rest = line.partition(" ")
        what: object = word
        if word == "rule":
            what, value = _parse_rule(rest, place)
            options[what], places[what] = value, place
        elif word == "player":
            what, name = _parse_player(rest, place)
            players[what], named_at = name, place
        elif word == "origin":
            origin = _parse_origin(rest, place)
        else:
            said.append((place, line))
            continue
        if what in told:
            raise ParseError(
                "record/twice", "state each option, each player and the origin only once", place
            )
        told.add(what)
    try:
        rules = LEFT_OUT.with_options(options)
    except RulesError as error:
        raise ParseError(error.code, error.message, _place_of(error, places)) from error
    names = _names(rules, players, named_at)
    for place, line in said:
        if is_seal_line(line):
            add_seal_line(seals, line, at=len(events), place=place)
        else:
            events += _parse_events(line, place, rules)
    return Record(rules, names, tuple(events), tuple(seals), origin)


def format_record(record: Record, *, standings: bool = True) -> str:
    """Return the record as text, with scores after each round (which need a replay) in comments.

    Raises:
        SpadesError: if the argument is not a record but, say, a game.
    """
    record = Record.of(record)
    lines = [HEADER]
    usual = LEFT_OUT.options()
    lines += [
        f"rule {name} = {_json(value)}"
        for name, value in record.rules.options().items()
        if value != usual[name]
    ]
    lines += [
        f"player {seat.letter} {_json(name)}"
        for seat, name in zip(record.rules.seats, record.players, strict=bool(record.players))
    ]
    if record.origin is not None:
        origin = record.origin
        lines.append(f"origin {origin.table} {origin.game} {origin.round} {origin.events}")
    after = _standings(record) if standings else {}
    players = record.rules.players
    next_player: Seat | None = None
    on_table = 0
    seals = {seal.at: seal for seal in record.seals}
    for index, event in enumerate(record.events):
        if index in seals:
            lines += format_seal(seals[index])
        text = format_action(event.action)
        played = isinstance(event.action, Play) and event.seat is not None
        if event.seat is None:
            lines.append(text)
        elif not played:
            lines.append(f"{event.seat.letter} {text}")
        elif on_table and event.seat == next_player:
            lines[-1] += f" {text}"
        else:
            lines.append(f"{event.seat.letter}: {text}")
        on_table = _on_table(on_table, event, players)
        next_player = next_seat(event.seat, players) if event.seat is not None and played else None
        if index in after:
            lines += [f"# {after[index]}", ""]
    return "\n".join(lines).rstrip() + "\n"


def load_game(text: str) -> Game:
    """Return the game in the record written as `text`.

    Raises:
        ParseError: if it is not one record.
        RecordError: when it breaks a rule.
    """
    return replay_record(load_record(text))


def load_games(source: str | Iterable[str]) -> Iterator[Game]:
    """Yield the games in a text, or in the lines of an open file, one after the other.

    Raises:
        ParseError: if a record cannot be read.
        RecordError: when a game breaks a rule.
    """
    return map(replay_record, load_records(source))


def replay_record(record: Record) -> Game:
    """Return the game of a record, which may be from an older version.

    Raises:
        RecordError: when it breaks a rule.
    """
    game = Game.new(record.rules, players=record.players)
    for event in record.events:
        game = told_on(game, event)
    return game


def told_on(game: Game, event: Event) -> Game:
    """Return the game after the next event of its record.

    Raises:
        RecordError: when it breaks a rule.
    """
    try:
        return repeat(game, event.action, event.seat)
    except IllegalActionError as error:
        raise RecordError(error, len(game.results) + (not game.over), event) from error


def _json(value: object) -> str:
    """Return a value as JSON; only characters that break the line or are invisible are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def _lines(source: str | Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the non-empty lines, with single blanks, and their places, such as `line 1`."""
    # Not `splitlines`: names in older records contain other line separators.
    lines = re.split(r"\r\n?|\n", source) if isinstance(source, str) else source
    for number, read in enumerate(lines, start=1):
        line = text_of(read).rstrip("\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")
        word, *rest = line.split(maxsplit=1) or [""]
        if word not in {"rule", "player"}:  # their texts may contain blanks and #
            word, *rest = _COMMENT.sub("", line).split() or [""]
        if word:
            yield f"line {number}", " ".join([word, *rest])


def _parse_rule(text: str, place: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), _json_in(value)
    except (ValueError, RecursionError):
        raise ParseError(
            "record/bad-rule",
            "write a rule like {example}",
            place,
            example="rule end.target = 500",
        ) from None


def _parse_player(text: str, place: str) -> tuple[Seat, str]:
    seat, *name = text.split(maxsplit=1) or [""]
    try:
        parsed = _json_in(*name)
    except (ValueError, RecursionError):
        parsed = None
    if not is_text(parsed):
        raise ParseError(
            "record/bad-player",
            "write a player like {example}",
            place,
            example='player N "Ada"',
        )
    return parse_seat(seat, place), parsed


def _json_in(text: str = "") -> Any:
    """Return the JSON value in a text that may end with a comment.

    Raises:
        ValueError, RecursionError: when the text says anything else.
    """
    value, end = _JSON.raw_decode(text, len(text) - len(text.lstrip()))
    if _COMMENT.sub("", f".{text[end:]}").rstrip() != ".":
        raise ValueError(text)
    return value


def _parse_origin(text: str, place: str) -> Origin:
    found = _ORIGIN.fullmatch(text)
    if found is None:
        raise ParseError(
            "record/bad-origin",
            "write an origin like {example}",
            place,
            example="origin k3v7p2mwq8xd 1 3 184",
        )
    table, *numbers = found.groups()
    return Origin(table, *map(int, numbers))


def _place_of(error: RulesError, places: dict[str, str]) -> str:
    """Return the line of the last option involved in the first problem, which is shown first."""
    concerned = error.problems[0].options
    at = [
        place
        for path, place in places.items()
        if path in concerned or (not concerned and path not in option_types())
    ]
    return at[-1] if at else ""


def _names(rules: Rules, players: dict[Seat, str], place: str) -> tuple[str, ...]:
    if not players:
        return ()
    missing = set(rules.seats) ^ set(players)
    if missing:
        raise ParseError(
            "record/players",
            "name all {count} players, or none",
            place,
            count=rules.players,
        )
    return tuple(players[seat] for seat in rules.seats)


def _parse_events(line: str, place: str, rules: Rules) -> Iterator[Event]:
    word, _, rest = line.partition(" ")
    if word in _CHANCE:
        yield Event(None, parse_action(line, place, packs=rules.deck.packs))
        return
    seat = parse_seat(word.removesuffix(":"), place, players=rules.players)
    if not word.endswith(":"):
        action = parse_action(rest, place, packs=rules.deck.packs)
        if isinstance(action, Play | ChanceAction):
            raise ParseError(
                "record/bad-event",
                "write the cards of a trick like {example}, and chance without a seat",
                place,
                example="N: SA S2 S3 S4",
            )
        yield Event(seat, action)
        return
    cards = rest.split()
    if not 1 <= len(cards) <= rules.players:
        raise ParseError(
            "record/bad-trick", "a trick has 1 to {count} cards", place, count=rules.players
        )
    for player, card in zip(clockwise(seat, rules.players), cards, strict=False):
        yield Event(player, parse_play(card, place))


def _on_table(before: int, event: Event, players: int) -> int:
    """Return how many cards of a trick lie on the table after `event`."""
    match event.action:
        case Play():
            return (before + 1) % players
        case TakeBack():
            return (before - 1) % players
        case Deal() | Stack():
            return 0
    return before


def _standings(record: Record) -> dict[int, str]:
    """Return the scores after each round by the index of its last event, until a rule is broken."""
    game = Game.new(record.rules)
    found: dict[int, str] = {}
    for index, event in enumerate(record.events):
        rounds = len(game.results)
        try:
            game = repeat(game, event.action, event.seat)
        except IllegalActionError:
            break
        if len(game.results) > rounds:
            scores = ", ".join(str(standing.score) for standing in game.standings)
            found[index] = f"after round {len(game.results)}: {scores}"
    return found
