"""Score a round for each side, as `game/scoring.py` does (S1 to S8)."""

import numpy as np

from ...game import TEN
from ..encoding import (
    AS_USUAL,
    AS_WON,
    BAGS_FROM_SIDE,
    BAGS_TO_OTHERS,
    BIG_MO,
    BLIND,
    FAILED_BAGS,
    FAILED_HELP,
    LITTLE_MO,
    LOW,
    NIL,
    ONE,
    SET_BID,
    SET_MISSING,
    TRICKS_BID,
    Number,
    Record,
)
from ..kernel import lean_kernel
from .legal_bids import bids_itself

UNDECIDED, MADE, SET = range(3)
"""The result of a contract: there was none, it was made, or it was set."""

_LITTLE_MO = 6
_BIG_MO = 9


@lean_kernel
def score_round(code: Record, round: Record, score: Record) -> None:
    """Score a finished round, which updates `score` from the standings before it.

    Each seat's tricks are in `round.won`; the order of winners and the last card matter only if the
    rules use them.
    """
    for side in range(code.sides):
        score.points[side] = 0
    for side in range(code.sides):
        _score_side(code, round, score, side)
        bags = score.bags[side] + score.overtricks[side]
        while code.bag_limit and bags >= code.bag_limit:  # rare, and cheaper than dividing
            _charge_bags(code, score, side)
            bags = 0 if code.bag_reset else bags - code.bag_limit
        score.bags[side] = bags
    for side in range(code.sides):
        score.total[side] += score.points[side]


@lean_kernel
def _charge_bags(code: Record, score: Record, side: Number) -> None:
    """Take the penalty from the side, or give it to the others (S6, V23)."""
    for other in range(code.sides):
        if code.bag_penalty_to == BAGS_TO_OTHERS and other != side:
            score.points[other] += code.bag_penalty
        elif other == side and code.bag_penalty_to == BAGS_FROM_SIDE:
            score.points[other] -= code.bag_penalty


@lean_kernel
def _score_side(  # noqa: C901, PLR0912, PLR0915 - one pass over what a side bid and won
    code: Record, round: Record, score: Record, side: Number
) -> None:
    contract = taken = nil_tricks = blind = size = bidders = said = 0
    points = 0
    for seat in range(code.players):
        if code.side_of[seat] != side:
            continue
        bid = round.bids[seat]
        size += 1
        said |= bid
        if bid & NIL:
            nil_tricks += round.won[seat]
            continue
        bidders += 1
        contract += bid & TRICKS_BID
        taken += round.won[seat]
        if bid & BLIND:
            blind += bid & TRICKS_BID
    overtricks = 0
    if code.failed_nil_tricks == FAILED_HELP:
        counting = taken + nil_tricks
    else:
        counting = taken
        if code.failed_nil_tricks == FAILED_BAGS:
            overtricks = nil_tricks
    itself = bids_itself(code, round)
    team_nil = code.nil_team != 0 and size > 1 and bidders == 0
    score.contract[side] = UNDECIDED
    score.boston[side] = 0
    fails = team_nil and taken + nil_tricks > 0
    if not team_nil:
        fails = nil_tricks > 0
    is_set = code.nil_is_set and fails
    score.taken[side] = taken + nil_tricks
    won_all = code.minds_all_tricks and taken + nil_tricks == code.tricks
    score.took_all[side] = won_all
    if bidders:
        exactly = code.blind_exact != 0 and blind > 0
        made = counting == contract if exactly else counting >= contract
        if made:
            overtricks += counting - contract
        if itself:
            points += code.trick_value * contract
        else:
            points += _contract_points(code, contract, counting, blind, made)
        score.contract[side] = MADE if made else SET
        is_set = is_set or not made
        boston = made and contract == code.tricks and not itself
        score.boston[side] = boston
        if made and counting == contract and not itself and _last_spade(code, round, side):
            points += code.last_spade_bonus
        if won_all and made and code.all_tricks_value and not (boston and code.boston_value):
            points = code.all_tricks_value
            overtricks = 0
    elif team_nil:
        overtricks = 0
    else:
        overtricks += counting
    points += overtricks * code.bag_points
    if won_all:
        points += code.all_tricks_bonus
    score.sets[side] += is_set
    score.sets_in_a_row[side] = score.sets_in_a_row[side] + 1 if is_set else 0
    if team_nil:
        points += -code.team_nil_penalty if fails else code.team_nil_value
    elif said & NIL:
        points += _nil_points(code, round, side)
    if said & LITTLE_MO:
        points += _opening_points(code, round, side, _LITTLE_MO, code.little_mo_value)
    if said & BIG_MO:
        points += _opening_points(code, round, side, _BIG_MO, code.big_mo_value)
    if code.spoiler and size == 1:
        points *= 2
    score.overtricks[side] = overtricks
    score.points[side] += points


@lean_kernel
def _contract_points(
    code: Record, contract: Number, counting: Number, blind: Number, made: Number
) -> Number:
    """Return the points of a contract with `blind` blind tricks (S1, S3, E11, V8, V9, S22)."""
    is_ten = contract == TEN or (code.ten_or_more and contract > TEN)
    if made:
        exact = code.exact_values[contract] if contract < TEN else 0
        points = code.trick_value * contract
        if contract == code.tricks and code.boston_value:
            points = code.boston_value
        elif is_ten and code.ten_value:
            points = code.ten_value
        elif exact and counting <= contract:
            points = exact
        if blind:
            points += points * blind // contract * (code.blind_made_multiple - 1)
        if is_ten:
            points += code.ten_bonus
        return points
    lost = _contract_loss(code, contract, counting)
    if blind:
        lost += lost * blind // contract * (code.blind_failed_multiple - 1)
    return -lost


@lean_kernel
def _contract_loss(code: Record, contract: Number, counting: Number) -> Number:
    """Return the cost of a contract that was set."""
    if code.set_penalty == SET_MISSING:
        usual = code.trick_value * abs(contract - counting)
    else:
        usual = code.trick_value * contract if code.set_penalty == SET_BID else 0
    if contract == code.tricks and (code.boston_value or code.boston_penalty != AS_WON):
        return _lost(code.boston_penalty, code.boston_value, usual)
    is_ten = contract == TEN or (code.ten_or_more and contract > TEN)
    if is_ten and (code.ten_value or code.ten_penalty != AS_WON):
        return _lost(code.ten_penalty, code.ten_value, usual)
    exact = code.exact_values[contract] if contract < TEN else 0
    return exact or usual


@lean_kernel
def _lost(penalty: Number, value: Number, usual: Number) -> Number:
    """Return the loss from a special contract that was set."""
    if penalty == AS_WON:
        return value
    return usual if penalty == AS_USUAL else penalty


@lean_kernel
def _nil_points(code: Record, round: Record, side: Number) -> Number:
    points = 0
    for seat in range(code.players):
        bid = round.bids[seat]
        if code.side_of[seat] == side and bid & NIL:
            value = code.blind_nil_value if bid & BLIND else code.nil_value
            points += value if round.won[seat] == 0 else -value
    return points


@lean_kernel
def _last_spade(code: Record, round: Record, side: Number) -> Number:
    """Return True if the side won the last trick with a spade of nine or higher (V25)."""
    if code.last_spade_bonus == 0 or round.done == 0 or round.last < 0:
        return False
    card = ONE << np.uint64(round.last % LOW)
    winner = round.winners[round.done - 1]
    return code.side_of[winner] == side and (code.high_spades & card) != 0


@lean_kernel
def _opening_points(
    code: Record, round: Record, side: Number, count: Number, value: Number
) -> Number:
    """Return the points for the first six or nine tricks that the side undertook to win (E14)."""
    if round.done < count:
        return -value
    for trick in range(count):
        if code.side_of[round.winners[trick]] != side:
            return -value
    return value
