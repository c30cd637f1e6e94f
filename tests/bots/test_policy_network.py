"""The trained card-value network: its input, its preferences and its training."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import policy_rounds
import train_policy
from spadille.bots import load
from spadille.bots.expert.kernels import root_of
from spadille.bots.expert.policy_network import no_policy, policy_of
from spadille.bots.heuristics import card_network
from spadille.bots.heuristics.advising import decide_play, read
from spadille.bots.heuristics.card_features import ADVICE
from spadille.bots.heuristics.card_network import SHAPES, WIDTH, is_asked, network_for, prefer
from spadille.bots.heuristics.choosing import choose
from spadille.bots.heuristics.position import BITS
from spadille.bots.heuristics.reasons import Reason, card_of
from spadille.game import Game, Message, Play, SeatView, coverage, presets
from support.rollouts import preferred

WORTH = re.compile(r"From experience the (.+) is worth about (.+) points more here than the .+\.")


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
    network = network_for(view.rules, trump=view.trump)
    card = prefer(setting, position, view.broken, choose(setting, position), network)
    return BITS * position.suit[card] + position.bit[card]


def test_policy_network_prefers_same_card_interpreted_and_compiled() -> None:
    for view in list(plays("sense/twins"))[::6]:
        assert interpreted(view) == preferred(root_of(view, policy_of(view)))


def test_rollout_without_the_network_plays_the_advised_card() -> None:
    other = 0
    for view in plays("sense/none", 2):
        setting, position, legal = read(view)
        card = legal[card_of(choose(setting, position))]
        root = root_of(view)
        assert divmod(preferred(root), BITS) == (card.id // 13, card.id % 13)
        other += preferred(root_of(view, policy_of(view))) != preferred(root)
    assert other > 0


def test_intermediate_plays_the_card_that_the_network_prefers() -> None:
    preferring = 0
    for view in plays("sense/played", 2):
        decision = decide_play(view)
        assert isinstance(decision.action, Play)
        card = decision.action.card
        assert divmod(interpreted(view), BITS) == (card.id // 13, card.id % 13)
        if found := WORTH.fullmatch(str(decision.reason)):
            preferring += 1
            assert found[1] == str(Message("{card}", card=card))
            assert float(found[2]) >= 1.0
    assert preferring > 0


def test_policy_network_covers_trained_rules_if_points_count() -> None:
    asked = {name for name, each in presets().items() if coverage.POLICY.covers(each.rules)}
    assert {"standard", "puzzle-pirates", "gold-blue"} <= asked
    assert not asked & {"solo", "two-player", "jokers", "three-player"}
    view = next(plays("sense/where"))
    setting, position, _ = read(view)
    network = network_for(view.rules, trump=view.trump)
    assert is_asked(setting, position, network)
    setting.decisive = 1
    assert not is_asked(setting, position, network)
    setting.decisive, setting.knows = 0, 1
    assert not is_asked(setting, position, network)


def test_network_finds_reason_rows_by_name() -> None:
    """So the network still fits if reasons are added or reordered."""
    rows = card_network.parsed(network_file(["NO_LONGER_GIVEN", "CANNOT_WIN"]))["position"]
    ones, twos = [1.0] * WIDTH, [2.0] * WIDTH
    assert rows[:ADVICE] == [[0.0] * WIDTH] * ADVICE
    assert ones not in rows
    assert rows[ADVICE + Reason.CANNOT_WIN] == twos
    assert rows.count(twos) == 1


def network_file(reasons: list[str]) -> bytes:
    """Return a file whose numbers are 0, but for those of the reasons, which are 1, 2, ..."""
    found = []
    for name, (height, width) in SHAPES.items():
        matrix = np.zeros((height, width))
        if name == "position":
            matrix = np.zeros((ADVICE + len(reasons), width))
            matrix[ADVICE:] = np.arange(1, len(reasons) + 1)[:, None]
        found.append(matrix.astype("<f2").tobytes())
    return json.dumps(reasons).encode() + b"\n" + b"".join(found)


def test_policy_network_beats_heuristics() -> None:
    view = next(plays("sense/match"))
    points, wide = policy_rounds.Practice().match(
        np.random.default_rng(2), 1, policy_of(view), no_policy()
    )
    assert points - wide > 5


def test_policy_network_learns_from_heuristic_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policy_rounds, "LOT", 1000)
    monkeypatch.setattr(train_policy, "BATCH", 256)
    monkeypatch.setattr(policy_rounds, "HABITS", 0.0)
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
        truth = lessons.gains / np.float32(card_network.POINTS)
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
    train_policy.save(tmp_path / "network.bin", net)
    kept = card_network.parsed((tmp_path / "network.bin").read_bytes())
    net["position"][ADVICE] = 0.0  # no reason has the number 0
    for name, rows in kept.items():
        assert np.allclose(np.array(rows).reshape(net[name].shape), net[name], atol=1e-3)
    assert len(kept["position"]) == ADVICE + 1 + len(Reason)


def test_network_learns_from_a_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_rounds, "LOT", 20)
    rng = np.random.default_rng(6)
    lessons = policy_rounds.Practice().lessons(rng, no_policy())
    teacher = train_policy.new_net(rng)
    values = train_policy.through(teacher, lessons)[2] * card_network.POINTS
    mixed = train_policy.taught(teacher, lessons).gains
    trust = train_policy.TRUST
    assert np.allclose(mixed, (1 - trust) * lessons.gains + trust * values, atol=1e-3)
