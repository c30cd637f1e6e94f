"""Many tables with one rule set: their memory, and the calls to the kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...fast import chance, encoding, kernel, ready, sharing
from ...fast.game import GAME, LEGAL
from ...game import IllegalActionError, Rules
from ..episode import Length, Reward, before_reset, served_rules
from .stepping import (
    MASK,
    PAID,
    STAY,
    VALUES,
    begin_chances,
    draw_actions,
    first_illegal,
    space_of,
    step_tables,
)


class Tables:
    """Many parallel games, each waiting for an action of the seat `to_act`.

    `masks` (tables, actions) and `observations` (tables, values) are that seat's legal actions and
    observation; without `observe`, there are no observations. `rewards`, `seat_rewards` and `ended`
    describe the last step.

    Raises:
        RulesError: for rules that the environments refuse.
    """

    def __init__(  # noqa: PLR0913 - the choices that there are
        self,
        count: int,
        rules: Rules | str,
        episode: Length,
        reward: Reward,
        *,
        observe: bool,
        scale: float = 1.0,
    ) -> None:
        self.rules = served_rules(rules)
        self.observes = observe
        spaces = space_of(self.rules, episode, reward, scale)
        ready("spadille.envs.tables.many")
        self._games = kernel.records(count, GAME)
        self._legal = kernel.records(count, LEGAL)
        paid = kernel.records(count, PAID)
        masks = kernel.records(count, MASK)
        observations = kernel.records(count if observe else 0, VALUES)
        self._actions = np.zeros(count, np.int64)
        self._key: np.uint64 | None = None
        self._draws = 0
        rewards = np.zeros(count)
        ended = np.zeros(count, np.bool_)
        to_act = np.zeros(count, np.int64)
        self._arrays = (
            spaces,
            self._games,
            self._legal,
            masks,
            observations,
            to_act,
            self._actions,
            rewards,
            paid,
            ended,
        )
        self._show()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy with views of its memory; copied views would have separate memory."""
        self.__dict__.update(state)
        self._show()

    def _show(self) -> None:
        _, _, _, masks, observations, to_act, _, rewards, paid, ended = self._arrays
        self.masks = _shown(masks["values"])
        self.observations = _shown(observations["values"])
        self.rewards = _shown(rewards)
        self.seat_rewards = _shown(paid["seats"][:, : self.rules.players])
        self.ended = _shown(ended)
        self.to_act = _shown(to_act)

    def begin(self, seed: int, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin an episode at every table, or only at those in `chosen`."""
        key = chance.key_of(seed)
        if chosen is None:
            self._key = key
            self._draws = 0
        self._actions[:] = STAY
        tables = np.ones(len(self._actions), np.bool_)
        if chosen is not None:
            tables[:] = chosen  # memory that this object owns, for which the functions are compiled
        begin_chances(self._games, key, tables)
        self.step()

    def check_begun(self) -> None:
        """Refuse to continue at tables that have not begun.

        Raises:
            IllegalActionError: before the first `begin`.
        """
        self._begun_with()

    def set_actions(self, actions: Any) -> None:
        """Take in the actions of the next step.

        Raises:
            IllegalActionError: if they are not one legal number for each table, or none has begun.
        """
        self._begun_with()
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise IllegalActionError(
                "envs/actions",
                "actions must be {count} whole numbers, one for each table",
                count=len(self._actions),
            )
        given = given.astype(np.int64, copy=False)
        wrong = first_illegal(self._legal, given)
        if wrong >= 0:
            legal = np.flatnonzero(self.masks[wrong])
            raise IllegalActionError(
                "envs/illegal-action",
                "at table {table}, {number} is not a legal action; legal actions: {legal}",
                table=wrong,
                number=int(given[wrong]),
                legal=", ".join(map(str, legal)),
            )
        self._actions[:] = given

    def step(self, shares: encoding.Numbers | None = None) -> bool:
        """Take the actions that were set; return True once every table is done.

        Threads that are given the same `fast.sharing.new_shares()` step the tables together. The
        result is False while another thread is still working on some tables.
        """
        scratch = np.empty(encoding.DECK, np.int64)
        shares = sharing.new_shares() if shares is None else shares
        return bool(step_tables(*self._arrays, scratch, shares))

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each table, each as likely as the others.

        Raises:
            IllegalActionError: if none has begun.
        """
        key = self._begun_with()
        self._draws += 1
        drawn = np.empty(len(self._actions), np.int64)
        draw_actions(self._legal, chance.key_of(f"{key}/{self._draws}"), drawn)
        return drawn

    def _begun_with(self) -> np.uint64:
        """Return the key from which all random states follow."""
        if self._key is None:
            raise before_reset()
        return self._key


def _shown(values: NDArray[Any]) -> NDArray[Any]:
    """Return the same memory, read-only, because kernels write only what has changed."""
    view = values.view()
    view.flags.writeable = False
    return view


def warm() -> None:
    """Compile the kernels of many tables, or load them from the cache."""
    tables = Tables(2, "standard", "round", "points", observe=True)
    tables.begin(0)
    tables.set_actions(tables.random_actions())
    tables.step()
