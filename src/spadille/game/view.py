"""What one seat may know of a game: the only way out to players, bots and spectators."""

from typing import TYPE_CHECKING

from msgspec import Struct

from .actions import Bid, Say
from .cards import Card, Hand, hand_of
from .charges import Judgement
from .ending import Outcome
from .options import Options
from .phases.exchanging import waiting_gift
from .round import Round, ThrownIn
from .rules import Rules
from .scoring import SideScore, Standing
from .seats import BySeat, Seat, Side
from .tricks import Trick
from .unseen import open_cards, open_hands

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
    `round` counts from 1; 0 is before the first deal. `phase` is one of draw, deal, cut, draft,
    swap, look, kitty, bidding, adjust, trump, exchange, play, award, settle, score and over.
    `offered` are the cards a drafting seat decides about, `refused` those it has turned down,
    `stock` counts the undrawn ones, or those of a pack to be cut. `received` and `given` are the
    own cards of an exchange, a swap or a kitty.
    `face_up` are the cards in hands that were dealt open, `shown` the hands that lie open.
    `redeals` are the proven revokes for which the cards of the round were dealt anew.
    `drawn_for_deal` are the cards that found the first dealer. `tricks` are the finished tricks of
    the round and `trick` the one on the table. `options` are the seat's legal actions.
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
    offered: Hand
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
    trump: bool
    face_up: BySeat[Hand]
    kitty: int
    kitty_taker: Seat | None
    thrown_in: tuple[ThrownIn, ...]
    said: BySeat[Say | None]
    judgements: tuple[Judgement, ...]
    redeals: tuple[Judgement, ...]
    claimed: Seat | None
    shown: BySeat[Hand]
    time_up: bool


def view_of(game: "Game", seat: Seat | None) -> View:
    """The view of `seat` on `game`; of a spectator when it is None."""
    round = game.round or Round.begin(game.rules, 0, Seat.NORTH, game.standings, "deal")
    in_play = round.phase in {"play", "award", "settle", "score"}
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
        trick=Trick(round.leader, round.trick, low=round.low) if in_play and round.trick else None,
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
        trump=round.trump,
        face_up=() if round.phase in {"deal", "look"} else _still_held(round),
        kitty=len(round.kitty),
        kitty_taker=round.kitty_taker,
        thrown_in=round.thrown_in,
        said=round.said,
        judgements=round.judgements,
        redeals=round.redeals,
        claimed=round.claimed,
        shown=_shown(round),
        time_up=game.time_up,
    )


def _still_held(round: Round) -> BySeat[Hand]:
    """Of each seat, the cards that were dealt face up and are in its hand."""
    return tuple(
        hand_of(open_cards(round, Seat(seat)).elements()) for seat in range(len(round.face_up))
    )


def _shown(round: Round) -> BySeat[Hand]:
    """The hands that lie open: all after a claim that stands, else those of wrong claimants."""
    open_seats = open_hands(round)
    if round.claimed is not None:
        open_seats = set(round.rules.seats)
    return tuple(hand if seat in open_seats else () for seat, hand in enumerate(round.hands))


def _offered(game: "Game", round: Round, seat: Seat | None) -> Hand:
    """The card that a drafting seat decides about, or both of which it keeps one (N2 to N4)."""
    if seat is None or game.to_act != seat or not round.stock or not round.looked[seat]:
        return ()
    return round.stock[: 2 if round.rules.deal.method == "pick_of_two" else 1]


def _given(round: Round, seat: Seat | None) -> Hand:
    passed = tuple(
        card
        for transfer in round.transfers
        if transfer.giver == seat and seat is not None
        for card in transfer.cards
    )
    return passed + round.discards if seat is not None and round.kitty_taker == seat else passed


def _received(round: Round, seat: Seat | None) -> Hand:
    if seat is None:
        return ()
    waiting = waiting_gift(round)
    passed = tuple(
        card
        for transfer in round.transfers
        if transfer.receiver == seat and transfer is not waiting
        for card in transfer.cards
    )
    kitty = round.kitty if round.kitty_taker == seat else ()
    return passed + round.replaced[seat] + kitty
