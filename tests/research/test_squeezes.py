"""A squeeze is recognized by its definition, which no position in the searched rounds meets."""

from random import Random
from typing import Any

import pytest

from puzzle_making import judge_of
from puzzle_making.proving import squeeze_at
from puzzle_making.squeezes import _after, _Place, _Search, may_squeeze, squeezes
from spadille.game import PACK, Card, Seat
from support.endings import few_left, lines_of
from support.minimax import random_position, value
from support.positions import cards_of, play

GUARDED = ("CA H4 DQ", "HK HQ DK", "HA HJ C2", "C3 C4 C5")
"""When North cashes the ace of clubs, East guards hearts against South and diamonds against North.
"""

SQUEEZED = "CA DK C2 C3 DQ HQ HJ C4 H4 HK HA C5"
SECOND = "DQ DK HJ C3 HK HA C4 H4 C2 C5 CA HQ"


def test_squeezes_if_every_discard_costs_trick() -> None:
    assert squeezes(lines_of(few_left(GUARDED), SQUEEZED, SECOND))


def test_squeezes_not_if_discard_cannot_win() -> None:
    hands = ("CA D2", "HK D5", "H2 H3", "C2 C3")
    lines = "CA HK H2 C2 D2 D5 H3 C3", "D2 D5 H2 C2 HK H3 C3 CA"
    assert not squeezes(lines_of(few_left(hands), *lines))


def test_squeezes_not_if_one_discard_is_free() -> None:
    """East discards the queen of hearts, although the two of diamonds is useless."""
    game = few_left(("CA H4 H5", "HK HQ D2", "HA HJ C2", "C3 C4 C5"))
    thrown = "CA HQ C2 C3 H4 HK HA C4 HJ C5 H5 D2"
    assert not squeezes(lines_of(game, thrown, "H4 HQ HA C3 HJ C4 H5 HK D2 C2 C5 CA"))


def test_squeezes_not_if_another_card_wins_as_many() -> None:
    assert not squeezes(lines_of(few_left(GUARDED), SQUEEZED, SQUEEZED, SECOND))


@pytest.mark.parametrize("turn", range(4))
def test_squeeze_at_finds_squeeze_in_any_seats(turn: int) -> None:
    """The contract needs all three tricks."""

    def turned(things: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*things[4 - turn :], *things[: 4 - turn])

    dealer = Seat((3 + turn) % 4)
    game = few_left(turned(GUARDED), dealer, won=turned((2, 2, 1, 5)))
    assert squeeze_at(game, judge_of())


def test_squeezes_not_while_nil_stands() -> None:
    won = (2, 7, 1, 0)
    assert squeezes(lines_of(few_left(GUARDED, won=won), SQUEEZED, SECOND))
    game = few_left(GUARDED, won=won, bids="3 3 3 nil")
    assert not squeezes(lines_of(game, SQUEEZED, SECOND))


@pytest.mark.parametrize(
    ("hands", "cards", "may"),
    [
        (GUARDED, "", True),
        (("CA H4", "HK S2", "HA C2", "C3 C4"), "", False),
        (("CA C6", "HK HQ", "HA C2", "C3 C4"), "", False),
        (("CA H4", "HK C5", "HA C2", "C3 S4"), "", False),
        (("CA C6", "C7 C5", "HA DK", "C3 C4"), "", False),
        (("CA C6", "C7 C5", "C8 C9", "DK HA"), "", True),
        (("CA C6", "C7 C5", "DK HA", "C3 C4"), "CA", True),
        (("CA C6", "DK HA DQ", "C8 C9", "C3 C4"), "CA DQ", False),
        (("CA C6", "C7 C5", "C8 C9", "DK HA"), "CA C7", True),
        (("CA H6", "C7 C5", "DK HA", "C3 C4"), "H6", False),
        (("CA H6", "C7 C5", "C3 C4", "DK HA"), "H6 C7", False),
    ],
    ids=[
        "two suits, and another is led",
        "a spade to ruff with",
        "a single suit",
        "whatever is led can be followed",
        "the partner",
        "the other opponent",
        "the next to play",
        "who has played",
        "the last to play",
        "the next follows",
        "the last follows the suit that was led",
    ],
)
def test_may_squeeze_needs_opponent_that_must_discard(
    hands: tuple[str, ...], cards: str, *, may: bool
) -> None:
    assert may_squeeze(play(few_left(hands), cards)) == may


def test_squeeze_search_equals_naive_minimax() -> None:
    rng = Random("squeezes")
    round = few_left(GUARDED).round
    assert round is not None
    for number in range(240):
        place = random_position(rng, 4, 3, lead="broken", broken=number % 2 == 0, played=number % 4)
        most = value(place, "broken", (0, 1, 0, 1), lambda won: won[0] + won[2])
        hands = tuple(frozenset(PACK[card] for card in hand) for hand in place.hands)
        trick = tuple(PACK[card] for card in place.trick)
        search = _Search(round, (0, 2))
        same = _Place(hands, place.leader, trick, place.broken)
        reached = [search.reaches(same, wanted) for wanted in range(5)]
        assert reached == [wanted <= most for wanted in range(5)], place


def test_squeeze_search_wins_no_incomplete_trick() -> None:
    """East, who has discarded nothing on the ace, is the only one left with a card."""
    round = few_left(GUARDED).round
    assert round is not None
    hands = ("C2", "HK DK", "C3", "CA")
    place = _Place(tuple(frozenset(cards_of(hand)) for hand in hands), 0, (), round.broken)
    thrown = _after(_after(place, Card("C2")), None)
    assert not _Search(round, (0, 2)).reaches(thrown, 1)
