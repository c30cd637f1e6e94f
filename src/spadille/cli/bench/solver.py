"""The solver, beside DDS (through endplay) where the question is the same."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import geometric_mean, mean
from typing import Any

import numpy as np

from ...fast.solver import Utility, score_utility, solve, solve_batch, warm
from ...game import NIL, PACK, Bid, Card, Lead, Rules, Standing
from ..kernels import SOLVER, prepare
from .figure import Figure, timed
from .peers import Dds, dds

POSITIONS = 300
_PEER = "DDS"
_WORLDS = 100
_TURNS = {13: 4, 10: 25, 8: 100, 6: 100, 4: 100}
"""How many positions each solves in turn, by the number of cards."""

Hands = list[int]


def figures(scale: float) -> Iterator[Figure]:
    """Means in milliseconds of random positions; the ratios are geometric means over the turns."""
    prepare(SOLVER)
    warm()
    positions = max(1, round(POSITIONS * scale))
    for cards in _TURNS:
        for every in (False, True):
            yield _beside_dds(cards, positions, every_card=every)
    yield _alone(4, positions)
    for cards in (10, 8, 6):
        yield _worlds(cards, max(1, positions // 20))
    for cards in (9, 8, 6):
        for kind in _GAMES:
            yield _game(kind, cards, positions)
    yield from _whole_rounds(max(1, positions // 15))


def random_hands(rng: Random, cards: int) -> Hands:
    pack = rng.sample(range(52), 4 * cards)
    return [sum(1 << card for card in pack[seat::4]) for seat in range(4)]


def _beside_dds(cards: int, positions: int, *, every_card: bool) -> Figure:
    """Some positions by us in one call, the same by DDS, and so on."""
    rng = Random(cards)
    ours, theirs = [], []
    peer = dds()
    turn = _TURNS[cards]
    for first in range(0, positions, turn):
        number = min(turn, positions - first)
        hands = np.array([random_hands(rng, cards) for _ in range(number)], np.int64)
        leaders = [rng.randrange(4) for _ in range(number)]
        ask = partial(solve_batch, hands, leaders, lead="any", cards=every_card)
        ours.append(timed(ask)[0] / number)
        if peer is not None:
            deals = [peer.deal(*one) for one in zip(hands.tolist(), leaders, strict=True)]
            answer = partial(_one_by_one, peer, deals, every_card=every_card)
            theirs.append(timed(answer)[0] / number)
    return _figure(f"{cards} cards, {'every card' if every_card else 'value'}", ours, theirs)


def _alone(cards: int, positions: int) -> Figure:
    """Each position by a call of its own, from cards to a value of each card."""
    rng = Random(cards)
    ours, theirs = [], []
    peer = dds()
    for first in range(0, positions, _TURNS[cards]):
        number = min(_TURNS[cards], positions - first)
        hands = [random_hands(rng, cards) for _ in range(number)]
        leaders = [rng.randrange(4) for _ in range(number)]
        held = [[[PACK[at] for at in range(52) if hand >> at & 1] for hand in one] for one in hands]
        ask = partial(_solve_each, held, leaders)
        ours.append(timed(ask)[0] / number)
        if peer is not None:
            deals = [peer.deal(*one) for one in zip(hands, leaders, strict=True)]
            answer = partial(_one_by_one, peer, deals, every_card=True)
            theirs.append(timed(answer)[0] / number)
    return _figure(f"{cards} cards, every card, one call of solve() each", ours, theirs)


def _solve_each(hands: list[list[list[Card]]], leaders: list[int]) -> None:
    for held, leader in zip(hands, leaders, strict=True):
        solve(held, leader, lead="any")


def _figure(what: str, ours: list[float], theirs: list[float]) -> Figure:
    if not theirs:
        return Figure(what, 1e3 * mean(ours), "ms")
    ratio = geometric_mean([b / a for a, b in zip(ours, theirs, strict=True)])
    return Figure(what, 1e3 * mean(ours), "ms", _PEER, 1e3 * mean(theirs), ratio)


def _worlds(cards: int, turns: int) -> Figure:
    """One hand known, the others dealt a hundred times, every card of the hand."""
    rng = Random(cards)
    ours, theirs = [], []
    peer = dds()
    for _ in range(turns):
        pack = rng.sample(range(52), 4 * cards)
        worlds = []
        for _ in range(_WORLDS):
            rest = pack[cards:]
            rng.shuffle(rest)
            held = [pack[:cards], *(rest[seat::3] for seat in range(3))]
            worlds.append([sum(1 << card for card in hand) for hand in held])
        asked = np.array(worlds, np.int64)
        ours.append(timed(partial(solve_batch, asked, 0, lead="any"))[0])
        if peer is not None:
            deals = [peer.deal(world, 0) for world in worlds]
            theirs.append(timed(partial(_one_by_one, peer, deals, every_card=True))[0])
    return _figure(f"{_WORLDS} worlds of {cards} cards, every card", ours, theirs)


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
    """The score of the round with spades to be broken, every card; the nil is still alive."""
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
    """Whole rounds by the score of `standard`: times of the value, and how many end in time."""
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
