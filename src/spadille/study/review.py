"""The review of a game: the value of each decision, given what its seat knew.

The value with all cards seen, and the luck of the cards, are reported separately.
"""

from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct, structs

from ..bots import Candidate, Expert, Unit
from ..game import (
    Bid,
    Card,
    Event,
    Game,
    Hand,
    Keep,
    Look,
    Message,
    Pass,
    Play,
    PlayerAction,
    Record,
    Seat,
    SeatView,
    Swap,
    hand_of,
)
from ..notation import repeat
from .advice import Mark, coach, mark_of

NODES = 300
"""The number of rounds played out for a decision by default."""

Area = Literal["bidding", "exchange", "own-nil", "covering", "attacking", "tricks", "bags"]

_Judged = Look | Bid | Keep | Swap | Pass | Play
"""The types of decisions that are judged."""


class Reviewed(Struct, frozen=True):
    """A decision and its cost.

    `event` is its place in the record; `trick` counts from 1 and is 0 before the play. `best` is
    what the reviewer would have done, for the reason given, and `loss` is how much better that is,
    in the unit of the candidates; `mark` says it in a word. `win` is the side's chance to win the
    game after the best action and after the one taken. `seen_loss` is the loss with all cards seen.
    Whatever cannot be shown is None. In a draft, the decision was about the cards `offered`.
    """

    event: int
    round: int
    trick: int
    seat: Seat
    phase: str
    area: Area
    action: PlayerAction
    best: PlayerAction
    reason: Message
    candidates: tuple[Candidate, ...]
    unit: Unit
    loss: float
    mark: Mark
    win: tuple[float | None, float | None] = (None, None)
    seen_loss: float | None = None
    offered: Hand = ()


def review(
    record: Record,
    *,
    seats: Collection[Seat] = (),
    first: int = 0,
    nodes: int = NODES,
    seed: int | str = 0,
) -> Iterator[Reviewed]:
    """Yield the decisions of some seats in order, or of all seats if none is named.

    It covers bids, plays, and cards given away, kept or swapped, from the event `first` on, if
    there was a choice to compare. Looking at the cards is covered only if a blind bid would have
    been better. The same record, nodes and seed give the same review. Each decision
    is judged by what its seat could see.

    Raises:
        IllegalActionError: at the first event that the rules do not allow.
        SpadesError: if `nodes` is not a whole number of at least 1.
    """
    reviewer = coach(nodes, seed)
    game = Game.new(record.rules, players=record.players)
    for number, event in enumerate(record.events):
        if number >= first and event.seat is not None and (not seats or event.seat in seats):
            found = _reviewed(reviewer, game, number, event)
            if found is not None:
                yield found
        game = repeat(game, event.action, event.seat)


def _reviewed(reviewer: Expert, game: Game, number: int, event: Event) -> Reviewed | None:
    seat, action = event.seat, event.action
    if seat is None or not isinstance(action, _Judged):
        return None
    if action not in game.legal_actions(seat) and Look() in game.legal_actions(seat):
        game = game.apply(Look(), seat)  # which older records lack; see `repeat`
    view = game.view(seat)
    options = structs.replace(view.options, tolerated=())  # a revoke does not count as good play
    if action not in options or (options.choose is None and len(options.actions) < 2):
        return None
    decision = reviewer.weigh(view, action)
    if not decision.candidates:
        return None
    best = decision.candidates[0]
    chosen = next((one for one in decision.candidates if _alike(one.action, action)), None)
    if chosen is None or (chosen is best and isinstance(action, Look)):
        return None
    loss = max(0.0, best.value - chosen.value)
    doubt = chosen.doubt or 0.0
    return Reviewed(
        event=number,
        round=view.round_number,
        trick=view.trick_number,
        seat=seat,
        phase=view.phase,
        area=_area(view),
        action=action,
        best=best.action,
        reason=decision.reason,
        candidates=decision.candidates,
        unit=best.unit,
        loss=loss,
        mark=mark_of(loss, doubt, best.unit),
        win=(_win(best), _win(chosen)),
        seen_loss=_seen_loss(reviewer, game, view, action),
        offered=view.offered,
    )


def _alike(one: PlayerAction, other: PlayerAction) -> bool:
    """Return True if both do the same thing, in whatever order they name the cards."""
    if isinstance(one, (Pass, Swap)) and isinstance(other, (Pass, Swap)):
        return hand_of(one.cards) == hand_of(other.cards)
    return one == other


def _win(candidate: Candidate) -> float | None:
    return candidate.chances.win if candidate.chances else None


def _seen_loss(reviewer: Expert, game: Game, view: SeatView, action: _Judged) -> float | None:
    if not isinstance(action, Play) or game.round is None:
        return None
    values: dict[Card, float] = reviewer.seen(view, game.round.hands)
    if len(values) < len(view.options.actions):
        return None
    return max(values.values()) - values[action.card]


_EXCHANGES = {"draft", "swap", "exchange"}
"""The phases in which cards come and go."""


def _area(view: SeatView) -> Area:
    """Return what the decision was about, choosing the gravest of several."""
    if view.hand is not None and view.phase in _EXCHANGES:
        return "exchange"
    if view.phase != "play":
        return "bidding"
    alive = {
        seat
        for seat, bid in enumerate(view.bids)
        if bid is not None and bid.nil and not view.won[seat]
    }
    if view.seat in alive:
        return "own-nil"
    side = view.rules.sides[view.rules.side_of(view.seat)]
    if alive.intersection(side):
        return "covering"
    if alive:
        return "attacking"
    contract = view.contracts[view.rules.side_of(view.seat)]
    won = sum(
        view.won[seat]
        for seat in side
        if view.rules.scoring.failed_nils_help or not ((bid := view.bids[seat]) and bid.nil)
    )
    return "tricks" if contract is None or won < contract else "bags"
