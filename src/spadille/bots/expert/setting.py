"""What does not change in a round, for kernels: the rules, the bids, and what they score."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...fast.rollout import (
    ANY,
    ASSASSIN,
    BITS,
    BROKEN,
    HIGHER,
    NEVER,
    NO_LEAD,
    NO_SPADES,
    SCREAMER,
    SPADE,
    Setting,
    new_setting,
)
from ...game import Bid, Rules, Standing, score_round
from ..order import order_of
from .cards import cards_of

Floats = NDArray[np.float64]

_LEADS = {"any": ANY, "broken": BROKEN, "never": NEVER}
_FIRST_TRICKS = {"any": ANY, "no_spade_lead": NO_LEAD, "no_spades": NO_SPADES}
_DUTIES = {"none": ANY, "screamer": SCREAMER, "assassin": ASSASSIN}
_VOIDS = {"any": ANY, "spade": SPADE, "higher_spade": HIGHER}
_NO_TRUMP = -1
_TWO = 2


def is_covered(rules: Rules) -> bool:
    """Whether the kernels know these rules of play."""
    play = rules.play
    return (
        rules.deck.aces != "declared"
        and play.choice_in_suit == "any"
        and play.first_trick in _FIRST_TRICKS
        and play.duty in _DUTIES
        and not play.big_joker_draws
        and max(mask.bit_length() for mask in order_of(rules).full) <= BITS
    )


def setting_of(rules: Rules, bids: tuple[Bid, ...], *, trump: bool, bid: bool = True) -> Setting:
    """The setting of a round after these bids; without `bid` the round bids itself."""
    setting = _table(rules, trump=trump).copy()
    setting.bids = bid
    setting.bid[: rules.players] = [each.tricks for each in bids]
    setting.nil[: rules.players] = [each.nil for each in bids]
    for side, seats in enumerate(rules.sides):
        score = _score_of(rules, side, tuple(bids[seat] for seat in seats))
        setting.worth[side, : rules.tricks + 1] = score.worth
        setting.whole[side] = score.whole
        setting.stray[side] = score.stray
        for seat, loss in zip(seats, score.losses, strict=True):
            setting.loss[seat] = loss
    return setting


@lru_cache(maxsize=32)
def _table(rules: Rules, *, trump: bool) -> Setting:
    """All of a setting that the bids do not tell."""
    cards = cards_of(rules, trump=trump)
    play = rules.play
    setting = new_setting()
    setting.players = rules.players
    setting.sides = len(rules.sides)
    setting.trump = _NO_TRUMP if cards.order.trump is None else cards.order.trump
    setting.last_wins = rules.deck.identical == "last_wins"
    setting.lead = _LEADS[play.lead_spades]
    setting.first_trick = _FIRST_TRICKS[play.first_trick]
    setting.duty = _DUTIES[play.duty]
    setting.void = _VOIDS[play.void]
    setting.helps = rules.scoring.failed_nil_tricks == "help_partner"
    setting.team_nil = rules.nil.team
    setting.tricks = rules.tricks
    setting.side[: rules.players] = [rules.side_of(seat) for seat in rules.seats]
    setting.deck[:] = cards.deck
    setting.level[:] = cards.level
    setting.above[:] = cards.above
    setting.top[:] = cards.top
    missed = 2 / 3 if rules.players == _TWO else 1 - 1 / (rules.players - 1)
    setting.missed[:] = [missed**count for count in range(len(setting.missed))]
    return setting


class _Score(NamedTuple):
    """What a side scores: see `SETTING`; `losses` by its seats."""

    worth: Floats
    losses: tuple[float, ...]
    whole: float
    stray: float


@lru_cache(maxsize=4096)
def _score_of(rules: Rules, side: int, own: tuple[Bid, ...]) -> _Score:
    seats = rules.sides[side]
    team_nil = rules.nil.team and len(seats) > 1 and all(bid.nil for bid in own)
    double = 2 if rules.table.teams == "spoiler" and len(seats) == 1 else 1
    scoring = rules.scoring
    whole = float(scoring.team_nil_value + scoring.team_nil_penalty) if team_nil else 0.0
    losses = [
        2.0 * (scoring.blind_nil_value if bid.blind else scoring.nil_value) * double
        if bid.nil
        else 0.0
        for bid in own
    ]
    bag = scoring.bag_points * double - bag_cost(rules)
    return _Score(
        worth=_worth(rules, side, own, bag),
        losses=tuple(whole or loss for loss in losses),
        whole=whole,
        stray=bag if scoring.failed_nil_tricks == "bags" and not team_nil else 0.0,
    )


def bag_cost(rules: Rules) -> float:
    """The part of the penalty that a bag runs up."""
    scoring = rules.scoring
    return scoring.bag_penalty / scoring.bag_limit if scoring.bag_limit else 0.0


def _worth(rules: Rules, side: int, own: tuple[Bid, ...], bag: float) -> Floats:
    """What a side scores by the tricks that count for it, all nils made.

    Each bag counts with its part of the penalty.
    """
    before = (Standing(),) * len(rules.sides)
    seats = rules.sides[side]
    bids = [Bid(1)] * rules.players
    for seat, bid in zip(seats, own, strict=True):
        bids[seat] = bid
    taker = next((seat for seat, bid in zip(seats, own, strict=True) if not bid.nil), None)
    worth = np.zeros(rules.tricks + 1)
    for tricks in range(rules.tricks + 1):
        won = [0] * rules.players
        if taker is not None:
            won[taker] = tricks
        score = score_round(rules, before, tuple(bids), tuple(won))[side]
        points = sum(line.points for line in score.lines if line.reason != "bag-penalty")
        worth[tricks] = points - score.overtricks * bag_cost(rules)
        if taker is None:
            worth[tricks] += tricks * bag
    return worth
