"""Positions for bots: the view of the seat to act when only some hands matter."""

from random import Random
from typing import Any

from spadille.bots import load
from spadille.bots.bot import Decision
from spadille.game import (
    NIL,
    PACK,
    Bid,
    Card,
    Deal,
    Game,
    Hand,
    Look,
    Pass,
    Play,
    Rules,
    Seat,
    SeatView,
    hand_of,
)
from support.positions import Before, BidLike, bid, cards_of, play, waiting_for_deal

ANY_LEAD = Rules().with_options({"play.lead_spades": "any"})
"""Spades may be led at any time."""

FOUR = NORTH, EAST, SOUTH, WEST = tuple(Seat)[:4]


def held(text: str) -> Hand:
    """Return `AK2.QJ.T98.7654` (spades, hearts, diamonds, clubs) as a hand."""
    suits = text.split(".")
    return hand_of(
        Card(letter + rank) for letter, ranks in zip("SHDC", suits, strict=True) for rank in ranks
    )


def game_at(  # noqa: PLR0913 - everything a position can differ in
    hands: dict[Seat, str],
    *bids: BidLike,
    plays: str = "",
    rules: Rules | None = None,
    dealer: Seat = WEST,
    before: tuple[Before, ...] = (),
    given: str = "",
) -> Game:
    """Return a game at a decision of a seat that has looked at its cards.

    Hands that are not given share the rest of the pack. `before` has the scores and bags of the
    sides, and `given` the cards that a nil bidder passes.
    """
    game = waiting_for_deal(rules or Rules(), dealer, *before).apply(dealt(hands))
    game = bid(game, *bids)
    if given:
        game = game.apply(Pass(cards_of(given)))
    game = play(game, plays)
    if Look() in game.legal_actions():
        game = game.apply(Look())
    return game


def position(hands: dict[Seat, str], *bids: BidLike, **options: Any) -> SeatView:
    """Return the view of the seat to act, see `game_at`."""
    return game_at(hands, *bids, **options).view_to_act


def dealt(hands: dict[Seat, str]) -> Deal:
    """Return a deal with these hands; the rest of the pack is always dealt the same way."""
    known = {seat: held(text) for seat, text in hands.items()}
    rest = [card for card in PACK if not any(card in hand for hand in known.values())]
    Random(1).shuffle(rest)
    for seat in FOUR:
        known.setdefault(seat, ())
        missing = 13 - len(known[seat])
        known[seat] = hand_of((*known[seat], *rest[:missing]))
        del rest[:missing]
    return Deal(tuple(known[seat] for seat in FOUR))


LEVEL = "intermediate"
"""The level of the bot that decides in these positions; a test may use another one."""


def decide(view: SeatView) -> Decision:
    return load(LEVEL).decide(view)


def card_played(view: SeatView) -> str:
    action = decide(view).action
    assert isinstance(action, Play)
    return str(action.card)


def bid_made(view: SeatView) -> Bid:
    action = decide(view).action
    assert isinstance(action, Bid)
    return action


def bids_nil(view: SeatView) -> bool:
    return bid_made(view) == NIL
