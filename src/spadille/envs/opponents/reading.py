"""Keep the position that the heuristics read up to date, and the worth of the bids of a round."""

import numpy as np

from ...bots.heuristics.kernels import note_duck
from ...bots.heuristics.position import NONE, SUITS
from ...fast import bits, encoding
from ...fast import game as twin
from ...fast.game import Number, Record, lean_kernel
from ...fast.game.legal_bids import bids_itself
from ...fast.game.scoring import score_round

_BAGS_FROM_SIDE, _FAILED_BAGS = encoding.BAGS_FROM_SIDE, encoding.FAILED_BAGS
_GAIN, _LOSS = 20, 12
"""The swing that a side may see in a round, in points per trick; see `bots/equity.py`."""


@lean_kernel
def see_deal(code: Record, game: Record, seen: Record) -> None:
    """Begin to watch a round whose cards have been dealt."""
    round, position = game.in_play, seen.position
    seen.worths.made = 0
    position.hidden = code.rest_size
    position.trick = 0
    position.cards = 0
    position.led = NONE
    position.winner = NONE
    position.best_suit = NONE
    for suit in range(SUITS):
        position.played[suit] = 0
        position.missing[suit] = 0
    for seat in range(code.players):
        position.won[seat] = 0
        position.sizes[seat] = bits.count(round.hands[seat, 0])
        for suit in range(SUITS):
            held = round.hands[seat, 0] & code.suit[suit]
            low = np.uint64(code.lowest[suit])
            position.hands[seat, suit] = np.int64(held >> low) if held else 0
            position.ducked[seat, suit] = 0


@lean_kernel
def see_play(code: Record, game: Record, setting: Record, seen: Record, kind: Number) -> None:
    """Note a card that the seat to act is about to play."""
    round, position, seat = game.in_play, seen.position, game.to_act
    suit = code.suit_of[kind]
    bit = kind - code.lowest[suit]
    if twin.shows_void(code, round, kind):
        position.missing[round.led] |= 1 << seat
    if seen.worths.nil[seat] and position.won[seat] == 0:
        note_duck(setting, position, seat, suit, bit)
    position.hands[seat, suit] &= ~(1 << bit)
    position.sizes[seat] -= 1
    position.played[suit] |= 1 << bit


@lean_kernel
def see_trick(  # noqa: PLR0913, PLR0917 - who has led, and who has played what
    code: Record, game: Record, seen: Record, leader: Number, seat: Number, kind: Number
) -> None:
    """Note the trick after `seat` has played a card to it."""
    round, position = game.in_play, seen.position
    position.cards = round.count
    position.led = round.led
    if round.count == 0:
        trick, winner = position.trick, round.winners[round.done - 1]
        position.led_suit[trick] = code.suit_of[round.trick[0] % encoding.LOW]
        position.led_by[trick] = leader
        position.won_by[trick] = winner
        position.won[winner] += 1
        position.winner = NONE
        position.best_suit = NONE
        position.trick += 1
    elif round.best == seat:
        position.winner = seat
        position.best_suit = code.suit_of[kind]
        position.best_bit = kind - code.lowest[code.suit_of[kind]]


@lean_kernel
def _value_bids(code: Record, game: Record, work: Record, worths: Record) -> None:
    """Compute what the round is worth to each side by its tricks (`heuristics/scores.py`)."""
    round = game.in_play
    worths.made = 1
    worths.bids = not bids_itself(code, round)
    worths.decisive = _may_end(code, game, work.fixed)
    for seat in range(code.players):
        bid = round.bids[seat]
        worths.bid[seat] = 0 if bid == encoding.NO_BID else bid & encoding.TRICKS_BID
        worths.nil[seat] = bid != encoding.NO_BID and bid & encoding.NIL != 0
    for side in range(code.sides):
        _value_side(code, game, work, worths, side)


@lean_kernel
def _value_side(code: Record, game: Record, work: Record, worths: Record, side: Number) -> None:
    score, round, fixed = work.score, work.round, work.fixed
    before, bags = 0, 0
    if worths.decisive:
        before, bags = game.score.total[side], game.score.bags[side]
    worths.before[side] = before - bags * fixed.bag_price
    taker = _value_nils(code, game, work, worths, side)
    double = 2 if code.spoiler and worths.bidders == 1 else 1
    bag = code.bag_points * double - fixed.bag_price
    is_stray = code.failed_nil_tricks == _FAILED_BAGS and worths.whole[side] == 0.0
    worths.stray[side] = bag if is_stray else 0.0
    for tricks in range(code.tricks + 1):
        if taker >= 0:
            round.won[taker] = tricks
        if not worths.bids:
            for seat in range(code.players):
                round.bids[seat] = round.won[seat]
        _begin_score(code, score)
        score.total[side] = before
        score.bags[side] = bags
        score_round(code, round, score)
        points = score.points[side] + _penalty(code, bags + score.overtricks[side])
        worth = points - score.overtricks[side] * fixed.bag_price
        worths.worth[side, tricks] = worth + (0.0 if taker >= 0 else tricks * bag)
        worths.after[side, tricks] = score.total[side]


@lean_kernel
def _value_nils(code: Record, game: Record, work: Record, worths: Record, side: Number) -> Number:
    """Compute what broken nils cost a side, and return who takes its tricks; -1 if all bid nil."""
    round = work.round
    round.number = game.in_play.number
    round.done = 0
    taker, size, nils = -1, 0, 0
    for seat in range(code.players):
        round.bids[seat] = game.in_play.bids[seat]
        round.won[seat] = 0
        if code.side_of[seat] == side:
            size += 1
            nils += worths.nil[seat]
            if taker < 0 and not worths.nil[seat]:
                taker = seat
    team = code.nil_team != 0 and size > 1 and nils == size
    worths.bidders = size
    worths.whole[side] = code.team_nil_value + code.team_nil_penalty if team else 0.0
    double = 2 if code.spoiler and size == 1 else 1
    for seat in range(code.players):
        if code.side_of[seat] == side:
            value = code.blind_nil_value if round.bids[seat] & encoding.BLIND else code.nil_value
            loss = 2.0 * value * double if worths.nil[seat] else 0.0
            worths.loss[seat] = worths.whole[side] or loss
    return taker


@lean_kernel
def _begin_score(code: Record, score: Record) -> None:
    """Set all standings to zero."""
    for side in range(code.sides):
        score.total[side] = 0
        score.bags[side] = 0
        score.sets[side] = 0
        score.sets_in_a_row[side] = 0


@lean_kernel
def _penalty(code: Record, bags: Number) -> Number:
    """Return the penalty that a side has been charged for bags, if it pays for them itself."""
    total = 0
    while code.bag_limit and bags >= code.bag_limit:
        total += code.bag_penalty
        bags = 0 if code.bag_reset else bags - code.bag_limit
    return total if code.bag_penalty_to == _BAGS_FROM_SIDE else 0


@lean_kernel
def _may_end(code: Record, game: Record, fixed: Record) -> Number:
    """Return True if the game may end with this round (`bots/equity.py`)."""
    score, number = game.score, game.in_play.number
    level = True
    most, least = score.total[0], score.total[0]
    for side in range(1, code.sides):
        level = level and score.total[side] == most and score.bags[side] == score.bags[0]
        most, least = max(most, score.total[side]), min(least, score.total[side])
    if (fixed.rounds == 1 and level) or bids_itself(code, game.in_play):
        return False
    if fixed.always or (fixed.first and number == 1) or 0 < fixed.rounds <= number:
        return True
    trick = code.trick_value
    return most + _GAIN * trick >= fixed.target or least - _LOSS * trick <= fixed.floor


@lean_kernel
def set_worths(code: Record, game: Record, seen: Record, work: Record) -> None:
    """Write the numbers of a table's round to the setting of the thread, unless they are there."""
    worths, setting = seen.worths, work.setting
    if not worths.made:
        _value_bids(code, game, work, worths)
    elif work.is_set:
        return
    work.is_set = 1
    setting.bids = worths.bids
    setting.decisive = worths.decisive
    setting.rounds = work.fixed.longest - game.in_play.number
    for seat in range(code.players):
        setting.bid[seat] = worths.bid[seat]
        setting.nil[seat] = worths.nil[seat]
        setting.loss[seat] = worths.loss[seat]
    for side in range(code.sides):
        setting.before[side] = worths.before[side]
        setting.whole[side] = worths.whole[side]
        setting.stray[side] = worths.stray[side]
        for tricks in range(code.tricks + 1):
            setting.worth[side, tricks] = worths.worth[side, tricks]
            setting.after[side, tricks] = worths.after[side, tricks]
