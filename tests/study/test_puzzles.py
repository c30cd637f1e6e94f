"""Puzzles: exactly one choice is right, their themes are true, and every answer has a reason."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

import pytest

from puzzle_making import faults, judge_of
from puzzle_making.case import Case, Outcome
from puzzle_making.finding import canonical
from puzzle_making.themes import themes_of, themes_told
from spadille.game import TRUMP, Bid, Card, Game, Play, RoundResult, SpadesError, score_round
from spadille.locale import translate
from spadille.study import puzzles
from spadille.study.puzzles import Puzzle
from support.minimax import Position, after, value

ALL = puzzles.puzzles()
OPEN = [number for number, one in enumerate(ALL, start=1) if one.sees == "all"]
HIDDEN = [number for number, one in enumerate(ALL, start=1) if one.sees == "own"]
SAMPLE = OPEN[::25]
PRICE_OF_A_BAG = 10
"""Points that a bag costs toward the penalty."""


def played_out(puzzle: Puzzle, text: str) -> Game:
    game = puzzle.game()
    for card in puzzle.line_after(puzzles.action_of(text)):
        game = game.apply(Play(card))
    return game


def gain(result: RoundResult, side: int) -> int:
    points = [one.points_of_round - PRICE_OF_A_BAG * one.overtricks for one in result.sides]
    return points[side] - points[1 - side]


def test_puzzles_are_at_least_600_and_unique() -> None:
    assert len(ALL) >= 600
    assert len(HIDDEN) >= 100
    assert len({canonical(one.game()) for one in ALL}) == len(ALL)


def test_puzzles_cover_every_theme_and_difficulty() -> None:
    assert {theme for one in ALL for theme in one.themes} == set(puzzles.THEMES)
    assert all(one.themes for one in ALL)
    for difficulty in puzzles.DIFFICULTIES:
        assert sum(one.difficulty == difficulty for one in ALL) >= 50
    for theme in puzzles.THEMES:
        numbers = puzzles.with_theme(theme)
        hardness = [puzzles.DIFFICULTIES.index(puzzles.puzzle(n).difficulty) for n in numbers]
        assert numbers
        assert hardness == sorted(hardness)


def test_open_puzzle_has_one_best_choice_and_covers_every_card() -> None:
    for number in OPEN:
        puzzle = puzzles.puzzle(number)
        game = puzzle.game()
        legal = [str(action) for action in game.legal_actions().actions]
        assert sorted(card for one in puzzle.choices for card in one.actions) == sorted(legal)
        assert puzzle.right.value - max(one.value for one in puzzle.choices[1:]) >= 5


@pytest.mark.parametrize("number", SAMPLE)
def test_open_puzzle_sample_is_proven_and_lines_have_value(number: int) -> None:
    puzzle = puzzles.puzzle(number)
    assert faults(puzzle, judge_of()) == []
    side = int(puzzle.view().seat) % 2
    for choice in puzzle.choices:
        for text in choice.actions:
            assert gain(played_out(puzzle, text).results[-1], side) == choice.value


@pytest.mark.parametrize("number", HIDDEN[::40])
def test_hidden_puzzle_sample_stays_clear(number: int) -> None:
    assert faults(puzzles.puzzle(number), judge_of()) == []


def test_faults_reject_reordered_choices() -> None:
    puzzle = puzzles.puzzle(OPEN[0])
    turned = type(puzzle)(
        **{name: getattr(puzzle, name) for name in puzzle.__struct_fields__ if name != "choices"},
        choices=puzzle.choices[::-1],
    )
    assert faults(turned, judge_of())


def test_puzzle_values_equal_naive_minimax() -> None:
    small = [n for n in OPEN if len(puzzles.puzzle(n).view().hand or ()) == 3]
    for number in small[::12]:
        _compare_with_minimax(number)


def _compare_with_minimax(number: int) -> None:
    puzzle = puzzles.puzzle(number)
    round = puzzle.game().round
    assert round is not None
    seat = puzzle.view().seat

    def worth(won: tuple[int, ...]) -> int:
        scores = score_round(round.rules, round.before, round.bids, won)
        points = [one.points_of_round - PRICE_OF_A_BAG * one.overtricks for one in scores]
        return points[0] - points[1]

    hands = tuple(frozenset(card.id for card in hand) for hand in round.hands)
    table = tuple(card.id for card in round.trick)
    place = Position(hands, round.leader, table, round.won, round.broken)
    for choice in puzzle.choices:
        found = value(after(place, Card(choice.actions[0]).id), "broken", (0, 1, 0, 1), worth)
        assert (found if seat % 2 == 0 else -found) == choice.value


def side_wins_first(puzzle: Puzzle, text: str) -> bool:
    before = puzzle.game().round
    round = played_out(puzzle, text).round
    assert before is not None
    assert round is not None
    winner = round.tricks[len(before.tricks)].winner
    return winner is not None and winner % 2 == puzzle.view().seat % 2


def last_won(puzzle: Puzzle, text: str) -> bool:
    round = played_out(puzzle, text).round
    assert round is not None
    winner = round.tricks[-1].winner
    return winner is not None and winner % 2 == puzzle.view().seat % 2


def made(puzzle: Puzzle, text: str, side: int) -> bool:
    lines = played_out(puzzle, text).results[-1].sides[side].lines
    return any(line.reason == "contract-made" for line in lines)


def own(puzzle: Puzzle) -> int:
    return int(puzzle.view().seat) % 2


def won(puzzle: Puzzle, text: str, seat: int) -> int:
    return played_out(puzzle, text).results[-1].won[seat]


def bags(puzzle: Puzzle, text: str) -> int:
    return played_out(puzzle, text).results[-1].sides[own(puzzle)].overtricks


def nil_bidders(puzzle: Puzzle, seats: set[int]) -> set[int]:
    return {seat for seat in seats if (bid := puzzle.view().bids[seat]) and bid.nil}


def saved(puzzle: Puzzle, right: str, wrong: str, seats: set[int]) -> bool:
    return any(
        won(puzzle, right, seat) == 0 < won(puzzle, wrong, seat)
        for seat in nil_bidders(puzzle, seats)
    )


def others(puzzle: Puzzle) -> set[int]:
    return {1 - own(puzzle), 3 - own(puzzle)}


def leads(puzzle: Puzzle, text: str, *, trump: bool) -> bool:
    return puzzle.view().trick is None and (Card(text).suit is TRUMP) == trump


TRUE: Mapping[str, Callable[[Puzzle, str, str], bool]] = {
    "make": lambda p, a, b: made(p, a, own(p)) and not made(p, b, own(p)),
    "set": lambda p, a, b: not made(p, a, 1 - own(p)) and made(p, b, 1 - own(p)),
    "nil": lambda p, a, b: saved(p, a, b, {p.view().seat}),
    "cover": lambda p, a, b: saved(p, a, b, {(p.view().seat + 2) % 4}),
    "set-nil": lambda p, a, b: saved(p, b, a, others(p)),
    "throw-bag": lambda p, a, b: bags(p, a) < bags(p, b),
    "take-bag": lambda p, a, b: bags(p, a) > bags(p, b),
    "duck": lambda p, a, b: p.view().trick is not None,
    "finesse": lambda p, a, b: side_wins_first(p, a),
    "cash": lambda p, a, b: side_wins_first(p, a) and leads(p, a, trump=False),
    "draw": lambda p, a, b: leads(p, a, trump=True),
    "leave": lambda p, a, b: leads(p, a, trump=False),
    "endplay": lambda p, a, b: not side_wins_first(p, a),
    "last-trick": lambda p, a, b: last_won(p, a) != last_won(p, b),
}


@pytest.mark.parametrize("theme", [theme for theme in puzzles.THEMES if theme in TRUE])
def test_themes_are_true_of_played_lines(theme: str) -> None:
    numbers = [number for number in puzzles.with_theme(theme) if number in OPEN]
    assert numbers
    for number in numbers[:: max(1, len(numbers) // 8)]:
        puzzle = puzzles.puzzle(number)
        for choice in puzzle.choices[1:]:
            assert TRUE[theme](puzzle, puzzle.right.actions[0], choice.actions[0]), number


def case_of(puzzle: Puzzle) -> Case:
    """Return the position with the details of each choice."""
    game, outcomes = puzzle.game(), []
    assert game.round is not None
    done = len(game.round.tricks)
    for choice in puzzle.choices:
        action = puzzles.action_of(choice.actions[0])
        chances, round = puzzle.after(action), played_out(puzzle, choice.actions[0]).round
        assert chances is not None
        assert round is not None
        outcomes.append(Outcome(puzzle.line_after(action), chances, round.tricks[done:]))
    return Case(game, tuple(outcomes))


def test_puzzle_lines_have_exactly_its_themes() -> None:
    for number, puzzle in enumerate(ALL, start=1):
        themes = themes_of if puzzle.sees == "all" else themes_told
        assert themes(case_of(puzzle)) == puzzle.themes, number


@pytest.mark.parametrize("number", [*OPEN[::20], *HIDDEN[::10]])
def test_why_explains_every_answer_in_both_languages(number: int) -> None:
    puzzle = puzzles.puzzle(number)
    for choice in puzzle.choices:
        for text in choice.actions:
            told = puzzles.why(puzzle, puzzles.action_of(text))
            assert told
            for sentence in told:
                english, german = translate(sentence, "en"), translate(sentence, "de")
                assert english.endswith(".")
                assert english != german
    assert puzzles.why(puzzle, Bid(13)) == ()


LOST = {
    "make": "your side misses its contract.",
    "set": "the others make their contract.",
    "nil": "your nil fails.",
    "cover": "your partner’s nil fails.",
    "set-nil": " holds.",
}


@pytest.mark.parametrize("theme", LOST)
def test_why_wrong_answer_names_loss_of_theme(theme: str) -> None:
    for number in set(puzzles.with_theme(theme)).intersection(OPEN):
        puzzle = puzzles.puzzle(number)
        for choice in puzzle.choices[1:]:
            told = puzzles.why(puzzle, puzzles.action_of(choice.actions[0]))
            said = [translate(sentence, "en") for sentence in told]
            assert any(sentence.endswith(LOST[theme]) for sentence in said), number
            assert not any("costs" in sentence for sentence in said), number


def test_why_wrong_answer_with_hidden_hands_names_cost() -> None:
    for number in HIDDEN:
        puzzle = puzzles.puzzle(number)
        for choice in puzzle.choices[1:]:
            (*_, last) = puzzles.why(puzzle, puzzles.action_of(choice.actions[0]))
            lost = puzzle.right.value - choice.value
            assert translate(last, "en").endswith(f" costs {lost:.0f} points."), number


def test_puzzle_options_equal_weighed_choices() -> None:
    for puzzle in ALL:
        weighed = {name for choice in puzzle.choices for name in choice.actions}
        assert {str(action) for action in puzzle.view().options.actions} == weighed


def test_puzzle_view_shows_only_open_hands() -> None:
    for number in (OPEN[0], HIDDEN[0]):
        puzzle = puzzles.puzzle(number)
        view = puzzle.view()
        held = puzzle.game().round
        assert held is not None
        seen = {seat for seat in range(4) if view.shown[seat]}
        assert seen == (set(range(4)) - {view.seat} if puzzle.sees == "all" else set())


def test_number_of_day_repeats_only_after_all_puzzles() -> None:
    first = date(2026, 7, 31)
    days = [first + timedelta(days=n) for n in range(len(ALL))]
    assert {puzzles.number_of_day(day) for day in days} == set(range(1, len(ALL) + 1))
    assert puzzles.number_of_day(date.max) in range(1, len(ALL) + 1)


def test_unknown_puzzle_number_is_rejected() -> None:
    for number in (0, -1, len(ALL) + 1):
        with pytest.raises(SpadesError) as refused:
            puzzles.puzzle(number)
        assert refused.value.code == "puzzle/unknown"


def test_why_right_answer_with_open_hands_names_gain() -> None:
    """By a theme that states it, or by how the round would end after the second-best choice."""
    for number in OPEN:
        puzzle = puzzles.puzzle(number)
        if any(puzzles.THEMES[name].told for name in puzzle.themes):
            continue
        told = puzzles.why(puzzle, puzzles.action_of(puzzle.right.actions[0]))
        assert len(told) > len(puzzle.themes), number
