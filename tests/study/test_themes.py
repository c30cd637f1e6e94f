"""Themes at places that no puzzle which comes with the program has."""

import pytest

from spadille.bots import Chances
from spadille.game import Seat
from spadille.study.puzzles.case import Case, Outcome
from spadille.study.puzzles.goals import takes_bag
from spadille.study.puzzles.plays import finesses
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
def test_a_bag_is_taken_only_once_the_contract_is_made(
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
def test_a_finesse_is_against_a_card_that_lies_before_what_is_kept_over_it(
    hands: tuple[str, ...], line: str, *, finessed: bool
) -> None:
    """South leads to the queen of North."""
    assert finesses(lines_of(few_left(hands, Seat.EAST), line)) == finessed
