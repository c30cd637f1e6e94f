"""A bot's knowledge about the table where it sits, based on the states that it received."""

from typing import Any

import msgspec
from msgspec import structs

from ...game import Message, RoundResult, SeatView, Trick
from ..wire.protocol import State


class Seen:
    """The last state, plus facts from earlier states that later ones do not repeat.

    `view` is the view for a bot. It is None before the game, and without a seat.
    """

    def __init__(self) -> None:
        self.state: State | None = None
        self.view: SeatView | None = None
        self._results: tuple[RoundResult, ...] = ()
        self._tricks: dict[tuple[int, int], Trick] = {}

    def take(self, message: dict[str, Any]) -> State:
        """Take in a state."""
        view = message["view"]
        state: State = _read({**message, "view": None}, State)
        self.state, self.view = state, None
        if view is not None:
            new = _read(view["results"], tuple[RoundResult, ...])
            self._results = (*self._results[: state.results_from], *new)
            if state.you is not None:
                seen: SeatView = _read({**view, "results": []}, SeatView)
                self.view = structs.replace(
                    seen, results=self._results, tricks=self._remembered(seen)
                )
        return state

    def _remembered(self, view: SeatView) -> tuple[Trick, ...]:
        """Return the tricks in the round; those that are now face down appear as seen earlier."""
        lying = enumerate(view.tricks)
        known = {(view.round_number, number): trick for number, trick in lying if trick.cards}
        kept = {key: trick for key, trick in self._tricks.items() if key[0] == view.round_number}
        self._tricks = kept | known
        return tuple(
            self._tricks.get((view.round_number, number), trick)
            for number, trick in enumerate(view.tricks)
        )


def _read(plain: Any, kind: Any) -> Any:
    return msgspec.convert(plain, kind, dec_hook=_sentence)


def _sentence(kind: type, text: Any) -> Any:
    if kind is Message:
        return Message(str(text))
    raise NotImplementedError(kind)
