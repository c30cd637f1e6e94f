"""Tables at which one seat waits for the learner's action, and kernels play the others."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...fast import encoding, kernel, ready, sharing
from ...game import (
    Message,
    Problem,
    Rules,
    RulesError,
    Seat,
    clockwise,
    coverage,
    in_short,
    phases_of,
)
from ..episode import Length, Reward, one_each, seat_of, served_rules
from ..tables import Tables
from .kernels import step_against
from .records import SEEN, network_of, silent_network, work_of

OPPONENTS = ("random", "beginner", "heuristics", "intermediate")
"""The players that kernels know, from weak to strong."""

_PHASES = {"deal", "bidding", "play"}


class TablesAgainst(Tables):
    """Tables like those of `Tables`, each waiting for an action of the same `seat`.

    `others` are the players of the other seats, clockwise from its left, from `OPPONENTS`.
    """

    def __init__(  # noqa: PLR0913 - the choices that there are
        self,
        count: int,
        rules: Rules,
        episode: Length,
        reward: Reward,
        *,
        observe: bool,
        scale: float,
        seat: Seat,
        others: Sequence[str],
    ) -> None:
        super().__init__(count, rules, episode, reward, observe=observe, scale=scale)
        ready("spadille.envs.opponents")
        self._players = np.zeros(encoding.SEATS, np.int64)
        seats = [int(other) for other in clockwise(seat, self.rules.players)[1:]]
        self._players[seats] = [1 + OPPONENTS.index(name) for name in others]
        self._seen = kernel.records(count, SEEN)
        self._networks = np.concatenate([silent_network(), network_of(self.rules)])
        self._idle: list[tuple[Any, Any]] = []

    def step(self, shares: encoding.Numbers | None = None) -> bool:
        """Take the actions that were set, and let the others act; see `Tables.step`."""
        try:
            work, networks = self._idle.pop()
        except IndexError:
            work, networks = work_of(self.rules), self._networks.copy()
        scratch = np.empty(encoding.DECK, np.int64)
        shares = sharing.new_shares() if shares is None else shares
        done = step_against(
            *self._arrays, scratch, shares, self._players, self._seen, work, networks
        )
        self._idle.append((work, networks))
        return bool(done)


def tables_against(  # noqa: PLR0913 - the choices that there are
    count: int,
    rules: Rules | str,
    episode: Length,
    reward: Reward,
    *,
    observe: bool,
    scale: float = 1.0,
    seat: int = 0,
    others: str | Sequence[str],
) -> TablesAgainst:
    """Return tables for one learner; `others` is one player for all other seats, or one for each.

    Raises:
        RulesError: for rules or players that the kernels do not know.
    """
    rules = served_rules(rules)
    chair = seat_of(rules, seat)
    players = one_each(rules, others)
    if problems := list(_problems(rules, players)):
        raise RulesError(*problems)
    return TablesAgainst(
        count, rules, episode, reward, observe=observe, scale=scale, seat=chair, others=players
    )


def _problems(rules: Rules, others: Sequence[str]) -> Iterator[Problem]:
    """Yield why kernels cannot play the other seats.

    They know neither cards that move between hands or lie open, nor two packs.
    """
    for name in dict.fromkeys(others):
        if name not in OPPONENTS:
            message = Message(
                "others must be {known}, not {value}; for other bots, use "
                'gymnasium.make_vec with vectorization_mode="sync"',
                known=" | ".join(OPPONENTS),
                value=in_short(name),
            )
            yield Problem("envs/others", message)
    unknown = [str(reason) for reason in coverage.PLAYOUTS.unknown(rules)]
    unknown += [phase.name for phase in phases_of(rules) if phase.name not in _PHASES]
    if rules.deck.packs != 1 or rules.deal.face_up:
        unknown.append("deck.packs" if rules.deck.packs != 1 else "deal.face_up")
    if rules.deck.joker_role != "trump" or rules.play.duty != "none":
        unknown.append("deck.joker_role" if rules.play.duty == "none" else "play.duty")
    if unknown:
        message = Message(
            "the vector environment cannot play the other seats by these rules ({why}); use "
            'gymnasium.make_vec with vectorization_mode="sync"',
            why=", ".join(unknown),
        )
        yield Problem("envs/others-rules", message)
