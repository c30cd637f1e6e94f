"""The steps of a search state in compiled code."""

from typing import Any

import numpy as np
from numba import types

from ..envs.tables.stepping import PAID, SPACE, VALUES, act_by_chance, go_on
from ..envs.tables.writing import write_observation
from ..fast import bits, chance, encoding
from ..fast import game as twin
from ..fast.bytes_kernel import (
    OBJECT,
    address_of,
    new_bytes,
    new_list,
    object_kernel,
    put_number,
    put_real,
    record_at,
)
from ..fast.encoding import ONE, Number, Record
from ..fast.game import GAME, LEGAL, lean_kernel
from ..game import IllegalActionError

STATE = np.dtype(
    [
        ("stamp", np.int64),  # of the rules, see `TABLE`
        ("to_act", np.int64),  # -1 at the end
        ("legal", LEGAL),
        ("paid", PAID),  # the sum of all rewards so far
        ("game", GAME),
    ],
    align=True,
)
"""A state."""

TABLE = np.dtype(
    [
        ("stamp", np.int64),
        ("spaces", SPACE),
        ("paid", PAID),
        ("scratch", np.int64, (encoding.DECK,)),
        ("work", np.int64),  # the address of a state to work on
    ],
    align=True,
)
"""The rules of states, and workspace."""

WORDS = np.dtype([("values", np.int64, (STATE.itemsize // 8,))])
SIZE = STATE.itemsize
OVER = -1
_GOES_ON = False

_table, _state, _words, _values = map(record_at, (TABLE, STATE, WORDS, VALUES))


@lean_kernel
def checked(table: Record, place: Number) -> Number:
    """Return the address of a state.

    Raises:
        TypeError: if the address is 0, or the state is of other rules.
    """
    if place == 0 or _state(place).stamp != table.stamp:
        raise TypeError("this is not a state of these rules")
    return place


@lean_kernel
def go(table: Record, game: Record, action: Number, paid: Record) -> Number:
    """Take an action and let chance act, add what it pays, and return True at the end."""
    space = table.spaces
    over = go_on(space, game, action, table.paid)
    for seat in range(space.codes.code.players):
        paid.seats[seat] += table.paid.seats[seat]
    if game.stage >= twin.OVER and not over:
        act_by_chance(space, game, _GOES_ON, table.scratch)
    return over


@lean_kernel
def find(table: Record, state: Record, over: Number) -> None:
    """Write whose turn it is and the legal actions, none at the end."""
    state.to_act = OVER if over else state.game.to_act
    if over:
        for word in range(twin.LEGAL_WORDS):
            state.legal.words[word] = encoding.NOTHING
    else:
        twin.find_legal(table.spaces.codes, state.game, state.legal)


@object_kernel(types.int64, types.int64, types.int64)
def begin(address: Number, dealer: Number, seed: Number) -> Any:
    """Return a state with random cards; `dealer` is -1 for a random one."""
    table = _table(address)
    made = new_bytes(SIZE)
    words = _words(address_of(made, SIZE)).values
    for place in range(len(words)):
        words[place] = 0
    state = _state(address_of(made, SIZE))
    state.stamp = table.stamp
    game, code = state.game, table.spaces.codes.code
    game.chance = chance.word_at(np.uint64(seed))
    game.chance, drawn = twin.first_dealer(code, game.chance)
    twin.begin_game(code, game, drawn if dealer < 0 else dealer)
    act_by_chance(table.spaces, game, _GOES_ON, table.scratch)
    find(table, state, _GOES_ON)
    return made


@object_kernel(types.int64, OBJECT, types.int64)
def apply(address: Number, before: Any, action: Number) -> Any:
    """Return the state after an action of the seat to act."""
    table = _table(address)
    place = checked(table, address_of(before, SIZE))
    if not twin.is_legal(_state(place).legal, action):
        raise IllegalActionError(
            "search/illegal", "this action is not legal here; see legal(state)"
        )
    made = new_bytes(SIZE)
    new_place = address_of(made, SIZE)
    old, new = _words(place).values, _words(new_place).values
    for word in range(len(new)):
        new[word] = old[word]
    state = _state(new_place)
    find(table, state, go(table, state.game, action, state.paid))
    return made


@object_kernel(types.int64, OBJECT)
def legal(address: Number, value: Any) -> Any:
    """Return the numbers of the legal actions as a list, ascending."""
    place = checked(_table(address), address_of(value, SIZE))
    words = _state(place).legal.words
    count = 0
    for part in range(twin.LEGAL_WORDS):
        count += bits.count(words[part])
    found = new_list(count)
    at = 0
    for part in range(twin.LEGAL_WORDS):
        word = words[part]
        while word:
            put_number(found, at, 64 * part + bits.lowest(word))
            at += 1
            word &= word - ONE
    return found


@object_kernel(types.int64, OBJECT, returns=types.int64)
def to_act(address: Number, value: Any) -> Number:
    """Return the seat to act, or -1 at the end."""
    place = checked(_table(address), address_of(value, SIZE))
    return _state(place).to_act


@object_kernel(types.int64, OBJECT)
def returns(address: Number, value: Any) -> Any:
    """Return all rewards so far as a list, by seat."""
    table = _table(address)
    place = checked(table, address_of(value, SIZE))
    players = table.spaces.codes.code.players
    found = new_list(players)
    for seat in range(players):
        put_real(found, seat, _state(place).paid.seats[seat])
    return found


@object_kernel(types.int64, OBJECT, types.int64)
def rollout(address: Number, value: Any, seed: Number) -> Any:
    """Return the rewards by seat after random actions up to the end, as a list."""
    table = _table(address)
    place = checked(table, address_of(value, SIZE))
    old, new = _words(place).values, _words(table.work).values
    for word in range(len(new)):
        new[word] = old[word]
    state = _state(table.work)
    drawing = chance.word_at(np.uint64(seed))
    state.game.chance = drawing
    over = state.to_act == OVER
    while not over:
        twin.find_legal(table.spaces.codes, state.game, state.legal)
        drawn, drawing, _ = chance.below(twin.how_many(state.legal), drawing, chance.EMPTY)
        over = go(table, state.game, twin.nth_legal(state.legal, drawn), state.paid)
    players = table.spaces.codes.code.players
    found = new_list(players)
    for seat in range(players):
        put_real(found, seat, state.paid.seats[seat])
    return found


@object_kernel(types.int64, OBJECT, types.int64, types.int64, returns=types.none)
def observe(address: Number, value: Any, seat: Number, target: Number) -> None:
    """Write a seat's observation to an address."""
    table = _table(address)
    place = checked(table, address_of(value, SIZE))
    write_observation(table.spaces, _state(place).game, seat, _values(target))


CARDS = np.dtype([("kinds", np.int64, (encoding.DECK,))])
BEFORE = np.dtype(
    [
        ("number", np.int64),  # of the round, from 1
        ("total", np.int64, (encoding.SEATS,)),  # by side, like the rest
        ("bags", np.int64, (encoding.SEATS,)),
        ("sets", np.int64, (encoding.SEATS,)),
        ("sets_in_a_row", np.int64, (encoding.SEATS,)),
        ("bids", np.int64, (encoding.SEATS,)),
        ("looked", np.int64),  # a bit for each seat
    ],
    align=True,
)
"""The standings before a round, and its bids so far."""

_cards, _before = record_at(CARDS), record_at(BEFORE)


@object_kernel(types.int64, types.int64, types.int64, types.int64)
def deal(address: Number, dealer: Number, cards: Number, standings: Number) -> Any:
    """Return the state after a deal of given cards, in the order in which they are dealt."""
    table = _table(address)
    made = new_bytes(SIZE)
    words = _words(address_of(made, SIZE)).values
    for place in range(len(words)):
        words[place] = 0
    state = _state(address_of(made, SIZE))
    state.stamp = table.stamp
    code, game, before = table.spaces.codes.code, state.game, _before(standings)
    twin.begin_game(code, game, dealer)
    if before.number:
        game.in_play.number = before.number - 1
        for side in range(code.sides):
            game.score.total[side] = before.total[side]
            game.score.bags[side] = before.bags[side]
            game.score.sets[side] = before.sets[side]
            game.score.sets_in_a_row[side] = before.sets_in_a_row[side]
    twin.act_as_given(code, game, _cards(cards).kinds)
    if before.number:
        game.in_play.looked = before.looked
        for seat in range(code.players):
            game.in_play.bids[seat] = before.bids[seat]
    twin.find_turn(table.spaces.codes, game)
    find(table, state, _GOES_ON)
    return made
