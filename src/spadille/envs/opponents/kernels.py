"""Step many tables up to the next turn of the learner, with the other seats played in between."""

import numpy as np
from numpy.typing import NDArray

from ...bots.expert import bidding
from ...bots.expert.kernels import choose_card, look
from ...bots.heuristics.kernels import kernel_of
from ...fast import chance, encoding, kernel, sharing
from ...fast import game as twin
from ...fast.game import Number, Numbers, Record, Word, lean_kernel
from ...notation import action_numbers as numbers
from ..tables.stepping import AT_ONCE, STAY, Rewards, act_by_chance, go_on, pay_nothing
from ..tables.writing import write_mask, write_observation
from .beginner import NIL, beginner_bid, beginner_card, nearest
from .reading import see_deal, see_play, see_trick, set_worths

_bidding = kernel.compiled(bidding, known=kernel_of)
_bid_for = _bidding[bidding.bid_for]
_NOT_BID, _BIDS_NIL = bidding.NOT_BID, bidding.BIDS_NIL

LEARNER, RANDOM, BEGINNER, HEURISTICS, NETWORK = range(5)
"""The players of a seat."""

_TRICKS = np.uint64((1 << 27) - 2)
"""The bids of one trick or more in a word of bids."""


@lean_kernel
def step_against(  # noqa: PLR0913, PLR0917 - all that tables show, and who plays there
    spaces: Record,
    games: Record,
    legal: Record,
    masks: Record,
    observations: Record,
    to_act: Numbers,
    actions: Numbers,
    rewards: Rewards,
    paid: Record,
    ended: NDArray[np.bool_],
    scratch: Numbers,
    shares: Numbers,
    players: Numbers,
    seen: Record,
    works: Record,
    networks: Record,
) -> Number:
    """Do the same as `step_tables`, and then let the others act up to the learner's next turn.

    `players` are by seat. The rewards are the sums over all actions of the step.
    """
    space, work = spaces[0], works[0]
    count = len(games)
    pieces = (count + AT_ONCE - 1) // AT_ONCE
    learner = 0
    while players[learner] != LEARNER:
        learner += 1
    piece = sharing.take(shares, pieces)
    while piece < pieces:
        for index in range(piece * AT_ONCE, min((piece + 1) * AT_ONCE, count)):
            game, watched = games[index], seen[index]
            work.is_set = 0
            pay_nothing(paid[index])
            over = False
            if game.stage != twin.UNBEGUN and actions[index] != STAY:
                over = _act(space, game, watched, work, actions[index], paid[index])
            ends = over
            while over or game.stage >= twin.OVER or game.to_act != learner:
                if game.stage >= twin.OVER:
                    act_by_chance(space, game, over, scratch)
                    see_deal(space.codes.code, game, watched)
                    over = False
                    continue
                player = players[game.to_act]
                if player == RANDOM or game.stage != twin.PLAY:
                    twin.find_legal(space.codes, game, legal[index])
                action = _decide(space.codes, game, watched, work, networks, legal[index], player)
                over = _act(space, game, watched, work, action, paid[index])
                ends = ends or over
            ended[index] = ends
            rewards[index] = paid[index].seats[learner]
            twin.find_legal(space.codes, game, legal[index])
            write_mask(legal[index], masks[index])
            if len(observations):
                write_observation(space, game, learner, observations[index])
            to_act[index] = learner
        sharing.finish(shares)
        piece = sharing.take(shares, pieces)
    return sharing.all_done(shares, pieces)


@lean_kernel
def _act(  # noqa: PLR0913, PLR0917 - an action, and who watches it
    space: Record, game: Record, seen: Record, work: Record, action: Number, paid: Record
) -> Number:
    """Take an action, add what it pays, and return True if the episode is over."""
    code, seat, leader = space.codes.code, game.to_act, game.in_play.leader
    plays = game.stage == twin.PLAY
    kind = 0
    if plays:
        kind = code.kind_of[action - numbers.CARD]
        if not seen.worths.made:
            set_worths(code, game, seen, work)
        see_play(code, game, work.setting, seen, kind)
    over = go_on(space, game, action, work.paid)
    if plays:
        see_trick(code, game, seen, leader, seat, kind)
    for other in range(code.players):
        paid.seats[other] += work.paid.seats[other]
    return over


@lean_kernel
def _decide(  # noqa: PLR0913, PLR0917 - whose turn it is, and what they know
    codes: Record,
    game: Record,
    seen: Record,
    work: Record,
    networks: Record,
    legal: Record,
    player: Number,
) -> Number:
    """Return the action of a seat that the learner does not play."""
    if player == RANDOM:
        drawn, game.chance, _ = chance.below(twin.how_many(legal), game.chance, chance.EMPTY)
        return twin.nth_legal(legal, drawn)
    if game.stage == twin.PLAY:
        return (
            numbers.CARD + codes.code.card_of[_card(codes.code, game, seen, work, networks, player)]
        )
    if twin.is_legal(legal, numbers.LOOK):
        return numbers.LOOK
    bid = _bid(codes.code, game, seen, work, legal, player)
    return numbers.NIL if bid == NIL else numbers.BID + bid


@lean_kernel
def _card(  # noqa: PLR0913, PLR0917 - whose turn it is, and what they know
    code: Record, game: Record, seen: Record, work: Record, networks: Record, player: Number
) -> Number:
    """Return the kind of the card that a seat plays."""
    round, position, setting = game.in_play, seen.position, work.setting
    set_worths(code, game, seen, work)
    look(code, setting, round, position)
    if position.count == 1:
        card = 0
    elif player == BEGINNER:
        seat = position.seat
        card = beginner_card(setting, position, setting.nil[seat] and position.won[seat] == 0)
    else:
        card = choose_card(setting, networks[player - HEURISTICS], round, position)
    return code.lowest[position.suit[card]] + position.bit[card]


@lean_kernel
def _bid(  # noqa: PLR0913, PLR0917 - whose turn it is, and what they know
    code: Record, game: Record, seen: Record, work: Record, legal: Record, player: Number
) -> Number:
    """Return the tricks that a seat bids, or `NIL`."""
    round, seat = game.in_play, game.to_act
    hand = seen.position.hands[seat]
    bids = _tricks_to_bid(legal)
    nil = twin.is_legal(legal, numbers.NIL)
    if player == BEGINNER:
        leads = work.fixed.leads and (round.dealer + 1) % code.players == seat
        partners = code.partner[seat] >= 0
        return beginner_bid(work.setting, hand, bids, nil, leads, partners)
    for other in range(code.players):
        bid = round.bids[other]
        told = bid & encoding.TRICKS_BID
        if bid == encoding.NO_BID:
            told = _NOT_BID
        elif bid & encoding.NIL:
            told = _BIDS_NIL
        work.bids[other] = told
    best = _bid_for(work.setting, work.hints, work.line, hand, work.bids)
    if nil and (best == _BIDS_NIL or not bids):
        return NIL
    return nearest(bids, max(1, best))


@lean_kernel
def _tricks_to_bid(legal: Record) -> Word:
    """Return the legal bids of one trick or more, with a bit for each number of tricks."""
    place, shift = numbers.BID >> 6, np.uint64(numbers.BID & 63)
    word = legal.words[place] >> shift
    if shift:
        word |= legal.words[place + 1] << (np.uint64(64) - shift)
    return word & _TRICKS
