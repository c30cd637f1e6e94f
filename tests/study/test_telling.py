"""Why an answer is right or wrong, with made-up chances."""

import pytest
from msgspec import structs

from spadille.bots import Chances
from spadille.game import Bid, Card, Message, Play, Seat
from spadille.locale import translate
from spadille.study import puzzles
from spadille.study.puzzles import Puzzle
from spadille.study.puzzles.puzzle import Choice

OWN = [one for one in puzzles.puzzles() if one.sees == "own"]
CARD = next(one for one in OWN if "bid" not in one.themes and one.view().seat == Seat.NORTH)
BID = next(one for one in OWN if "bid" in one.themes)
OPEN = [
    next(one for one in puzzles.puzzles() if one.sees == "all" and one.view().seat % 2 == side)
    for side in (0, 1)
]

Facts = dict[str, float]


def chances(puzzle: Puzzle, facts: Facts) -> Chances:
    """Return chances for `contract`, `theirs`, the nils and `bags`.

    The nils are `own`, `partner` and `left`. The other chances are equal.
    """
    seat = puzzle.view().seat
    side = seat % 2
    contracts = [facts.get("contract", 0.5), facts.get("theirs", 0.5)]
    nils: list[float | None] = [None] * 4
    for at, name in enumerate(("own", "left", "partner")):
        nils[(seat + at) % 4] = facts.get(name)
    bags = [facts.get("bags", 1.0), facts.get("given", 1.0)]
    turn = -1 if side else 1
    return Chances(tuple(contracts[::turn]), tuple(nils), tuple(bags[::turn]))


def made_up(puzzle: Puzzle, *facts: Facts) -> Puzzle:
    """Return the puzzle with these chances for its choices, each ten points worse than the last."""
    choices = tuple(
        Choice(one.actions, -10.0 * at, chances=chances(puzzle, of))
        for at, (one, of) in enumerate(zip(puzzle.choices, facts, strict=False))
    )
    return structs.replace(puzzle, choices=choices)


def name_of(puzzle: Puzzle, at: int) -> str:
    """Return a choice as sentences name it: `the 9 of diamonds`, `a bid of 3` or `nil`."""
    action = puzzles.action_of(puzzle.choices[at].actions[0])
    if isinstance(action, Play):
        return f"the {translate(Message('{card}', card=action.card), 'en')}"
    assert isinstance(action, Bid)
    return "nil" if action.nil else f"a bid of {action.tricks}"


def why(puzzle: Puzzle, at: int = 1) -> list[str]:
    told = puzzles.why(puzzle, puzzles.action_of(puzzle.choices[at].actions[0]))
    return [translate(sentence, "en") for sentence in told]


GOOD, BAD = name_of(CARD, 0), name_of(CARD, 1)


def test_why_names_worse_chances_before_cost() -> None:
    good = {"contract": 0.9, "theirs": 0.2, "own": 0.9, "left": 0.1, "partner": 0.8, "bags": 0.4}
    bad = {"contract": 0.8, "theirs": 0.4, "own": 0.3, "left": 0.3, "partner": 0.6, "bags": 1.2}
    puzzle = made_up(CARD, good, bad)
    assert puzzle.view().seat == Seat.NORTH
    assert why(puzzle) == [
        f"Your contract is made in 90 of 100 deals after {GOOD}, in 80 after {BAD}.",
        f"The others make their contract in 20 of 100 deals after {GOOD}, in 40 after {BAD}.",
        f"Your nil holds in 90 of 100 deals after {GOOD}, in 30 after {BAD}.",
        f"East’s nil holds in 10 of 100 deals after {GOOD}, in 30 after {BAD}.",
        f"Your partner’s nil holds in 80 of 100 deals after {GOOD}, in 60 after {BAD}.",
        f"Bags of your side on average: 0.4 after {GOOD}, 1.2 after {BAD}.",
        f"On average {BAD} costs 10 points.",
    ]
    assert why(puzzle, 0) == why(puzzle), "of the right card what it is better in than the second"
    assert why(made_up(CARD, bad, good)) == [f"On average {BAD} costs 10 points."]


def test_why_compares_third_choice_with_right_one() -> None:
    third = next(one for one in puzzles.puzzles() if one.sees == "own" and len(one.choices) > 2)
    puzzle = made_up(third, {"own": 0.9}, {"own": 0.8}, {"own": 0.3})
    nil, cost = why(puzzle, 2)
    assert nil.startswith("Your nil holds in 90 of 100 deals after ")
    assert ", in 30 after " in nil
    assert cost.endswith(" costs 20 points.")


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ({"contract": 0.55}, {"contract": 0.5}, 1),
        ({"contract": 0.54}, {"contract": 0.5}, 0),
        ({"theirs": 0.44}, {"theirs": 0.5}, 1),
        ({"theirs": 0.46}, {"theirs": 0.5}, 0),
        ({"bags": 0.5}, {"bags": 0.8}, 1),
        ({"bags": 0.5}, {"bags": 0.79}, 0),
        ({"given": 3.0}, {"given": 0.0}, 0),
        ({"own": 0.9}, {}, 0),
        ({}, {"left": 0.9}, 0),
    ],
)
def test_why_omits_small_and_foreign_differences(good: Facts, bad: Facts, told: int) -> None:
    assert len(why(made_up(CARD, good, bad))) == told + 1


def test_why_of_bids_omits_chances_of_different_contracts() -> None:
    good, bad = {"contract": 0.9, "theirs": 0.1, "own": 0.7}, {"own": 0.4}
    right, wrong = name_of(BID, 0), name_of(BID, 1)
    assert why(made_up(BID, good, bad)) == [
        f"Your nil holds in 70 of 100 deals after {right}, in 40 after {wrong}.",
        f"On average {wrong} costs 10 points.",
    ]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ({"contract": 1.0}, {"contract": 0.0}, ["your side misses its contract"]),
        ({"theirs": 0.0}, {"theirs": 1.0}, ["the others make their contract"]),
        ({"own": 1.0}, {"own": 0.0}, ["your nil fails"]),
        ({"partner": 1.0}, {"partner": 0.0}, ["your partner’s nil fails"]),
        ({"left": 0.0}, {"left": 1.0}, ["{left}’s nil holds"]),
        ({"bags": 1.0}, {"bags": 2.0}, ["your side takes one more bag"]),
        ({"bags": 1.0}, {"bags": 4.0}, ["your side takes 3 more bags"]),
        ({"given": 2.0}, {"given": 1.0}, ["the others take one fewer bag"]),
        ({"given": 2.0}, {"given": 0.0}, ["the others take 2 fewer bags"]),
        ({"given": 0.0}, {"given": 2.0}, []),
        (
            {"given": 2.0, "contract": 1.0},
            {"given": 0.0, "contract": 0.0},
            ["your side misses its contract", "the others take 2 fewer bags"],
        ),
        ({"given": 2.0, "theirs": 0.0}, {"theirs": 1.0}, ["the others make their contract"]),
        ({"contract": 0.0}, {"contract": 1.0}, []),
    ],
)
def test_why_wrong_answer_with_open_hands_names_loss_or_cost(
    good: Facts, bad: Facts, told: list[str], side: int
) -> None:
    puzzle = made_up(OPEN[side], good, bad)
    other = translate(Message("the {card}", card=Card(puzzle.choices[1].actions[0])))
    left = translate(Message("{seat}", seat=Seat((puzzle.view().seat + 1) % 4)))
    said = [f"After {other} {one.format(left=left)}." for one in told]
    assert why(puzzle) == (said or [f"With all cards in view {other} costs 10 points."])


def test_why_right_card_names_themes_and_gain() -> None:
    good, bad = {"contract": 1.0}, {"contract": 0.0}
    puzzle = made_up(OPEN[0], good, bad)
    sentence = {name: translate(theme.sentence, "en") for name, theme in puzzles.THEMES.items()}
    told = structs.replace(puzzle, themes=("make", "duck"))
    assert why(told, 0) == [sentence["make"], sentence["duck"]]
    silent = structs.replace(puzzle, themes=("duck", "last-trick"))
    assert why(silent, 0) == [sentence["duck"], sentence["last-trick"], *why(silent)]
