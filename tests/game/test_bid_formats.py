"""V21, V35: the formats in docs/bids.md can be written as described there."""

import re
from pathlib import Path

import pytest

from spadille.game import Bid, Game, Round, RulesError, Standing, Suit, bid_rule, put
from spadille.game.legal_bids import open_bids
from support.positions import MIXED, NORTH, WEST, cards_of, dealt, rules

PAGE = (Path(__file__).parents[2] / "docs" / "bids.md").read_text(encoding="utf-8")
TABLE = (
    PAGE.partition("## Formats of tournaments")[2].partition("\n# ")[0].partition("|---|---|")[2]
)
FORMATS = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", TABLE, re.MULTILINE)


def test_V21_bid_page_lists_every_format() -> None:
    assert ["any", *FORMATS] == [*bid_rule.FORMATS]


@pytest.mark.parametrize("text", FORMATS)
def test_V21_bid_formats_of_page_leave_every_player_a_bid(text: str) -> None:
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
        ("kings", "2"),
    ],
)
def test_V21_bid_format_words_match_page(text: str, bids: str) -> None:
    """V21: North bids first, with two hearts and the nine of spades."""
    game = dealt(rules(bidding__bids=text, nil__blind=False))
    assert [str(action) for action in game.legal_actions()] == bids.split()


NIGHT = "if round 2: spades or nil; if round 3: 4+ or nil; if every 4th round: 3; any"


def test_V35_each_round_has_its_own_bid_format() -> None:
    """V35: hand 1 bids itself, 2 is Whiz, 3 is nil or 4+, and 4 and every 4th hand bid three."""
    table = rules(
        bidding__bids=NIGHT,
        bidding__first_round_bids_itself=True,
        nil__blind=False,
        end__target="none",
        end__floor="none",
        end__max_rounds=9,
    )
    bids: list[set[str]] = []
    game = Game.new(table, seed=3)
    while not game.over:
        round = game.round
        assert round is not None
        if game.phase == "bidding" and not any(round.bids):
            first = round.hands[round.order[0]]
            spades = str(sum(card.suit is Suit.SPADES for card in first))
            found = {str(action) for action in game.legal_actions()}
            bids.append({"spades" if bid == spades and len(found) == 2 else bid for bid in found})
        game = game.apply(game.legal_actions().actions[-1])
    anything = {"nil", *map(str, range(1, 14))}
    whiz, four, three = {"spades", "nil"}, {"nil", *map(str, range(4, 14))}, {"3"}
    assert bids[:8] == [whiz, four, three, anything, anything, anything, three, anything]


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("round 1", "1"),
        ("round 12", "12"),
        ("every 4th round", "4 8 12"),
        ("every 2nd round from 1", "1 3 5 7 9 11"),
        ("every 3rd round from 5", "5 8 11"),
        ("round >= 10", "10 11 12"),
        ("every 2nd round and round < 5", "2 4"),
        ("round = 3 + 4", "7"),
    ],
)
def test_V35_round_conditions_count_from_one(text: str, rounds: str) -> None:
    table = rules(bidding__bids=f"if {text}: 2; 1", nil__blind=False)
    rule = bid_rule.parse_bid_rule(table.bidding.bids)
    start = _round_of(dealt(table))
    rounds_of_two = (
        number
        for number in range(1, 13)
        if open_bids(start.change(number=number), NORTH) == (Bid(2),)
    )
    found = list(rounds_of_two)
    assert " ".join(map(str, found)) == rounds
    for number in range(1, 13):
        (clause, *_) = bid_rule.rule_of_round(rule, number)
        assert clause.spans[0].low.amount == (2 if number in found else 1)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("hearts = 2", True),
        ("hearts < 2", False),
        ("hearts <= 2", True),
        ("spades > hearts", True),
        ("kings = 1", True),
        ("queens + 1 >= jacks", True),
        ("points >= 10", False),
        ("longest = clubs", False),
        ("shortest = hearts", True),
        ("shortest = 0", False),
        ("behind >= 100", True),
        ("behind > 130", False),
        ("bags = 4", True),
        ("2 * bags > 8", False),
    ],
)
def test_V35_bid_conditions_compare_hand_and_score(condition: str, *, holds: bool) -> None:
    """V35: North has SA 9 8 4, H9 2, D K 7 6 5 and CJ 9 7, four bags, and is 130 points behind."""
    table = rules(bidding__bids=f"if {condition}: 2; 1", nil__blind=False)
    round = _round_of(dealt(table))
    hand = cards_of("SA S9 S8 S4 H9 H2 DK D7 D6 D5 CJ C9 C7")
    round = round.change(
        hands=put(round.hands, NORTH, hand), before=(Standing(70, 4), Standing(200, 0))
    )
    assert (open_bids(round, NORTH) == (Bid(2),)) == holds


def test_V35_forced_bids_are_not_read_as_hands() -> None:
    """V35: a number that is prescribed in some rounds says nothing about the cards in hand."""
    bidding = rules(bidding__bids=NIGHT).bidding
    assert [bidding.open_ended(number) for number in (1, 2, 3, 4)] == [True, False, True, False]
    assert not rules(bidding__bids=NIGHT).free_bids
    suicide = rules(bidding__bids="if round 2 and partner bid: nil; any").bidding
    assert [suicide.forces_nil(number) for number in (1, 2)] == [False, True]
    assert rules(bidding__bids="2+ or nil").free_bids


def _round_of(game: Game) -> Round:
    assert game.round is not None
    return game.round


@pytest.mark.parametrize(
    "text",
    ["if round 0: 1; 2", "if round 101: 1; 2", "if every 1st round: 1; 2", "if every round: 1; 2",
     "if aces: 1; 2", "if aces >= : 1; 2", "if aces > rich: 1; 2", "if 1 < aces < 3: 1; 2", "100"],
)  # fmt: skip
def test_V35_unreadable_condition_is_rejected(text: str) -> None:
    with pytest.raises(RulesError, match="cannot read"):
        rules(bidding__bids=text)


@pytest.mark.parametrize(
    "text",
    ["", "four", "4+ nil", "if first: 3", "3; 4", "if rich: 3; any", "4 to 2", "aces + 1 to aces"],
)
def test_V21_malformed_bid_rule_is_rejected(text: str) -> None:
    with pytest.raises(RulesError, match="cannot read"):
        rules(bidding__bids=text)
