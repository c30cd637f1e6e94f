"""`spadille perft`: counts legal card sequences and compares them with a file."""

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ..game import Card, Deal, ParseError, Round, Rules, Standing, play_card, playable
from ..notation import PerftCount, parse_perft
from .errors import InputError
from .output import print_json
from .reading import name_of, read_text

_ABOUT = """\
Count the legal card sequences from given deals and compare them with the counts in FILE.

  id three-card ending
  deal N:A.2.3. KQ..5. J.3.2. T.4.6.
  rules lead=broken          or lead=never, lead=any
  perft 12 8                 8 legal sequences of 12 cards from the first lead, which is North's

Exit status 1 when a count differs; then the counts by first card are printed as well.

example:
  spadille perft counts.txt
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "perft", help="count legal card sequences, to compare engines", description=_ABOUT
    )
    parser.set_defaults(run=run, command=parser.prog)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("file", metavar="FILE", help="deals and counts; - is standard input")


def run(arguments: Namespace) -> int:
    results = []
    for result in _results(_read(arguments.file)):
        results.append(result)
        if not arguments.json:
            print(_told(result), flush=True)
    if arguments.json:
        print_json(results)
    return 0 if all(result["ok"] for result in results) else 1


def count_sequences(round: Round, depth: int) -> tuple[int, ...]:
    """The numbers of legal sequences of 1 to `depth` cards.

    >>> from spadille.notation import parse_deal
    >>> count_sequences(opening(parse_deal("N:A.2.3. KQ..5. J.3.2. T.4.6."), "never"), 7)
    (2, 4, 4, 4, 4, 4, 6)
    """
    counts = [0] * depth
    _count(round, 0, counts)
    return tuple(counts)


def count_by_first_card(round: Round, depth: int) -> dict[Card, int]:
    """The number of legal sequences of `depth` cards that begin with each card."""
    return {
        card: count_sequences(play_card(round, card), depth - 1)[-1] if depth > 1 else 1
        for card in playable(round)
    }


def opening(deal: Deal, lead: str) -> Round:
    """The play of a deal under a lead rule, North to lead."""
    preset = "two-player" if len(deal.hands) == 2 else "standard"
    rules = Rules.preset(preset).with_options({"play.lead_spades": lead})
    dealer = rules.seats[-1]
    standings = (Standing(),) * len(rules.sides)
    return Round.begin(rules, 1, dealer, standings, "play").change(hands=deal.hands)


def _count(round: Round, at: int, counts: list[int]) -> None:
    cards = playable(round)
    counts[at] += len(cards)
    if at + 1 < len(counts):
        for card in cards:
            _count(play_card(round, card), at + 1, counts)


def _read(file: str) -> tuple[PerftCount, ...]:
    try:
        stated = parse_perft(read_text(file))
    except ParseError as error:
        raise InputError(f"{name_of(file)}, {error.place}: {error.code}: {error}") from error
    for count in stated:
        where = f"{name_of(file)}, line {count.line}"
        if len(count.deal.hands) not in {2, 4}:
            raise InputError(f"{where}: {len(count.deal.hands)} hands, expected 2 or 4")
        if count.depth < 1:
            raise InputError(f"{where}: depth {count.depth}, expected a number from 1")
    if not stated:
        raise InputError(f"{name_of(file)}: no counts in it, expected lines `perft DEPTH COUNT`")
    return stated


def _results(stated: tuple[PerftCount, ...]) -> Iterator[dict[str, Any]]:
    for (case, deal, lead), group in groupby(stated, lambda one: (one.case, one.deal, one.lead)):
        start = opening(deal, lead)
        asked = list(group)
        most = min(max(one.depth for one in asked), sum(len(hand) for hand in deal.hands))
        counts = count_sequences(start, most)
        for one in asked:
            counted = counts[one.depth - 1] if one.depth <= most else 0
            result = {
                "id": case,
                "lead": lead,
                "depth": one.depth,
                "expected": one.count,
                "counted": counted,
                "ok": counted == one.count,
            }
            if counted != one.count and counted:
                result["first"] = {
                    str(card): number
                    for card, number in count_by_first_card(start, one.depth).items()
                }
            yield result


def _told(result: dict[str, Any]) -> str:
    line = f"{result['id']}, lead={result['lead']}, perft {result['depth']}: {result['counted']}"
    if result["ok"]:
        return f"{line}, as expected"
    lines = [f"{line}, expected {result['expected']}; by first card:"]
    lines += [f"  {card} {count}" for card, count in result.get("first", {}).items()]
    return "\n".join(lines)
