"""When a game is over, who has won it, and why (S13 to S17, S20)."""

from collections.abc import Sequence

from msgspec import Struct

from .rules import Rules
from .scoring import Standing
from .text import Message, T

LAST_ROUND = 100
"""No game goes on after this round, whatever the rules say, so that every game ends (S20)."""


class Outcome(Struct, frozen=True):
    """The end of a game: the winning side, or None for a draw, and the reason."""

    winner: int | None
    reason: Message


def outcome(rules: Rules, standings: Sequence[Standing], rounds: int) -> Outcome | None:
    """How the game stands decided after `rounds` rounds, or None when it goes on.

    A tie between the leaders is played off (S16).
    """
    scores = [standing.score for standing in standings]
    best = max(scores)
    leaders = [side for side, score in enumerate(scores) if score == best]
    reason = _reason_to_end(rules, scores, rounds)
    if reason is None:
        return None
    if len(leaders) == 1:
        return Outcome(leaders[0], reason)
    if rounds >= LAST_ROUND:
        return Outcome(None, reason)
    return None


def _reason_to_end(rules: Rules, scores: Sequence[int], rounds: int) -> Message | None:
    if max(scores) >= rules.end.target:
        if sum(score >= rules.end.target for score in scores) > 1:
            return Message(
                T("more than one side reached {target}; the higher score wins"),
                target=rules.end.target,
            )
        return Message(T("{target} points reached"), target=rules.end.target)
    floor = rules.floor
    if floor is not None and min(scores) <= floor:
        return Message(T("a side fell to {floor} points or below"), floor=floor)
    limit = rules.end.max_rounds
    if limit and rounds >= limit:
        return Message(T("all {limit} rounds are played"), limit=limit)
    if rounds >= LAST_ROUND:
        return Message(T("the limit of {limit} rounds is reached"), limit=LAST_ROUND)
    return None
