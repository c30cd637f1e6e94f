"""Files of counts of legal card sequences, to compare engines by.

A case is `id TEXT`, `deal N:...`, then for one or more lead rules `rules lead=RULE` and lines
`perft DEPTH COUNT`. North leads. `#` begins a comment.
"""

from msgspec import Struct

from ..game import Deal, Message, ParseError, T
from .deals import parse_deal

LEADS = ("broken", "never", "any")


class PerftCount(Struct, frozen=True):
    """So many legal sequences of `depth` cards from a deal under a lead rule."""

    case: str
    deal: Deal
    lead: str
    depth: int
    count: int
    line: int


def parse_perft(text: str) -> tuple[PerftCount, ...]:
    """The counts that a file states.

    Raises:
        ParseError: at a line that is none of the format; its `place` names the line.
    """
    counts = []
    case, deal, lead = "", None, None
    for number, raw in enumerate(text.splitlines(), start=1):
        place = f"line {number}"
        word, _, rest = raw.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        if not word:
            continue
        if word == "id":
            case, deal, lead = rest, None, None
        elif word == "deal":
            deal, lead = parse_deal(rest, place), None
            if len({len(hand) for hand in deal.hands}) != 1:
                raise ParseError(
                    "perft/unequal-hands", Message(T("the hands must be of equal size")), place
                )
        elif word == "rules" and rest.removeprefix("lead=") in LEADS and deal:
            lead = rest.removeprefix("lead=")
        elif word == "perft" and lead and deal:
            depth, count = _two_numbers(rest, place)
            counts.append(PerftCount(case, deal, lead, depth, count, number))
        else:
            raise ParseError(
                "perft/bad-line",
                Message(
                    T("expected {forms}, in this order"),
                    forms="id, deal, rules lead=broken|never|any, perft DEPTH COUNT",
                ),
                place,
            )
    return tuple(counts)


def _two_numbers(text: str, place: str) -> tuple[int, int]:
    words = text.split()
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() for word in words):
        raise ParseError(
            "perft/bad-count", Message(T("expected a depth and a count, two numbers")), place
        )
    return int(words[0]), int(words[1])
