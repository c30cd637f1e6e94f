"""What one seat may know of a game: the only way out to players, bots and spectators."""

from typing import TYPE_CHECKING

from msgspec import Struct

from .actions import Bid
from .cards import Card, Hand
from .ending import Outcome
from .options import Options
from .round import Round
from .rules import Rules
from .scoring import SideScore, Standing
from .seats import BySeat, Seat, Side
from .tricks import Trick

if TYPE_CHECKING:
    from .game import Game


class RoundResult(Struct, frozen=True):
    """A finished round: bids and tricks by seat, and the score of each side."""

    number: int
    dealer: Seat
    bids: BySeat[Bid]
    won: BySeat[int]
    sides: tuple[SideScore, ...]


class Exchanged(Struct, frozen=True):
    """How many cards went from one seat to another, or, with no receiver, were put away."""

    giver: Seat
    receiver: Seat | None
    count: int


class View(Struct, frozen=True):
    """A game as `seat` sees it; `seat` is None for a spectator.

    No field can hold a card that the seat may not see. `hand` is None until the seat has looked.
    `round` counts from 1; 0 is before the first deal. `phase` is one of draw, deal, draft, swap,
    bidding, exchange, play, score and over. `offered` is the card a drafting seat decides about,
    `refused` are the cards it has turned down, `stock` counts the undrawn ones. `drawn_for_deal`
    are the cards that found the first dealer. `tricks` are the finished tricks of the round and
    `trick` the one on the table. `options` are the seat's legal actions.
    """

    seat: Seat | None
    rules: Rules
    sides: tuple[Side, ...]
    round: int
    phase: str
    dealer: Seat | None
    to_act: Seat | None
    hand: Hand | None
    hand_sizes: BySeat[int]
    looked: BySeat[bool]
    bids: BySeat[Bid | None]
    contracts: tuple[int | None, ...]
    won: BySeat[int]
    broken: bool
    trick: Trick | None
    tricks: tuple[Trick, ...]
    offered: Card | None
    refused: Hand
    stock: int
    exchanged: tuple[Exchanged, ...]
    given: Hand
    received: Hand
    drawn_for_deal: tuple[Card, ...]
    standings: tuple[Standing, ...]
    results: tuple[RoundResult, ...]
    options: Options
    outcome: Outcome | None


def view_of(game: "Game", seat: Seat | None) -> View:
    """The view of `seat` on `game`; of a spectator when it is None."""
    round = game.round or Round.begin(game.rules, 0, Seat.NORTH, game.standings, "deal")
    in_play = round.phase in {"play", "score"}
    return View(
        seat=seat,
        rules=game.rules,
        sides=game.rules.sides,
        round=round.number,
        phase=game.phase,
        dealer=game.dealer,
        to_act=game.to_act,
        hand=round.hands[seat] if seat is not None and round.looked[seat] else None,
        hand_sizes=tuple(len(hand) for hand in round.hands),
        looked=round.looked,
        bids=round.bids,
        contracts=round.contracts,
        won=round.won,
        broken=round.broken,
        trick=Trick(round.leader, round.trick) if in_play and round.trick else None,
        tricks=round.tricks,
        offered=_offered(game, round, seat),
        refused=round.refused[seat] if seat is not None else (),
        stock=len(round.stock),
        exchanged=tuple(
            Exchanged(transfer.giver, transfer.receiver, len(transfer.cards))
            for transfer in round.transfers
        ),
        given=_given(round, seat),
        received=_received(round, seat),
        drawn_for_deal=game.drawn_for_deal,
        standings=game.standings,
        results=game.results,
        options=game.options(seat) if seat is not None else Options(),
        outcome=game.outcome,
    )


def _offered(game: "Game", round: Round, seat: Seat | None) -> Card | None:
    if seat is None or game.to_act != seat or not round.stock or not round.looked[seat]:
        return None
    return round.stock[0]


def _given(round: Round, seat: Seat | None) -> Hand:
    return tuple(
        card
        for transfer in round.transfers
        if transfer.giver == seat and seat is not None
        for card in transfer.cards
    )


def _received(round: Round, seat: Seat | None) -> Hand:
    if seat is None:
        return ()
    passed = tuple(
        card for transfer in round.transfers if transfer.receiver == seat for card in transfer.cards
    )
    return passed + round.replaced[seat]
