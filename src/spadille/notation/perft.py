"""Files with counts of legal card sequences, for comparing engines.

A case is `id TEXT`, `deal N:...`, then one or more times `rules OPTION=VALUE ...` followed by lines
`perft DEPTH COUNT`. `#` begins a comment. Options are named by their dotted paths. Their values are
JSON without spaces; texts may omit the quotes; `lead` is short for `play.lead_spades`. The number
of hands determines the table: four or six play in pairs, other numbers as single players; leftover
cards of the deck are out of play. North is to the left of the dealer.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..game import Deal, ParseError, Rules, RulesError
from .cards import refuse_too_many
from .deals import parse_deal

_NUMBER = re.compile("[0-9]{1,100}")
"""No count that a program can reach has more digits."""

_FORMS = "id, deal, rules OPTION=VALUE ..., perft DEPTH COUNT"
_SHORT = {"lead": "play.lead_spades"}
_TEAMS = {2: "solo", 3: "solo", 4: "pairs", 5: "solo", 6: "pairs"}


class PerftCount(Struct, frozen=True):
    """The number of legal sequences of `depth` cards from a deal; `said` names the rules."""

    case: str
    deal: Deal
    rules: Rules
    said: str
    depth: int
    count: int
    line: int


def parse_perft(text: str) -> tuple[PerftCount, ...]:
    """Return the counts in a file.

    Raises:
        ParseError: at a malformed line; the error's `place` names it.
    """
    return tuple(_counts(text))


def _counts(text: str) -> Iterator[PerftCount]:
    case, said = "", ""
    deal: Deal | None = None
    rules: Rules | None = None
    dealt_at = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        place = f"line {number}"
        words = raw.partition("#")[0].split()
        if not words:
            continue
        word, rest = words[0], words[1:]
        if word == "id":
            case, deal, rules = " ".join(rest), None, None
        elif word == "deal":
            deal, rules = _deal(" ".join(rest), place), None
            dealt_at = place
        elif word == "rules" and rest and deal:
            said = " ".join(rest)
            rules = _rules(rest, deal, place)
            _check_cards(deal, rules, dealt_at, place)
        elif word == "perft" and rules and deal:
            depth, count = _two_numbers(rest, place)
            yield PerftCount(case, deal, rules, said, depth, count, number)
        else:
            raise _bad_line(place)


def _bad_line(place: str) -> ParseError:
    return ParseError("perft/bad-line", "expected {forms}, in this order", place, forms=_FORMS)


def _deal(text: str, place: str) -> Deal:
    deal = parse_deal(text, place, packs=2)
    if len({len(hand) for hand in deal.hands}) != 1 or deal.rest or deal.face_up:
        raise ParseError(
            "perft/unequal-hands",
            "the hands must have equal sizes, and no other cards may be dealt",
            place,
        )
    return deal


def _rules(words: list[str], deal: Deal, place: str) -> Rules:
    players = len(deal.hands)
    options: dict[str, Any] = {"table.players": players, "table.teams": _TEAMS[players]}
    if players == 2:
        options["deal.method"] = "keep_or_next"
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise _bad_line(place)
        options[_SHORT.get(name, name)] = _value(value)
    try:
        try:
            return Rules().with_options(options)
        except RulesError as error:
            if error.code != "rules/uneven":
                raise
            return Rules().with_options({"deal.leftover": "aside", **options})
    except RulesError as error:
        raise ParseError(error.code, error.message, place) from error


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _check_cards(deal: Deal, rules: Rules, dealt_at: str, place: str) -> None:
    """Refuse a deal with cards that the deck of the rules does not have."""
    cards = [card for hand in deal.hands for card in hand]
    refuse_too_many(cards, rules.deck.packs, dealt_at)
    if len(deal.hands) != rules.players or Counter(cards) - Counter(rules.deck_cards):
        raise ParseError(
            "perft/other-deck",
            "these rules have other cards, or another number of players, than the deal",
            place,
        )


def _two_numbers(words: list[str], place: str) -> tuple[int, int]:
    if len(words) != 2 or not all(_NUMBER.fullmatch(word) for word in words):
        raise ParseError("perft/bad-count", "expected two numbers, a depth and a count", place)
    return int(words[0]), int(words[1])
