"""When a game is over, who has won it, and why (S13 to S17, S20, V9, V22)."""

from collections.abc import Container, Sequence

from msgspec import Struct

from .rules import LAST_ROUND, Rules
from .scoring import SideScore
from .text import Message


class Outcome(Struct, frozen=True):
    """The end of a game: the winning side, or None for a draw, and the reason."""

    winner: int | None
    reason: Message


def outcome(
    rules: Rules, rounds: int, played: Sequence[Sequence[SideScore]], *, time_up: bool = False
) -> Outcome | None:
    """How the game stands decided after `rounds` rounds, or None when it goes on.

    A tie between the leaders is played off (S16). `played` are the scores of all rounds: of those
    before the last only contracts set count, and ties.
    """
    boston = _boston(rules, played)
    if boston is not None:
        return boston
    scores = [side.score for side in played[-1]]
    lost = _sides_set_too_often(rules, played)
    reason = _reason_to_end(rules, scores, rounds, lost=bool(lost), time_up=time_up)
    if reason is None and _plays_off(rules, played[:-1]):
        reason = Message("one more round has decided the tie")
    if reason is None and rounds < LAST_ROUND:
        return None
    leaders = _leaders(scores, lost)
    if rounds >= LAST_ROUND and (reason is None or len(leaders) > 1):
        reason = Message(
            "the game is cut after {limit} rounds, the most there are", limit=LAST_ROUND
        )
    assert reason is not None
    if len(leaders) == 1:
        return Outcome(leaders[0], reason)
    return Outcome(None, reason) if rounds >= LAST_ROUND else None


def _leaders(scores: Sequence[int], lost: Container[int] = ()) -> list[int]:
    """The sides with the highest score, of those that have not lost, if there are any."""
    sides = range(len(scores))
    candidates = [side for side in sides if side not in lost] or list(sides)
    best = max(scores[side] for side in candidates)
    return [side for side in candidates if scores[side] == best]


def _plays_off(rules: Rules, played: Sequence[Sequence[SideScore]]) -> bool:
    """Whether the game would have ended with these rounds but for a tie that lasts (S16)."""
    if rules.end.after_tie == "play_on":
        return False
    for scored in reversed(played):
        scores = [side.score for side in scored]
        if len(_leaders(scores)) == 1:
            return False
        if _reason_by_points(rules, scores):
            return True
    return False


def _boston(rules: Rules, played: Sequence[Sequence[SideScore]]) -> Outcome | None:
    """The win of a side that bid all tricks in the last round and made them (V9)."""
    if not rules.scoring.boston_wins:
        return None
    for side, score in enumerate(played[-1]):
        made = any(line.reason == "contract-made" for line in score.lines)
        if made and score.contract == rules.tricks:
            return Outcome(side, Message("a contract of all tricks was made"))
    return None


def _sides_set_too_often(rules: Rules, played: Sequence[Sequence[SideScore]]) -> set[int]:
    """The sides that lose because their contract was set so many times (V22)."""
    limit = rules.end.sets_to_lose
    if not limit:
        return set()
    counts = [0] * len(rules.sides)
    for scores in played:
        for side, score in enumerate(scores):
            counts[side] += any(line.reason == "contract-set" for line in score.lines)
    return {side for side, count in enumerate(counts) if count >= limit}


def _reason_to_end(
    rules: Rules, scores: Sequence[int], rounds: int, *, lost: bool, time_up: bool
) -> Message | None:
    if lost:
        return Message("a side was set {count} times", count=rules.end.sets_to_lose)
    reason = _reason_by_points(rules, scores)
    if reason is not None:
        return reason
    limit = rules.end.max_rounds
    if limit == 1:
        return Message("the round is played")
    if limit and rounds >= limit:
        return Message("all {limit} rounds are played", limit=limit)
    if time_up:
        return Message("the time of {minutes} minutes is over", minutes=rules.end.minutes)
    return None


def _reason_by_points(rules: Rules, scores: Sequence[int]) -> Message | None:
    target, floor = rules.target, rules.floor
    if target is not None and max(scores) >= target:
        if sum(score >= target for score in scores) > 1:
            return Message(
                "more than one side reached {target}; the higher score wins", target=target
            )
        return Message("{target} points reached", target=target)
    if floor is not None and min(scores) <= floor:
        return Message("a side fell to {floor} points or below", floor=floor)
    return None
