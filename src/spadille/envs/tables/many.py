"""Many tables of one rule set: their memory, and the calls of the kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...fast import ready
from ...game import AMOUNTS, RANKS, IllegalActionError, Message, Rules, Suit, parse_hand_test
from ..episode import Length, check_choice, served_rules
from .core import DECK, Numbers, codes_of, key_of, kinds_of, new_shares, records
from .state import LEGAL, MASK, PAID, SPACE, TABLE, VALUES
from .stepping import begin_chances, draw_actions, first_illegal, step_tables

_FACES = {RANKS.index(rank) for rank in "JQK"}
_DRAFTS = ("dealt", "pick_of_two", "keep_or_next", "keep_or_next_unseen")


class Tables:
    """So many tables, of which each waits for an action of the seat `to_act`.

    `masks` (tables, actions) and `observations` (tables, values) are what that seat may do and
    sees; without `observe` there are no observations. `rewards`, `seat_rewards` and `ended` tell of
    the last step.

    Raises:
        RulesError: for rules that the environments refuse.
    """

    def __init__(
        self, count: int, rules: Rules | str, episode: Length, *, outcome: bool, observe: bool
    ) -> None:
        self.rules = served_rules(rules)
        check_choice("episode", episode, Length)
        self.observes = observe
        ready("spadille.envs.tables")
        self._space = _space(self.rules, episode, outcome=outcome)
        self._tables = records(count, TABLE)
        self._legal = records(count, LEGAL)
        paid = records(count, PAID)
        masks = records(count, MASK)
        observations = records(count if observe else 0, VALUES)
        self._actions = np.zeros(count, np.int64)
        self._key = np.uint64(0)
        self._draws = 0
        self.masks = _shown(masks["values"])
        self.observations = _shown(observations["values"])
        rewards = np.zeros(count)
        ended = np.zeros(count, np.bool_)
        to_act = np.zeros(count, np.int64)
        self.rewards = _shown(rewards)
        self.seat_rewards = _shown(paid["seats"][:, : self.rules.players])
        self.ended = _shown(ended)
        self.to_act = _shown(to_act)
        self._arrays = (
            self._space,
            self._tables,
            self._legal,
            masks,
            observations,
            to_act,
            self._actions,
            rewards,
            paid,
            ended,
        )

    def begin(self, seed: int) -> None:
        """Begins an episode at every table."""
        self._key = key_of(seed)
        self._draws = 0
        begin_chances(self._tables, self._key)
        self.step()

    def set_actions(self, actions: Any) -> None:
        """Takes in the actions of the next step.

        Raises:
            IllegalActionError: when they are not one legal number for each table.
        """
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise IllegalActionError(
                "envs/actions",
                Message(
                    "the actions are {count} whole numbers, one for each table",
                    count=len(self._actions),
                ),
            )
        given = given.astype(np.int64, copy=False)
        wrong = first_illegal(self._legal, given)
        if wrong >= 0:
            legal = np.flatnonzero(self.masks[wrong])
            raise IllegalActionError(
                "envs/illegal-action",
                Message(
                    "at table {table}, {number} is not a legal action; legal are {legal}",
                    table=wrong,
                    number=int(given[wrong]),
                    legal=", ".join(map(str, legal)),
                ),
            )
        self._actions[:] = given

    def step(self, shares: Numbers | None = None) -> bool:
        """Takes the actions that were set; true when it is done at every table.

        Threads that are given the same `fast.sharing.new_shares()` step the tables together; false
        when another of them is not yet done with some.
        """
        scratch = np.empty(DECK, np.int64)
        shares = new_shares() if shares is None else shares
        return bool(step_tables(*self._arrays, scratch, shares))

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each table, each as likely as the others."""
        self._draws += 1
        drawn = np.empty(len(self._actions), np.int64)
        draw_actions(self._legal, key_of(f"{self._key}/{self._draws}"), drawn)
        return drawn


def _shown(values: NDArray[Any]) -> NDArray[Any]:
    """The same memory, to be read alone: kernels write only what has changed."""
    view = values.view()
    view.flags.writeable = False
    return view


def _space(rules: Rules, episode: Length, *, outcome: bool) -> Any:
    spaces = records(1, SPACE)
    space = spaces.view(np.recarray)[0]
    space.bare, space.code = codes_of(rules)
    for place, trump in enumerate((False, True)):
        kinds = kinds_of(rules, trump=trump)
        for kind, card in enumerate(kinds):
            space.card_of[place, kind] = card.id
            space.kind_of[place, card.id] = kind
        space.same[place] = all(card.id == kind for kind, card in enumerate(kinds))
    space.games = episode == "game"
    space.outcome = outcome
    space.method = _DRAFTS.index(rules.deal.method)
    space.swap_cards = rules.exchange.swap_cards
    space.face_up = rules.deal.face_up
    tests = ("one_spade", "no_spades", "no_faces", "seven_of_suit")
    space.deficient = sum(1 << tests.index(test) for test in set(rules.deal.deficient))
    test = parse_hand_test(rules.deal.deficient_when)
    program = [len(test)]
    for group in test:
        program.append(len(group))
        for each in group:
            program += [list(AMOUNTS).index(each.amount), each.low, each.high]
    space.hand_test[: len(program)] = program
    space.throw_ins = rules.deal.throw_ins
    kinds = kinds_of(rules, trump=True)
    for kind, card in enumerate(kinds):
        if card.suit <= Suit.SPADES:
            space.by_rank[card.rank] |= np.uint64(1 << kind)
    space.faces = sum(
        1 << kind
        for kind, card in enumerate(kinds)
        if card.suit <= Suit.SPADES and card.rank in _FACES
    )
    space.scored = episode == "game" or any(rules.end.start_scores)
    return spaces


def warm() -> None:
    """Compiles the kernels, or loads them from the cache."""
    for observe in (False, True):
        tables = Tables(2, "standard", "round", outcome=False, observe=observe)
        tables.begin(0)
        tables.set_actions(tables.random_actions())
        tables.step()
