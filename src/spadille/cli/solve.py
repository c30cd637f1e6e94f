"""`spadille solve`: solve positions with open hands and best play."""

import time
from argparse import SUPPRESS, Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import Any, Literal

from msgspec import Struct

from ..game import Card, Deal, Lead, ParseError, Rules, RulesError, Seat, put, without
from ..notation import parse_card, parse_deal, parse_seat
from .bids import read_bids
from .kernels import SOLVER, prepare
from .options import add_command, whole_number
from .rule_set import Before, find_rules, read_before
from .streams import InputError, name_of, print_json, read_json, read_lines

_ABOUT = """\
Solve positions exactly: read one JSON object on each line, and print one for
each.

  {"deal":"N:A2.K.. K3.Q.. Q4.J.. J5.T..","leader":"N","lead":"broken"}
  {"deal":"N:.A.. .9.. .T.. .J..","leader":"E","trick":["H9"],"lead":"any"}
  {"deal":"N:A..2. K..3. Q..4. J..5.","broken":true,"objective":"score",
   "rules":"standard","bids":[4,"nil",4,2],"won":[4,0,4,3],
   "before":[{"score":108,"bags":8},{"score":0,"bags":0}]}

(The last one must be one line.)

The answer has the `value` of the position and of each of the legal `cards`, the
`nodes` searched, and the time in milliseconds (`ms`). Values are the tricks of
the side to move from here on, including the trick in progress. With the
objective "score" they are its points in the round minus those of the other side.
`lead` is "broken" (spades may be led once one was played), "any" or "never". The
answer repeats a `board`.

The hands may include or omit the cards of the trick. `rules` are a preset or an
object of options. `bids` and `before` are as in `spadille score`; `won` are the
tricks that each seat has won so far.

With --nodes a position may stay unsolved. Then `exact` is false, and `value` and
`cards` are lower and upper bounds.

examples:
  spadille solve positions.jsonl
  spadille solve --threads 2 --line - < positions.jsonl
"""

_AHEAD = 64
"""Lines that are read before the first of them is answered."""
_MEMORY = 256


class _Line(Struct, forbid_unknown_fields=True):
    deal: str
    board: str | int | None = None
    leader: str | int = "N"
    lead: Lead | None = None
    trick: list[str] = []
    broken: bool = False
    trump: bool = True
    objective: Literal["tricks", "score"] = "tricks"
    rules: str | dict[str, Any] | None = None
    bids: list[int | str] | None = None
    before: list[Before] | None = None
    won: list[int] | None = None


def add_to(commands: Any) -> None:
    """Add `spadille solve` and its options."""
    parser = add_command(commands, "solve", "Solve positions (double dummy)", _ABOUT, run)
    parser.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(1, 256),
        default=1,
        help="number of threads [default: 1]",
    )
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=whole_number(1, 1 << 62),
        help="limit of nodes for one position",
    )
    parser.add_argument(
        "--memory",
        metavar="MB",
        type=int,
        default=_MEMORY,
        help=f"memory for all threads [default: {_MEMORY}]",
    )
    parser.add_argument("--line", action="store_true", help="also print the principal variation")
    parser.add_argument("--json", action="store_true", help=SUPPRESS)
    parser.add_argument("file", metavar="FILE", help="JSON lines; - for standard input")


def run(arguments: Namespace) -> None:
    """Print each answer as a line of JSON, in the order of the positions."""
    from ..fast.solver import check_memory, warm

    threads = arguments.threads
    check_memory(arguments.memory, threads)
    lines: Iterator[tuple[int, str]] = (one for one in read_lines(arguments.file) if one[1].strip())
    first = next(lines, None)  # a missing file is reported before the kernels are compiled
    if first is None:
        return
    lines = chain([first], lines)
    prepare(SOLVER)
    warm()

    def answer(one: tuple[int, str]) -> dict[str, Any]:
        number, text = one
        try:
            return solve_line(
                text, nodes=arguments.nodes, memory=arguments.memory // threads,
                line=arguments.line,
            )  # fmt: skip
        except InputError as error:
            raise InputError(f"{name_of(arguments.file)}, line {number}: {error}") from error

    if threads == 1:
        for one in lines:
            print_json(answer(one))
        return
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(lines, _AHEAD)):
            for result in pool.map(answer, some):
                print_json(result)


def solve_line(
    text: str, *, nodes: int | None = None, memory: int = _MEMORY, line: bool = False
) -> dict[str, Any]:
    """Return the answer to one position given as JSON.

    Raises:
        InputError: if it is not a position, or cannot be solved.
    """
    from ..fast.solver import SolverError, best_line, solve

    asked = read_json(text, _Line, "a deal, a leader and what else is asked", "a deal")
    rules = _rules(asked)
    try:
        leader, deal, trick = _cards(asked, rules)
        question: dict[str, Any] = {
            "trick": trick,
            "won": asked.won,
            "broken": asked.broken,
            "lead": asked.lead,
            "trump": asked.trump,
            "rules": rules,
            "utility": _utility(asked, rules, (leader + len(trick)) % len(deal.hands)),
            "memory": memory,
            "nodes": nodes,
        }
        start = time.perf_counter()
        found = solve(deal, leader, **question)
        took = time.perf_counter() - start
        best = best_line(deal, leader, **question) if line else ()
    except ParseError as error:
        raise InputError(f"{error.place}: {error}") from error
    except (SolverError, RulesError) as error:
        raise InputError(str(error)) from error
    answer: dict[str, Any] = {} if asked.board is None else {"board": asked.board}
    answer |= {
        "value": found.lower if found.exact else [found.lower, found.upper],
        "cards": {
            str(card): low if low == high else [low, high]
            for card, (low, high) in sorted(found.cards.items())
        },
        "nodes": found.nodes,
        "ms": round(1000 * took, 3),
    }
    if nodes is not None:
        answer["exact"] = found.exact
    if line:
        answer["line"] = [str(card) for card in best]
    return answer


def _rules(asked: _Line) -> Rules:
    if asked.rules is None:
        if asked.objective == "score":
            raise InputError('the objective "score" without rules, expected a preset or options')
        return Rules()
    if isinstance(asked.rules, str):
        return find_rules(asked.rules).rules
    try:
        return Rules.from_data(asked.rules)
    except RulesError as error:
        raise InputError(f"rules: {error}") from error


def _cards(asked: _Line, rules: Rules) -> tuple[int, Deal, tuple[Card, ...]]:
    """Return the leader, the deal without the cards in the trick, and the trick."""
    deal = parse_deal(asked.deal, "deal")
    players = len(deal.hands)
    leader = parse_seat(asked.leader, "leader") if isinstance(asked.leader, str) else asked.leader
    if not 0 <= leader < players:
        raise InputError(
            f"leader {asked.leader!r} is not a seat of {players}, expected one of them"
        )
    trick = tuple(parse_card(card, "trick") for card in asked.trick)
    if len(trick) >= players:
        raise InputError(f"{len(trick)} cards in the trick, expected fewer than {players}")
    hands = deal.hands
    if max(map(len, hands)) > 1 and () in hands:
        unknown = Seat(hands.index(())).letter
        raise InputError(f"deal: the hand of {unknown} is unknown, expected the cards of all hands")
    for at, card in enumerate(trick):
        seat = (leader + at) % players
        if card in hands[seat]:
            hands = put(hands, seat, without(hands[seat], (card,)))
    if asked.won is not None and len(asked.won) != players:
        raise InputError(f"won holds {len(asked.won)} seats, expected {players}")
    if asked.objective == "score" and players != rules.players:
        raise InputError(f"{players} hands, expected {rules.players} under these rules")
    return int(leader), Deal(hands), trick


def _utility(asked: _Line, rules: Rules, seat: int) -> Any:
    from ..fast.solver import score_utility

    if asked.objective == "tricks":
        if asked.bids is not None or asked.before is not None:
            raise InputError('bids and scores count where "objective" is "score"')
        return None
    before = None if asked.before is None else read_before(rules, asked.before)
    bids = read_bids(rules, asked.bids or (), before)
    return score_utility(rules, bids, before, side=rules.side_of(seat))
