"""States for tree search in Python: integers in and out, and no object but the state itself.

>>> states = States("standard")
>>> state = states.new(seed=7)
>>> while states.to_act(state) >= 0:
...     state = states.apply(state, states.legal(state)[-1])
>>> states.returns(state)
[200.0, -200.0, 200.0, -200.0]
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..envs.action_space import number_of
from ..envs.episode import Length, Reward, checked_scale, served_rules
from ..envs.observation_layout import SIZE
from ..envs.tables.stepping import space_of
from ..fast import chance, code, ready
from ..fast.worlds import Worlds
from ..game import (
    Card,
    Deal,
    Game,
    Message,
    PlayerAction,
    Rules,
    Seat,
    SeatView,
    SpadesError,
    group_titles,
    in_range,
    in_short,
    knowledge_of,
    phases_of,
)
from ..notation import action_numbers as numbers

State = bytes
"""A state: it never changes, can be a key, compared and pickled, and needs no copy."""

OVER = -1
"""In place of a seat: the episode is over."""

MOST_SAMPLES = 1_000_000
"""The most states that `sample` returns."""

_PHASES = {"deal", "bidding", "play"}
_ANY = {"clock", "end", "enforcement"}
"""Groups of rules in which a view may differ, because States supports only some of their options
or none, and a table has them all."""


class States:
    """The states of episodes by one rule set, and all that can be done with them.

    A state is a value of type `bytes` that never changes: `apply` returns another one, so there is
    nothing to clone. Seats and actions are integers, the same as in the environments
    (`docs/environments.md`). Chance acts at once, and its cards are part of the state.

    `apply(state, action)` returns the state after an action of the seat to act.
    `legal(state)` returns the numbers of the legal actions as a list, ascending, empty at the end.
    `to_act(state)` returns the seat to act, from 0, or `OVER`.
    `returns(state)` returns by seat the sum of all rewards so far, as a list of floats.
    `rollout(state, seed)` returns the rewards by seat at the end of a random continuation, in
    which every legal action is equally likely.

    These five are compiled. They raise IllegalActionError for an action that is not legal, and
    TypeError for something that is not a state of these rules.

    Raises:
        RulesError: for rules that the environments refuse.
    """

    apply: Callable[[State, int], State]
    legal: Callable[[State], list[int]]
    to_act: Callable[[State], int]
    returns: Callable[[State], list[float]]
    rollout: Callable[[State, int], list[float]]

    def __init__(
        self,
        rules: Rules | str = "standard",
        episode: Length = "round",
        reward: Reward = "points",
        reward_scale: float = 1.0,
    ) -> None:
        ready("spadille.search")
        from . import kernels  # noqa: PLC0415 - compiled when it is imported

        self.rules = served_rules(rules)
        self._given = (self.rules, episode, reward, checked_scale(reward_scale))
        self._code = code.code_of(self.rules)
        self._work = np.zeros(kernels.SIZE // 8, np.int64)
        self._table = np.zeros(1, kernels.TABLE)
        self._table["stamp"] = _stamp(*self._given)
        self._table["spaces"] = space_of(*self._given)
        self._table["work"] = self._work.ctypes.data
        self._kernels = kernels
        self._address = int(self._table.ctypes.data)
        for name in ("apply", "legal", "to_act", "returns", "rollout"):
            setattr(self, name, partial(getattr(kernels, name), self._address))

    def __reduce__(self) -> Any:
        return States, self._given

    def new(self, seed: int | str = 0) -> State:
        """Return the state after a random deal, with a random first dealer."""
        key = int(chance.key_of(seed).view(np.int64))
        state: State = self._kernels.begin(self._address, -1, key)
        return state

    def deal(
        self,
        deal: Deal | str,
        dealer: Seat | int | str = Seat.NORTH,
        view: SeatView | None = None,
    ) -> State:
        """Return the state after a given deal; with a `view`, after its bids and in its game.

        `deal` and `dealer` may be texts. Cards that the rules leave over need not be named.

        Raises:
            ParseError: when a text cannot be read.
            SpadesError: for an impossible deal or dealer, a view by other rules, or rules with a
                draft, because that has no deal.
        """
        game = Game.from_deal(deal, dealer, self.rules)
        given = game.events[-1].action
        assert isinstance(given, Deal)
        assert game.dealer is not None
        if view is not None:
            self._check(view)
        return self._dealt(given, game.dealer, view)

    def _check(self, view: SeatView) -> None:
        given: object = view
        if not isinstance(given, SeatView) or not _alike(given.rules, self.rules):
            other = Message("the view is not of a seat at a table with these rules")
            raise SpadesError("search/view", other)

    def _dealt(self, deal: Deal, dealer: Seat, view: SeatView | None) -> State:
        order = [Seat((dealer + 1 + step) % self.rules.players) for step in self.rules.seats]
        cards = [deal.hands[seat][turn] for turn in range(self.rules.hand_size) for seat in order]
        kinds = np.zeros(1, self._kernels.CARDS)
        dealt = [self._code.numbers[card] for card in (*cards, *deal.rest)]
        kinds["kinds"][0, : len(dealt)] = dealt
        before = np.zeros(1, self._kernels.BEFORE)
        if view is not None:
            before["number"] = view.round_number
            before["looked"] = sum(1 << seat for seat in self.rules.seats if view.looked[seat])
            before["bids"][0, : self.rules.players] = [code.bid_number(bid) for bid in view.bids]
            for side, standing in enumerate(view.standings):
                before["total"][0, side] = standing.score
                before["bags"][0, side] = standing.bags
                before["sets"][0, side] = standing.sets
                before["sets_in_a_row"][0, side] = standing.sets_in_a_row
        places = kinds.ctypes.data, before.ctypes.data
        state: State = self._kernels.deal(self._address, int(dealer), *places)
        return state

    def sample(self, view: SeatView, count: int, seed: Any = 0) -> list[State]:
        """Return states that look the same to the seat of a view, each equally likely.

        The unseen cards are dealt to all places where they may be. `seed` is anything that
        `numpy.random.default_rng` takes.

        Raises:
            SpadesError: for rules by which cards change hands, for a view by other rules or
                outside a round, or if `count` is not a number up to a million.
        """
        self._check(view)
        moved = [phase.name for phase in phases_of(self.rules) if phase.name not in _PHASES]
        if moved or view.dealer is None:
            raise SpadesError(
                "search/sample",
                Message(
                    "cannot sample states of a round with {phases}; only rounds of bids and plays",
                    phases=", ".join(moved) or "no deal",
                ),
            )
        ready("spadille.fast.worlds")
        known = knowledge_of(view)
        number = in_range(count, 0, MOST_SAMPLES)
        if number is None:
            raise SpadesError(
                "search/count",
                Message(
                    "cannot sample {count} states: expected a number from 0 to {most}",
                    count=in_short(count),
                    most=MOST_SAMPLES,
                ),
            )
        dealt = Worlds([where for _, where in known.places], known.room).sample(number, seed)
        found = []
        for places in dealt.tolist():
            hands = [list(cards) for cards in known.played]
            hands[view.seat] += view.hand or ()
            rest: list[Card] = []
            for (card, _), place in zip(known.places, places, strict=True):
                (hands[place] if place < self.rules.players else rest).append(card)
            deal = Deal(tuple(map(tuple, hands)), tuple(rest), ())
            found.append(self._caught_up(self._dealt(deal, view.dealer, view), view))
        return found

    def observation(self, state: State, seat: int) -> NDArray[np.int8]:
        """Return what a seat observes, of shape `(SIZE,)`; `fields` splits it into named parts.

        Raises:
            IndexError: if no player sits there.
        """
        if seat not in self.rules.seats:
            raise IndexError(f"no player sits at {seat}")
        seen = np.zeros(SIZE, np.int8)
        self._kernels.observe(self._address, state, int(seat), seen.ctypes.data)
        return seen

    def mask(self, state: State) -> NDArray[np.int8]:
        """Return a one for each legal action, of shape `(ACTIONS,)`."""
        mask = np.zeros(numbers.ACTIONS, np.int8)
        mask[self.legal(state)] = 1
        return mask

    def action(self, view: SeatView, number: int) -> PlayerAction:
        """Return the action of a view with this number.

        Raises:
            SpadesError: if the seat of the view has no such action.
        """
        for action in (*view.options.actions, *view.options.aside):
            if number_of(action, view.bids[view.seat]) == number:
                return action
        raise SpadesError(
            "search/action", Message("the view has no action {number}", number=number)
        )

    def _caught_up(self, state: State, view: SeatView) -> State:
        """Return the state after the cards that have been played in the round in view."""
        for number in _plays(view):
            state = self.apply(state, number)
        return state


@lru_cache(maxsize=64)
def _alike(rules: Rules, others: Rules) -> bool:
    """Return True if rounds are the same under two rule sets, apart from groups in `_ANY`."""
    groups = group_titles().keys() - _ANY
    return all(getattr(rules.without_cut, name) == getattr(others, name) for name in groups)


def _plays(view: SeatView) -> Iterator[int]:
    """Yield the numbers of the cards played in a round."""
    for trick in (*view.tricks, *([view.trick] if view.trick else ())):
        low: Sequence[bool] = trick.low or (False,) * len(trick.cards)
        for card, called_low in zip(trick.cards, low, strict=False):
            yield numbers.LOW_ACE + card.suit if called_low else numbers.CARD + card.id


@lru_cache(maxsize=64)
def _stamp(rules: Rules, episode: Length, reward: Reward, scale: float) -> int:
    """Return a number that differs between states by different rules."""
    told = msgspec.json.encode((rules.options(), episode, reward, scale))
    return int.from_bytes(hashlib.sha256(told).digest()[:8], "big", signed=True)
