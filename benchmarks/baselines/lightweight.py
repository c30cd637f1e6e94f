"""The published player of 2026: rules for four tricks, then weighted deals solved exactly.

After Luo, Xu and Wang, "Towards Lightweight Human-Level AI in Trick-Taking Games" (2026). With nine
tricks left, it weights 6,789 proposals for the hidden hands by how likely the bids are; past plays
are legal in all of them. It solves the best 32 exactly for the score, with each bag at its share of
the penalty, and plays the card with the best average.

Guessed: bids come from the table of honors, and the first four tricks from a dozen rules
(`rules.py`). The original uses a small network and a learned policy, which are not published.
With `tricks=0` the rules play to the end, like the rule bot that the paper compares with.

`EqualBids` lets any bot bid like this player and then play its own cards. A match between both
compares the play of the cards alone.
"""

from functools import lru_cache

from spadille.fast.solver import SolverError
from spadille.game import Look, Play, PlayerAction, Rules, SeatView

from .honours import Honours
from .ordinary import chance, is_known, is_ordinary
from .rules import choose
from .worlds32 import KEPT, PROPOSALS, TRICKS, card_values, likely_worlds


class EqualBids:
    """Bids like `Honours` and never blind in the ordinary game, and plays like another bot."""

    def __init__(self, seed: int | str, *, bot: str = "expert") -> None:
        self._bidder = Honours(seed, bot=bot)

    def act(self, view: SeatView) -> PlayerAction:
        if view.hand is None and Look() in view.options.actions and is_ordinary(view.rules):
            return Look()
        return self._bidder.act(view)


class Lightweight:
    """Plays the ordinary game this way, and otherwise acts like `intermediate`."""

    def __init__(
        self, seed: int | str, *, proposals: int = PROPOSALS, kept: int = KEPT, tricks: int = TRICKS
    ) -> None:
        self._bidder = EqualBids(seed, bot="intermediate")
        self._seed = seed
        self._counts = (proposals, kept)
        self._tricks = tricks

    def act(self, view: SeatView) -> PlayerAction:
        plays = [action for action in view.options.actions if isinstance(action, Play)]
        if not is_known(view) or not plays:
            return self._bidder.act(view)
        by_rules = Play(choose(view))
        if len(view.hand or ()) > self._tricks or len(plays) == 1:
            return by_rules
        random = chance(self._seed, view)
        worlds = likely_worlds(view, *self._counts, random.getrandbits(32))
        try:
            values = card_values(view, worlds, priced(view.rules))
        except SolverError:  # a score that depends on more than each seat's tricks
            return by_rules
        return max(plays, key=lambda play: (float(values[play.card.id]), play == by_rules))


@lru_cache(maxsize=64)
def priced(rules: Rules) -> Rules:
    """Return the rules with each bag worth its share of the penalty, which is then left out."""
    price, cost = rules.scoring.bag_price, rules.scoring.bag_cost
    if not price or price != int(price):
        return rules
    return rules.with_options({"scoring.bag_points": -int(cost), "scoring.bag_penalty": 0})
