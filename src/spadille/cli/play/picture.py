"""The terminal's picture of a view, independent of widgets: seats, sides, the trick, the hand."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from ...game import (
    Card,
    Hand,
    Look,
    Message,
    Play,
    PlayerAction,
    Seat,
    Suit,
    T,
    Trick,
    View,
    clockwise,
    ranking_of,
)
from ..wording import side_name
from .choices import Answer, choices_of
from .prompts import notes_of, prompt_of
from .voice import Voice

Place = Literal["bottom", "left", "upper-left", "top", "upper-right", "right"]

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.JOKERS)
"""The order of suits in a hand, with alternating colors."""

_AROUND: dict[int, tuple[Place, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "upper-left", "upper-right", "right"),
    6: ("bottom", "left", "upper-left", "top", "upper-right", "right"),
}
"""The places by the number of players, clockwise from the person's place."""

_PLAYED = {"play", "award", "settle", "score", "over"}
"""The phases in which cards have been played in the round that is shown."""


class SeatPicture(Struct, frozen=True):
    """A seat around the table; `bid` and `taken` are empty while there is nothing to show."""

    name: str
    role: str
    bid: str
    taken: str
    deals: bool
    acts: bool


class SidePicture(Struct, frozen=True):
    """A side on the score board; `bidding` shows its contract and tricks, once there are any.

    `losses` say how close it is to losing the game by sets or revokes.
    """

    name: str
    mine: bool
    score: int
    bags: int
    bag_limit: int
    bidding: str
    losses: tuple[str, ...]


class TrickPicture(Struct, frozen=True):
    """Cards on the table in the order played; `winner` is the place that won them."""

    cards: tuple[tuple[Place, Card], ...]
    winner: Place | None
    winner_name: str


class ScoredSide(Struct, frozen=True):
    """The score of a side in the latest round, with its parts."""

    name: str
    points: int
    lines: tuple[tuple[int, str], ...]


class Picture(Struct, frozen=True):
    """One moment of a game, as seen by the person at the terminal.

    `mine` are the player's cards in display order, or None while they lie face down. `legal` cards
    may be played; `tolerated` ones break the rules but may be played anyway. `came` are the cards
    received from a partner, the discards or the kitty. `marking` is True if the player may mark
    cards to give away. `trick` is the one on the table, and `last` the one before. `history` holds
    the points of each side by round, and `scored` the parts of the latest round's score. `besides`
    is True if there are optional actions, and `may_look` if the player may turn up their cards
    before their turn.
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
    tolerated: frozenset[Card]
    came: frozenset[Card]
    marking: bool
    offered: Hand
    choices: tuple[Answer, ...]
    prompt: str
    my_turn: bool
    history: tuple[tuple[int, tuple[int, ...]], ...]
    scored: tuple[ScoredSide, ...]
    notes: tuple[str, ...]
    besides: bool
    may_look: bool


def picture_of(view: View, title: str, voice: Voice) -> Picture:
    """Return the picture of a seat's view; `title` names the rule set."""
    me = view.seat
    assert me is not None
    places = places_around(me, view.rules.players)
    complete = view.trick is None and bool(view.tricks)
    shown = view.tricks[-1] if complete else view.trick
    before = view.tricks[-2:-1] if complete else view.tricks[-1:]
    return Picture(
        title=_title(view, title, voice),
        status=_status(view, voice),
        seats={places[seat]: _seat(view, seat, voice) for seat in view.rules.seats},
        sides=tuple(_side(view, side, voice) for side in range(len(view.sides))),
        trick=_trick(shown, places, voice) if shown else None,
        last=_trick(before[0], places, voice) if before and before[0].cards else None,
        mine=None if view.hand is None else _in_order(view, view.hand),
        hidden=view.hand_sizes[me],
        legal=_cards(view.options.actions),
        tolerated=_cards(view.options.tolerated),
        came=frozenset() if view.phase in _PLAYED else frozenset(view.received),
        marking=view.options.choose is not None,
        offered=view.offered,
        choices=choices_of(view, voice),
        prompt=prompt_of(view, voice),
        my_turn=view.to_act == me,
        history=tuple(
            (result.number, tuple(side.points for side in result.sides)) for result in view.results
        ),
        scored=_scored(view, voice),
        notes=notes_of(view, voice),
        besides=bool(view.options.aside),
        may_look=view.to_act != me and Look() in view.options,
    )


def _cards(actions: Iterable[PlayerAction]) -> frozenset[Card]:
    """Return the cards that may be played."""
    return frozenset(action.card for action in actions if isinstance(action, Play))


def plays_of(card: Card, actions: Iterable[PlayerAction]) -> list[Play]:
    """Return the ways to play a card: one, or two if an ace may be called low."""
    return [action for action in actions if isinstance(action, Play) and action.card == card]


def places_around(me: Seat, players: int) -> dict[Seat, Place]:
    """Return where each seat is shown: the person's at the bottom, the others clockwise."""
    return dict(zip(clockwise(me, players), _AROUND[players], strict=True))


def _in_order(view: View, hand: Hand) -> tuple[Card, ...]:
    """Return the cards grouped by the suit they belong to in play, high to low."""
    ranking = ranking_of(view.rules, trump=view.trump)
    return tuple(
        sorted(
            hand,
            key=lambda card: (SUIT_ORDER.index(ranking.suit_of[card]), -ranking.power[card]),
        )
    )


def _title(view: View, title: str, voice: Voice) -> str:
    parts = [title]
    if view.round_number:
        parts.append(voice.say("Round {number}", number=view.round_number))
    if view.rules.target is not None:
        parts.append(voice.say("to {target} points", target=view.rules.target))
    return " · ".join(parts) if voice.symbols else " - ".join(parts)


def _status(view: View, voice: Voice) -> str:
    if view.phase not in _PLAYED:
        return _draw(view, voice)
    if not view.trump:
        return ""  # spades may be led like any other suit
    return voice.say(T("spades are broken") if view.broken else T("spades are not broken"))


def _draw(view: View, voice: Voice) -> str:
    """Return the cards drawn to find the first dealer, by seat, until the first trick."""
    if view.round_number > 1 or not view.drawn_for_deal:
        return ""
    if view.rules.deal.first_suit is not None:
        card = voice.card(view.drawn_for_deal[-1])
        seat = Seat((len(view.drawn_for_deal) - 1) % view.rules.players)
        return voice.say("{seat} turned up {card} and deals", seat=seat, card=card)
    cards = " ".join(map(voice.card, view.drawn_for_deal))
    return voice.say("drawn for the deal: {cards}", cards=cards)


def _seat(view: View, seat: Seat, voice: Voice) -> SeatPicture:
    bid = view.bids[seat]
    assert view.seat is not None
    role = ""
    if seat == view.seat:
        role = voice.say("you")
    elif seat in view.rules.partners(view.seat):
        role = voice.say("your partner")
    return SeatPicture(
        name=voice.say(seat.spoken),
        role=role,
        bid="" if bid is None else voice.say("bid: {bid}", bid=voice.bid(bid)),
        taken=voice.say(Message.counted("one trick", "{n} tricks", view.won[seat]))
        if view.phase in _PLAYED
        else "",
        deals=seat == view.dealer,
        acts=seat == view.to_act,
    )


def _side(view: View, side: int, voice: Voice) -> SidePicture:
    return SidePicture(
        name=side_name(view.rules, side, voice.lang),
        mine=view.seat in view.sides[side],
        score=view.standings[side].score,
        bags=view.standings[side].bags,
        bag_limit=view.rules.scoring.bag_limit,
        bidding=_bidding(view, side, voice),
        losses=tuple(map(voice.say, _losses(view, side))),
    )


def _losses(view: View, side: int) -> Iterator[Message]:
    """Yield a side's sets and revokes, if these can lose it the game."""
    end, standing = view.rules.end, view.standings[side]
    if end.sets_to_lose:
        yield Message("sets: {count} of {limit}", count=standing.sets, limit=end.sets_to_lose)
    if end.sets_in_a_row:
        yield Message(
            "sets in a row: {count} of {limit}",
            count=standing.sets_in_a_row,
            limit=end.sets_in_a_row,
        )
    limit = view.rules.enforcement.revokes_to_lose
    if limit and standing.revokes:
        yield Message("revokes: {count} of {limit}", count=standing.revokes, limit=limit)


def _bidding(view: View, side: int, voice: Voice) -> str:
    contract = view.contracts[side]
    taken = sum(view.won[seat] for seat in view.sides[side])
    if view.phase not in _PLAYED:
        return "" if contract is None else voice.say("bids {contract}", contract=contract)
    if contract is None:
        return voice.say("no contract, won {taken}", taken=taken)
    return voice.say("contract {contract}, won {taken}", contract=contract, taken=taken)


def _scored(view: View, voice: Voice) -> tuple[ScoredSide, ...]:
    return tuple(
        ScoredSide(
            side_name(view.rules, side, voice.lang),
            scored.points,
            tuple((line.points, voice.say(line.text)) for line in scored.lines),
        )
        for side, scored in enumerate(view.results[-1].sides if view.results else ())
    )


def _trick(trick: Trick, places: dict[Seat, Place], voice: Voice) -> TrickPicture:
    order = clockwise(trick.leader, len(places))
    return TrickPicture(
        cards=tuple((places[seat], card) for seat, card in zip(order, trick.cards, strict=False)),
        winner=None if trick.winner is None else places[trick.winner],
        winner_name="" if trick.winner is None else voice.say(trick.winner.spoken),
    )
