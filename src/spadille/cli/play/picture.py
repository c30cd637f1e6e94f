"""What the terminal shows of a view, without a widget: seats, sides, the trick, the hand."""

from typing import Literal

from msgspec import Struct

from ...game import Card, Message, Play, Seat, Suit, T, Trick, View
from ..side_names import side_name
from .prompts import Choice, choices_of, prompt_of
from .words import Words

Place = Literal["bottom", "left", "top", "right"]

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of suits in a hand, colours in turn."""

_PLAYED = {"play", "score", "over"}
"""The phases in which cards have been played in the round that is shown."""


class SeatPicture(Struct, frozen=True):
    """A seat around the table; `bid` and `taken` are empty as long as there is nothing to say."""

    name: str
    role: str
    bid: str
    taken: str
    deals: bool
    acts: bool


class SidePicture(Struct, frozen=True):
    """A side on the score board; `bidding` tells its contract and tricks, once there are any."""

    name: str
    mine: bool
    score: int
    bags: int
    bag_limit: int
    bidding: str


class TrickPicture(Struct, frozen=True):
    """Cards on the table in the order played; `winner` is the place that took them."""

    cards: tuple[tuple[Place, Card], ...]
    winner: Place | None
    winner_name: str


class Picture(Struct, frozen=True):
    """One moment of a game as the person at the terminal sees it.

    `mine` are the own cards in display order, None while they lie face down. `legal` are those
    that may be played. `marking` holds the numbers of cards that may be given away or swapped.
    `trick` is on the table, `last` the one before. `history` holds the points of each side by
    round.
    """

    title: str
    status: str
    seats: dict[Place, SeatPicture]
    sides: tuple[SidePicture, ...]
    trick: TrickPicture | None
    last: TrickPicture | None
    mine: tuple[Card, ...] | None
    hidden: int
    legal: frozenset[Card]
    marking: tuple[int, ...]
    offered: Card | None
    choices: tuple[Choice, ...]
    prompt: str
    my_turn: bool
    history: tuple[tuple[int, tuple[int, ...]], ...]


def picture_of(view: View, title: str, words: Words) -> Picture:
    """The picture of a seat's view; `title` names the rule set."""
    me = view.seat
    assert me is not None
    places = places_around(me, view.rules.players)
    complete = view.trick is None and bool(view.tricks)
    shown = view.tricks[-1] if complete else view.trick
    before = view.tricks[-2:-1] if complete else view.tricks[-1:]
    choose = view.options.choose
    return Picture(
        title=_title(view, title, words),
        status=_status(view, words),
        seats={places[seat]: _seat(view, seat, words) for seat in view.rules.seats},
        sides=tuple(_side(view, side, words) for side in range(len(view.sides))),
        trick=_trick(shown, places, words) if shown else None,
        last=_trick(before[0], places, words) if before else None,
        mine=None if view.hand is None else tuple(sorted(view.hand, key=_display_order)),
        hidden=view.hand_sizes[me],
        legal=frozenset(action.card for action in view.options.actions if isinstance(action, Play)),
        marking=choose.sizes if choose else (),
        offered=view.offered[0] if view.offered else None,
        choices=choices_of(view, words),
        prompt=prompt_of(view, words),
        my_turn=view.to_act == me,
        history=tuple(
            (result.number, tuple(side.points for side in result.sides)) for result in view.results
        ),
    )


def places_around(me: Seat, players: int) -> dict[Seat, Place]:
    """Where each seat is shown: the own one at the bottom, the others clockwise from there."""
    around: tuple[Place, ...] = (
        ("bottom", "top") if players == 2 else ("bottom", "left", "top", "right")
    )
    return {Seat((me + step) % players): place for step, place in enumerate(around)}


def _display_order(card: Card) -> tuple[int, int]:
    return SUIT_ORDER.index(card.suit), -card.rank


def _title(view: View, title: str, words: Words) -> str:
    parts = [title]
    if view.round:
        parts.append(words.say(T("Round {number}"), number=view.round))
    parts.append(words.say(T("to {target} points"), target=view.rules.end.target))
    return " · ".join(parts) if words.symbols else " - ".join(parts)


def _status(view: View, words: Words) -> str:
    if view.phase not in _PLAYED:
        return _draw(view, words)
    return words.say(T("spades are broken") if view.broken else T("spades are not broken"))


def _draw(view: View, words: Words) -> str:
    """What was drawn to find the first dealer, in order of the seats, before the first trick."""
    if view.round > 1 or not view.drawn_for_deal:
        return ""
    cards = " ".join(map(words.card, view.drawn_for_deal[-view.rules.players :]))
    return words.say(T("drawn for the deal: {cards}"), cards=cards)


def _seat(view: View, seat: Seat, words: Words) -> SeatPicture:
    bid = view.bids[seat]
    assert view.seat is not None
    role = ""
    if seat == view.seat:
        role = words.say(T("you"))
    elif seat == view.rules.partner(view.seat):
        role = words.say(T("your partner"))
    return SeatPicture(
        name=words.say(seat.spoken),
        role=role,
        bid="" if bid is None else words.say(T("bid: {bid}"), bid=words.bid(bid)),
        taken=words.say(Message.counted("one trick", "{n} tricks", view.won[seat]))
        if view.phase in _PLAYED
        else "",
        deals=seat == view.dealer,
        acts=seat == view.to_act,
    )


def _side(view: View, side: int, words: Words) -> SidePicture:
    return SidePicture(
        name=side_name(view.rules, side, words.lang),
        mine=view.seat in view.sides[side],
        score=view.standings[side].score,
        bags=view.standings[side].bags,
        bag_limit=view.rules.scoring.bag_limit,
        bidding=_bidding(view, side, words),
    )


def _bidding(view: View, side: int, words: Words) -> str:
    contract = view.contracts[side]
    taken = sum(view.won[seat] for seat in view.sides[side])
    if view.phase not in _PLAYED:
        return "" if contract is None else words.say(T("bids {contract}"), contract=contract)
    if contract is None:
        return words.say(T("no contract, won {taken}"), taken=taken)
    return words.say(T("contract {contract}, won {taken}"), contract=contract, taken=taken)


def _trick(trick: Trick, places: dict[Seat, Place], words: Words) -> TrickPicture:
    seats = list(places)
    first = seats.index(trick.leader)
    order = seats[first:] + seats[:first]
    return TrickPicture(
        cards=tuple((places[seat], card) for seat, card in zip(order, trick.cards, strict=False)),
        winner=None if trick.winner is None else places[trick.winner],
        winner_name="" if trick.winner is None else words.say(trick.winner.spoken),
    )
