"""V21: the formats that docs/bids.md shows can be written as it says."""

import re
from pathlib import Path

import pytest

from spadille.game import Bid, RulesError, bid_rule
from support.positions import MIXED, WEST, dealt, rules

PAGE = (Path(__file__).parents[2] / "docs" / "bids.md").read_text(encoding="utf-8")
TABLE = (
    PAGE.partition("## Formats of tournaments")[2].partition("\n# ")[0].partition("|---|---|")[2]
)
FORMATS = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", TABLE, re.MULTILINE)


def test_V21_the_page_has_its_formats() -> None:
    assert ["any", *FORMATS] == [*bid_rule.FORMATS]


@pytest.mark.parametrize("text", FORMATS)
def test_V21_every_format_of_the_page_leaves_everybody_a_bid(text: str) -> None:
    """V21: in turn, in the first round and in a later one."""
    table = rules(bidding__bids=text, nil__blind=False)
    for start in (dealt(table), dealt(table, MIXED, WEST, 0, 0)):
        game = start
        while game.phase == "bidding":
            bids = [action for action in game.legal_actions() if isinstance(action, Bid)]
            assert bids
            game = game.apply(bids[-1])


@pytest.mark.parametrize(
    ("text", "bids"),
    [
        ("2 to 4", "2 3 4"),
        ("hearts - 1 to hearts + 1", "1 2 3"),
        ("tricks", "13"),
        ("2 * tricks", "13"),
        ("hearts - 9", "nil"),
        ("spades to 1", "1"),
        ("if first and holds S9: 5; 1", "5"),
        ("if last: 5; 12+ or nil", "nil 12 13"),
    ],
)
def test_V21_the_words_mean_what_the_page_says(text: str, bids: str) -> None:
    """V21: North bids first, with two hearts and the nine of spades."""
    game = dealt(rules(bidding__bids=text, nil__blind=False))
    assert [str(action) for action in game.legal_actions()] == bids.split()


@pytest.mark.parametrize(
    "text",
    ["", "four", "4+ nil", "if first: 3", "3; 4", "if rich: 3; any", "4 to 2", "aces + 1 to aces"],
)
def test_V21_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="cannot read"):
        rules(bidding__bids=text)
