"""Play rounds from the deal to the score, and whole games, using only policies and chance."""

import numpy as np

from .chance import EMPTY, next_state
from .encoding import BLIND, NIL, SEATS, TRICKS_BID, Number, Numbers, Record, Word
from .game import (
    DRAWN,
    GOES_ON,
    OVER,
    PLAY,
    THROWN_IN,
    act,
    begin_game,
    find_turn,
    first_dealer,
    score_game,
    winner,
)
from .game.dealing import begin_decisions, begin_round, deal, put_beside
from .game.scoring import MADE, SET
from .kernel import lean_kernel
from .policies import RANDOM, decide, play_by_policies
from .shortcuts import bid_freely, play_plain_at_random

_ROUND_STEPS = np.uint64(1 << 12)
"""The number of random words for a round; one that needs more uses those of the next.
"""
_GAME_STEPS = np.uint64(1 << 19)

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
"""Sums over rounds and games, which `statistics` evaluates."""


@lean_kernel
def play_many(  # noqa: PLR0913, PLR0917 - all that a simulation consists of
    codes: Record,
    policies: Numbers,
    tables: Record,
    key: Word,
    first: Number,
    count: Number,
    whole_games: Number,
    games: Record,
    legal: Record,
    scratch: Numbers,
    tallies: Record,
) -> None:
    """Play games number `first` to `first + count - 1`, or only the first round of each.

    The game record, `legal` and `scratch` are workspace.
    """
    code = codes[0].code
    game = games[0]
    round = game.in_play
    tally = tallies[0]
    for index in range(first, first + count):
        start = next_state(key, np.uint64(index) * _GAME_STEPS)
        state, dealer = first_dealer(code, start)
        begin_game(code, game, dealer)
        found = GOES_ON
        while found == GOES_ON:
            prepare(codes[0], policies, tables, state, game, legal[0], scratch)
            _play(codes[0], policies, tables, game, scratch)
            _add_round(code, round, game.score, tally)
            if not whole_games:
                break
            found = winner(code, game.score, round.number)
            state = next_state(start, np.uint64(round.number) * _ROUND_STEPS)
        if whole_games:
            _add_game(code, game.score, found, tally)


@lean_kernel
def prepare(  # noqa: PLR0913, PLR0917 - all that comes before the first trick
    codes: Record,
    policies: Numbers,
    tables: Record,
    state: Word,
    game: Record,
    legal: Record,
    scratch: Numbers,
) -> None:
    """Deal a round and make all decisions up to the first trick; the state is `game.chance`.

    Drafts and swaps leave players with random cards, so such hands are simply dealt.
    """
    code = codes.code
    begin_round(code, game)
    state = deal(code, game.in_play, scratch, state)
    lanes = EMPTY
    if code.free and _all_random(code, policies):
        game.chance, lanes = bid_freely(code, game.in_play, state, lanes)
        return
    put_beside(code, game, scratch)
    begin_decisions(code, game)
    find_turn(codes, game)
    while game.stage < PLAY:
        action, state, lanes = decide(codes, game, legal, policies, tables, state, lanes)
        act(codes, game, action)
        if game.stage == THROWN_IN:  # `act` has restarted the round, without cards
            state = deal(code, game.in_play, scratch, state)
            put_beside(code, game, scratch)
            begin_decisions(code, game)
        find_turn(codes, game)
    game.chance = state


@lean_kernel
def _play(codes: Record, policies: Numbers, tables: Record, game: Record, scratch: Numbers) -> None:
    """Play all cards of a round that is prepared, and score it."""
    code = codes.code if game.trump else codes.bare
    if code.plain and _all_random(code, policies):
        play_plain_at_random(code, game.in_play, game.chance)
    else:
        play_by_policies(code, game.in_play, policies, tables, scratch, game.chance)
    game.stage = OVER
    score_game(codes, game)


@lean_kernel
def _all_random(code: Record, policies: Numbers) -> Number:
    others = 0
    for seat in range(code.players):
        others += policies[seat] != RANDOM
    return others == 0


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
