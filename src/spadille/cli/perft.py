"""`spadille perft`: count legal card sequences and compare them with a file."""

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ..game import Deal, Play, Round, Rules, Standing, begin_play, legal_plays, play_card
from ..notation import PerftCount, format_action, parse_perft
from .options import add_command
from .streams import InputError, name_of, print_json, print_plain, read_parsed

_ABOUT = """\
Count the legal card sequences from given deals, and compare them with the
counts in FILE.

  id three-card ending
  deal N:A.2.3. KQ..5. J.3.2. T.4.6.
  rules lead=broken     or other options: lead=any play.void=spade deck.jokers=2
  perft 12 8            8 legal sequences of 12 cards from the first lead

The number of hands is the number of players, 2 to 6. North is to the left of
the dealer. Options are named by their paths; values are JSON without spaces.

The exit status is 1 if a count differs; then the counts by first card are
printed too.

example:
  spadille perft counts.txt
"""


def add_to(commands: Any) -> None:
    """Add `spadille perft` and its options."""
    parser = add_command(commands, "perft", "Count legal card sequences", _ABOUT, run)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("file", metavar="FILE", help="deals and counts; - for standard input")


def run(arguments: Namespace) -> int:
    """Print the counts of legal sequences, and return 1 if any differs from the file."""
    results = []
    for result in _results(_read(arguments.file)):
        results.append(result)
        if not arguments.json:
            print_plain(_told(result), flush=True)
    if arguments.json:
        print_json(results)
    return 0 if all(result["ok"] for result in results) else 1


def count_sequences(round: Round, depth: int) -> tuple[int, ...]:
    r"""Return the numbers of legal sequences of 1 to `depth` cards.

    >>> from spadille.notation import parse_perft
    >>> deal = "deal N:A.2.3. KQ..5. J.3.2. T.4.6."
    >>> case = parse_perft(f"{deal}\nrules lead=never\nperft 7 6")[0]
    >>> count_sequences(opening(case.deal, case.rules), case.depth)
    (2, 4, 4, 4, 4, 4, 6)
    """
    counts = [0] * depth
    if counts:
        _count(round, 0, counts)
    return tuple(counts)


def count_by_first_play(round: Round, depth: int) -> dict[Play, int]:
    """Return the number of legal sequences of `depth` cards that begin with each card."""
    return {
        play: count_sequences(_after(round, play), depth - 1)[-1] if depth > 1 else 1
        for play in legal_plays(round)
    }


def opening(deal: Deal, rules: Rules) -> Round:
    """Return the start of play for a deal, with North to the dealer's left."""
    dealer = rules.seats[-1]
    standings = (Standing(),) * len(rules.sides)
    begun = Round.begin(rules, 1, dealer, standings, "play")
    return begin_play(begun.change(hands=deal.hands))


def _count(round: Round, at: int, counts: list[int]) -> None:
    plays = legal_plays(round)
    counts[at] += len(plays)
    if at + 1 < len(counts):
        for play in plays:
            _count(_after(round, play), at + 1, counts)


def _after(round: Round, play: Play) -> Round:
    return play_card(round, play.card, low=play.low)


def _read(file: str) -> tuple[PerftCount, ...]:
    stated = read_parsed(file, parse_perft)
    for count in stated:
        where = f"{name_of(file)}, line {count.line}"
        if count.depth < 1:
            raise InputError(f"{where}: depth {count.depth}, expected a number from 1")
    if not stated:
        raise InputError(f"{name_of(file)}: no counts in it, expected lines `perft DEPTH COUNT`")
    return stated


def _results(stated: tuple[PerftCount, ...]) -> Iterator[dict[str, Any]]:
    for (case, deal, rules, said), group in groupby(
        stated, lambda one: (one.case, one.deal, one.rules, one.said)
    ):
        start = opening(deal, rules)
        asked = list(group)
        most = min(max(one.depth for one in asked), sum(len(hand) for hand in deal.hands))
        counts = count_sequences(start, most)
        for one in asked:
            counted = counts[one.depth - 1] if one.depth <= most else 0
            result = {
                "id": case,
                "rules": said,
                "depth": one.depth,
                "expected": one.count,
                "counted": counted,
                "ok": counted == one.count,
            }
            if counted != one.count and counted:
                result["first"] = {
                    format_action(play): number
                    for play, number in count_by_first_play(start, one.depth).items()
                }
            yield result


def _told(result: dict[str, Any]) -> str:
    line = f"{result['id']}, {result['rules']}, perft {result['depth']}: {result['counted']}"
    if result["ok"]:
        return f"{line}, as expected"
    lines = [f"{line}, expected {result['expected']}; by first card:"]
    lines += [f"  {card} {count}" for card, count in result.get("first", {}).items()]
    return "\n".join(lines)
