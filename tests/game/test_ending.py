"""S13 to S17 and S20: the end of a game and its winner."""

import pytest

from spadille.game import LAST_ROUND, Game, Play, Rules, Seat, outcome
from support.positions import FOUR, bid, dealt, reasons, refused, round_to, rules, winner
from support.strategies import PRESETS

NORTH_WINS_ALL = "N:AKQJ.AKQJ.AKQJ.A 5432.5432.5432.2 6.6.6.KQJT987543 T987.T987.T987.6"
"""North and South win every trick when everyone plays their highest card."""

PIRATES, STANDARD, TWO = rules("puzzle-pirates"), rules("standard"), rules("two-player")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("scores", "won"), [((499, 499), None), ((499, 500), 1), ((501, 0), 0)])
def test_S13_first_side_at_target_wins(
    preset: str, scores: tuple[int, int], won: int | None
) -> None:
    """S13: the target is 500 points or whatever the table sets."""
    assert winner(PRESETS[preset], *scores) == won


def test_S13_target_is_an_option() -> None:
    """S13: pirates set it when they create the table."""
    assert winner(rules(end__target=250), 250, 0) == 0
    assert winner(rules(end__target=1000), 999, 0) is None


def test_S13_game_without_target_ends_by_rounds() -> None:
    """S13: in that case rounds, time, sets or a floor end the game."""
    table = rules(end__target="none", end__max_rounds=2)
    assert winner(table, 4000, 0, rounds=1) is None
    assert winner(table, 4000, 0, rounds=2) == 0


@pytest.mark.parametrize(
    ("table", "floor"),
    [(PIRATES, -500), (rules("puzzle-pirates", end__target=250), -250), (STANDARD, -200),
     (rules("gold-blue"), -200)],
)  # fmt: skip
def test_S14_side_at_floor_loses(table: Rules, floor: int) -> None:
    """S14: -200, and for pirates the negative of the target."""
    assert winner(table, floor + 1, 0) is None
    assert winner(table, floor, 0) == 1
    assert winner(table, 40, floor - 70) == 0


def test_S14_game_without_floor_continues() -> None:
    """S14: the game for two continues at any negative score."""
    assert winner(TWO, -5000, -4000) is None


@pytest.mark.parametrize(
    ("scores", "won"),
    [((510, 520), 1), ((620, 500), 0), ((-210, -250), 0), ((-300, -200), 1), ((500, -200), 0)],
)
def test_S15_higher_score_wins(scores: tuple[int, int], won: int) -> None:
    """S15: even if both passed the target, or both the floor, in the same round."""
    assert winner(STANDARD, *scores) == won


@pytest.mark.parametrize(("before", "after", "over"), [(495, 516, True), (470, 491, False)])
def test_S15_game_end_is_checked_after_bag_penalty(before: int, after: int, *, over: bool) -> None:
    """S15, S6: with the tenth bag, a contract of 12 is worth 21, not 121."""
    game = dealt(STANDARD, NORTH_WINS_ALL, Seat.WEST, (before, 9), (0, 0))
    game = bid(game, 6, 1, 6, 1)
    while game.phase == "play":
        game = game.apply(list(game.legal_actions())[-1])
    side = game.results[-1].sides[0]
    assert reasons(side) == {"contract-made": 120, "bags": 1, "bag-penalty": -100}
    assert side.score == after
    assert game.over == over


@pytest.mark.parametrize("scores", [(500, 500), (-200, -200), (731, 731)])
def test_S16_tie_is_played_off(scores: tuple[int, int]) -> None:
    """S16: with one more round, repeated until there is a winner."""
    assert winner(STANDARD, *scores) is None


@pytest.mark.parametrize("scores", [(490, 480), (-150, -160)])
def test_S16_leader_after_tie_wins(scores: tuple[int, int]) -> None:
    """S16: one round at a time until the winner is determined, at any score."""
    tied = [round_to(0, 0), round_to(500, 500)]
    ended = outcome(STANDARD, 3, [*tied, round_to(*scores)])
    assert ended is not None
    assert (ended.winner, str(ended.reason)) == (0, "one more round decided the tie")
    again = [*tied, round_to(480, 480)]
    assert outcome(STANDARD, 3, again) is None
    decided = outcome(STANDARD, 4, [*again, round_to(470, 471)])
    assert decided is not None
    assert decided.winner == 1


def test_S16_tie_below_target_decides_nothing() -> None:
    """S16: only a tie that would have ended the game is played off."""
    played = [round_to(480, 480), round_to(470, 471)]
    assert outcome(STANDARD, 2, played) is None


def test_S16_game_after_tie_plays_on_to_target() -> None:
    """S16: this is the other reading, available as an option."""
    table = rules(end__after_tie="play_on")
    played = [round_to(500, 500), round_to(490, 480)]
    assert outcome(table, 2, played) is None
    played.append(round_to(499, 501))
    ended = outcome(table, 3, played)
    assert ended is not None
    assert (ended.winner, str(ended.reason)) == (1, "500 points reached")


def test_S16_game_ends_with_round_after_tie() -> None:
    """S16: this is tested in play, with every round of the game present."""
    tied = dealt(STANDARD, NORTH_WINS_ALL, Seat.WEST, 500, 500)
    game = bid(tied, 6, 1, 6, 1)
    while game.phase == "play":
        game = game.apply(list(game.legal_actions())[-1])
    assert game.results[-1].sides[0].score == 621
    sets = bid(tied, 5, 6, 5, 4)
    while sets.phase == "play":
        sets = sets.apply(list(sets.legal_actions())[-1])
    assert [side.score for side in sets.results[-1].sides] == [603, 400]
    assert game.over
    assert sets.over


def test_S16_tie_behind_leader_is_ignored() -> None:
    """S16: with four solo players, only first place has to be decided."""
    solo = rules(table__teams="solo")
    assert winner(solo, 100, 520, 100, 100) == 1
    assert winner(solo, 520, 520, 100, 505) is None
    assert winner(solo, -200, 30, 30, 10) is None
    assert winner(solo, -200, 30, 40, 30) == 2


@pytest.mark.parametrize(
    ("rounds", "scores", "won"),
    [(7, (80, 70), None), (8, (80, 70), 0), (8, (70, 70), None), (9, (70, 71), 1)],
)
def test_S17_game_ends_after_fixed_number_of_rounds(
    rounds: int, scores: tuple[int, int], won: int | None
) -> None:
    """S17: then the higher score wins; a tie is played off."""
    assert winner(rules(end__max_rounds=8), *scores, rounds=rounds) == won


def test_S20_game_ends_after_last_round() -> None:
    """S20: the higher score wins then, and a tie is a draw."""
    assert winner(TWO, 10, 20, rounds=LAST_ROUND - 1) is None
    assert winner(TWO, 10, 20, rounds=LAST_ROUND) == 1
    assert winner(TWO, 20, 20, rounds=LAST_ROUND) == "draw"
    assert winner(STANDARD, 500, 500, rounds=LAST_ROUND) == "draw"


@pytest.mark.parametrize(
    ("table", "scores", "rounds", "reason"),
    [
        (STANDARD, (500, 0), 5, "500 points reached"),
        (STANDARD, (520, 510), 5, "more than one side reached 500; the higher score wins"),
        (STANDARD, (0, -200), 5, "a side fell to -200 points or below"),
        (rules(end__max_rounds=8), (1, 0), 8, "all 8 rounds were played"),
        (rules(end__max_rounds=1), (1, 0), 1, "the agreed number of rounds has been played"),
        (TWO, (1, 0), 100, "the game was stopped after 100 rounds, the maximum"),
        (TWO, (500, 500), 100, "the game was stopped after 100 rounds, the maximum"),
        (STANDARD, (510, 0), 100, "500 points reached"),
    ],
)
def test_S15_outcome_has_reason(
    table: Rules, scores: tuple[int, int], rounds: int, reason: str
) -> None:
    """S13 to S20: it says in words why the game is over."""
    ended = outcome(table, rounds, [round_to(*scores)])
    assert ended is not None
    assert str(ended.reason) == reason


def test_S13_finished_game_rejects_actions() -> None:
    """S13: no card and no deal is accepted; the standings stay."""
    game = Game.new(rules(end__max_rounds=1, end__floor="none"), seed=3)
    while not game.over:
        game = game.apply(next(iter(game.legal_actions())))
    assert game.phase == "over"
    assert game.to_act is None
    assert not game.waits_for_chance
    assert game.outcome is not None
    best = max(game.standings, key=lambda standing: standing.score)
    assert game.outcome.winner == game.standings.index(best)
    for seat in FOUR:
        assert len(game.legal_actions(seat)) == 0
        held = game.events[-1].action
        assert isinstance(held, Play)
        assert refused(game, held, seat).code == "game/over"
