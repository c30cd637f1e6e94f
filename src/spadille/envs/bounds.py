"""How long an episode can be, and how much it can pay: bounds that are never passed."""

from ..game import LAST_ROUND, Rules
from .episode import Length
from .rewards import Reward


def most_actions(rules: Rules, length: Length) -> int:
    """No episode asks its seats for more decisions."""
    return round_actions(rules) * (1 if length == "round" else LAST_ROUND)


def round_actions(rules: Rules) -> int:
    """No round asks its seats for more decisions."""
    players = rules.players
    deficient = rules.deal.deficient or rules.deal.deficient_when
    deals = 1 + players * rules.deal.throw_ins * bool(deficient)
    exchange = 1 + max(rules.exchange.nil_cards, rules.exchange.blind_nil_cards)
    return (
        len(rules.deck_cards)  # plays, and draws of a draft with them
        + deals * 3 * players  # look, bid, throw in
        + 3 * players  # second thoughts, trump and the answer of a partner
        + 2 * exchange * players
        + (rules.exchange.swap_cards + 1) * players
        + rules.rest_size
    )


def most_reward(rules: Rules, length: Length, reward: Reward) -> float:
    """No seat is paid more, or loses more, in an episode."""
    if reward == "outcome":
        return 1.0
    return 2.0 * _most_points(rules) * (1 if length == "round" else LAST_ROUND)


def _most_points(rules: Rules) -> int:
    """No side wins or loses more in a round."""
    scoring, blind = rules.scoring, rules.blind
    partners = max(map(len, rules.sides))
    contract = max(
        scoring.trick_value * rules.tricks * partners,
        scoring.ten_value + scoring.ten_bonus,
        scoring.boston_value,
    )
    times = max(blind.made_multiple, blind.failed_multiple)
    nils = partners * max(scoring.nil_value, scoring.blind_nil_value)
    team_nil = max(scoring.team_nil_value, scoring.team_nil_penalty)
    extra = scoring.last_spade_bonus + scoring.little_mo_value + scoring.big_mo_value
    bags = rules.tricks * abs(scoring.bag_points)
    if scoring.bag_limit:
        penalties = (rules.tricks + scoring.bag_limit) // scoring.bag_limit
        bags += scoring.bag_penalty * penalties * len(rules.sides)
    return 2 * (contract * times + nils + team_nil + extra + bags)
