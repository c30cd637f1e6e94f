"""What one seat may know of a game: the only way out to players, bots and spectators."""

from typing import Any

from msgspec import Struct, structs

from .actions import Bid, Say
from .cards import Card, Hand
from .charges import Judgement
from .ending import Outcome
from .options import Options
from .printed import heading, seat_lines, trick_line
from .round import Round
from .round_parts import ThrownIn
from .scoring import SideScore, Standing
from .seats import BySeat, Seat, Side
from .sight import Sight, sight_of


class RoundResult(Struct, frozen=True):
    """A finished round: bids and tricks by seat, and the score of each side."""

    number: int
    dealer: Seat
    bids: BySeat[Bid]
    won: BySeat[int]
    sides: tuple[SideScore, ...]


class View(Sight, frozen=True):
    """A game as `seat` sees it; `seat` is None for a spectator.

    No field can hold a card that the seat may not see. `round` counts from 1; 0 is before the first
    deal. `phase` is one of draw, deal, cut, draft, swap, look, kitty, bidding, adjust, trump,
    exchange, play, award, settle, score and over.
    `offered` are the cards a drafting seat decides about, `stock` counts the undrawn ones, or those
    of a pack to be cut. `redeals` are the proven revokes for which the cards of the round were
    dealt anew. `drawn_for_deal` are the cards that found the first dealer. `options` are the seat's
    legal actions.
    """

    sides: tuple[Side, ...]
    round: int
    phase: str
    dealer: Seat | None
    to_act: Seat | None
    looked: BySeat[bool]
    bids: BySeat[Bid | None]
    contracts: tuple[int | None, ...]
    won: BySeat[int]
    broken: bool
    offered: Hand
    stock: int
    drawn_for_deal: tuple[Card, ...]
    standings: tuple[Standing, ...]
    results: tuple[RoundResult, ...]
    options: Options
    outcome: Outcome | None
    kitty: int
    kitty_taker: Seat | None
    thrown_in: tuple[ThrownIn, ...]
    said: BySeat[Say | None]
    judgements: tuple[Judgement, ...]
    redeals: tuple[Judgement, ...]
    claimed: Seat | None
    time_up: bool

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else self.seat.letter
        return f"<View of {whose}: {self._heading}>"

    def __str__(self) -> str:
        hands: list[Hand | int] = [
            shown or size for shown, size in zip(self.shown, self.hand_sizes, strict=True)
        ]
        if self.seat is not None and self.hand is not None:
            hands[self.seat] = self.hand
        lines = [self._heading, *seat_lines(self.bids, self.won, hands)]
        if self.trick is not None:
            lines.append(trick_line(self.trick.leader, self.trick.cards))
        return "\n".join(lines)

    @property
    def _heading(self) -> str:
        return heading(self.round, self.phase, self.to_act, self.standings)


class SeatView(View, frozen=True):
    """A game as somebody sees it who sits at the table; what bots get."""

    seat: Seat


def view_of(round: Round, seat: Seat | None, *, to_act: Seat | None, **of_game: Any) -> View:
    """The view of `seat` on a round; of a spectator when it is None.

    `of_game` are the fields that the round does not tell.
    """
    return (View if seat is None else SeatView)(
        **structs.asdict(sight_of(round, seat)),
        **of_game,
        to_act=to_act,
        sides=round.rules.sides,
        round=round.number,
        looked=round.looked,
        bids=round.bids,
        contracts=round.contracts,
        won=round.won,
        broken=round.broken,
        offered=_offered(round, seat) if seat is not None and to_act == seat else (),
        stock=len(round.pack.stock),
        kitty=len(round.pack.kitty),
        kitty_taker=round.pack.kitty_taker,
        thrown_in=round.talk.thrown_in,
        said=round.talk.said,
        judgements=round.conduct.judgements,
        redeals=round.conduct.redeals,
        claimed=round.conduct.claimed,
    )


def _offered(round: Round, seat: Seat) -> Hand:
    """The card that a drafting seat decides about, or both of which it keeps one (N2 to N4)."""
    if not round.pack.stock or not round.looked[seat]:
        return ()
    return round.pack.stock[: 2 if round.rules.deal.method == "pick_of_two" else 1]
