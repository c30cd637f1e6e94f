"""Properties that hold at every moment of every game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import (
    SearchStrategy,
    builds,
    integers,
    just,
    lists,
    one_of,
    sampled_from,
    tuples,
)

from spadille.game import (
    BLIND_NIL,
    LAST_ROUND,
    NIL,
    PACK,
    Bid,
    Game,
    Keep,
    Look,
    Pass,
    Rules,
    Standing,
    Swap,
    score_round,
)
from support.naive_rules import side_after
from support.strategies import PRESETS, any_rules, games, play_on, random_step


@given(games())
def test_K1_all_52_cards_are_conserved(game: Game) -> None:
    """K1, D9: no card is lost, duplicated or invented, wherever it is."""
    round = game.round
    if round is None:
        return
    away = [
        card for gone in round.exchange.transfers if gone.receiver is None for card in gone.cards
    ]
    everywhere = [
        *(card for hand in round.hands for card in hand),
        *round.pack.stock,
        *round.pack.discards,
        *away,
        *round.trick,
        *(card for trick in round.tricks for card in trick.cards),
    ]
    assert sorted(everywhere) == list(PACK)


@given(games())
def test_D9_hands_run_out_together(game: Game) -> None:
    """D9: between tricks all hold the same number of cards, and 13 tricks are played."""
    round = game.round
    if round is None or game.phase not in {"play", "score", "over"}:
        return
    assert len(round.tricks) == sum(round.won)
    if not round.trick:
        assert {len(hand) for hand in round.hands} == {13 - len(round.tricks)}


@given(any_rules(), integers(0, 2**32))
def test_S18_scores_change_only_at_end_of_round(rules: Rules, seed: int) -> None:
    """S18: and at the end of every round, there are 13 tricks to score."""
    rng = Random(seed)
    game = Game.new(rules)
    for _ in range(200):
        if game.over:
            break
        after = random_step(game, rng)
        if len(after.results) == len(game.results):
            assert after.standings == game.standings
        else:
            assert after.phase in {"score", "over"}
            assert len(after.results) == len(game.results) + 1
            assert sum(after.results[-1].won) == 13
            assert after.round is not None
            assert len(after.round.tricks) == 13
        game = after


@given(any_rules(end__max_rounds=6), integers(0, 2**32))
def test_S5_points_are_sum_of_lines(rules: Rules, seed: int) -> None:
    """S5: the new score is the old one plus the points."""
    game = play_on(Game.new(rules), Random(seed))
    before: tuple[Standing, ...] = (Standing(),) * len(rules.sides)
    for number, result in enumerate(game.results, start=1):
        assert result.number == number
        assert sum(result.won) == 13
        for side, standing in zip(result.sides, before, strict=True):
            assert side.points == sum(line.points for line in side.lines)
            assert side.score == standing.score + side.points
            assert all(str(line.text) for line in side.lines)
        assert sum(side.taken for side in result.sides) == 13
        before = tuple(side.standing for side in result.sides)
    assert game.standings == before


SOME_BID: SearchStrategy[Bid] = one_of(
    just(NIL), just(BLIND_NIL), builds(Bid, integers(1, 13)), builds(Bid, integers(1, 4))
)


@settings(max_examples=2 * settings().max_examples)
@given(
    any_rules(),
    tuples(integers(0, 20), sampled_from(["bags", "help_partner", "ignored"])),
    lists(SOME_BID, min_size=4, max_size=4),
    lists(integers(0, 3), min_size=13, max_size=13),
    lists(tuples(integers(-600, 600), integers(0, 25)), min_size=4, max_size=4),
)
def test_S1_to_S8_scores_match_naive_scorer(
    rules: Rules,
    bags: tuple[int, str],
    bids: list[Bid],
    winners: list[int],
    before: list[tuple[int, int]],
) -> None:
    """S1 to S8, E2 to E6: they match a scorer that was written differently."""
    limit, failed = bags
    rules = rules.with_options({"scoring.bag_limit": limit, "scoring.failed_nil_tricks": failed})
    players = rules.players
    won = tuple(sum(winner % players == seat for winner in winners) for seat in range(players))
    standings = [
        Standing(score, held % limit if limit else held)
        for score, held in before[: len(rules.sides)]
    ]
    scored = score_round(rules, standings, tuple(bids[:players]), won)
    for side, standing, seats in zip(scored, standings, rules.sides, strict=True):
        expected = side_after(
            rules,
            [bids[seat] for seat in seats],
            [won[seat] for seat in seats],
            standing.score,
            standing.bags,
        )
        assert (side.score, side.bags) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("preset", PRESETS)
def test_S20_every_game_of_preset_ends(preset: str, seed: int) -> None:
    """S20: within 100 rounds, with a winner or a draw."""
    game = play_on(Game.new(PRESETS[preset], seed=seed), Random(seed))
    assert game.outcome is not None
    assert 1 <= len(game.results) <= LAST_ROUND
    best = max(standing.score for standing in game.standings)
    if game.outcome.winner is None:
        assert len(game.results) == LAST_ROUND
    else:
        assert game.standings[game.outcome.winner].score == best


@settings(max_examples=settings().max_examples // 3)
@given(any_rules(), integers(0, 2**32))
def test_S20_every_game_under_any_rules_ends(rules: Rules, seed: int) -> None:
    """S20: this holds for all rules."""
    game = play_on(Game.new(rules), Random(seed))
    assert game.over
    assert len(game.results) <= LAST_ROUND


@pytest.mark.parametrize("stubborn", [13, 1, "nil", "blind nil"])
@pytest.mark.parametrize("preset", ["two-player", "standard"])
def test_S20_game_with_useless_bids_ends(preset: str, stubborn: int | str) -> None:
    """S20: with no floor and far from the target, everyone repeats a useless bid."""
    rules = PRESETS[preset].with_options({"end.floor": "none", "end.target": 5000})
    game = Game.new(rules, seed=20)
    while not game.over:
        options = game.legal_actions()
        wanted = [
            BLIND_NIL if stubborn == "blind nil" else Look(),
            NIL if stubborn in {"nil", "blind nil"} else Bid(int(stubborn)),
            Keep("first"),
            Swap(()),
            Pass(()),
        ]
        game = game.apply(next((a for a in wanted if a in options), next(iter(options))))
    assert len(game.results) == LAST_ROUND
