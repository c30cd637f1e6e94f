"""`spadille score`: score rounds from bids and tricks."""

from argparse import SUPPRESS, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from ..game import (
    Adjustment,
    Bid,
    Course,
    Judgement,
    ParseError,
    Rules,
    Seat,
    SideScore,
    Standing,
    fault_of_adjustment,
    lacks_victim,
    outcome,
    score_round,
)
from ..notation import parse_card, parse_seat
from .bids import read_bids
from .options import add_command
from .rule_set import Before, add_rules_options, asked_rules, read_before
from .streams import InputError, counted, name_of, print_json, read_json, read_lines

_ABOUT = """\
Score rounds: read one JSON object on each line, and print one for each.

A line holds the bids and tricks of the seats in order. It may also hold the
sides' scores and bags before the round, and the number of the round:

  {"bids":[5,"nil",2,4],"tricks":[5,0,3,5]}
  {"before":[{"score":108,"bags":8},{"score":0,"bags":0}],
   "bids":[2,3,3,5],"tricks":[4,2,4,3]}

(The second one must be one line.)

Bids are numbers, "nil", "blind nil", "blind 6", or with Little or Big Mo
"6 little" and "9 big"; these need `winners`, the winner of each trick by letter
or index. `last_card` is the card that won the last trick. `time_up` means that
the game's time is over. In `before`, a side may also have `sets` (rounds in
which it was set), `sets_in_a_row` (up to now) and `revokes` (proven ones); the
answer returns them.

Other events:

  "judgements":[{"accused":"E","trick":4}]
      E revoked in trick 4
  "judgements":[{"accused":"E","seat":"N","upheld":false}]
      N wrongly called a revoke
  "adjustments":[{"side":0,"points":-30,"reason":"table talk"}]
  "adjustments":[{"side":1,"tricks":-3,"reason":"table talk"}]

A judgement may also name its `kind`: "call", "flip" for an opened trick, or
"claim". An adjustment adds or subtracts points or tricks of a side; with
`"set":true` its contract counts as failed. With `before`, the command checks
that blind bidders are as far behind as the rules require. Without it,
`unchecked` in the answer says that this was not checked.

examples:
  spadille score --rules standard game.jsonl
  echo '{"bids":[3,4,4,2],"tricks":[3,4,4,2]}' |
    spadille score --rules gold-blue -
  spadille score --rules standard --set end.target=250 game.jsonl
"""

_DETAILED = 5
"""Number of bad lines that are shown in full; for others, only the line number is shown."""


class _Judgement(Struct, forbid_unknown_fields=True):
    """Like `Judgement`, with seats by letter or index; the default is a proven revoke."""

    accused: int | str | None = None
    seat: int | str | None = None
    trick: int = 1
    kind: Literal["call", "flip", "claim"] = "call"
    upheld: bool | None = None
    winner: int | str | None = None


class _Line(Struct, forbid_unknown_fields=True):
    tricks: list[int]
    bids: list[int | str] | None = None
    winners: list[int | str] | None = None
    last_card: str | None = None
    before: list[Before] | None = None
    judgements: list[_Judgement] = []
    adjustments: list[Adjustment] = []
    round: int = 1
    time_up: bool = False


def add_to(commands: Any) -> None:
    """Add `spadille score` and its options."""
    parser = add_command(commands, "score", "Score rounds", _ABOUT, run)
    add_rules_options(parser)
    parser.add_argument("--json", action="store_true", help=SUPPRESS)
    parser.add_argument("file", metavar="FILE", help="JSON lines; - for standard input")


def run(arguments: Namespace) -> None:
    """Print each score as a line of JSON, and raise an error for bad lines at the end."""
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
    """Return the score of one round given as JSON.

    Raises:
        InputError: if it is not a round under these rules.
    """
    line = read_json(text, _Line, "bids and tricks by seat, before by side", "bids and tricks")
    if line.round < 1:
        raise InputError(f"round is {line.round}, expected a number from 1")
    _check_tricks(rules, line)
    told = None if line.before is None else read_before(rules, line.before)
    bids = _bids(rules, line, told)
    before = told or tuple(map(Standing, rules.end.start_scores or (0,) * len(rules.sides)))
    sides = score_round(rules, before, bids, tuple(line.tricks), _course(rules, line, bids))
    end = outcome(rules, line.round, [_scores_before(before), sides], time_up=_time_up(rules, line))
    return {
        "sides": [
            {
                "points": side.points,
                "score": side.score,
                "bags": side.bags,
                "sets": side.sets,
                "sets_in_a_row": side.sets_in_a_row,
                "revokes": side.revokes,
                "lines": side.lines,
            }
            for side in sides
        ],
        "over": end is not None,
        "winner": None if end is None else end.winner,
        **({"unchecked": unchecked} if (unchecked := _unchecked(rules, bids, told)) else {}),
    }


def _unchecked(
    rules: Rules, bids: Sequence[Bid | None], before: Sequence[Standing] | None
) -> list[str]:
    """Return what could not be checked without the scores before the round."""
    if before is not None:
        return []
    return [
        f"whether {seat.letter} was {deficit} points behind to bid {bid}, as `before` is missing"
        for seat, bid in zip(rules.seats, bids, strict=True)
        if bid is not None and bid.blind and (bid.nil or bid.tricks)
        if (deficit := rules.nil.blind_deficit if bid.nil else rules.blind.deficit)
    ]


def _bids(rules: Rules, line: _Line, before: Sequence[Standing] | None) -> tuple[Bid | None, ...]:
    if rules.bidding.first_round_bids_itself and line.round == 1:
        if line.bids is not None:
            raise InputError("bids in the first round; this round has no bids")
        return (None,) * rules.players
    return read_bids(rules, line.bids or (), before)


def _check_tricks(rules: Rules, line: _Line) -> None:
    if len(line.tricks) != rules.players:
        raise InputError(
            f"got tricks for {len(line.tricks)} seats; "
            f"expected one number for each of {rules.players}"
        )
    if min(line.tricks) < 0:
        raise InputError(f"{min(line.tricks)} tricks, expected numbers from 0")
    if sum(line.tricks) != rules.tricks:
        raise InputError(f"the tricks add up to {sum(line.tricks)}, expected {rules.tricks}")


def _course(rules: Rules, line: _Line, bids: tuple[Bid | None, ...]) -> Course:
    winners = _winners(rules, line)
    if not winners and any(bid is not None and bid.mo for bid in bids):
        raise InputError("Little or Big Mo without winners, expected the winner of each trick")
    try:
        last_card = None if line.last_card is None else parse_card(line.last_card)
    except ParseError as error:
        raise InputError(f"last_card: {error}") from error
    return Course(
        winners,
        last_card,
        tuple(_judgement(rules, one) for one in line.judgements),
        adjustments=_adjustments(rules, line),
    )


def _adjustments(rules: Rules, line: _Line) -> tuple[Adjustment, ...]:
    for one in line.adjustments:
        if fault := fault_of_adjustment(rules, one):
            raise InputError(f"adjustments: {fault}")
    return tuple(line.adjustments)


def _judgement(rules: Rules, written: _Judgement) -> Judgement:
    kind, trick = written.kind, written.trick
    accused, caller, winner = (
        None if seat is None else _seat(rules, seat, name)
        for name, seat in (
            ("accused", written.accused), ("seat", written.seat), ("winner", written.winner)
        )
    )  # fmt: skip
    upheld = accused is not None if written.upheld is None else written.upheld
    if kind == "call" and accused is None:
        raise InputError("a call without accused, expected the seat that is said to have revoked")
    if accused is not None:
        others = [seat for seat in rules.seats if rules.side_of(seat) != rules.side_of(accused)]
        caller = others[0] if caller is None and upheld else caller
        if caller is not None and caller not in others:
            raise InputError(
                f"{caller.letter} calls {accused.letter}, expected a seat of another side"
            )
    if caller is None:
        raise InputError("a judgement without seat, expected the one that called or claimed")
    if not 1 <= trick <= rules.tricks:
        raise InputError(f"trick {trick} in judgements, expected a number from 1 to {rules.tricks}")
    judged = Judgement(kind, caller, trick, upheld, accused, winner)
    if lacks_victim(rules, judged):
        raise InputError(f"trick {trick} was opened, expected its winner, of another side")
    return judged


def _winners(rules: Rules, line: _Line) -> tuple[Seat, ...]:
    if line.winners is None:
        return ()
    winners = tuple(_seat(rules, winner, "winner") for winner in line.winners)
    if len(winners) != rules.hand_size:
        raise InputError(
            f"{counted(len(winners), 'winners')}, expected one for each of {rules.hand_size} tricks"
        )
    counts = Counter(winners)
    missing = [tricks - counts[seat] for seat, tricks in zip(rules.seats, line.tricks, strict=True)]
    if min(missing) < 0 or max(missing) > rules.tricks - rules.hand_size:
        raise InputError("the winners have not won the tricks given, expected equal numbers")
    return winners


def _seat(rules: Rules, written: int | str, name: str) -> Seat:
    letters = " ".join(seat.letter for seat in rules.seats)
    try:
        seat = parse_seat(written) if isinstance(written, str) else Seat(written)
    except (ParseError, ValueError):
        seat = None
    if seat not in rules.seats:
        raise InputError(
            f"{name} {written!r} is not a seat, "
            f"expected one of {letters} or 0 to {rules.players - 1}"
        )
    return Seat(seat)


def _time_up(rules: Rules, line: _Line) -> bool:
    if line.time_up and not rules.end.minutes:
        raise InputError("time_up without a time limit, expected rules with end.minutes")
    return line.time_up


def _scores_before(before: Sequence[Standing]) -> tuple[SideScore, ...]:
    """Return the results of an earlier round that only hold the sides' scores after it."""
    return tuple(
        SideScore(None, 0, 0, (), 0, one.score, one.bags, one.sets, one.sets_in_a_row, one.revokes)
        for one in before
    )


def _listed(problems: list[tuple[int, str]]) -> str:
    told = "; ".join(f"line {number}: {problem}" for number, problem in problems[:_DETAILED])
    others = ", ".join(str(number) for number, _ in problems[_DETAILED:])
    return f"{told}; also bad: lines {others}" if others else told
