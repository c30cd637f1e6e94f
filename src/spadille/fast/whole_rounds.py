"""Rounds from the deal to the score, and games of them, by policies and chance alone."""

import numpy as np

from .bidding import RANDOM, bid_freely, look_first, take_bids
from .chance import EMPTY, below, next_state
from .dealing import deal
from .encoding import (
    BLIND,
    FIRST_SPADE,
    KITTY_TO_HIGHEST_BIDDER,
    NIL,
    NO_BID,
    NO_CHANGE,
    NO_KITTY,
    NOBODY_FIRST,
    SEATS,
    TRICKS_BID,
    Number,
    Numbers,
    Record,
    Word,
)
from .ending import DRAWN, GOES_ON, winner
from .kernel import lean_kernel
from .legal import to_play
from .preparing import change_bids, exchange_cards, gives_up_trump, take_kitty, without_trump
from .random_play import draw_play, play_at_random, play_plain_at_random
from .rounds import begin_play, finished, left_of, play_card
from .scoring import MADE, SET, score_round
from .table_policy import table_play

_ROUND_STEPS = np.uint64(1 << 12)
"""So many words of chance belong to a round; what one may need beyond that is the next one's."""
_GAME_STEPS = np.uint64(1 << 19)
_PACK = np.uint64(52)
_SPADES = 13

TALLY = np.dtype(
    [
        ("rounds", np.int64),
        ("games", np.int64),
        ("draws", np.int64),
        ("points", np.int64, (SEATS,)),  # by side, like the next five
        ("squares", np.int64, (SEATS,)),
        ("made", np.int64, (SEATS,)),
        ("set", np.int64, (SEATS,)),
        ("overtricks", np.int64, (SEATS,)),
        ("wins", np.int64, (SEATS,)),
        ("finals", np.int64, (SEATS,)),  # the scores at the end of games
        ("tricks", np.int64, (SEATS,)),  # by seat, like the rest
        ("tricks_bid", np.int64, (SEATS,)),
        ("nil_bid", np.int64, (SEATS,)),
        ("nil_made", np.int64, (SEATS,)),
        ("blind_nil_bid", np.int64, (SEATS,)),
        ("blind_nil_made", np.int64, (SEATS,)),
    ],
    align=True,
)
"""Sums over rounds and games, of which `statistics` tells."""


@lean_kernel
def play_many(  # noqa: PLR0913, PLR0917 - all that a simulation consists of
    codes: Record,
    policies: Numbers,
    tables: Record,
    key: Word,
    first: Number,
    count: Number,
    whole_games: Number,
    rounds: Record,
    scores: Record,
    scratch: Numbers,
    tallies: Record,
) -> None:
    """Plays games number `first` to `first + count - 1`, or of each the first round alone.

    `codes` are those without and with trump; a round, a score and `scratch` are room to work in.
    """
    code = codes[1]
    round = rounds[0]
    score = scores[0]
    tally = tallies[0]
    for index in range(first, first + count):
        start = next_state(key, np.uint64(index) * _GAME_STEPS)
        state, dealer = first_dealer(code, start)
        begin_game(code, round, score)
        number = 0
        found = GOES_ON
        while found == GOES_ON:
            number += 1
            _play_round(codes, policies, tables, state, number, dealer, round, score, scratch)
            _add_round(code, round, score, tally)
            if not whole_games:
                break
            found = winner(code, score, number)
            dealer = left_of(code, dealer)
            state = next_state(start, np.uint64(number) * _ROUND_STEPS)
        if whole_games:
            _add_game(code, score, found, tally)


@lean_kernel
def _add_game(code: Record, score: Record, found: Number, tally: Record) -> None:
    tally.games += 1
    if found == DRAWN:
        tally.draws += 1
    else:
        tally.wins[found] += 1
    for side in range(code.sides):
        tally.finals[side] += score.total[side]


@lean_kernel
def first_dealer(code: Record, state: Word) -> tuple[Word, Number]:
    """Chance names the first dealer: any seat, or whom the first spade falls to (D1, D2)."""
    lanes = EMPTY
    if code.first_dealer != FIRST_SPADE:
        drawn, state, lanes = below(np.uint64(code.players), state, lanes)
        return state, np.int64(drawn)
    seat = 0
    left = _PACK
    drawn, state, lanes = below(left, state, lanes)
    while np.int64(drawn) >= _SPADES:
        left -= np.uint64(1)
        seat = left_of(code, seat)
        drawn, state, lanes = below(left, state, lanes)
    return state, seat


@lean_kernel
def begin_game(code: Record, round: Record, score: Record) -> None:
    score.plays_off = 0
    for side in range(code.sides):
        score.total[side] = code.starts[side]
        score.bags[side] = 0
        score.sets[side] = 0
    for seat in range(code.players):
        round.previous[seat] = -1


@lean_kernel
def _play_round(  # noqa: PLR0913, PLR0917 - all that a round consists of
    codes: Record,
    policies: Numbers,
    tables: Record,
    state: Word,
    number: Number,
    dealer: Number,
    round: Record,
    score: Record,
    scratch: Numbers,
) -> None:
    """A round from the deal to the score."""
    code = codes[1]
    round.number = number
    round.dealer = dealer
    round.done = 0
    round.looked = 0
    all_random = True
    for seat in range(code.players):
        round.won[seat] = 0
        round.bids[seat] = NO_BID
        all_random = all_random and policies[seat] == RANDOM
    state = deal(code, round, scratch, state)
    state, trump = _prepare(code, policies, tables, all_random, state, round, score, scratch)
    if not trump:
        code = codes[0]
    if code.plain and all_random:
        play_plain_at_random(code, round, state)
    elif all_random:
        play_at_random(code, round, state)
    else:
        _play(code, policies, tables, state, round, scratch)
    for seat in range(code.players):
        if round.bids[seat] == NO_BID:
            round.bids[seat] = round.won[seat]
        round.previous[seat] = round.bids[seat] & TRICKS_BID
    score_round(code, round, score)


@lean_kernel
def _prepare(  # noqa: PLR0913, PLR0917 - all that comes before the first trick
    code: Record,
    policies: Numbers,
    tables: Record,
    all_random: Number,
    state: Word,
    round: Record,
    score: Record,
    scratch: Numbers,
) -> tuple[Word, Number]:
    """Everything between the deal and the first trick; whether there is trump."""
    lanes = EMPTY
    gives_up = False
    late = code.kitty_taker == KITTY_TO_HIGHEST_BIDDER
    if code.looks_first != NOBODY_FIRST:
        state, lanes = look_first(code, round, score, policies, state, lanes)
    if code.kitty != NO_KITTY and not late:
        state, lanes = take_kitty(code, round, scratch, policies, tables, state, lanes)
    if code.free and all_random:
        state, lanes = bid_freely(code, round, state, lanes)
    else:
        state, lanes = take_bids(code, round, score, policies, tables, state, lanes)
    if code.second_thoughts != NO_CHANGE:
        state, lanes = change_bids(code, round, policies, state, lanes)
    if code.no_trump:
        gives_up, state, lanes = gives_up_trump(code, round, policies, state, lanes)
    if code.kitty != NO_KITTY and late:
        state, lanes = take_kitty(code, round, scratch, policies, tables, state, lanes)
    if code.exchange_nil_cards or code.exchange_blind_nil_cards:
        state, lanes = exchange_cards(code, round, scratch, policies, tables, state, lanes)
    if gives_up:
        without_trump(code, round)
    return state, not gives_up


@lean_kernel
def _play(  # noqa: PLR0913, PLR0917 - all that playing depends on
    code: Record,
    policies: Numbers,
    tables: Record,
    state: Word,
    round: Record,
    scratch: Numbers,
) -> None:
    """Plays all cards of a round by policies."""
    begin_play(code, round)
    lanes = EMPTY
    while not finished(code, round):
        policy = policies[to_play(code, round)]
        if policy == RANDOM:
            play, state, lanes = draw_play(code, round, state, lanes)
        else:
            play, state = table_play(code, round, tables[policy], scratch, state)
        play_card(code, round, play)


@lean_kernel
def _add_round(code: Record, round: Record, score: Record, tally: Record) -> None:
    tally.rounds += 1
    for side in range(code.sides):
        points = score.points[side]
        tally.points[side] += points
        tally.squares[side] += points * points
        tally.made[side] += score.contract[side] == MADE
        tally.set[side] += score.contract[side] == SET
        tally.overtricks[side] += score.overtricks[side]
    for seat in range(code.players):
        bid = round.bids[seat]
        won = round.won[seat]
        tally.tricks[seat] += won
        tally.tricks_bid[seat] += bid & TRICKS_BID
        if bid & NIL:
            made = won == 0
            if bid & BLIND:
                tally.blind_nil_bid[seat] += 1
                tally.blind_nil_made[seat] += made
            else:
                tally.nil_bid[seat] += 1
                tally.nil_made[seat] += made
