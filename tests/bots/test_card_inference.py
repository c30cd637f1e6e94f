"""The card-inference network, which infers cards from bids and plays, and its training."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import train_card_inference
from spadille.bots import load
from spadille.bots.expert.card_inference import PIECE, clues_of, nets, odds_of, through, traits_of
from spadille.bots.expert.sampling import Allotment
from spadille.game import Game, Rules, SeatView, coverage, knowledge_of, preset
from spadille.study.dataset import decided_in


def positions(seed: str) -> list[tuple[SeatView, Any]]:
    """Return the positions from the play of one round of `intermediate`, each with all hands."""
    game = Game.new(seed=seed)
    bots = [load("intermediate", f"{seed}/{seat}") for seat in range(4)]
    found = []
    while not game.results:
        view = game.view_to_act
        if view.phase == "play":
            assert game.round is not None
            found.append((view, game.round.hands))
        game = game.apply(bots[view.seat].act(view))
    return found


def test_card_inference_predicts_hands_better_than_chance() -> None:
    better, unseen = 0.0, 0
    for number in range(4):
        for view, hands in positions(f"read/{number}")[4:40:4]:
            known = knowledge_of(view)
            may_be = np.array(
                [[where >> seat & 1 for seat in range(6)] for _, where in known.places]
            )
            cards = np.array([card.id for card, _ in known.places])
            odds = np.ones(may_be.shape)
            odds[:, :4] = odds_of(view).reshape(52, 4)[cards]
            holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
            true = [holder[card] for card, _ in known.places]
            read = Allotment(odds * may_be, known.room).shares()
            dull = Allotment(may_be * 1.0, known.room).shares()
            at = range(len(cards))
            better += np.log(read[at, true] / dull[at, true]).sum()
            unseen += len(cards)
    assert better / unseen > 0.05


def test_card_inference_runs_in_one_thread() -> None:
    """OpenBLAS, which comes with NumPy, uses several threads from 4 * 65536 products up."""
    for net in nets():
        assert PIECE * max(layer.size for layer in net) <= 4 * 65536
        rows = np.random.default_rng(1).random((2 * PIECE + 1, len(net[0])), np.float32)
        alone = [through(net, row[None]) for row in rows]
        assert np.allclose(through(net, rows), np.concatenate(alone), rtol=1e-4, atol=1e-5)


def test_card_inference_treats_side_suits_equally() -> None:
    """If clubs and hearts are swapped in everything seen, they are swapped in the odds too."""
    view = positions("read/suits")[30][0]
    clues = clues_of(view)
    turned = clues._replace(
        planes=clues.planes[:, [2, 1, 0, 3]], voids=clues.voids[:, [2, 1, 0, 3]]
    )
    expected = traits_of(clues)[:, [2, 1, 0, 3]]
    assert traits_of(turned) == pytest.approx(expected)


def test_card_inference_covers_ordinary_partnership_games_only() -> None:
    read = {"standard", "puzzle-pirates", "gold-blue", "solo", "two-player", "jokers", "mirror"}
    assert {name for name in read if coverage.CARD_INFERENCE.covers(preset(name).rules)} == {
        "standard",
        "puzzle-pirates",
        "gold-blue",
    }


def test_card_inference_does_not_cover_clubs_as_trumps() -> None:
    """In that case there are more spades than it has numbers for."""
    assert not coverage.CARD_INFERENCE.covers(
        Rules().with_options({"deck.high_trumps": ["SJ", "CJ"]})
    )


def test_training_gradient_matches_finite_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradient of how unlikely the deals were matches the one from small steps."""
    monkeypatch.setattr(train_card_inference, "DROPPED", 0.0)
    rng = np.random.default_rng(1)
    records = decided_in(Rules(), ["beginner"] * 4, "slope", range(1))["record"].tolist()
    rows = train_card_inference.rows_of(records, rng, 0.05)
    width = traits_of(train_card_inference.clues_in(rows)).shape[-1]
    pair = [train_card_inference.new_net(rng, width) for _ in range(2)]
    slopes = train_card_inference.gradients(pair, rows, rng)

    def unlikely() -> float:
        found = train_card_inference.placed(rows, train_card_inference.read(pair, rows).logits)[1]
        return float(found.sum()) / int((rows.cards >= 0).sum())

    for at, numbers in enumerate(number for net in pair for number in net):
        before = numbers.copy()
        size = np.abs(slopes[at]).max()
        if size == 0:  # padding at the end changes nothing
            continue
        step = slopes[at] / size * 0.01
        numbers[:] = before + step
        up = unlikely()
        numbers[:] = before - step
        expected = 2 * float((slopes[at] * step).sum())
        assert up - unlikely() == pytest.approx(expected, rel=0.1, abs=1e-6)
        numbers[:] = before


def test_training_script_writes_a_usable_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    records = decided_in(Rules(), ["beginner"] * 4, "script", range(2))["record"]
    np.savez(tmp_path / "games.npz", record=records)
    words = ["x", str(tmp_path / "games.npz"), "--epochs", "1", "--share", "0.1", "--out"]
    outs = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for out in outs:
        monkeypatch.setattr("sys.argv", [*words, str(out)])
        train_card_inference.main()
    assert "whole deals" in capsys.readouterr().out
    with np.load(outs[0]) as one, np.load(outs[1]) as other:
        shapes = [one[name].shape for name in sorted(one.files)]
        assert all((one[name] == other[name]).all() for name in one.files)
    assert shapes == [numbers.shape for net in nets() for numbers in net]
