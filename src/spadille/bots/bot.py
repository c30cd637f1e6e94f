"""Define what a bot is, and the decisions, candidates and reasons it returns."""

from collections.abc import Sequence
from random import Random
from typing import Literal, Protocol

from msgspec import Struct, structs

from ..game import (
    Bid,
    BySeat,
    Message,
    PlayerAction,
    Seat,
    SeatView,
    SpadesError,
    View,
    in_short,
    seed_text,
)

Unit = Literal["points", "percent"]


class Chances(Struct, frozen=True):
    """How the round is expected to end after an action; `contracts` and `bags` are by side.

    `contracts` are the chances that each side makes its contract, and `nils` the chances that each
    seat's nil succeeds. `bags` are the average overtricks of each side. `win` is the chance that
    the side of the view wins the game, and is only computed on request. A value is None if it does
    not apply or cannot be shown.
    """

    contracts: Sequence[float | None]
    nils: BySeat[float | None]
    bags: Sequence[float | None]
    win: float | None = None


class Candidate(Struct, frozen=True):
    """An action that was compared: its value, the error of that value, and the expected results.

    With `points` as the unit, `value` is how many more points the seat's side should score in the
    round than the others, with each bag counted as its share of the penalty. With `percent` it is
    the chance to win the game. `error` is the standard error of `value`, or None if `value` is not
    an average over deals. `doubt` is the standard error of the gap between this candidate and the
    first; it is much smaller, because both were tried in the same deals. `chances` are None if they
    cannot be shown.
    """

    action: PlayerAction
    value: float
    error: float | None
    unit: Unit = "points"
    chances: Chances | None = None
    doubt: float | None = None


class Decision(Struct, frozen=True):
    """An action with its reason, a sentence that a learner can use.

    `candidates` are the actions that a bot has compared, if it compares any, best first.
    """

    action: PlayerAction
    reason: Message
    candidates: tuple[Candidate, ...] = ()


class Bot(Protocol):
    """A player that knows a view and nothing else.

    The same seed and view give the same decision. The view must be that of a seat with a decision
    to make.
    """

    def act(self, view: SeatView) -> PlayerAction:
        """Return the action the bot takes."""

    def decide(self, view: SeatView) -> Decision:
        """Return the same action, with its reason."""


class DecidingBot:
    """A bot that acts by deciding, which is what all of ours have in common."""

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed_text(seed)

    def act(self, view: SeatView) -> PlayerAction:
        """Return the action decided on; raise SpadesError without a view or without options."""
        given: object = view
        if not isinstance(given, View):
            message = Message(
                "{value} is not a seat's view of a game; get the view of the seat to act "
                "with {way}",
                value=in_short(given),
                way="game.view_to_act",
            )
            raise SpadesError("bots/no-view", message)
        if not view.options:
            message = Message("the seat of this view has nothing to decide now")
            raise SpadesError("bots/nothing-to-do", message)
        return self.decide(view).action

    def decide(self, view: SeatView) -> Decision:
        """Raise NotImplementedError; every bot overrides this."""
        raise NotImplementedError

    def cut(self, view: SeatView) -> Decision:
        """Return a random cut of the pack, since no one knows where any card is (D4)."""
        action = self._random(view).choice(view.options.actions)
        return Decision(action, Message("I cut anywhere."))

    def _random(self, view: SeatView) -> Random:
        """Return a source of chance determined by the seed and the point in the game.

        Equal seeds give equal games in every version, so nothing in this text may change.
        """
        moment = (
            _Written(f"<Seat.{view.seat.name}: {view.seat:d}>"),
            view.round_number,
            view.phase,
            len(view.tricks),
            view.trick.cards if view.trick else (),
            view.hand,
            view.offered,
            tuple(map(_written, view.bids)),
        )
        return Random(f"{self._seed}/{moment}")


class _Written(str):
    """A part of a seed, written as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def _written(bid: Bid | None) -> _Written:
    if bid is None:
        return _Written("None")
    tricks, nil, blind, mo = structs.astuple(bid)
    return _Written(f"Bid({tricks=}, {nil=}, {blind=}, {mo=})")


def bid_nil(view: SeatView, seat: Seat) -> bool:
    """Return True if `seat` bid nil."""
    bid = view.bids[seat]
    return bid is not None and bid.nil
