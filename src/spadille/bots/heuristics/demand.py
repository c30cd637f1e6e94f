"""Decide whether the seat's side wants more tricks."""

from collections.abc import Sequence
from math import erf, sqrt

from .chances import nil_stands
from .position import NONE, Position, Setting

SURPLUS = 0.6
"""How many more tricks than they bid careful players take on average."""

NIL_TRICKS = 0.3
"""How many tricks a nil bidder takes on average."""

_LEAST = 0.2
"""The fewest tricks expected from anyone."""

_EFFORT = 0.12
"""How much each remaining trick depends on whether one tries for it."""

_SPREAD = 0.45
_LEAST_SPREAD = 0.3
"""The standard deviation of the remaining tricks, per square root of their number."""

_UNLIKELY = 0.001

ROUND_TRICKS = 9.0
"""How many tricks' worth of points a game is taken to need for each round left."""

ROUND_SWING = 13.0
"""The standard deviation of the change of the lead in a round, in tricks' worth of points."""

LAST_MOMENT = 2.5
"""The fewest rounds that a game that continues is taken to last.

The three values were fitted together to games of `intermediate` (`research/fit_win_chance.py`), and
are only meaningful together. Of the fits that are within a point in every tenth, they are the
likeliest.
"""

_TWO_SIDES = 2

_PLAY_OFF = 0.5
"""The length of a playoff of a final tie, which settles less than a full round."""


def count_needs(setting: Setting, position: Position) -> None:
    """Set how many tricks the seat's side still needs for its contract."""
    position.ours = max(0, lacking(setting, position, setting.side[position.seat]))


def lacking(setting: Setting, position: Position, side: int) -> int:
    """Return how many tricks a side still needs for its contract; negative if it has more."""
    tricks = 0
    for mate in range(setting.players):
        if setting.side[mate] == side:
            if not setting.nil[mate]:
                tricks += setting.bid[mate] - position.won[mate]
            elif setting.helps:
                tricks -= position.won[mate]
    return tricks


def is_lost(position: Position) -> bool:
    """Return True if the contract can no longer be made."""
    return position.ours > position.left


def expected_tricks(setting: Setting, position: Position) -> float:
    """Return how many of the remaining tricks my side will win, judging by bids and tricks won."""
    ours, everyone = 0.0, 0.0
    for seat in range(setting.players):
        usual = NIL_TRICKS
        if not setting.bids:
            usual = setting.tricks / setting.players
        elif not nil_stands(setting, position, seat):
            usual = setting.bid[seat] + SURPLUS
        usual = max(_LEAST, usual - position.won[seat])
        everyone += usual
        if setting.side[seat] == setting.side[position.seat]:
            ours += usual
    return position.left * ours / everyone


def wants_tricks(setting: Setting, position: Position) -> bool:
    """Return True if the contract needs tricks, or if it pays to take bags or break contracts.

    If the game may end with the round, making the contract may also be what loses it.
    """
    in_reach = position.ours > 0 and not is_lost(position)
    if not setting.bids or (in_reach and not setting.decisive):
        return True
    expected = expected_tricks(setting, position)
    effort = _EFFORT * position.left
    return _worth_of_expecting(setting, position, expected + effort) > _worth_of_expecting(
        setting, position, expected - effort
    )


def _worth_of_expecting(setting: Setting, position: Position, expected: float) -> float:
    """Return the value of the round if my side expects this many of the remaining tricks.

    One seat of my side wins them, and the others win those that their contracts need.
    """
    side, won = setting.side[position.seat], position.outcome
    taker = position.seat
    for seat in range(setting.players - 1, -1, -1):
        won[seat] = position.won[seat]
        if setting.side[seat] == side and not nil_stands(setting, position, seat):
            taker = seat
    won[taker] += position.left
    spread = max(_SPREAD * sqrt(position.left), _LEAST_SPREAD) * sqrt(2.0)
    total, upper = 0.0, 1.0
    for tricks in range(position.left, 0, -1):
        lower = 0.5 + 0.5 * erf((tricks - 0.5 - expected) / spread)
        if upper - lower > _UNLIKELY:
            total += (upper - lower) * worth_of_result(setting, won, side)
        upper = lower
        won[taker] -= 1
        won[_neediest(setting, position)] += 1
    if upper > _UNLIKELY:
        total += upper * worth_of_result(setting, won, side)
    return total


def _neediest(setting: Setting, position: Position) -> int:
    """Return the opponent whose contract needs most, or a live nil if there are no contracts."""
    won = position.outcome
    neediest, most = NONE, (False, 0)
    for seat in range(setting.players):
        if setting.side[seat] != setting.side[position.seat]:
            takes = not nil_stands(setting, position, seat)
            key = (takes, setting.bid[seat] - won[seat])
            if neediest < 0 or key > most:
                neediest, most = seat, key
    return neediest


def worth_of_result(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return the value to a side of each seat having won these tricks in the round."""
    if setting.decisive:
        return chance_to_win(setting, won, side)
    return gain(setting, won, side)


def gain(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return by how many points a side outscores the others' average."""
    others = 0.0
    for other in range(setting.sides):
        if other != side:
            others += points(setting, won, other)
    return points(setting, won, side) - others / max(1, setting.sides - 1)


def points(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return the points of a side, with each bag counted as its share of the penalty."""
    return setting.worth[side, counting_tricks(setting, won, side)] + nil_points(setting, won, side)


def counting_tricks(setting: Setting, won: Sequence[int], side: int) -> int:
    """Return the tricks that count for the contract of a side."""
    counting = 0
    for seat in range(setting.players):
        if setting.side[seat] == side and (setting.helps or not setting.nil[seat]):
            counting += won[seat]
    return counting


def nil_points(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return how broken nils change points that assume all nils are made."""
    stray, lost = 0.0, 0.0
    for seat in range(setting.players):
        if setting.side[seat] == side and setting.nil[seat] and won[seat] > 0:
            stray += won[seat] * setting.stray[side]
            lost += setting.loss[seat]
    if setting.whole[side] > 0:
        lost = min(lost, setting.whole[side])
    return stray - lost


def chance_to_win(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return a side's chance to win the game after the round; a tie is played off."""
    best, least, rival, mine = -1e9, 1e9, -1e9, 0.0
    for other in range(setting.sides):
        counting = counting_tricks(setting, won, other)
        score = setting.after[other, counting] + nil_points(setting, won, other)
        best, least = max(best, score), min(least, score)
        if other == side:
            mine = score
        else:
            rival = max(rival, score)
    over = best >= setting.target or least <= setting.floor or setting.rounds <= 0
    if over and mine != rival:
        return 1.0 if mine > rival else 0.0
    rounds = rounds_left(best, setting.target, setting.rounds, setting.trick_points)
    if setting.sides == _TWO_SIDES:
        return _chance_of_lead(setting, won, side, rounds)
    own, total = 0.0, 0.0  # with more sides, chances are scaled to add up to 1
    for other in range(setting.sides):
        chance = _chance_of_lead(setting, won, other, rounds)
        total += chance
        if other == side:
            own = chance
    return own / total


def _chance_of_lead(setting: Setting, won: Sequence[int], side: int, rounds: float) -> float:
    rivals = -1e9
    for other in range(setting.sides):
        if other != side:
            rivals = max(rivals, _standing(setting, won, other))
    lead = _standing(setting, won, side) - rivals
    return chance_with_lead(lead, setting.trick_points, rounds)


def _standing(setting: Setting, won: Sequence[int], side: int) -> float:
    """Return the score of a side after the round, less the price of its bags."""
    return setting.before[side] + points(setting, won, side)


def rounds_left(best: float, target: float, most: float, trick_points: float) -> float:
    """Return how many more rounds a game lasts if its leader has `best` points, at most `most`."""
    rounds = max(LAST_MOMENT, (target - best) / (ROUND_TRICKS * trick_points))
    return max(_PLAY_OFF, min(most, rounds))


def chance_with_lead(lead: float, trick_points: float, rounds: float) -> float:
    """Return the chance to win a game that lasts this many more rounds, given the current lead."""
    spread = ROUND_SWING * trick_points * sqrt(rounds)
    return 0.5 + 0.5 * erf(lead / (spread * sqrt(2.0)))
