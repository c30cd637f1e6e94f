"""The levels that try cards and bids in many sampled deals."""

from typing import Annotated, ClassVar

from msgspec import Meta, structs

from ...game import Bid, BySeat, Card, Hand, Keep, Pass, Play, PlayerAction, SeatView, Swap
from ..bot import DecidingBot, Decision
from ..heuristics.advising import decide_play
from ..intermediate import Intermediate
from .position import EXPERT, MASTER, MOST_ROLLOUTS, Position, Settings

_FOR_BIDS = ("spadille.bots.expert.kernels", "spadille.fast.worlds")
KERNELS = ("spadille.fast.solver", *_FOR_BIDS)
"""The modules whose compiled functions they use to search."""


class Expert(DecidingBot):
    """Plays and bids whatever works out best on average, and otherwise acts as `intermediate` does.

    `nodes` is how many rounds it rolls out for a decision, and `ms` how long it may take, in
    milliseconds. Without `ms`, equal seeds give equal decisions, however fast the machine is.
    """

    usual: ClassVar[Settings] = EXPERT

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: Annotated[int, Meta(ge=1, le=MOST_ROLLOUTS)] | None = None,
        ms: Annotated[float, Meta(gt=0)] | None = None,
    ) -> None:
        super().__init__(seed)
        self._settings = self.usual.limited(nodes, ms)
        self._adviser = Intermediate(seed)

    def decide(self, view: SeatView) -> Decision:
        """Return the best card or bid on average, and otherwise the `intermediate` action."""
        return self._decide(view, self._adviser.decide(view), self._settings)

    def weigh(self, view: SeatView, *also: PlayerAction) -> Decision:
        """Return the same decision, for callers that want to know more about it.

        The candidates always include the chance to win the game, and are given whenever actions can
        be compared. `also` adds actions that would otherwise not be considered. If an action beats
        every card, such as claiming the rest, the candidates still describe the cards. Exchanges
        and drafts are compared separately; alternatives are chosen only if they are clearly better.
        """
        settings = structs.replace(self._settings, also=also, win=True)
        advice = self._adviser.decide(view)
        if view.hand is not None and isinstance(advice.action, Pass | Keep | Swap):
            return self._tried(view, advice, settings)
        decision = self._decide(view, advice, settings)
        if view.phase != "play" or isinstance(decision.action, Play):
            return decision
        cards = self._decide(view, decide_play(view), settings)
        return Decision(decision.action, decision.reason, cards.candidates)

    def seen(self, view: SeatView, hands: BySeat[Hand]) -> dict[Card, float]:
        """Return the values of the legal cards when everyone sees all hands; see `values_seen`."""
        from ...fast import ready  # noqa: PLC0415
        from .endings import values_seen  # noqa: PLC0415

        ready(*KERNELS)
        return values_seen(view, hands)

    def _decide(self, view: SeatView, advice: Decision, settings: Settings) -> Decision:
        """Return the card or bid that works out best; anything else as advised."""
        seen = view.hand is not None and len(view.options.actions) > 1
        if seen and isinstance(advice.action, Play | Bid):
            return self._tried(view, advice, settings)
        return advice

    def _tried(self, view: SeatView, advice: Decision, settings: Settings) -> Decision:
        """Return the best of all actions of the same kind as the advised one."""
        from ...fast import ready  # noqa: PLC0415 - Numba takes its time
        from .exchange import weigh_gifts, weigh_keep, weigh_swap  # noqa: PLC0415
        from .search import weigh_bids, weigh_cards  # noqa: PLC0415

        ready(*(_FOR_BIDS if isinstance(advice.action, Bid) else KERNELS))
        position = Position(view, settings, self._random(view).getrandbits(63))
        match advice.action:
            case Play():
                return weigh_cards(position, advice)
            case Bid():
                return weigh_bids(position, advice)
            case Pass():
                return weigh_gifts(position, advice)
            case Keep():
                return weigh_keep(position, advice)
            case _:
                return weigh_swap(position, advice)


class Master(Expert):
    """The same bot as `Expert`, with more time for each decision."""

    usual: ClassVar[Settings] = MASTER
