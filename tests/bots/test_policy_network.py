"""The trained card-value network: its input, its preferences and its training."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import policy_rounds
import train_policy
from spadille.bots import load
from spadille.bots.expert import policy_network
from spadille.bots.expert.kernels import preferred, root_of
from spadille.bots.expert.policy_network import ADVICE, no_policy, policy_of, policy_with
from spadille.bots.heuristics.advising import decide_play, read
from spadille.bots.heuristics.choosing import choose
from spadille.bots.heuristics.position import BITS
from spadille.bots.heuristics.reasons import Reason
from spadille.game import Game, Play, SeatView, coverage, presets


def plays(seed: str, rounds: int = 1) -> Iterator[SeatView]:
    """Yield views of `intermediate` with more than one card to choose from."""
    game = Game.new(seed=seed)
    bots = [load("intermediate", f"{seed}/{seat}") for seat in range(4)]
    while len(game.results) < rounds:
        view = game.view_to_act
        if view.phase == "play" and len(view.options.actions) > 1:
            yield view
        game = game.apply(bots[view.seat].act(view))


def interpreted(view: SeatView) -> int:
    """Return the card that the interpreter prefers."""
    setting, position, _ = read(view)
    policy = policy_of(view).view(np.recarray)[0]
    card = policy_network.prefer(setting, position, view.broken, choose(setting, position), policy)
    return BITS * position.suit[card] + position.bit[card]


def test_policy_network_prefers_same_card_interpreted_and_compiled() -> None:
    for view in list(plays("sense/twins"))[::6]:
        assert interpreted(view) == preferred(root_of(view, policy_of(view)))


def test_missing_policy_network_plays_the_advised_card() -> None:
    other = 0
    for view in plays("sense/none", 2):
        advised = decide_play(view).action
        assert isinstance(advised, Play)
        root = root_of(view)
        suit, bit = divmod(preferred(root), BITS)
        assert (suit, bit) == (advised.card.id // 13, advised.card.id % 13)
        other += preferred(root_of(view, policy_of(view))) != preferred(root)
    assert other > 0


def test_policy_network_covers_trained_rules_if_points_count() -> None:
    asked = {name for name, each in presets().items() if coverage.POLICY.covers(each.rules)}
    assert {"standard", "puzzle-pirates", "gold-blue"} <= asked
    assert not asked & {"solo", "two-player", "jokers", "three-player"}
    view = next(plays("sense/where"))
    setting, position, _ = read(view)
    policy = policy_of(view).view(np.recarray)[0]
    assert policy_network.is_asked(setting, position, policy)
    setting.decisive = 1
    assert not policy_network.is_asked(setting, position, policy)
    setting.decisive, setting.knows = 0, 1
    assert not policy_network.is_asked(setting, position, policy)


def test_policy_network_finds_reason_rows_by_name() -> None:
    """So the network still fits if rows are added or reordered."""
    numbers = train_policy.saved(train_policy.new_net(np.random.default_rng(1)))
    turned = {
        **numbers,
        "reasons": np.array(["NO_LONGER_GIVEN", *numbers["reasons"][::-1]]),
        "advice": np.concatenate([numbers["advice"][:1], numbers["advice"][::-1]]),
    }
    assert policy_with(turned).tobytes() == policy_with(numbers).tobytes()


def test_policy_network_beats_heuristics() -> None:
    view = next(plays("sense/match"))
    points, wide = policy_rounds.Practice().match(
        np.random.default_rng(2), 1, policy_of(view), no_policy()
    )
    assert points - wide > 5


def test_policy_network_learns_from_heuristic_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policy_rounds, "LOT", 400)
    monkeypatch.setattr(train_policy, "BATCH", 256)
    rng = np.random.default_rng(3)
    practice, net = policy_rounds.Practice(), train_policy.new_net(rng)
    lessons = practice.lessons(rng, no_policy())
    assert lessons.sizes.min() > 1
    assert lessons.sizes.sum() == len(lessons.cards) == len(lessons.gains)
    train_policy.learn(net, lessons, rng)
    others = practice.lessons(rng, no_policy())
    assert train_policy.left_open(net, others) < 0.97


def test_training_gradient_matches_finite_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradient of how wrong the card differences are matches the one from small steps."""
    monkeypatch.setattr(policy_rounds, "LOT", 20)
    rng = np.random.default_rng(4)
    net = train_policy.new_net(rng)
    lessons = policy_rounds.Practice().lessons(rng, no_policy())
    slopes = train_policy.gradients(net, lessons)

    def wrong() -> float:
        truth = lessons.gains / np.float32(policy_network.POINTS)
        apart = train_policy.apart(train_policy.through(net, lessons)[2] - truth, lessons)
        return float(np.square(apart).mean())

    for numbers, slope in zip(net.values(), slopes, strict=True):
        before = numbers.copy()
        step = slope / np.abs(slope).max() * 0.002
        numbers[:] = before + step
        up = wrong()
        numbers[:] = before - step
        expected = 2 * float((slope * step).sum())
        assert up - wrong() == pytest.approx(expected, rel=0.1, abs=1e-5)
        numbers[:] = before


def test_saved_network_equals_the_network_in_use(tmp_path: Path) -> None:
    net = train_policy.new_net(np.random.default_rng(5))
    train_policy.save(tmp_path / "policy.npz", net)
    with np.load(tmp_path / "policy.npz") as found:
        kept = policy_with({name: found[name] for name in found.files})
    for name in ("card", "deep", "last"):
        assert np.allclose(kept[name][0], net[name], atol=1e-3)
    rows = kept["position"][0][ADVICE + 1 :]
    assert np.allclose(rows, net["position"][ADVICE + 1 :], atol=1e-3)
    assert len(rows) == len(Reason)


def test_preferred_card_is_kept_unless_another_is_clearly_better() -> None:
    practised = 0
    for view in plays("sense/stands", 2):
        decision = load("master", 1, nodes=200).decide(view)
        if str(decision.reason).startswith("From experience the "):
            practised += 1
            best, *others = decision.candidates
            card = decide_play(view).action
            (advised,) = (other for other in others if other.action == card)
            assert advised.doubt is not None
            assert 0 <= advised.value - best.value <= advised.doubt
    assert practised > 0
