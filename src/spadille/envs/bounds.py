"""How long an episode can be, and how much it can pay: bounds that are never passed."""

from ..game import LAST_ROUND, Rules
from .episode import Length, Reward


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
    return 2.0 * rules.most_points * (1 if length == "round" else LAST_ROUND)
