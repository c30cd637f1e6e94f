"""Learn a whole round of Spades by self-play, at hundreds of tables at once.

    uv pip install --python .venv --editable '.[envs]'
    .venv/bin/python examples/learn.py --minutes 2
    PYTHONPATH=examples .venv/bin/spadille arena learn:Learned beginner

Run these in the folder of the repository. docs/hosting.md says how to install extras without uv.

The program gets no advice on how to play. It receives what its seat may see as about forty numbers,
and outputs how likely it is to make each bid or play. Choices that did better than expected become
likelier (an actor and its critic, in NumPy). Minutes are those of one processor. The weights are
saved in `learned.npz`, which the bot `Learned` plays from.
"""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spadille import Rules
from spadille.envs import ACTIONS, SIZE, fields
from spadille.envs.vector import SpadilleVectorEnv
from spadille.game import Bid, Look, Play, PlayerAction, SeatView

TABLES = 500
LESSONS = 8
"""The rounds of all tables are learned in this many parts."""

PAIR = 2
CARDS, FIRST_BID, NIL = 52, 59, 167
BIDS = 14
SPADES = 3
FILE = Path("learned.npz")
RULES = Rules().with_options({"nil.blind": False, "scoring.bag_points": -9, "scoring.bag_limit": 0})
"""A single round never reaches the penalty for ten bags, so each bag pays its part at once."""


Floats = NDArray[np.float64]
Numbers = NDArray[Any]


# --- Inputs ---------------------------------------------------------------------------------


class Sight:
    """The views of the seats to act, one row per table: the situation, and each card in it."""

    def __init__(self, seen: Mapping[str, Numbers]) -> None:
        hand = seen["hand"][:, :CARDS].astype(float)
        trick = seen["trick"][:, :4, :CARDS].astype(float)
        gone = seen["played"][:, :4, :CARDS].sum(axis=1)
        rows = np.arange(len(hand))
        suits, ranks = np.divmod(np.arange(CARDS), 13)
        leader = seen["leader"][:, :4].argmax(axis=1)
        leads: Numbers = trick.max(axis=(1, 2)) == 0
        led = trick[rows, leader].argmax(axis=1) // 13
        follows = (suits == led[:, None]) & ~leads[:, None]
        power = np.where(suits == SPADES, 30 + ranks, np.where(follows, 15 + ranks, 0))
        lying = (trick * power[:, None, :]).max(axis=2)
        best, by = lying.max(axis=1), lying.argmax(axis=1)
        unseen = (1 - hand - gone).reshape(-1, 4, 13)
        above = unseen[..., ::-1].cumsum(axis=2)[..., ::-1] - unseen
        below = unseen.cumsum(axis=2) - unseen
        bid, won = seen["bid"][:, :4].astype(float), seen["won"][:, :4].astype(float)
        nil = (seen["nil"][:, :4] == 1) & (won == 0)
        mine, theirs = (bid - won)[:, [0, 2]].sum(axis=1), (bid - won)[:, [1, 3]].sum(axis=1)
        left = hand.sum(axis=1)
        after = 3.0 - (lying > 0).sum(axis=1)
        void = seen["void"][:, :4].astype(float)
        lengths = hand.reshape(-1, 4, 13).sum(axis=2)
        self.hand, self.rows = hand, rows
        self.bidding = ~seen["has_bid"][:, 0].astype(bool)
        beaten = by * (best > 0)
        self.situation = np.column_stack(
            [
                np.ones_like(left), left / 13, mine / 4, mine > 0, mine >= left, theirs / 4,
                theirs > 0, (mine + theirs - left) / 4, nil[:, 0], nil[:, 2], nil[:, 1] | nil[:, 3],
                leads, after == 0, after == 1, beaten == PAIR, nil[rows, by] & (best > 0),
                seen["broken"][:, 0], lengths[:, SPADES] / 4, above[:, SPADES, 0:].max(axis=1) / 6,
                (above * hand.reshape(-1, 4, 13) == 0).sum(axis=(1, 2)) / 13,
            ]
        )  # fmt: skip
        wins: Numbers = (power > best[:, None]) | leads[:, None]
        length = lengths[:, suits]
        rank = np.broadcast_to(ranks / 12, hand.shape)
        spade = np.broadcast_to(suits == SPADES, hand.shape)
        highest = above.reshape(-1, CARDS) == 0
        self.cards = np.stack(
            [
                rank, rank * rank, spade, follows, wins, wins & (after == 0)[:, None], highest,
                highest & wins, above.reshape(-1, CARDS) / 6, below.reshape(-1, CARDS) / 6,
                length / 4, length == 1, spade & ~follows & ~leads[:, None],
                void[:, 1][:, suits], void[:, 2][:, suits], void[:, 3][:, suits],
            ],
            axis=2,
        ).astype(float)  # fmt: skip
        before = seen["has_bid"][:, 1:4].astype(float)
        self.for_bids = np.column_stack(
            [
                np.ones_like(left), hand, lengths / 4, lengths == 0, lengths == 1,
                hand.reshape(-1, 4, 13)[:, :SPADES, 8:].sum(axis=1),
                hand.reshape(-1, 4, 13)[:, :SPADES, 10:].sum(axis=2) * (lengths[:, :SPADES] > 4),
                before, bid[:, 1:4] / 4, seen["nil"][:, 1:4] == 1,
            ]
        )  # fmt: skip


# --- The network ----------------------------------------------------------------------------


class Net:
    """Two layers that are trained along a gradient with Adam."""

    def __init__(self, rng: np.random.Generator, inputs: int, hidden: int, outputs: int) -> None:
        self.weights = [
            rng.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)),
            rng.normal(0, 0.1 / np.sqrt(hidden), (hidden, outputs)),
        ]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.steps = 0

    def __call__(self, inputs: Floats) -> Floats:
        result: Floats = np.tanh(inputs @ self.weights[0]) @ self.weights[1]
        return result

    def learn(self, inputs: Floats, wanted: Floats, rate: float) -> None:
        """Move the outputs in the wanted direction."""
        hidden = np.tanh(inputs @ self.weights[0])
        back = (wanted @ self.weights[1].T) * (1 - hidden * hidden)
        self.steps += 1
        for at, gradient in enumerate((inputs.T @ back, hidden.T @ wanted)):
            mean, square = self.moments[at]
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            warm = np.sqrt(1 - 0.99**self.steps) / (1 - 0.9**self.steps)
            self.weights[at] += rate * warm * mean / (np.sqrt(square) + 1e-8)


class Policy:
    """The probabilities of bids and cards, and the expected value of a position."""

    def __init__(self, seed: int = 7) -> None:
        rng = np.random.default_rng(seed)
        sight = Sight(nothing())
        wide, card = sight.situation.shape[1], sight.cards.shape[2]
        self.card = Net(rng, wide + card, 48, 1)
        self.bid = Net(rng, sight.for_bids.shape[1], 32, 2)
        self.worth = Net(rng, wide, 32, 1)
        self.worth_of_bids = Net(rng, sight.for_bids.shape[1], 32, 1)
        self.rng = rng

    def nets(self) -> list[Net]:
        return [self.card, self.bid, self.worth, self.worth_of_bids]

    def likely_bids(self, sight: Sight, mask: Numbers) -> Floats:
        """Return the chance of 0 to 13 tricks and of nil by row: near the hand's value, or zero."""
        said = self.bid(sight.for_bids)
        distance = np.arange(BIDS) - 3 - said[:, :1]
        odds = np.column_stack([-distance * distance, said[:, 1] - 3])
        legal = np.column_stack([mask[:, FIRST_BID : FIRST_BID + BIDS], mask[:, NIL]])
        odds = np.exp(np.clip(odds, -50, 20)) * legal
        likely: Floats = odds / odds.sum(axis=1, keepdims=True)
        return likely

    def likely_cards(self, sight: Sight, mask: Numbers) -> tuple[Floats, Numbers, Floats]:
        """Return each card's chance by row, and the places and inputs of all legal cards."""
        places = np.nonzero(mask[:, :CARDS])
        asked = np.hstack([sight.situation[places[0]], sight.cards[places]])
        odds = np.full((len(mask), CARDS), -np.inf)
        odds[places] = self.card(asked)[:, 0]
        odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), np.array(places), asked

    def draw(self, likely: Floats) -> Numbers:
        drawn: Numbers = (likely.cumsum(axis=1) > self.rng.random((len(likely), 1))).argmax(axis=1)
        return drawn

    def save(self, file: Path) -> None:
        np.savez(file, *[each for net in self.nets() for each in net.weights])

    @classmethod
    def load(cls, file: Path) -> "Policy":
        policy, kept = cls(), np.load(file)
        for at, net in enumerate(policy.nets()):
            net.weights = [kept[f"arr_{2 * at}"], kept[f"arr_{2 * at + 1}"]]
        return policy


def nothing() -> dict[str, Numbers]:
    """Return the fields of an observation in which nothing has been seen yet."""
    return fields(np.zeros((1, SIZE), np.int8))


# --- How it learns --------------------------------------------------------------------------


class Learner:
    """Plays rounds at all tables, and learns from each.

    `points` are those of the last round by table and seat, and `steps` are its decisions: 0 to 3
    are bids.
    """

    steps: Iterable[int] = range(4 + CARDS)

    def __init__(self, policy: Policy, seed: int = 7, **seated: Any) -> None:
        self.env = SpadilleVectorEnv(TABLES, rules=RULES, threads=1, **seated)
        self.policy = policy
        self.seen, self.infos = self.env.reset(seed=seed)
        self.rounds = 0
        self.points = np.zeros((TABLES, 4))

    def round(self, rate: float) -> float:
        """Play a round at every table and learn from it; return the spread of the points."""
        policy, memory = self.policy, []
        points = np.zeros((TABLES, 4))
        for step in self.steps:
            mask, seats = self.seen["action_mask"], self.infos["to_act"]
            sight = Sight(fields(self.seen["observation"]))
            if step < 4:
                likely = policy.likely_bids(sight, mask)
                drawn = policy.draw(likely)
                actions = np.where(drawn == BIDS, NIL, FIRST_BID + drawn)
                expected = policy.worth_of_bids(sight.for_bids)[:, 0]
                asked: Any = sight.for_bids
            else:
                likely, places, inputs = policy.likely_cards(sight, mask)
                actions = drawn = policy.draw(likely)
                expected = policy.worth(sight.situation)[:, 0]
                asked = (sight.situation, places, inputs)
            memory.append((step, seats, likely, drawn, expected, asked))
            self.seen, _, _, _, self.infos = self.env.step(actions)
            points += self.infos["seat_rewards"][:, :4]
        self.rounds += TABLES
        self.points = points
        self.learn(memory, points / 100, rate)
        return float(points.std())

    def learn(self, memory: list[Any], points: Floats, rate: float) -> None:
        """Learn from the last step to the first; nearer surprises count more (lambda 0.9)."""
        rows = np.arange(TABLES)
        target = points.copy()
        cards: list[tuple[Floats, Floats]] = []
        bids: list[tuple[Floats, Floats]] = []
        situations: list[tuple[Floats, Floats]] = []
        hands: list[tuple[Floats, Floats]] = []
        for step, seats, likely, drawn, expected, asked in reversed(memory):
            better = target[rows, seats] - expected
            target[rows, seats] = 0.9 * target[rows, seats] + 0.1 * expected
            surprise = -likely
            surprise[rows, drawn] += 1
            calm = -0.01 * likely * (np.log(likely + 1e-9) + _entropy(likely)[:, None])
            wanted = surprise * better[:, None] + calm
            if step < 4:
                distance = np.arange(BIDS) - 3 - self.policy.bid(asked)[:, :1]
                towards = (wanted[:, :BIDS] * 2 * distance).sum(axis=1)
                bids.append((asked, np.column_stack([towards, wanted[:, BIDS]])))
                hands.append((asked, better[:, None]))
            else:
                situation, places, inputs = asked
                cards.append((inputs, wanted[tuple(places)][:, None]))
                situations.append((situation, better[:, None]))
        policy = self.policy
        for net, lessons, pace in (
            (policy.card, cards, rate),
            (policy.bid, bids, rate),
            (policy.worth, situations, 2 * rate),
            (policy.worth_of_bids, hands, 2 * rate),
        ):
            inputs, wanted = (np.concatenate(part) for part in zip(*lessons, strict=True))
            for some in np.array_split(policy.rng.permutation(len(inputs)), LESSONS):
                net.learn(inputs[some], wanted[some] / len(some), pace)


def _entropy(likely: Floats) -> Floats:
    entropy: Floats = -(likely * np.log(likely + 1e-9)).sum(axis=1)
    return entropy


# --- How it plays ---------------------------------------------------------------------------


class Learned:
    """A bot that takes the policy's most likely action."""

    def __init__(self) -> None:
        self.policy = Policy.load(FILE)

    def act(self, view: SeatView) -> PlayerAction:
        if Look() in view.options.actions:
            return Look()
        sight = Sight(seen_by(view))
        mask = np.zeros((1, ACTIONS), np.int8)
        actions = {number_of(action): action for action in view.options.actions}
        mask[0, list(actions)] = 1
        if view.phase == "bidding":
            best = int(self.policy.likely_bids(sight, mask)[0].argmax())
            return actions[NIL if best == BIDS else FIRST_BID + best]
        return actions[int(self.policy.likely_cards(sight, mask)[0][0].argmax())]


def number_of(action: PlayerAction) -> int:
    match action:
        case Bid(nil=True):
            return NIL
        case Bid(tricks=tricks):
            return FIRST_BID + tricks
        case Play(card=card):
            return int(card.id)
    raise ValueError(f"the rules of learn.py have no {action}")


def seen_by(view: SeatView) -> dict[str, Numbers]:
    """Return the fields of an observation from a view."""
    to = nothing()
    for card in view.hand or ():
        to["hand"][0, card.id] = 1
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    for trick in tricks:
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at - view.seat) % 4
            to["played"][0, seat, card.id] = 1
            to["trick"][0, seat, card.id] = trick is view.trick
            if card.id // 13 != trick.cards[0].id // 13:
                to["void"][0, seat, trick.cards[0].id // 13] = 1
    if view.trick:
        to["leader"][0, (view.trick.leader - view.seat) % 4] = 1
    for seat, bid in enumerate(view.bids):
        if bid is not None:
            at = (seat - view.seat) % 4
            to["has_bid"][0, at], to["bid"][0, at], to["nil"][0, at] = 1, bid.tricks, bid.nil
    for seat, won in enumerate(view.won):
        to["won"][0, (seat - view.seat) % 4] = won
    to["broken"][0, 0] = view.broken
    return to


def main(minutes: float = 2, file: Path = FILE) -> Policy:
    """Learn for this many minutes of processor time."""
    policy = Policy()
    learner = Learner(policy)
    began = told = process_time()
    while (spent := (process_time() - began) / 60) < minutes:
        learner.round(rate=0.004 * (1 - 0.9 * spent / minutes))
        if process_time() - told > 20:
            told = process_time()
            print(f"{spent:4.1f} minutes, {learner.rounds:9,} rounds", flush=True)
            policy.save(file)
    policy.save(file)
    learner.env.close()
    return policy


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=2)
    main(parser.parse_args().minutes)
