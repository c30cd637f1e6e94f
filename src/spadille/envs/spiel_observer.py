"""Observations and information states for OpenSpiel, made from those of `spadille-v0`."""

from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .extras import needs

with needs("pyspiel"):
    import pyspiel

from ..game import Rules, clockwise
from ..notation import action_numbers as numbers
from .action_space import CARD_BY_ID, meaning
from .memory import HIDDEN, Heard, Memory, most_heard
from .observation_layout import AT, FIELDS, PRIVATE, SIZE
from .tables import TwinEpisode

_BID = ("has_bid", "bid", "nil", "little_mo", "big_mo")


class _State(Protocol):
    episode: TwinEpisode

    def memory(self, player: int) -> Memory: ...


class SpielObserver:
    """Fills `tensor` from a state, and `dict` with the tensor's parts by name.

    The parts are the fields of `observation_layout`; those of `PRIVATE` have one row for each
    requested player. With perfect recall, `heard` follows. Its rows are a seat plus one and a
    number plus two; unused rows are zero, and a number that others hide is one.
    """

    def __init__(
        self,
        rules: Rules,
        kind: "pyspiel.IIGObservationType",
        params: Mapping[str, Any] | None = None,
    ) -> None:
        if params:
            raise ValueError(f"the observer of python_spadille takes no parameters, not {params}")
        self._rules = rules
        self._kind = kind
        self._rows = {
            pyspiel.PrivateInfoType.NONE: 0,
            pyspiel.PrivateInfoType.SINGLE_PLAYER: 1,
            pyspiel.PrivateInfoType.ALL_PLAYERS: rules.players,
        }[kind.private_info]
        shapes = dict(self._shapes())
        self.tensor: NDArray[np.float32] = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)
        private = len(PRIVATE), self._rows, numbers.CARDS
        end = rules.players + prod(private)
        self._private = self.tensor[rules.players : end].reshape(private)
        public = self.tensor[end:]
        self._public = public[: SIZE - AT.face_up if kind.public_info else 0]

    def set_from(self, state: _State, player: int) -> None:
        """Write what `player` observes of `state`."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        seen = state.episode.observation(player)
        self._public[:] = seen[AT.face_up :][: self._public.size]
        if not self._rows and state.episode.bids_lie_face_down:
            self._turn_own_bid_down()
        seats = clockwise(player, self._rules.players)
        for row, seat in enumerate(seats[: self._rows]):
            own = seen if seat == player else state.episode.observation(seat)
            self._private[:, row] = own[: AT.face_up].reshape(len(PRIVATE), numbers.CARDS)
        if "heard" in self.dict:
            for row, (actor, number) in enumerate(state.memory(player).of_this_deal):
                self.dict["heard"][row] = actor + 1, number + 2

    def string_from(self, state: _State, player: int) -> str:
        """Return the observation of `player` in words, with perfect recall if requested."""
        self.set_from(state, player)
        told = [
            f"{name}: {_text(part)}"
            for name, part in self.dict.items()
            if name != "heard" and part.any()
        ]
        if "heard" in self.dict:
            told.append(f"heard: {' '.join(map(_item, state.memory(player).heard))}")
        return "\n".join(told)

    def _turn_own_bid_down(self) -> None:
        """Turn bids that only their bidder knows face down, for the public observation."""
        if self._kind.public_info and not self.dict["blind"][0]:
            for name in _BID:
                self.dict[name][0] = 0

    def _shapes(self) -> "list[tuple[str, tuple[int, ...]]]":
        """Return the parts of the tensor; private ones come first, as in `FIELDS`."""
        shapes: list[tuple[str, tuple[int, ...]]] = [("player", (self._rules.players,))]
        if self._rows:
            shapes += [(name, (self._rows, *FIELDS[name])) for name in PRIVATE]
        if self._kind.public_info:
            shapes += [(name, shape) for name, shape in FIELDS.items() if name not in PRIVATE]
        if self._kind.perfect_recall and self._rows:
            shapes.append(("heard", (most_heard(self._rules), 2)))
        return shapes


def _text(part: NDArray[np.float32]) -> str:
    """Return the nonzero values, with cards by name."""
    words = []
    places = part.nonzero()
    for place, found in zip(np.transpose(places).tolist(), part[places].tolist(), strict=True):
        value = int(found)
        *seat, last = place
        where = f"{CARD_BY_ID[last]}" if part.shape[-1] == numbers.CARDS else f"{last}"
        prefix = f"{seat[0]}:" if seat and part.shape[0] > 1 else ""
        words.append(f"{prefix}{where}" if value == 1 else f"{prefix}{where}={value}")
    return " ".join(words)


@cache
def _item(heard: Heard) -> str:
    """Return a seat and its action in words; there are as many texts as seats times actions."""
    seat, number = heard
    return f"{seat}:{'?' if number == HIDDEN else meaning(number).replace(' ', '-')}"
