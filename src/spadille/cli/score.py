"""`spadille score`: the score of rounds, from bids and tricks."""

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from ..game import (
    Bid,
    Course,
    Message,
    ParseError,
    Rules,
    ScoreLine,
    Seat,
    SideScore,
    Standing,
    outcome,
    score_round,
)
from ..notation import parse_card, parse_seat
from .before import Before, read_before
from .bids import read_bids
from .options import add_command
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, counted, name_of, print_json, read_json, read_lines

_ABOUT = """\
Score rounds: one JSON object a line in, one a line out.

A line holds the bids and the tricks of the seats in order, and if need be the score and the bags
of the sides before the round and its number:

  {"bids":[5,"nil",2,4],"tricks":[5,0,3,5]}
  {"before":[{"score":108,"bags":8},{"score":0,"bags":0}],"bids":[2,3,3,5],"tricks":[4,2,4,3]}

Bids are numbers, "nil", "blind nil", "blind 6", or with Little or Big Mo "6 little", "9 big"; for
these `winners` names the winner of each trick by letter or index. `last_card` is the card that won
the last trick, `time_up` tells that the time of the game is over; `sets` in `before` is how often
the contract of the side was set. Where `before` tells the scores, it is checked that who bids blind
is as far behind as the rules ask; without it, only how many of a side bid blind nil.

examples:
  spadille score --rules standard game.jsonl
  echo '{"bids":[3,4,4,2],"tricks":[3,4,4,2]}' | spadille score --rules gold-blue -
  spadille score --rules standard --set end.target=250 --set end.floor=none game.jsonl
"""

_DETAILED = 5
"""Bad lines that are told in full; the others by their number."""


class _Line(Struct, forbid_unknown_fields=True):
    tricks: list[int]
    bids: list[int | str] | None = None
    winners: list[int | str] | None = None
    last_card: str | None = None
    before: list[Before] | None = None
    round: int = 1
    time_up: bool = False


def add_to(commands: Any) -> None:
    parser = add_command(commands, "score", "the score of rounds", _ABOUT, run)
    add_rules_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON lines (always so)")
    parser.add_argument("file", metavar="FILE", help="JSON lines; - is standard input")


def run(arguments: Namespace) -> None:
    rules = asked_rules(arguments).rules
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


def score_line(rules: Rules, text: str) -> dict[str, Any]:
    """The score of one round given as JSON.

    Raises:
        InputError: when it is not a round under these rules.
    """
    line = read_json(text, _Line, "bids and tricks by seat, before by side", "bids and tricks")
    if line.round < 1:
        raise InputError(f"round is {line.round}, expected a number from 1")
    _check_tricks(rules, line)
    told = None if line.before is None else read_before(rules, line.before)
    bids = _bids(rules, line, told)
    before = told or tuple(map(Standing, rules.end.start_scores or (0,) * len(rules.sides)))
    sides = score_round(rules, before, bids, tuple(line.tricks), _course(rules, line, bids))
    end = outcome(
        rules,
        line.round,
        [*_rounds_before(rules, line, before), sides],
        time_up=_time_up(rules, line),
    )
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


def _bids(rules: Rules, line: _Line, before: Sequence[Standing] | None) -> tuple[Bid, ...]:
    if rules.bidding.first_round_bids_itself and line.round == 1:
        if line.bids is not None:
            raise InputError("bids in the first round, expected none: it bids itself")
        return tuple(Bid(tricks) for tricks in line.tricks)
    return read_bids(rules, line.bids or (), before)


def _check_tricks(rules: Rules, line: _Line) -> None:
    if len(line.tricks) != rules.players:
        raise InputError(
            f"tricks of {len(line.tricks)} seats, expected one number for each of {rules.players}"
        )
    if min(line.tricks) < 0:
        raise InputError(f"{min(line.tricks)} tricks, expected numbers from 0")
    if sum(line.tricks) != rules.tricks:
        raise InputError(f"the tricks add up to {sum(line.tricks)}, expected {rules.tricks}")


def _course(rules: Rules, line: _Line, bids: tuple[Bid, ...]) -> Course:
    winners = _winners(rules, line)
    if not winners and any(bid.mo for bid in bids):
        raise InputError("Little or Big Mo without winners, expected the winner of each trick")
    try:
        last_card = None if line.last_card is None else parse_card(line.last_card)
    except ParseError as error:
        raise InputError(f"last_card: {error}") from error
    return Course(winners, last_card)


def _winners(rules: Rules, line: _Line) -> tuple[Seat, ...]:
    if line.winners is None:
        return ()
    winners = tuple(_seat(rules, winner) for winner in line.winners)
    if len(winners) != rules.hand_size:
        raise InputError(
            f"{counted(len(winners), 'winners')}, expected one for each of {rules.hand_size} tricks"
        )
    counts = Counter(winners)
    missing = [tricks - counts[seat] for seat, tricks in zip(rules.seats, line.tricks, strict=True)]
    if min(missing) < 0 or max(missing) > rules.tricks - rules.hand_size:
        raise InputError("the winners have not won the tricks given, expected equal numbers")
    return winners


def _seat(rules: Rules, winner: int | str) -> Seat:
    letters = " ".join(seat.letter for seat in rules.seats)
    try:
        seat = parse_seat(winner) if isinstance(winner, str) else Seat(winner)
    except (ParseError, ValueError):
        seat = None
    if seat not in rules.seats:
        raise InputError(
            f"winner {winner!r} is not a seat, "
            f"expected one of {letters} or 0 to {rules.players - 1}"
        )
    return Seat(seat)


def _time_up(rules: Rules, line: _Line) -> bool:
    if line.time_up and not rules.end.minutes:
        raise InputError("time_up without a time limit, expected rules with end.minutes")
    return line.time_up


def _rounds_before(
    rules: Rules, line: _Line, before: tuple[Standing, ...]
) -> list[tuple[SideScore, ...]]:
    """Rounds of which only is told whose contract was set in them, and how the last one ended."""
    nothing = SideScore(None, 0, 0, (), 0, 0, 0)
    is_set = structs.replace(nothing, lines=(ScoreLine("contract-set", 0, Message(" ")),))
    sets = [one.sets for one in line.before or ()] or [0] * len(rules.sides)
    return [
        *(
            tuple(is_set if number < count else nothing for count in sets)
            for number in range(min(max(sets), rules.end.sets_to_lose))
        ),
        tuple(structs.replace(nothing, score=one.score, bags=one.bags) for one in before),
    ]


def _listed(problems: list[tuple[int, str]]) -> str:
    told = "; ".join(f"line {number}: {problem}" for number, problem in problems[:_DETAILED])
    others = ", ".join(str(number) for number, _ in problems[_DETAILED:])
    return f"{told}; also bad: lines {others}" if others else told
