"""`spadille score`: the score of rounds, from bids and tricks."""

from argparse import Namespace
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, json

from ..game import (
    BLIND_NIL,
    NIL,
    Bid,
    Rules,
    Standing,
    outcome,
    score_round,
)
from .errors import InputError
from .output import print_json
from .reading import name_of, read_lines
from .rule_set import add_rules_option, find_rules, with_settings

_ABOUT = """\
Score rounds: one JSON object a line in, one a line out.

A line holds the bids and the tricks of the seats in order, and if need be the score and the bags
of the sides before the round and its number:

  {"bids":[5,"nil",2,4],"tricks":[5,0,3,5]}
  {"before":[{"score":108,"bags":8},{"score":0,"bags":0}],"bids":[2,3,3,5],"tricks":[4,2,4,3]}

examples:
  spadille score --rules standard game.jsonl
  echo '{"bids":[3,4,4,2],"tricks":[3,4,4,2]}' | spadille score --rules gold-blue -
  spadille score --rules standard --set scoring.bag_limit=5 --set end.floor=none game.jsonl
"""

_DETAILED = 5
"""So many bad lines are told in full; the others by their number."""


class _Before(Struct, forbid_unknown_fields=True):
    score: int
    bags: int = 0


class _Line(Struct, forbid_unknown_fields=True):
    bids: list[int | str]
    tricks: list[int]
    before: list[_Before] | None = None
    round: int = 1


def add_to(commands: Any) -> None:
    parser = commands.add_parser("score", help="the score of rounds", description=_ABOUT)
    parser.set_defaults(run=run, command=parser.prog)
    add_rules_option(parser, required=True)
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        dest="settings",
        action="append",
        default=[],
        help="set an option of the rules; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines (always so)")
    parser.add_argument("file", metavar="FILE", help="JSON lines; - is standard input")


def run(arguments: Namespace) -> int:
    rules = with_settings(find_rules(arguments.rules).rules, arguments.settings)
    problems: list[tuple[int, str]] = []
    for number, line in read_lines(arguments.file):
        if not line.strip():
            continue
        try:
            print_json(score_line(rules, line))
        except InputError as error:
            problems.append((number, str(error)))
    if problems:
        raise InputError(f"{name_of(arguments.file)}, {_listed(problems)}")
    return 0


def score_line(rules: Rules, text: str) -> dict[str, Any]:
    """The score of one round given as JSON.

    Raises:
        InputError: when it is not a round under these rules.
    """
    line = _read(text)
    bids = _bids(rules, line)
    _check_tricks(rules, line)
    before = _before(rules, line)
    if line.round < 1:
        raise InputError(f"round is {line.round}, expected a number from 1")
    sides = score_round(rules, before, bids, tuple(line.tricks))
    end = outcome(rules, tuple(side.standing for side in sides), line.round)
    return {
        "sides": [
            {
                "points": side.points,
                "score": side.score,
                "bags": side.bags,
                "lines": side.lines,
            }
            for side in sides
        ],
        "over": end is not None,
        "winner": None if end is None else end.winner,
    }


def _read(text: str) -> _Line:
    try:
        return json.decode(text, type=_Line)
    except ValidationError as error:
        raise InputError(f"{error}; expected bids and tricks by seat, before by side") from error
    except DecodeError as error:
        raise InputError(f"{error}; expected a JSON object with bids and tricks") from error


def _bids(rules: Rules, line: _Line) -> tuple[Bid, ...]:
    if len(line.bids) != rules.players:
        raise InputError(f"{len(line.bids)} bids, expected one for each of {rules.players} seats")
    return tuple(_bid(rules, bid) for bid in line.bids)


def _bid(rules: Rules, bid: int | str) -> Bid:
    if bid in {"nil", 0} and rules.nil.allowed:
        return NIL
    if bid == "blind nil" and rules.nil.blind:
        return BLIND_NIL
    if isinstance(bid, int) and 1 <= bid <= rules.hand_size:
        return Bid(bid)
    allowed = f"a number from 1 to {rules.hand_size}"
    names = ['"nil"'] * rules.nil.allowed + ['"blind nil"'] * rules.nil.blind
    raise InputError(f"bid {bid!r} is not possible, expected {' or '.join([allowed, *names])}")


def _check_tricks(rules: Rules, line: _Line) -> None:
    if len(line.tricks) != rules.players:
        raise InputError(
            f"tricks of {len(line.tricks)} seats, expected one number for each of {rules.players}"
        )
    if min(line.tricks) < 0:
        raise InputError(f"{min(line.tricks)} tricks, expected numbers from 0")
    if sum(line.tricks) != rules.hand_size:
        raise InputError(f"the tricks add up to {sum(line.tricks)}, expected {rules.hand_size}")


def _before(rules: Rules, line: _Line) -> tuple[Standing, ...]:
    if line.before is None:
        return (Standing(),) * len(rules.sides)
    if len(line.before) != len(rules.sides):
        raise InputError(
            f"before holds {len(line.before)} sides, expected one for each of {len(rules.sides)}"
        )
    for one in line.before:
        if one.bags < 0:
            raise InputError(f"{one.bags} bags before, expected a number from 0")
    return tuple(Standing(one.score, one.bags) for one in line.before)


def _listed(problems: list[tuple[int, str]]) -> str:
    told = "; ".join(f"line {number}: {problem}" for number, problem in problems[:_DETAILED])
    others = ", ".join(str(number) for number, _ in problems[_DETAILED:])
    return f"{told}; also bad: lines {others}" if others else told
