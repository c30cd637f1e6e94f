"""Bid-weighted sampled deals with an exact ending: the program of Luo, Xu and Wang.

After "Towards Lightweight Human-Level AI in Trick-Taking Games" (2026). In the last nine tricks, it
weights 6,789 proposals for the hidden hands by how likely the bids are; past plays are legal in all
of them. It solves the best 32 exactly for the score of the round, and plays the card with the best
average.

Guessed: the likelihood of a bid is normal around the value of the hand by the table of honors, with
a deviation of 1. A nil goes by that table's rule, and deviates from it one time in ten. The
original makes its bids with a small network and its first four tricks with a learned policy.
Neither is published, so both are those of `intermediate` here.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from spadille.bots import load
from spadille.fast.solver import SolverError, Utility, score_utility, solve_batch
from spadille.game import Bid, Play, PlayerAction, Rules, SeatView, Standing

from .honours import is_nil, worths
from .ordinary import Words, chance, is_known, played, worlds_of

PROPOSALS = 6789
KEPT = 32
TRICKS = 9

_DEVIATION = 1.0
_WRONG = 0.1


class Worlds32:
    """Plays the last nine tricks of the ordinary game this way, otherwise like `intermediate`."""

    def __init__(
        self, seed: int | str, *, proposals: int = PROPOSALS, kept: int = KEPT, tricks: int = TRICKS
    ) -> None:
        self._adviser = load("intermediate", seed)
        self._seed = seed
        self._counts = (proposals, kept)
        self._tricks = tricks

    def act(self, view: SeatView) -> PlayerAction:
        cards = [action for action in view.options.actions if isinstance(action, Play)]
        if not is_known(view) or len(view.hand or ()) > self._tricks:
            return self._adviser.act(view)
        if len(cards) == 1:
            return cards[0]
        random = chance(self._seed, view)
        worlds = likely_worlds(view, *self._counts, random.getrandbits(32))
        try:
            values = card_values(view, worlds)
        except SolverError:  # a score that depends on more than each seat's tricks
            return self._adviser.act(view)
        return max(cards, key=lambda play: float(values[play.card.id]))


def likely_worlds(view: SeatView, proposals: int, kept: int, seed: int) -> Words:
    """Return the deals with the likeliest bids, from this many deals that fit the view."""
    worlds = worlds_of(view, proposals, seed)
    before = played(view)
    odds = np.zeros(proposals)
    for seat in view.rules.seats:
        bid = view.bids[seat]
        if seat != view.seat and bid is not None:
            odds += _log_likelihoods(worlds[:, seat] | np.uint64(before[seat]), bid)
    return np.unique(worlds[np.argsort(-odds, kind="stable")[:kept]], axis=0)


def _log_likelihoods(hands: Words, bid: Bid) -> NDArray[np.float64]:
    if bid.nil:
        return np.log([1 - _WRONG if is_nil(hand) else _WRONG for hand in hands.tolist()])
    return -(((worths(hands) - bid.tricks) / _DEVIATION) ** 2) / 2


def card_values(view: SeatView, worlds: Words, rules: Rules | None = None) -> NDArray[np.float64]:
    """Return the mean value of the round after each card, by the number of the card.

    The round is scored by the rules of the view, or by other ones.
    """
    rules = rules or view.rules
    bids = tuple(bid or Bid(0) for bid in view.bids)
    trick = [card.id for card in view.trick.cards] if view.trick else []
    answers = solve_batch(
        worlds,
        int(view.trick.leader if view.trick else view.seat),
        trick=np.tile(trick, (len(worlds), 1)) if trick else None,
        won=np.tile(view.won, (len(worlds), 1)),
        broken=view.broken,
        utility=_utility(rules, bids, view.standings, rules.side_of(view.seat)),
        memory=64,
    )
    assert answers.card_lower is not None
    return np.asarray(answers.card_lower.mean(axis=0), np.float64)


@lru_cache(maxsize=64)
def _utility(
    rules: Rules, bids: tuple[Bid, ...], before: tuple[Standing, ...], side: int
) -> Utility:
    return score_utility(rules, bids, before, side=side)
