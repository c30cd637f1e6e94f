"""The level `expert`: tries its cards and bids in many deals that fit what it sees."""

from typing import Annotated

from msgspec import Meta

from ...game import Bid, Play, SeatView
from ..bot import DecidingBot, Decision
from ..intermediate import Intermediate

NODES = 2000
"""Rounds that are played out for a decision, when nothing else is said."""

KERNELS = ("spadille.fast.solver", "spadille.bots.expert.kernels", "spadille.fast.worlds")
"""What it thinks with."""


class Expert(DecidingBot):
    """Plays and bids what turns out best on average; does all else as `intermediate` does.

    `nodes` is how many rounds it plays out for a decision, and `ms` how long it may do so in
    milliseconds. Without `ms` equal seeds make equal decisions, however fast the machine is.
    """

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: Annotated[int, Meta(ge=1, le=1_000_000)] = NODES,
        ms: Annotated[float, Meta(gt=0)] | None = None,
    ) -> None:
        super().__init__(seed)
        self._nodes = nodes
        self._ms = ms
        self._adviser = Intermediate(seed)

    def decide(self, view: SeatView) -> Decision:
        advice = self._adviser.decide(view)
        if view.hand is None or len(view.options.actions) == 1:
            return advice
        match view.phase, advice.action:
            case "play", Play():
                from ...fast import ready  # noqa: PLC0415 - Numba takes its time
                from .play import weigh_cards as weigh  # noqa: PLC0415
            case "bidding", Bid():
                from ...fast import ready  # noqa: PLC0415
                from .bids import weigh_bids as weigh  # noqa: PLC0415
            case _:
                return advice
        ready(*KERNELS)
        return weigh(view, advice, self._nodes, self._ms, self._random(view).getrandbits(63))
