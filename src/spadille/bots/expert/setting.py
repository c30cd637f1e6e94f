"""What does not change in a round, for kernels: the rules, the bids, and what they score."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...fast.rollout import (
    ANY,
    ASSASSIN,
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
from ...game import Bid, Rules, Standing, contract_of, score_round
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
    )


@lru_cache(maxsize=256)
def setting_of(rules: Rules, bids: tuple[Bid, ...], *, trump: bool, bid: bool = True) -> Setting:
    """The setting of a round after these bids; without `bid` the round bids itself."""
    cards = cards_of(rules, trump=trump)
    play = rules.play
    sides = len(rules.sides)
    setting = new_setting()
    setting.players = rules.players
    setting.sides = sides
    setting.trump = _NO_TRUMP if cards.order.trump is None else cards.order.trump
    setting.last_wins = rules.deck.identical == "last_wins"
    setting.lead = _LEADS[play.lead_spades]
    setting.first_trick = _FIRST_TRICKS[play.first_trick]
    setting.duty = _DUTIES[play.duty]
    setting.void = _VOIDS[play.void]
    setting.helps = rules.scoring.failed_nil_tricks == "help_partner"
    setting.team_nil = rules.nil.team
    setting.tricks = rules.tricks
    setting.bids = bid
    for seat in rules.seats:
        setting.side[seat] = rules.side_of(seat)
        setting.bid[seat] = bids[seat].tricks
        setting.nil[seat] = bids[seat].nil
        setting.loss[seat] = _loss(rules, bids, seat)
    setting.deck[:] = cards.deck
    setting.level[:] = cards.level
    setting.above[:] = cards.above
    setting.top[:] = cards.top
    setting.worth[:sides, : rules.tricks + 1] = _worth(rules, bids)
    for side in range(sides):
        setting.whole[side] = _team_loss(rules, bids, side)
        setting.stray[side] = _stray(rules, bids, side)
    missed = 2 / 3 if rules.players == _TWO else 1 - 1 / (rules.players - 1)
    setting.missed[:] = [missed**count for count in range(len(setting.missed))]
    return setting


def bag_cost(rules: Rules) -> float:
    """The part of the penalty that a bag runs up."""
    scoring = rules.scoring
    return scoring.bag_penalty / scoring.bag_limit if scoring.bag_limit else 0.0


def _worth(rules: Rules, bids: tuple[Bid, ...]) -> Floats:
    """What each side scores by the tricks that count for it, all nils made.

    Each bag counts with its part of the penalty.
    """
    before = (Standing(),) * len(rules.sides)
    worth = np.zeros((len(rules.sides), rules.tricks + 1))
    for tricks in range(rules.tricks + 1):
        won = [0] * rules.players
        for side in rules.sides:
            taker = next((seat for seat in side if not bids[seat].nil), None)
            if taker is not None:
                won[taker] = tricks
        for side_at, score in enumerate(score_round(rules, before, bids, tuple(won))):
            points = sum(line.points for line in score.lines if line.reason != "bag-penalty")
            worth[side_at, tricks] = points - score.overtricks * bag_cost(rules)
            if contract_of(rules, bids, side_at) is None:
                worth[side_at, tricks] += tricks * _bag(rules)
    return worth


def _bag(rules: Rules) -> float:
    return rules.scoring.bag_points - bag_cost(rules)


def _is_doubled(rules: Rules, side: int) -> bool:
    return rules.table.teams == "spoiler" and len(rules.sides[side]) == 1


def _is_team_nil(rules: Rules, bids: tuple[Bid, ...], side: int) -> bool:
    seats = rules.sides[side]
    return rules.nil.team and len(seats) > 1 and all(bids[seat].nil for seat in seats)


def _team_loss(rules: Rules, bids: tuple[Bid, ...], side: int) -> float:
    if not _is_team_nil(rules, bids, side):
        return 0.0
    return float(rules.scoring.team_nil_value + rules.scoring.team_nil_penalty)


def _loss(rules: Rules, bids: tuple[Bid, ...], seat: int) -> float:
    """What it costs that a nil is broken: what it would have won, and what it loses."""
    side = rules.side_of(seat)
    if not bids[seat].nil:
        return 0.0
    if _is_team_nil(rules, bids, side):
        return _team_loss(rules, bids, side)
    scoring = rules.scoring
    value = scoring.blind_nil_value if bids[seat].blind else scoring.nil_value
    return 2.0 * value * (2 if _is_doubled(rules, side) else 1)


def _stray(rules: Rules, bids: tuple[Bid, ...], side: int) -> float:
    """What each trick of a nil bidder is worth in itself."""
    if rules.scoring.failed_nil_tricks != "bags" or _is_team_nil(rules, bids, side):
        return 0.0
    bag = rules.scoring.bag_points * (2 if _is_doubled(rules, side) else 1)
    return bag - bag_cost(rules)
