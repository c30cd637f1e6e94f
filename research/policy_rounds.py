"""Play rounds that a card-value network learns from, and matches that measure its strength.

All cards are known in these rounds, so each decision can be tried with other cards. From many
rounds in which a position looked the same to the seat, the network learns how much better or worse
each card is.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille.bots.expert.bidding import BIDS_NIL
from spadille.bots.expert.kernels import (
    STATE,
    choose_card,
    give_hands,
    look,
    play,
    policy_kernel_of,
    root_of,
)
from spadille.bots.expert.position import Position
from spadille.bots.expert.rollout import Rounds, settings_of
from spadille.bots.heuristics import card_features, card_network, chances, covering, own_nil
from spadille.bots.heuristics.card_features import CARD, POSITION, SUIT
from spadille.bots.heuristics.kernels import card_of, choose, gain, kernel_of
from spadille.bots.heuristics.position import NONE, SUITS
from spadille.bots.heuristics.reasons import reason_of
from spadille.fast import game as twin
from spadille.fast import kernel
from spadille.fast.game import Number, Numbers, Record, lean_kernel
from spadille.game import Game, Seat

tell_position = policy_kernel_of[card_features.tell_position]
tell_card = policy_kernel_of[card_features.tell_card]
tell_suit = policy_kernel_of[card_features.tell_suit]
is_candidate = policy_kernel_of[card_network.is_candidate]
why = policy_kernel_of[reason_of]
highest_loser = kernel_of[own_nil.highest_loser]
is_opponent = kernel_of[chances.is_opponent]
lowest_winner = kernel_of[covering.lowest_winner]

SEATS, RANKS, CARDS = 4, 13, 52
SPADES = 3
LOT = 2000
"""The number of deals that a process plays one after another."""

ASKED = 0.15
"""The share of the decisions that the network learns from."""

STRAY = 0.07
"""The share of cards that are played at random, so that unusual positions come up as well."""

LESS, MORE, NILS = 0.12, 0.1, 0.1
"""The shares of bids that are one trick lower or higher than usual, and of low bids (at most two)
that become nil."""

NIL_SPADES = 3

DISCARDS, SETS, DUCKS = 1, 2, 4
"""Habits of players: to throw a loser instead of ruffing, to take tricks that others want, and to
lose tricks that the contract does not need."""

HABITS = 0.3
"""The chance of each habit at a seat."""

OFTEN = 0.5
"""How often a player follows a habit when it matters."""


class Lessons(NamedTuple):
    """Decisions: the positions, and the cards of each in sequence, with the advised one first.

    `gains` are the side's winning margins in points with each card.
    """

    positions: NDArray[np.float16]
    sizes: NDArray[np.int64]
    cards: NDArray[np.float16]
    gains: NDArray[np.float32]


class Practice:
    """A table with the rules being practiced, from whose view all positions are derived."""

    def __init__(self) -> None:
        self._position = Position(Game.new(seed=0).view(Seat.NORTH))
        root = root_of(self._position.view)
        self._rounds = Rounds(self._position)
        self._code = root.code
        self._states = kernel.records(3, STATE)
        self._states[0] = root.states[0]
        self._words = self._states.view(np.int64).reshape(3, -1)

    def deals(self, rng: np.random.Generator, count: int) -> tuple[Numbers, Numbers]:
        """Return hands by deal, seat and suit, and the bids made on them."""
        holder = rng.permuted(np.tile(np.repeat(np.arange(SEATS), RANKS), (count, 1)), axis=1)
        worlds = np.zeros((count, SEATS, SUITS), np.int64)
        for card in range(CARDS):
            worlds[np.arange(count), holder[:, card], card // RANKS] |= 1 << card % RANKS
        return worlds, self._rounds.bids(worlds)

    def lessons(self, rng: np.random.Generator, policy: Any) -> Lessons:
        """Return the decisions from a lot of deals in which all rollouts follow a network."""
        worlds, bids = self.deals(rng, LOT)
        bids = self._varied(rng, worlds, bids)
        settings, lots = self._settings(bids)
        room = LOT * CARDS
        positions = np.zeros((room, POSITION), np.float32)
        sizes = np.zeros(room, np.int64)
        cards = np.zeros((room, RANKS, CARD + SUIT), np.float32)
        gains = np.zeros((room, RANKS), np.float32)
        draws = rng.random((LOT, CARDS, 3))
        habits = ((rng.random((LOT, SEATS, 3)) < HABITS) * (DISCARDS, SETS, DUCKS)).sum(axis=2)
        luck = rng.integers(0, 2**63, 1, np.uint64)
        count = collect(
            self._code, settings, policy, self._states, self._words, worlds, lots, draws,
            habits, luck, positions, sizes, cards, gains,
        )  # fmt: skip
        there = np.arange(RANKS) < sizes[:count, None]
        return Lessons(
            positions[:count].astype(np.float16),
            sizes[:count],
            cards[:count][there].astype(np.float16),
            gains[:count][there],
        )

    def match(
        self, rng: np.random.Generator, lots: int, policy: Any, other: Any
    ) -> tuple[float, float]:
        """Return a network's margin over another in points per deal, and half its 95 % interval.

        Each deal is played twice, with sides swapped.
        """
        found = []
        for _ in range(lots):
            worlds, bids = self.deals(rng, LOT)
            settings, which = self._settings(bids)
            policies = np.concatenate([policy, other])
            points = np.zeros((LOT, 2))
            for side in range(2):
                play_match(
                    self._code, settings, policies, self._states, self._words, worlds, which, side,
                    points[:, side],
                )  # fmt: skip
            found.append(points.mean(axis=1))
        points = np.concatenate(found)
        return float(points.mean()), float(1.96 * points.std() / np.sqrt(len(points)))

    def _varied(self, rng: np.random.Generator, worlds: Numbers, bids: Numbers) -> Numbers:
        """Return the bids with variations, as other players might make them."""
        draw = rng.random(bids.shape)
        spades = worlds[:, :, SPADES]
        low = (np.bitwise_count(spades) <= NIL_SPADES) & (spades >> (RANKS - 2) == 0)
        changed = bids - (draw < LESS) + (draw > 1 - MORE)
        changed = np.where(bids == BIDS_NIL, bids, np.maximum(1, changed))
        return np.where((changed <= 2) & low & (rng.random(bids.shape) < NILS), BIDS_NIL, changed)

    def _settings(self, bids: Numbers) -> tuple[Record, Numbers]:
        lots, which = np.unique(bids, axis=0, return_inverse=True)
        return settings_of(self._position, self._rounds.setting, lots), which.ravel()


@lean_kernel
def collect(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Record,
    settings: Record,
    policies: Any,
    states: Record,
    words: Numbers,
    worlds: Numbers,
    lots: Numbers,
    draws: Any,
    habits: Numbers,
    luck: Any,
    positions: Any,
    sizes: Numbers,
    cards: Any,
    gains: Any,
) -> Number:
    """Fill in the decisions from some deals, and return how many there are.

    Of the three `states`, the first has the deal, the second is played through, and the third is
    for trying each card.
    """
    policy = policies[0]
    count = 0
    for world in range(len(worlds)):
        setting = settings[lots[world]]
        begin(code, setting, states, words, worlds[world])
        round, position = states[1].in_play, states[1].position
        turn = 0
        while not twin.finished(code, round):
            look(code, setting, round, position)
            chosen = by_habit(setting, policy, round, position, habits[world, position.seat], luck)
            if position.count > 1:
                if draws[world, turn, 0] < ASKED:
                    advice = choose(setting, position)
                    tell_position(setting, position, round.broken, why(advice), positions[count])
                    count += tried(
                        code, setting, policy, states, words, card_of(advice), habits[world], luck,
                        sizes, count, cards[count], gains[count],
                    )  # fmt: skip
                if draws[world, turn, 1] < STRAY:
                    chosen = int(draws[world, turn, 2] * position.count)
            turn += 1
            play(code, setting, round, position, position.suit[chosen], position.bit[chosen])
    return count


@lean_kernel
def tried(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Record,
    setting: Record,
    policy: Record,
    states: Record,
    words: Numbers,
    advised: Number,
    habits: Numbers,
    luck: Any,
    sizes: Numbers,
    at: Number,
    cards: Any,
    gains: Any,
) -> Number:
    """Try one of each set of equivalent cards; return True if there is more than one."""
    position = states[1].position
    count = 0
    for place in range(position.count):
        card = place - 1 if 0 < place <= advised else place
        card = advised if place == 0 else card
        if card == advised or is_candidate(position, card, advised):
            suit = position.suit[card]
            tell_card(setting, position, card, advised, cards[count, :CARD])
            tell_suit(setting, position, suit, advised, cards[count, CARD:])
            gains[count] = played_on(code, setting, policy, states, words, card, habits, luck)
            count += 1
    sizes[at] = count
    return 1 if count > 1 else 0


@lean_kernel
def played_on(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Record,
    setting: Record,
    policy: Record,
    states: Record,
    words: Numbers,
    card: Number,
    habits: Numbers,
    luck: Any,
) -> float:
    """Return the winning margin in points of the side to play after a card.

    The others follow their habits; the seat itself has none.
    """
    here = states[1].position
    for word in range(words.shape[1]):
        words[2, word] = words[1, word]
    round, position = states[2].in_play, states[2].position
    me, side = here.seat, setting.side[here.seat]
    play(code, setting, round, position, here.suit[card], here.bit[card])
    while not twin.finished(code, round):
        look(code, setting, round, position)
        habit = 0 if position.seat == me else habits[position.seat]
        chosen = by_habit(setting, policy, round, position, habit, luck)
        play(code, setting, round, position, position.suit[chosen], position.bit[chosen])
    return float(gain(setting, round.won, side))


@lean_kernel
def by_habit(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Record, policy: Record, round: Record, position: Record, habit: Number, luck: Any
) -> Number:
    """Return the card of a player with habits; a player whose nil is alive follows none."""
    chosen = choose_card(setting, policy, round, position)
    keeps_nil = setting.nil[position.seat] and position.won[position.seat] == 0
    if habit == 0 or position.count == 1 or position.cards == 0 or keeps_nil:
        return chosen
    luck[0] = luck[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    if float(luck[0] >> np.uint64(11)) * 2.0**-53 > OFTEN:
        return chosen
    wins, other = position.wins[chosen], NONE
    theirs = position.winner >= 0 and is_opponent(setting, position, position.winner)
    if habit & DISCARDS and not position.follows and wins:
        other = lowest_loser(position)
    elif habit & SETS and position.follows and not wins and theirs:
        other = lowest_winner(position)
    elif habit & DUCKS and position.follows and wins and position.ours == 0:
        other = highest_loser(position)
    return chosen if other < 0 else other


@lean_kernel
def lowest_loser(position: Record) -> Number:
    """Return the first legal card that does not win the trick so far; `NONE` if all win."""
    for card in range(position.count):
        if not position.wins[card]:
            return card
    return NONE


@lean_kernel
def play_match(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Record,
    settings: Record,
    policies: Any,
    states: Record,
    words: Numbers,
    worlds: Numbers,
    lots: Numbers,
    side: Number,
    points: Any,
) -> None:
    """Play deals in which `side` has the first network and the other side the second."""
    for world in range(len(worlds)):
        setting = settings[lots[world]]
        begin(code, setting, states, words, worlds[world])
        round, position = states[1].in_play, states[1].position
        while not twin.finished(code, round):
            look(code, setting, round, position)
            policy = policies[0 if setting.side[position.seat] == side else 1]
            chosen = choose_card(setting, policy, round, position)
            play(code, setting, round, position, position.suit[chosen], position.bit[chosen])
        points[world] = gain(setting, round.won, side)


@lean_kernel
def begin(code: Record, setting: Record, states: Record, words: Numbers, hands: Numbers) -> None:
    """Deal, and begin the play in the second state."""
    give_hands(code, setting, states[0].in_play, states[0].position, hands)
    for word in range(words.shape[1]):
        words[1, word] = words[0, word]
    twin.begin_play(code, states[1].in_play)
