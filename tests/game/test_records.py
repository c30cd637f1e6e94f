"""The record is the game: replaying it restores the game, up to any point."""

from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers
from msgspec import structs

from spadille.game import NIL, Game, IllegalActionError, Look, Play, Record, Rules, shuffler
from support.strategies import PRESETS, any_rules, games, play_on, random_action, random_step


@given(games())
def test_record_replays_to_same_state(game: Game) -> None:
    assert Game.replay(game.record()) == game


@given(any_rules(), integers(0, 2**32))
def test_partial_record_replays_to_state_of_that_moment(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    moments = [Game.new(rules)]
    while not moments[-1].over and len(moments) < 180:
        moments.append(random_step(moments[-1], rng))
    record = moments[-1].record()
    for length in sorted(rng.sample(range(len(moments)), min(12, len(moments)))):
        beginning = structs.replace(record, events=record.events[:length])
        assert Game.replay(beginning) == moments[length]


@pytest.mark.parametrize("preset", PRESETS)
def test_game_same_seed_and_actions_gives_same_game(preset: str) -> None:
    rules = PRESETS[preset].with_options({"end.max_rounds": 3})
    one, same = (play_on(Game.new(rules, seed=5), Random(9)) for _ in range(2))
    assert one == same
    assert play_on(Game.new(rules, seed=6), Random(9)).events != one.events


@pytest.mark.parametrize("preset", PRESETS)
def test_seeded_game_equals_its_replayed_record(preset: str) -> None:
    """The record contains the decisions made from the seed, so nothing is drawn again."""
    game = play_on(Game.new(PRESETS[preset], seed=8), Random(2))
    assert Game.replay(game.record()) == structs.replace(game, seed=None)


def test_chance_from_outside_equals_chance_from_seed() -> None:
    """The documented shuffle of `seed/number of events` gives the same as `Game.new(seed=...)`."""
    rules, rng = PRESETS["two-player"].with_options({"end.max_rounds": 2}), Random(4)
    seeded, outside = Game.new(rules, seed="x"), Game.new(rules)
    while not seeded.over:
        while outside.waits_for_chance:
            outside = outside.happen(shuffler(f"x/{len(outside.events)}"))
        action = random_action(seeded.legal_actions(), rng)
        seeded, outside = seeded.apply(action), outside.apply(action)
    assert outside.events == seeded.events


def test_chance_on_turn_of_player_is_rejected() -> None:
    game = Game.new(PRESETS["standard"], seed=1)
    with pytest.raises(IllegalActionError) as caught:
        game.happen(shuffler("x"))
    assert caught.value.code == "chance/not-now"


def test_record_that_breaks_rule_is_rejected() -> None:
    game = play_on(
        Game.new(PRESETS["standard"].with_options({"end.max_rounds": 1}), seed=3), Random(3)
    )
    events = list(game.events)
    cards = [at for at, event in enumerate(events) if isinstance(event.action, Play)]
    events[cards[0]], events[cards[4]] = events[cards[4]], events[cards[0]]
    with pytest.raises(IllegalActionError):
        Game.replay(Record(game.rules, (), tuple(events)))


def test_record_keeps_player_names() -> None:
    players = ("Ann", "Bob", "Cem", "Dee")
    game = Game.new(PRESETS["standard"], seed=3, players=players).apply(Look()).apply(NIL)
    assert Game.replay(game.record()).players == players
