"""Information set Monte Carlo tree search, as in a mobile app with millions of players.

After Whitehouse, Cowling, Powley and Rollason, "Integrating Monte Carlo Tree Search with
Knowledge-Based Methods to Create Engaging Play in a Commercial Mobile Game" (AIIDE 2013). There is
one tree over everything that the player to move can see. Each iteration has a new deal and a
rollout to the end of the round. Its value is ((s - 10 b) - (s' - 10 b')) / c with the points s and
the bags b of each side.

Guessed: c is 200, the exploration weight is 0.7, rollouts are random, the card tried most is
played, and bids are those of `intermediate`. The paper injects knowledge that makes play more
plausible but not stronger; it is left out here. Its deals were biased; these are not.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spadille.bots import load
from spadille.fast.bits import count, lowest
from spadille.fast.kernel import kernel
from spadille.game import Bid, Play, PlayerAction, Rules, SeatView, Standing, score_round

from .ordinary import Words, chance, is_known, worlds_of

Floats = NDArray[np.float64]

ITERATIONS = 2500

_SCALE = 200.0
_EXPLORATION = 0.7
_BAG = 10

_TRICKS = 13
_RANKS = np.uint64(0x1FFF)
_SPADES = _RANKS << np.uint64(39)

LEADER, COUNT, LED, BEST, WINNER, BROKEN = range(6)
"""The indexes of the table's state: the leader, the number of cards, the suit led, the best card,
its seat, and whether spades are broken."""

CHILD, SIBLING, CARD, MOVER = range(4)
TRIED, OFFERED, TOTAL = range(3)
"""The indexes in a node, after its links, card and seat: how often it was tried and offered."""


class Ismcts:
    """Chooses cards by search in the ordinary game, and otherwise acts like `intermediate`."""

    def __init__(self, seed: int | str, *, iterations: int = ITERATIONS) -> None:
        self._adviser = load("intermediate", seed)
        self._seed = seed
        self._iterations = iterations

    def act(self, view: SeatView) -> PlayerAction:
        if not is_known(view):
            return self._adviser.act(view)
        cards = [action for action in view.options.actions if isinstance(action, Play)]
        if len(cards) == 1:
            return cards[0]
        random = chance(self._seed, view)
        worlds = worlds_of(view, self._iterations, random.getrandbits(32))
        visits = visits_of(view, worlds, random.getrandbits(63))
        return max(cards, key=lambda play: int(visits[play.card.id]))


def visits_of(view: SeatView, worlds: Words, seed: int) -> NDArray[np.int64]:
    """Return how often each card was tried, by its number; each sampled deal is one iteration."""
    bids = tuple(bid or Bid(0) for bid in view.bids)
    credit = credit_of(bids)
    won = np.zeros(4, np.int64)
    np.add.at(won, list(credit), view.won)
    table = np.zeros(6, np.int64)
    table[LEADER] = view.trick.leader if view.trick else view.seat
    table[BROKEN] = view.broken
    for card in view.trick.cards if view.trick else ():
        put_down(table, card.id)
    visits = np.zeros(52, np.int64)
    worth = worth_of(view.rules, bids)
    search(worlds, table, won, np.array(credit), worth, np.uint64(seed | 1), visits)
    return visits


def credit_of(bids: tuple[Bid, ...]) -> tuple[int, ...]:
    """Return whom each seat's tricks are credited to: the first of partners who both bid tricks."""
    return tuple(
        seat - 2 if seat > 1 and not bids[seat].nil and not bids[seat - 2].nil else seat
        for seat in range(4)
    )


@lru_cache(maxsize=64)
def worth_of(rules: Rules, bids: tuple[Bid, ...]) -> Floats:
    """Return the value of the round to the first side, by the credited tricks of three seats.

    The seats are the first three. Bags count as in the paper, instead of the penalty in the rules.
    """
    credit = credit_of(bids)
    table = np.zeros((_TRICKS + 1,) * 3)
    nothing = (Standing(),) * 2
    for won in product(range(_TRICKS + 1), repeat=3):
        by_seat = (*won, _TRICKS - sum(won))
        if by_seat[3] < 0 or any(by_seat[seat] for seat in (2, 3) if credit[seat] != seat):
            continue
        ours, theirs = score_round(rules, nothing, bids, by_seat)
        points = ours.points_of_round - theirs.points_of_round
        table[won] = (points - _BAG * (ours.overtricks - theirs.overtricks)) / _SCALE
    return table


@kernel
def search(  # noqa: PLR0913, PLR0917 - kernels take numbers
    worlds: Any, start: Any, won: Any, credit: Any, worth: Any, seed: Any, visits: Any
) -> None:
    """Grow a tree by one iteration for each sampled deal, and count how often each card was tried.

    A node is a card played after its parent's, in all sampled deals in which that is legal.
    """
    tree = np.full((len(worlds) + 1, 4), -1)
    stats = np.zeros((len(worlds) + 1, 3))
    path = np.zeros(53, np.int64)
    hands = np.zeros(4, np.uint64)
    tricks = np.zeros(4, np.int64)
    table = np.zeros(6, np.int64)
    for world in range(len(worlds)):
        hands[:] = worlds[world]
        tricks[:] = won
        table[:] = start
        depth = 0
        growing = True
        while finish_trick(table, tricks, credit, hands):
            seat = (table[LEADER] + table[COUNT]) % 4
            legal = legal_cards(table, hands[seat])
            seed = next_number(seed)
            if growing:
                node, untried = best_child(tree, stats, path[depth], legal)
                if untried:
                    growing = False
                    node = world + 1
                    grow(tree, stats, path[depth], node, pick(untried, seed), seat)
                depth += 1
                path[depth] = node
                card = tree[node, CARD]
            else:
                card = pick(legal, seed)
            hands[seat] &= ~(np.uint64(1) << np.uint64(card))
            put_down(table, card)
        gain = worth[tricks[0], tricks[1], tricks[2]]
        for step in range(1, depth + 1):
            node = path[step]
            stats[node, TRIED] += 1
            stats[node, TOTAL] += -gain if tree[node, MOVER] % 2 else gain
    node = tree[0, CHILD]
    while node >= 0:
        visits[tree[node, CARD]] = stats[node, TRIED]
        node = tree[node, SIBLING]


@kernel
def best_child(tree: Any, stats: Any, node: int, legal: Any) -> tuple[int, Any]:
    """Return the legal child to try next, and the legal cards without a child."""
    best = -1
    highest = -np.inf
    at = tree[node, CHILD]
    while at >= 0:
        bit = np.uint64(1) << np.uint64(tree[at, CARD])
        if legal & bit:
            legal &= ~bit
            stats[at, OFFERED] += 1
            tried = stats[at, TRIED]
            value = stats[at, TOTAL] / tried
            value += _EXPLORATION * np.sqrt(np.log(stats[at, OFFERED]) / tried)
            if value > highest:
                highest = value
                best = at
        at = tree[at, SIBLING]
    return best, legal


@kernel
def grow(  # noqa: PLR0913, PLR0917 - as above
    tree: Any, stats: Any, parent: int, node: int, card: int, seat: int
) -> None:
    """Make a new node the first child of its parent."""
    tree[node, SIBLING] = tree[parent, CHILD]
    tree[node, CARD] = card
    tree[node, MOVER] = seat
    tree[parent, CHILD] = node
    stats[node, OFFERED] = 1


@kernel
def put_down(table: Any, card: int) -> None:
    """Put a card on the table."""
    best = table[BEST]
    wins = card > best if card // 13 == best // 13 else card // 13 == 3
    if table[COUNT] == 0 or wins:
        table[BEST] = card
        table[WINNER] = (table[LEADER] + table[COUNT]) % 4
    if table[COUNT] == 0:
        table[LED] = card // 13
    if card // 13 == 3:
        table[BROKEN] = 1
    table[COUNT] += 1


@kernel
def finish_trick(table: Any, tricks: Any, credit: Any, hands: Any) -> bool:
    """Take a whole trick from the table; return True if cards are left to play."""
    if table[COUNT] == 4:
        tricks[credit[table[WINNER]]] += 1
        table[LEADER] = table[WINNER]
        table[COUNT] = 0
    return bool(hands[(table[LEADER] + table[COUNT]) % 4])


@kernel
def legal_cards(table: Any, hand: Any) -> Any:
    if table[COUNT]:
        following = hand & _RANKS << np.uint64(13 * table[LED])
        return following or hand
    if table[BROKEN] == 0 and hand & ~_SPADES:
        return hand & ~_SPADES
    return hand


@kernel
def next_number(state: Any) -> Any:
    """Return the next number, by shifts and exclusive ors (Marsaglia)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    return state ^ state << np.uint64(17)


@kernel
def pick(cards: Any, number: Any) -> Any:
    """Return one of some cards, chosen by a number."""
    skipped = int((number >> np.uint64(11)) % np.uint64(count(cards)))
    while skipped:
        cards &= cards - np.uint64(1)
        skipped -= 1
    return lowest(cards)
