"""Bounds on how long an episode can be and how much it can pay, which are never exceeded."""

from math import isfinite

import numpy as np

from ..game import LAST_ROUND, Message, Problem, Rules, RulesError, in_short
from .episode import Length, Reward


def most_actions(rules: Rules, length: Length) -> int:
    """Return the most decisions that an episode can ask for."""
    return round_actions(rules) * (1 if length == "round" else LAST_ROUND)


def round_actions(rules: Rules) -> int:
    """Return the most decisions that a round can ask for."""
    players = rules.players
    deficient = rules.deal.deficient or rules.deal.deficient_when
    deals = 1 + players * rules.deal.throw_ins * bool(deficient)
    exchange = 1 + max(rules.exchange.nil_cards, rules.exchange.blind_nil_cards)
    return (
        len(rules.deck_cards)  # plays, and as many draws in a draft
        + deals * 3 * players  # look, bid, throw in
        + 3 * players  # second thoughts, trump and a partner's answer
        + 2 * exchange * players
        + (rules.exchange.swap_cards + 1) * players
        + rules.rest_size
    )


def most_reward(rules: Rules, length: Length, reward: Reward) -> float:
    """Return a bound on a seat's gains or losses in an episode.

    A game of two sides continues after a tie, or while its scores are between the floor and the
    target; its last round can add as much as any round can.
    """
    most = most_step(rules, reward)
    if reward == "outcome" or length == "round":
        return most
    bound = most * LAST_ROUND
    if len(rules.sides) == 2:
        handicaps = rules.end.start_scores
        uneven = max(handicaps) - min(handicaps) if handicaps else 0
        if rules.end.max_rounds:
            bound = most * rules.end.max_rounds + uneven
        target, floor = rules.target, rules.floor
        if target is not None and floor is not None:
            bound = min(bound, most + target - floor + uneven)
    return bound


def most_step(rules: Rules, reward: Reward) -> float:
    """Return a bound on what one action can pay: a whole round's points, or the outcome."""
    return 1.0 if reward == "outcome" else 2.0 * rules.most_points


def illegal_reward_of(rules: Rules, reward: Reward, given: object, scale: float = 1.0) -> float:
    """Return the reward for an illegal action: `given`, or no more than any legal one pays.

    `scale` is the factor on all other rewards.

    Raises:
        RulesError: if `given` is not a finite number.
    """
    if given is None:
        return -scale * most_step(rules, reward)
    if isinstance(given, int | float | np.number) and given is not True and given is not False:
        number = float(given)
        if isfinite(number):
            return number
    message = Message("illegal_reward must be a finite number, not {value}", value=in_short(given))
    raise RulesError(Problem("envs/illegal_reward", message))
