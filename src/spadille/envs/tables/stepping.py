"""The entry points: stepping many tables in one call, or one table; views and random actions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...fast import chance, code, encoding, kernel, sharing
from ...fast import game as twin
from ...fast.game import Number, Numbers, Record, Word, lean_kernel
from ...game import Rules
from ...notation import action_numbers as numbers
from ..episode import Length, Reward, check_choice, checked_scale
from ..observation_layout import SIZE
from .writing import write_mask, write_observation

Rewards = NDArray[np.float64]

AT_ONCE = 32
"""The number of tables that a thread takes at a time."""

CHANCE, DEALER = -1, -2
"""Used in place of an action: cards are dealt or drawn by kind, or the first dealer is named."""

STAY = -1
"""Used in place of an action: the table stays as it is, unless it has not begun."""

ILLEGAL = -1
SEAT_BITS, WAITING, REPLACES, ENDED, EARNED, CHOICE, BEGUN = 7, 8, 16, 32, 64, 128, 256
"""The bits of the result of `step_one`: the seat to act, and one bit each for waiting for chance,
replacing cards, an ended episode, a scored round, a turn that asks for a choice of cards, and one
that is begun.
"""

SPACE = np.dtype(
    [
        ("codes", encoding.CODES),
        ("games", np.int64),  # whether an episode is a game
        ("outcome", np.int64),  # whether only the outcome is rewarded
        ("scored", np.int64),  # whether scores can differ from zero
        ("scale", np.float64),  # the factor on all rewards
    ],
    align=True,
)

MASK = np.dtype([("values", np.int8, (numbers.ACTIONS,))])

VALUES = np.dtype([("values", np.int8, (SIZE,))])

PAID = np.dtype([("seats", np.float64, (encoding.SEATS,))])
"""Rows of arrays as records, because every thread that takes a row of an array would count it."""


@lean_kernel
def begin_chances(games: Record, key: Word, chosen: NDArray[np.bool_]) -> None:
    """Give each chosen table a random state from `key` and its place, and mark it as not begun."""
    for index in range(len(games)):
        if not chosen[index]:
            continue
        games[index].chance = chance.word_at(chance.next_state(key, np.uint64(index + 1)))
        games[index].stage = twin.UNBEGUN


@lean_kernel
def step_tables(  # noqa: PLR0913, PLR0917 - all that tables show
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
) -> Number:
    """Step each table with its action, or deal if it has not begun; threads with `shares` join in.

    Where an episode ends, the next one begins at once. `rewards` are those of the seat that acted,
    and `paid` those of all seats. Return True if every table has been stepped.
    """
    space = spaces[0]
    count = len(games)
    pieces = (count + AT_ONCE - 1) // AT_ONCE
    piece = sharing.take(shares, pieces)
    while piece < pieces:
        for index in range(piece * AT_ONCE, min((piece + 1) * AT_ONCE, count)):
            game = games[index]
            seat = game.to_act
            over = False
            if game.stage == twin.UNBEGUN or actions[index] == STAY:
                pay_nothing(paid[index])
            else:
                over = go_on(space, game, actions[index], paid[index])
            if game.stage >= twin.OVER:
                act_by_chance(space, game, over, scratch)
            ended[index] = over
            rewards[index] = paid[index].seats[seat]
            twin.find_legal(space.codes, game, legal[index])
            write_mask(legal[index], masks[index])
            if len(observations):
                write_observation(space, game, game.to_act, observations[index])
            to_act[index] = game.to_act
        sharing.finish(shares)
        piece = sharing.take(shares, pieces)
    return sharing.all_done(shares, pieces)


@lean_kernel
def step_one(spaces: Record, ones: Record, action: Number, cards: Numbers) -> Number:
    """Take an action at one table, or an outcome of chance (see `CHANCE`); an end is final.

    `cards` are those that chance provides, or only the dealer.
    """
    space = spaces[0]
    one = ones[0]
    game = one.game
    told = 0
    if action == DEALER:
        twin.begin_game(space.codes.code, game, cards[0])
    elif action == CHANCE:
        twin.act_as_given(space.codes.code, game, cards)
        twin.find_turn(space.codes, game)
    elif not twin.is_legal(one.legal, action):
        return ILLEGAL
    else:
        told = ENDED if go_on(space, game, action, one.paid) else 0
        told += EARNED if game.stage == twin.OVER else 0
        told += BEGUN if game.count else 0
    if game.stage < twin.OVER:
        twin.find_legal(space.codes, game, one.legal)
        write_mask(one.legal, one.mask)
        write_observation(space, game, game.to_act, one.observation)
        told += CHOICE if game.stage in (twin.SWAP, twin.KITTY, twin.EXCHANGE) else 0
        return told + game.to_act
    if game.stage == twin.REDRAW:
        told += REPLACES
    return told if told & ENDED else told + WAITING


@lean_kernel
def see_one(spaces: Record, ones: Record, seat: Number, observations: Record) -> None:
    """Write a seat's observation, whether or not it is its turn."""
    write_observation(spaces[0], ones[0].game, seat, observations[0])


@lean_kernel
def draw_actions(legal: Record, key: Word, actions: Numbers) -> None:
    """Draw a legal action for each table, uniformly."""
    for index in range(len(legal)):
        row = legal[index]
        state = chance.word_at(chance.next_state(key, np.uint64(index)))
        drawn, _, _ = chance.below(twin.how_many(row), state, chance.EMPTY)
        actions[index] = twin.nth_legal(row, drawn)


@lean_kernel
def first_illegal(legal: Record, actions: Numbers) -> Number:
    """Return the first table whose action is not legal; -1 if all are."""
    for index in range(len(actions)):
        if not twin.is_legal(legal[index], actions[index]):
            return index
    return -1


@lean_kernel
def go_on(space: Record, game: Record, action: Number, paid: Record) -> Number:
    """Take an action, score and pay a finished round, and return True if the episode is over."""
    pay_nothing(paid)
    twin.act(space.codes, game, action)
    twin.find_turn(space.codes, game)
    if game.stage != twin.OVER:
        return False
    twin.score_game(space.codes, game)
    code = space.codes.code
    score = game.score
    found = twin.winner(code, score, game.in_play.number) if space.games else _leader(code, score)
    if not space.outcome:
        _pay_points(code, score, space.scale, paid)
    elif found >= 0:
        for seat in range(code.players):
            paid.seats[seat] = space.scale if code.side_of[seat] == found else -space.scale
    return found != twin.GOES_ON


@lean_kernel
def act_by_chance(space: Record, game: Record, over: Number, scratch: Numbers) -> None:
    """Draw the cards of a new episode or of the next round, or those that are awaited."""
    code = space.codes.code
    if over or game.stage == twin.UNBEGUN:
        game.chance, dealer = twin.first_dealer(code, game.chance)
        twin.begin_game(code, game, dealer)
    twin.act_by_chance(code, game, scratch)
    twin.find_turn(space.codes, game)


@lean_kernel
def pay_nothing(paid: Record) -> None:
    """Set all rewards to zero."""
    for seat in range(encoding.SEATS):
        paid.seats[seat] = 0.0


@lean_kernel
def _leader(code: Record, score: Record) -> Number:
    """Return the side with the most points in this round, or `DRAWN` if several have."""
    best = 0
    tied = False
    for side in range(1, code.sides):
        if score.points[side] > score.points[best]:
            best = side
            tied = False
        elif score.points[side] == score.points[best]:
            tied = True
    return twin.DRAWN if tied else best


@lean_kernel
def _pay_points(code: Record, score: Record, scale: Number, paid: Record) -> None:
    total = 0
    for side in range(code.sides):
        total += score.points[side]
    for seat in range(code.players):
        own = score.points[code.side_of[seat]]
        paid.seats[seat] = scale * (own - (total - own) / (code.sides - 1))


def space_of(rules: Rules, episode: Length, reward: Reward, scale: float = 1.0) -> Any:
    """Return the constants of episodes with these rules, as an array of one `SPACE`.

    `scale` is the factor on all rewards.

    Raises:
        RulesError: for an unknown length or reward, or a scale that is not a positive number.
    """
    check_choice("episode", episode, Length)
    check_choice("reward", reward, Reward)
    spaces = kernel.records(1, SPACE)
    spaces["codes"] = code.codes_of(rules)
    spaces["games"] = episode == "game"
    spaces["outcome"] = reward == "outcome"
    spaces["scale"] = checked_scale(scale)
    spaces["scored"] = episode == "game" or any(rules.end.start_scores)
    return spaces
