"""The solver, compared with DDS (through endplay) where both answer the same question."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import geometric_mean, mean
from typing import Any, NamedTuple

import numpy as np

from ...fast.solver import Utility, score_utility, solve, solve_batch, warm
from ...game import NIL, PACK, Bid, Card, Lead, Rules, Standing
from ..kernels import SOLVER, prepare
from .figure import Dds, Figure, dds, timed

POSITIONS = 300
_PEER = "DDS"
_WORLDS = 100
_TURNS = {13: 4, 10: 25, 8: 100, 6: 100, 4: 100}
"""How many positions each solver gets per turn, by the number of cards."""

Hands = list[int]
Work = Callable[[], object]


class Turn(NamedTuple):
    """Positions that each solver gets in one turn; times are divided by the `questions`."""

    hands: list[Hands]
    leaders: list[int]
    questions: int


def figures(scale: float) -> Iterator[Figure]:
    """Yield mean milliseconds for random positions; ratios are geometric means over the turns."""
    prepare(SOLVER)
    warm()
    positions = max(1, round(POSITIONS * scale))
    for cards in _TURNS:
        for every in (False, True):
            what = f"{cards} cards, {'every card' if every else 'value'}"
            ask = partial(_in_one_call, every_card=every)
            yield _beside_dds(what, _random(cards, positions), ask, every_card=every)
    what = "4 cards, every card, one call of solve() each"
    yield _beside_dds(what, _random(4, 10 * positions), _in_calls_of_solve)
    for cards in (10, 8, 6):
        worlds = _worlds(cards, max(1, positions // 20))
        yield _beside_dds(f"{_WORLDS} worlds of {cards} cards, every card", worlds, _in_one_call)
    for cards in (9, 8, 6):
        for kind in _GAMES:
            yield _game(kind, cards, positions)
    yield from _whole_rounds(max(1, positions // 15))


def random_hands(rng: Random, cards: int) -> Hands:
    """Return four hands of that many cards each, as bit masks of card ids."""
    pack = rng.sample(range(52), 4 * cards)
    return [sum(1 << card for card in pack[seat::4]) for seat in range(4)]


def _random(cards: int, positions: int) -> Iterator[Turn]:
    rng = Random(cards)
    for first in range(0, positions, _TURNS[cards]):
        number = min(_TURNS[cards], positions - first)
        hands = [random_hands(rng, cards) for _ in range(number)]
        yield Turn(hands, [rng.randrange(4) for _ in range(number)], number)


def _worlds(cards: int, turns: int) -> Iterator[Turn]:
    """Yield turns in which one hand is known and the others are dealt a hundred times."""
    rng = Random(cards)
    for _ in range(turns):
        pack = rng.sample(range(52), 4 * cards)
        worlds = []
        for _ in range(_WORLDS):
            rest = pack[cards:]
            rng.shuffle(rest)
            held = [pack[:cards], *(rest[seat::3] for seat in range(3))]
            worlds.append([sum(1 << card for card in hand) for hand in held])
        yield Turn(worlds, [0] * _WORLDS, 1)


def _beside_dds(
    what: str, turns: Iterator[Turn], ask: Callable[[Turn], Work], *, every_card: bool = True
) -> Figure:
    """Return the times of our solver and of DDS, which take turns at the same positions."""
    ours, theirs = [], []
    peer = dds()
    for turn in turns:
        ours.append(timed(ask(turn))[0] / turn.questions)
        if peer is not None:
            deals = [peer.deal(*one) for one in zip(turn.hands, turn.leaders, strict=True)]
            answer = partial(_one_by_one, peer, deals, every_card=every_card)
            theirs.append(timed(answer)[0] / turn.questions)
    if not theirs:
        return Figure(what, 1e3 * mean(ours), "ms")
    ratio = geometric_mean([b / a for a, b in zip(ours, theirs, strict=True)])
    return Figure(what, 1e3 * mean(ours), "ms", _PEER, 1e3 * mean(theirs), ratio)


def _in_one_call(turn: Turn, *, every_card: bool = True) -> Work:
    hands = np.array(turn.hands, np.int64)
    return partial(solve_batch, hands, turn.leaders, lead="any", cards=every_card)


def _in_calls_of_solve(turn: Turn) -> Work:
    """Return work that solves each position in a separate call, from cards to each card's value."""
    held = [
        [[PACK[at] for at in range(52) if hand >> at & 1] for hand in hands] for hands in turn.hands
    ]
    return partial(_solve_each, held, turn.leaders)


def _solve_each(hands: list[list[list[Card]]], leaders: list[int]) -> None:
    for held, leader in zip(hands, leaders, strict=True):
        solve(held, leader, lead="any")


def _one_by_one(peer: Dds, deals: list[Any], *, every_card: bool) -> None:
    for deal in deals:
        peer.solve(deal, every_card=every_card)


_OPEN = Rules.preset("open-hands")
_STANDARD = Rules.preset("standard")


def _contracts(rng: Random, *, nil: bool) -> tuple[Bid, ...]:
    ours = rng.randint(4, 6)
    bids = [Bid(ours - 2), Bid(3), Bid(2), Bid(10 - ours - 2 if ours < 6 else 2)]
    if nil:
        bids[rng.randrange(4)] = NIL
    return tuple(bids)


_GAMES: dict[str, Callable[[Random], Utility]] = {
    "contracts": lambda rng: score_utility(_STANDARD, _contracts(rng, nil=False)),
    "contracts and a nil": lambda rng: score_utility(_STANDARD, _contracts(rng, nil=True)),
    "contracts, bags about to cost": lambda rng: score_utility(
        _STANDARD, _contracts(rng, nil=False), [Standing(0, 9), Standing(0, 9)]
    ),
    "open-hands": lambda rng: score_utility(_OPEN, _contracts(rng, nil=False)),
    "open-hands and a nil": lambda rng: score_utility(_OPEN, _contracts(rng, nil=True)),
}


def _game(kind: str, cards: int, positions: int) -> Figure:
    """Return the mean time to value every card by the score of the round."""
    rng = Random(cards)
    ours = []
    for _ in range(positions):
        asked = _true_game(rng, cards, _GAMES[kind](rng))
        ours.append(timed(partial(solve_batch, **asked))[0])
    return Figure(f"{cards} tricks left, {kind}, every card", 1e3 * mean(ours), "ms")


def _true_game(rng: Random, cards: int, utility: Utility) -> dict[str, Any]:
    alone = [utility.group_of.count(group) == 1 for group in utility.group_of]
    others = [seat for seat in range(4) if not alone[seat] or all(alone)]
    others = others or [0]
    won = [0] * 4
    for _ in range(13 - cards):
        won[rng.choice(others)] += 1
    lead: Lead = "broken"
    return {
        "hands": np.array([random_hands(rng, cards)], np.int64),
        "leader": rng.randrange(4),
        "won": [won],
        "broken": rng.random() < 0.5,
        "lead": lead,
        "utility": utility,
    }


_BUDGET = 5_000_000


def _whole_rounds(positions: int) -> Iterator[Figure]:
    """Yield the time to value whole rounds by the score of `standard`, and how many are solved."""
    for kind in ("contracts", "contracts and a nil"):
        rng = Random(13)
        ours, ended = [], 0
        for _ in range(positions):
            asked = _true_game(rng, 13, _GAMES[kind](rng))
            asked["broken"] = False
            took, found = timed(partial(solve_batch, **asked, cards=False, nodes=_BUDGET))
            ours.append(took)
            ended += bool(found.exact[0])
        share = f"{100 * ended / positions:.0f} % solved within {_BUDGET:,} nodes"
        yield Figure(f"13 tricks, {kind}, value ({share})", 1e3 * mean(ours), "ms")
