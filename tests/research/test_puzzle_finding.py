"""Every search finds the same puzzles, and the most varied ones are chosen."""

from random import Random

import pytest
from msgspec import structs

from puzzle_making import choose, judge_of, make
from puzzle_making.finding import (
    HIDDEN_CARDS,
    MOST_CHOSEN,
    MOST_OF_A_ROUND,
    OPEN_CARDS,
    _places,
    canonical,
)
from puzzle_making.proving import CLEAR, CLEAR_BID, DOUBTS, hidden, is_clear
from spadille.bots import Candidate, Chances, equal_cards
from spadille.game import Bid, Card, Play, PlayerAction, Seat
from spadille.study import puzzles
from spadille.study.puzzles import Puzzle
from spadille.study.puzzles.puzzle import Sees
from support.endings import few_left


def test_make_gives_same_puzzles_in_any_batches() -> None:
    whole = list(make("again", range(2), sees="all"))
    parts = [*make("again", range(1), sees="all")]
    parts += make("again", range(1, 2), sees="all")
    assert whole == parts
    assert whole
    assert all(canonical(puzzle.game()) == form for _, form, puzzle in whole)
    chosen = choose(whole, 10)
    assert len(chosen) == sum(min(2, sum(n == m for m, _, _ in whole)) for n in range(2))


def test_make_stops_at_maximum_per_round() -> None:
    assert len(list(make("more", range(1), sees="all"))) == MOST_OF_A_ROUND["all"]


@pytest.mark.parametrize(
    ("sees", "bids", "sizes"),
    [("all", 0, set(OPEN_CARDS)), ("own", 4, set(HIDDEN_CARDS) - {13})],
)
def test_places_have_limited_hand_size_and_real_choice(
    sees: Sees, bids: int, sizes: set[int]
) -> None:
    """With hidden hands this covers every bid too, and the play from the second trick on."""
    found = set()
    for number in range(3):
        places = list(_places(Random(number), sees))
        assert sum(game.phase == "bidding" for game in places) == bids
        for game in places[bids:]:
            view = game.view_to_act
            assert view.tricks
            assert len(equal_cards(view)) > 1
            found.add(len(view.hand or ()))
    assert found == sizes


def test_canonical_ignores_renamed_suits_seats_and_ranks() -> None:
    hands = ("SA H2", "SK H3", "S2 HA", "S3 D4")
    same = canonical(few_left(hands))
    suits = str.maketrans("CDH", "HCD")
    assert canonical(few_left([hand.translate(suits) for hand in hands])) == same
    turned = (*hands[3:], *hands[:3])
    assert canonical(few_left(turned, Seat.NORTH)) == same
    packed = [hand.replace("H3", "H9").replace("HA", "HK") for hand in hands]
    assert canonical(few_left(packed)) == same
    swapped = ("SA H3", "SK H2", "S2 HA", "S3 D4")
    assert canonical(few_left(swapped)) != same
    assert canonical(few_left(hands, bids="3 3 4 3")) != same
    assert canonical(few_left(hands, won=(0, 1, 0, 0))) != same


HIDDEN = [one for one in puzzles.puzzles() if one.sees == "own"]


def margin(puzzle: Puzzle) -> float:
    return puzzle.right.value - puzzle.choices[1].value


@pytest.mark.parametrize(
    "puzzle",
    [
        max((one for one in HIDDEN if ("bid" in one.themes) == bids), key=margin)
        for bids in (True, False)
    ],
    ids=["a bid", "a card"],
)
def test_hidden_finds_clearest_puzzle_again(puzzle: Puzzle) -> None:
    again = hidden(puzzle.game(), judge_of())
    assert again is not None
    fields = set(puzzle.__struct_fields__) - {"choices", "wrong"}
    assert {name: getattr(again, name) for name in fields} == {
        name: getattr(puzzle, name) for name in fields
    }
    assert again.right.actions == puzzle.right.actions
    assert margin(again) == pytest.approx(margin(puzzle), rel=0.2)
    told = [puzzle.choice_of(puzzles.action_of(one.actions[0])) for one in again.choices]
    for one, before in zip(again.choices, told, strict=True):
        assert before is not None
        assert before.actions == one.actions
        assert one.chances is not None
        chances = [*one.chances.contracts, *one.chances.nils, *one.chances.bags]
        assert all(chance is None or chance == round(chance, 3) for chance in chances)


SURE = Chances((1.0, 1.0), (None,) * 4, (0.0, 0.0))


def weighed(action: PlayerAction, value: float, doubt: float | None = 0.0) -> Candidate:
    return Candidate(action, value, 0.1, chances=SURE, doubt=doubt)


CARD, OTHER = Play(Card.SA), Play(Card.C2)


@pytest.mark.parametrize(
    ("found", "clear"),
    [
        ([weighed(CARD, CLEAR), weighed(OTHER, 0.0)], True),
        ([weighed(CARD, CLEAR), weighed(OTHER, 0.0, doubt=None)], True),
        ([weighed(CARD, CLEAR), weighed(OTHER, 0.1)], False),
        ([weighed(CARD, CLEAR), weighed(OTHER, 0.0), weighed(Play(Card.H2), 0.1)], False),
        ([weighed(CARD, 10.0), weighed(OTHER, 0.0, doubt=10 / DOUBTS)], True),
        ([weighed(CARD, 10.0), weighed(OTHER, 0.0, doubt=11 / DOUBTS)], False),
        ([weighed(Bid(4), CLEAR_BID), weighed(Bid(3), 0.0)], True),
        ([weighed(Bid(4), CLEAR_BID), weighed(Bid(3), 0.1)], False),
        ([weighed(CARD, CLEAR)], False),
        (
            [
                structs.replace(weighed(CARD, CLEAR), unit="percent"),
                structs.replace(weighed(OTHER, 0.0), unit="percent"),
            ],
            False,
        ),
        ([structs.replace(weighed(CARD, CLEAR), chances=None), weighed(OTHER, 0.0)], False),
        ([weighed(CARD, CLEAR), structs.replace(weighed(OTHER, 0.0), chances=None)], False),
    ],
    ids=[
        "by enough points", "by enough points without doubt", "by too few", "one is too near",
        "beyond doubt", "within doubt", "a bid by enough", "a bid by too few", "no other",
        "no points", "chances of the best are not told", "chances of the other are not told",
    ],
)  # fmt: skip
def test_is_clear_needs_margin_beyond_doubt(found: list[Candidate], *, clear: bool) -> None:
    assert is_clear(found) == clear


def test_is_clear_accepts_half_margin_with_half_limits() -> None:
    assert is_clear([weighed(CARD, CLEAR / 2), weighed(OTHER, 0.0)], 0.5)
    assert not is_clear([weighed(CARD, CLEAR / 2), weighed(OTHER, 0.1)], 0.5)


def made_up(*themes: str, wrong: tuple[str, ...] = ()) -> Puzzle:
    return Puzzle("all", "", "N", "", "", (), themes, wrong)


def test_choose_takes_first_of_equal_places() -> None:
    first, again, other = made_up("duck"), made_up("cash"), made_up("make")
    assert choose([(1, "a", first), (2, "a", again), (3, "b", other)], 9) == [first, other]


def test_choose_limits_puzzles_per_round_and_sorts_by_round() -> None:
    found = [(number, f"{number}/{n}", made_up("duck")) for number in (2, 1) for n in range(4)]
    chosen = choose(found, 9)
    assert len(chosen) == 2 * MOST_CHOSEN
    assert choose(found, 3) == chosen[:3]
    mixed = [(2, "a", made_up("duck")), (1, "b", made_up("cash"))]
    assert choose(mixed, 2) == [made_up("cash"), made_up("duck")]


def test_choose_prefers_rare_themes_then_rare_difficulties() -> None:
    common = [(n, f"{n}", made_up("make")) for n in range(5)]
    rare, both = made_up("cash"), made_up("make", "draw")
    assert choose([*common, (5, "5", rare)], 2) == [made_up("make"), rare]
    assert choose([*common, (5, "5", both)], 2) == [made_up("make"), both]
    hard = made_up("make", wrong=("beginner", "expert"))
    assert choose([*common, (5, "5", hard)], 2) == [made_up("make"), hard]
