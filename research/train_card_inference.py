"""Train the card-inference network of `expert` on games of bots.

python research/train_card_inference.py FILE.npz ... [--epochs 4] [--seed 0] [--out reader.npz]

`spadille dataset` makes the files; a tenth of the games in each is held out. After every epoch, the
tool reports how the network does on the held-out games, in nats per unseen card: how much likelier
the network finds the true deals than an uninformed guess does, and out of how many nats.

It writes a file like `bots/expert/card_inference.npz`; docs/bots/networks.md explains how that
one was trained.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adam import Adam
from spadille.bots.expert.card_inference import RANKS, SEATS, SPADES, Clues, clues_of, traits_of
from spadille.bots.expert.sampling import MOST_PLACES, count_ways, shares
from spadille.game import Game, SeatView, coverage, knowledge_of
from spadille.notation import parse_record

Floats = NDArray[np.float64]
Numbers = NDArray[np.float32]
Net = list[Numbers]

HIDDEN = (48, 24)
BATCH = 128
MIXED = 64
"""The number of batches that are shuffled together."""

RATE = 2e-3
DECAY = 0.03
DROPPED = 0.1
"""The dropout rate of a network's middle layer during training."""

CARDS = SEATS * RANKS
MOST_UNSEEN = CARDS - RANKS


class Rows(NamedTuple):
    """Positions: the clues, and each unseen card's number, possible places and true place.

    Numbers are -1 in positions with fewer unseen cards; `room` is how many cards each of the other
    seats has.
    """

    planes: NDArray[np.int8]
    voids: NDArray[np.int8]
    round: NDArray[np.int8]
    cards: NDArray[np.int8]
    places: NDArray[np.int8]
    truth: NDArray[np.int8]
    room: NDArray[np.int8]

    def at(self, which: NDArray[np.int64]) -> "Rows":
        """Return some of the positions, trimmed to the largest number of unseen cards in them."""
        some = Rows(*(part[which] for part in self))
        most = int((some.cards >= 0).sum(axis=1).max())
        return some._replace(
            cards=some.cards[:, :most], places=some.places[:, :most], truth=some.truth[:, :most]
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.5, help="of the positions (0.5)")
    parser.add_argument("--out", type=Path, default=Path("card_inference.npz"))
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    learnt, held_out = [], {}
    for file in asked.files:
        records = np.load(file)["record"].tolist()
        kept = max(1, len(records) // 10)
        held_out[file.stem] = rows_of(records[:kept], rng, asked.share)
        learnt.append(rows_of(records[kept:], rng, asked.share))
    rows = Rows(*(np.concatenate(parts) for parts in zip(*learnt, strict=True)))
    print(f"{len(rows.room)} positions", flush=True)
    width = traits_of(clues_in(rows.at(np.arange(1)))).shape[-1]
    nets = [new_net(rng, width), new_net(rng, width)]
    adam = Adam([number for net in nets for number in net], DECAY)
    steps = asked.epochs * (len(rows.room) // BATCH)
    for epoch in range(asked.epochs):
        begun = perf_counter()
        for which in batches(rows, rng):
            adam.step(gradients(nets, rows.at(which), rng), RATE * (1 - adam.steps / steps))
        told = [f"{name} {told_of(nets, some)}" for name, some in held_out.items()]
        print(f"{epoch + 1}: {'; '.join(told)} ({perf_counter() - begun:.0f} s)", flush=True)
        save(asked.out, nets)


def batches(rows: Rows, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Yield almost all positions, in batches with similar numbers of unseen cards."""
    order = rng.permutation(len(rows.room))
    unseen = (rows.cards >= 0).sum(axis=1)
    for first in range(0, len(order), MIXED * BATCH):
        some = order[first : first + MIXED * BATCH]
        some = some[np.argsort(unseen[some], kind="stable")]
        lots = [some[at : at + BATCH] for at in range(0, len(some) - BATCH + 1, BATCH)]
        for lot in rng.permutation(len(lots)):
            yield lots[lot]


def save(path: Path, nets: Sequence[Net]) -> None:
    numbers: Any = {
        f"{kind}{at}": number.astype(np.float16)
        for kind, net in zip("cs", nets, strict=True)
        for at, number in enumerate(net)
    }
    np.savez_compressed(path, **numbers)


def rows_of(records: Sequence[str], rng: np.random.Generator, share: float) -> Rows:
    """Return some of these games' positions in which a seat was to bid or to play."""
    found = [
        row_of(game, view)
        for text in records
        for game, view in positions(text)
        if rng.random() < share
    ]
    return Rows(*(np.array(part, np.int8) for part in zip(*found, strict=True)))


def positions(text: str) -> Iterator[tuple[Game, SeatView]]:
    """Yield each position of a game in which a seat that has looked is to bid or to play."""
    record = parse_record(text)
    assert coverage.CARD_INFERENCE.covers(record.rules)
    game = Game.new(record.rules, players=record.players)
    for event in record.events:
        if event.seat is not None and game.phase in {"bidding", "play"}:
            view = game.view(event.seat)
            if view.hand is not None:
                yield game, view
        game = game.apply(event.action, event.seat)


def row_of(game: Game, view: SeatView) -> tuple[object, ...]:
    assert game.round is not None
    known = knowledge_of(view)
    holder = {card: seat for seat, hand in enumerate(game.round.hands) for card in hand}
    cards = np.full(MOST_UNSEEN, -1)
    places = np.zeros((MOST_UNSEEN, MOST_PLACES))
    places[:, 2] = 1
    truth = np.full(MOST_UNSEEN, 2)
    others = [(view.seat + 1 + other) % SEATS for other in range(MOST_PLACES)]
    for at, (card, where) in enumerate(known.places):
        cards[at] = card.id
        places[at] = [where >> seat & 1 for seat in others]
        truth[at] = others.index(holder[card])
    clues = [part[0] for part in clues_of(view)]
    return *clues, cards, places, truth, [known.room[seat] for seat in others]


def new_net(rng: np.random.Generator, width: int) -> Net:
    net: Net = []
    sizes = (width, *HIDDEN, 1)
    for inputs, outputs in pairwise(sizes):
        scale = 0.01 if outputs == 1 else np.sqrt(2 / min(inputs, 64))
        weights = rng.normal(size=(inputs, outputs)) * scale
        net += [weights.astype(np.float32), np.zeros(outputs, np.float32)]
    return net


def clues_in(rows: Rows) -> Clues:
    return Clues(rows.planes, rows.voids, rows.round)


def layers_of(net: Net, rows: Numbers, rng: np.random.Generator | None) -> list[Numbers]:
    """Return the input of each layer and the last output; with `rng`, apply dropout."""
    layers = [rows]
    for at in range(0, len(net), 2):
        out = layers[-1] @ net[at] + net[at + 1]
        if at + 2 < len(net):
            out = np.maximum(out, 0)
            if rng is not None:
                kept = rng.random(out.shape, np.float32) >= DROPPED
                out *= kept / np.float32(1 - DROPPED)
        layers.append(out)
    return layers


class Reading(NamedTuple):
    """The networks' output: log odds by position, card and seat, and the layers behind it.

    `where` and `card` are the positions and numbers of all unseen cards. `lots` are those of side
    suits and of spades, each with the `layers` of its network.
    """

    logits: Floats
    where: NDArray[np.int64]
    card: NDArray[np.int64]
    lots: list[NDArray[np.bool_]]
    layers: list[list[Numbers]]


def read(nets: Sequence[Net], rows: Rows, rng: np.random.Generator | None = None) -> Reading:
    traits = traits_of(clues_in(rows))
    where, which = np.nonzero(rows.cards >= 0)
    card = rows.cards[where, which].astype(np.int64)
    some = traits[where, card // RANKS, card % RANKS]
    spades = card >= SPADES * RANKS
    lots = [~spades, spades]
    logits = np.zeros((len(traits), CARDS, MOST_PLACES))
    layers = []
    for net, lot in zip(nets, lots, strict=True):
        layers.append(layers_of(net, some[lot].reshape(-1, traits.shape[-1]), rng))
        logits[where[lot], card[lot]] = layers[-1][-1].reshape(-1, MOST_PLACES)
    return Reading(logits, where, card, lots, layers)


def placed(rows: Rows, logits: Floats) -> tuple[Floats, Floats]:
    """Return each unseen card's chances by place, and the improbability of the deals, in nats."""
    every = np.arange(len(logits))[:, None]
    own = np.where((rows.cards >= 0)[:, :, None], logits[every, rows.cards], 0.0)
    odds = np.where(rows.places, np.exp(own), 0.0)
    room = rows.room.astype(np.int64)
    ways = count_ways(odds, int(room.max()))
    found = shares(odds, room, ways)
    total = ways[0, every[:, 0], room[:, 0] + 1, room[:, 1] + 1]
    true = np.take_along_axis(own, rows.truth.astype(np.int64)[:, :, None], axis=2)[:, :, 0]
    return found, np.log(total) - true.sum(axis=1)


def gradients(nets: Sequence[Net], rows: Rows, rng: np.random.Generator) -> Net:
    """Return the gradient of the deals' improbability by all parameters of both networks."""
    said = read(nets, rows, rng)
    found, _ = placed(rows, said.logits)
    found -= rows.truth[:, :, None] == np.arange(MOST_PLACES)
    wrong = (found[rows.cards >= 0] / len(said.where)).astype(np.float32)
    return [
        number
        for net, layers, lot in zip(nets, said.layers, said.lots, strict=True)
        for number in backwards(net, layers, wrong[lot].reshape(-1, 1))
    ]


def backwards(net: Net, layers: Sequence[Numbers], back: Numbers) -> Net:
    found: Net = []
    for at in range(len(net) - 2, -1, -2):
        before = layers[at // 2]
        found = [before.T @ back, back.sum(axis=0), *found]
        if at:
            back = back @ net[at].T * (before > 0)
    return found


def told_of(nets: Sequence[Net], rows: Rows) -> str:
    """Return the gain in the deals' likelihood, by deal and by card, and the most possible."""
    whole, single = np.zeros(2), np.zeros(2)
    unseen = (rows.cards >= 0).sum(axis=1)
    order = np.argsort(unseen, kind="stable")
    for first in range(0, len(order), 512):
        some = rows.at(order[first : first + 512])
        logits = read(nets, some).logits
        for at, own in enumerate((logits, np.zeros_like(logits))):
            found, unlikely = placed(some, own)
            true = np.take_along_axis(found, some.truth.astype(np.int64)[:, :, None], axis=2)
            whole[at] += unlikely.sum() / unseen.sum()
            single[at] -= np.log(true[:, :, 0][some.cards >= 0]).sum() / unseen.sum()
    return (
        f"whole deals {whole[1] - whole[0]:+.4f} of {whole[1]:.4f}, "
        f"single cards {single[1] - single[0]:+.4f} of {single[1]:.4f}"
    )


if __name__ == "__main__":
    main()
