"""Themes in positions that no puzzle included with the program has."""

import pytest

from puzzle_making.case import Case, Outcome
from puzzle_making.goals import takes_bag
from puzzle_making.plays import finesses, throws_in
from spadille.bots import Chances
from spadille.game import Seat
from support.endings import few_left, lines_of
from support.positions import cards_of


@pytest.mark.parametrize(
    ("bids", "won", "taken"),
    [
        ("3 3 3 3", (4, 2, 2, 3), True),
        ("3 3 3 3", (4, 2, 1, 4), False),
        ("nil 3 4 3", (1, 2, 4, 4), True),
        ("nil 3 4 3", (1, 2, 3, 5), False),
        ("nil 3 nil 3", (0, 5, 0, 6), False),
    ],
    ids=["made", "not made", "made beside a nil", "made by tricks of a nil alone", "no contract"],
)
def test_bag_is_taken_only_once_contract_is_made(
    bids: str, won: tuple[int, ...], *, taken: bool
) -> None:
    game = few_left(("SA C2", "SK C3", "SQ C4", "SJ C5"), bids=bids, won=won)
    one, none = (Chances((1.0, 1.0), (None,) * 4, (bags, 0.0)) for bags in (1.0, 0.0))
    case = Case(game, (Outcome(cards_of("SA"), one), Outcome(cards_of("C2"), none)))
    assert takes_bag(case) == taken


@pytest.mark.parametrize(
    ("hands", "line", "finessed"),
    [
        (("HA HQ", "H4 C4", "H2 C2", "HK H3"), "H2 H3 HQ H4 HA C4 C2 HK", True),
        (("CA HQ", "H4 C4", "H2 C2", "HK H3"), "H2 H3 HQ H4 CA C4 C2 HK", False),
        (("HA HQ", "HK H4", "H2 C2", "H3 C5"), "H2 H3 HQ H4 HA HK C2 C5", False),
        (("HA HQ", "H4 C4", "H2 C2", "HT H3"), "H2 H3 HQ H4 HA C4 C2 HT", False),
    ],
    ids=["by the queen", "nothing kept over it", "it lies behind", "nothing higher"],
)
def test_finesse_needs_card_that_lies_before_tenace(
    hands: tuple[str, ...], line: str, *, finessed: bool
) -> None:
    """South leads toward North's queen."""
    assert finesses(lines_of(few_left(hands, Seat.EAST), line)) == finessed


THROWN_IN = "C2 C3 C4 CA H3 HQ D4 D2 HA D5 D3 HK"
SECOND = "HQ D4 D2 HK CA C2 C3 C4 H3 HA D5 D3"


@pytest.mark.parametrize(
    ("bids", "lines", "thrown"),
    [
        ("3 3 3 3", (THROWN_IN, SECOND), True),
        ("3 nil 3 3", (THROWN_IN, SECOND), False),
        ("3 3 3 3", (THROWN_IN, THROWN_IN, SECOND), False),
        ("3 3 3 3", (SECOND, SECOND), False),
    ],
    ids=["West leads hearts", "a nil stands", "another wins as many", "West keeps the lead"],
)
def test_endplay_forces_costly_lead_unless_nil_stands(
    bids: str, lines: tuple[str, ...], *, thrown: bool
) -> None:
    """West is given the lead with a club, and leads into North's ace and queen."""
    game = few_left(("HA HQ C2", "C3 D4 D5", "C4 D2 D3", "CA HK H3"), bids=bids)
    assert throws_in(lines_of(game, *lines)) == thrown
