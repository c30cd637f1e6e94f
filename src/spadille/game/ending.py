"""When a game is over, who has won it, and why (S13 to S17, S20, R8, V9, V22, V38, S23)."""

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
    """Return how the game is decided after `rounds` rounds, or None if it continues.

    A tie between the leaders is played off (S16). `played` holds the scores of all rounds: before
    the last one, only ties matter.
    """
    at_once = _won_at_once(rules, rounds, played[-1])
    if at_once is not None:
        return at_once
    scores = [side.score for side in played[-1]]
    lost = _lost(rules, rounds, played[-1])
    reason = next(iter(lost.values()), None) or _reason_to_end(
        rules, scores, rounds, time_up=time_up
    )
    if reason is None and _plays_off(rules, played[:-1]):
        reason = Message("one more round decided the tie")
    if reason is None and rounds < LAST_ROUND:
        return None
    leaders = _leaders(scores, lost)
    if rounds >= LAST_ROUND and (reason is None or len(leaders) > 1):
        reason = Message("the game was stopped after {limit} rounds, the maximum", limit=LAST_ROUND)
    assert reason is not None
    if len(leaders) == 1:
        return Outcome(leaders[0], reason)
    return Outcome(None, reason) if rounds >= LAST_ROUND else None


def _leaders(scores: Sequence[int], lost: Container[int] = ()) -> list[int]:
    """Return the sides with the highest score among those that have not lost, if any."""
    sides = range(len(scores))
    candidates = [side for side in sides if side not in lost] or list(sides)
    best = max(scores[side] for side in candidates)
    return [side for side in candidates if scores[side] == best]


def _plays_off(rules: Rules, played: Sequence[Sequence[SideScore]]) -> bool:
    """Return True if the game would have ended with these rounds but for a tie that lasts (S16)."""
    if rules.end.after_tie == "play_on":
        return False
    for scored in reversed(played):
        scores = [side.score for side in scored]
        if len(_leaders(scores)) == 1:
            return False
        if _reason_by_points(rules, scores):
            return True
    return False


def _won_at_once(rules: Rules, rounds: int, scores: Sequence[SideScore]) -> Outcome | None:
    """Return the win of a side that bid all tricks and made them, or took them all (V9, S23)."""
    scoring = rules.scoring
    if not scoring.may_win_at_once:
        return None
    bid = rounds > 1 or not rules.bidding.first_round_bids_itself
    for side, score in enumerate(scores):
        reasons = {line.reason for line in score.lines}
        boston = bid and score.contract == rules.tricks and "contract-made" in reasons
        if scoring.boston_wins and boston:
            return Outcome(side, Message("a contract of all tricks was made"))
        if scoring.all_tricks_win and "all-tricks" in reasons:
            return Outcome(side, Message("a side took all tricks"))
    return None


def _lost(rules: Rules, rounds: int, scores: Sequence[SideScore]) -> dict[int, Message]:
    """Return the sides that lose because of revokes, sets or too few tricks (R8, V22, V38)."""
    minimum = _minimum(rules, rounds, scores)
    found = {side: _why_lost(rules, score, minimum) for side, score in enumerate(scores)}
    return {side: why for side, why in found.items() if why is not None}


def _minimum(rules: Rules, rounds: int, scores: Sequence[SideScore]) -> int:
    """Return the tricks that a side needs in this round, which is 0 if no side won enough (V38)."""
    minimum = rules.end.first_round_minimum if rounds == 1 else 0
    return minimum if any(score.taken >= minimum for score in scores) else 0


def _why_lost(rules: Rules, score: SideScore, minimum: int) -> Message | None:
    end, revokes = rules.end, rules.enforcement.revokes_to_lose
    if 0 < revokes <= score.revokes:
        return Message.counted("a side revoked", "a side revoked {n} times", revokes)
    if 0 < end.sets_to_lose <= score.sets:
        return Message.counted("a side was set once", "a side was set {n} times", end.sets_to_lose)
    if 0 < end.sets_in_a_row <= score.sets_in_a_row:
        return Message("a side was set {count} times in a row", count=end.sets_in_a_row)
    if score.taken < minimum:
        return Message.counted(
            "a side won no trick in the first round",
            "a side won fewer than {n} tricks in the first round",
            minimum,
        )
    return None


def _reason_to_end(
    rules: Rules, scores: Sequence[int], rounds: int, *, time_up: bool
) -> Message | None:
    reason = _reason_by_points(rules, scores)
    if reason is not None:
        return reason
    limit = rules.end.max_rounds
    if limit == 1:
        return Message("the agreed number of rounds has been played")
    if limit and rounds >= limit:
        return Message("all {limit} rounds were played", limit=limit)
    if time_up:
        return Message.counted(
            "the time limit of one minute was reached",
            "the time limit of {n} minutes was reached",
            rules.end.minutes,
        )
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
