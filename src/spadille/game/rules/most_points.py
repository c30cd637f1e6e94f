"""How many points a round can bring: a bound that no side passes."""

from .bidding import BiddingRules
from .blind import BlindRules
from .layout import Layout
from .nil import NilRules
from .scoring import ScoringRules
from .table import TableRules


def most_points(  # noqa: PLR0913, PLR0917 - all that points depend on
    scoring: ScoringRules,
    nil_rules: NilRules,
    blind: BlindRules,
    layout: Layout,
    bidding: BiddingRules,
    table: TableRules,
) -> int:
    """No side wins or loses more in a round."""
    players, value = layout.largest_side, scoring.trick_value
    special = max(scoring.ten_value + scoring.ten_bonus, scoring.boston_value)
    times = 1 if blind.bids == "none" else max(blind.made_multiple, blind.failed_multiple)
    nil = scoring.nil_value if nil_rules.allowed else 0
    if nil_rules.blind:
        nil = max(nil, scoring.blind_nil_value)
    all_nil = nil * players
    if nil_rules.team:
        all_nil = max(all_nil, scoring.team_nil_value, scoring.team_nil_penalty)
    bids = max(
        times * max(value * layout.tricks * (players - nils), special) + nil * nils
        for nils in range(players)
    )
    extra = scoring.last_spade_bonus
    if bidding.opening_tricks:
        extra += scoring.little_mo_value + scoring.big_mo_value
    bags = layout.tricks * abs(scoring.bag_points)
    double = 2 if table.teams == "spoiler" else 1
    return double * (max(bids, all_nil) + extra + bags) + _most_penalties(scoring, layout)


def _most_penalties(scoring: ScoringRules, layout: Layout) -> int:
    """Return the most points that a side loses, or gets from others, for the bags of a round."""
    if not scoring.bag_limit:
        return 0
    penalties = (layout.tricks + scoring.bag_limit - 1) // scoring.bag_limit
    from_sides = 1 if scoring.bag_penalty_to == "side" else len(layout.sides) - 1
    return scoring.bag_penalty * penalties * from_sides
