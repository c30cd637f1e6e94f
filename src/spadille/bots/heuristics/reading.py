"""Turn a view during play into the setting and the position that the heuristics read."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache, lru_cache
from itertools import accumulate, chain
from operator import mul

from ...game import Bid, Card, Rules, Seat, SeatView, Trick, knowledge_of, tricks_begun, voids_shown
from ..order import Order, may_be_low, order_of
from .own_nil import note_duck
from .position import DECK, NONE, SUITS, Position, Setting
from .scores import set_scores
from .seeing import add_legal, see

_FACTORIALS = list(accumulate(chain([1.0], range(1, DECK)), mul))


def setting_of(
    view: SeatView, bids: tuple[Bid, ...] | None = None, *, aces_low: bool = False
) -> Setting:
    """Return the setting of the round in view, optionally with other bids for all seats."""
    rules = view.rules
    setting = copy(table_of(rules, trump=view.trump, aces_low=aces_low))
    made = bids or view.bids
    setting.bids = None not in made
    setting.bid = [bid.tricks if bid else 0 for bid in made]
    setting.nil = [int(bid is not None and bid.nil) for bid in made]
    setting.worth, setting.after = {}, {}
    setting.before, setting.loss, setting.whole, setting.stray = (
        [0.0] * rules.players for _ in range(4)
    )
    set_scores(setting, view, made)
    _set_knowledge(setting, view, order_of(rules, trump=view.trump, aces_low=aces_low))
    return setting


@lru_cache(maxsize=64)
def table_of(rules: Rules, *, trump: bool, aces_low: bool = False) -> Setting:
    """Return the parts of a setting that depend on neither bids nor scores."""
    setting = copy(cards_of(order_of(rules, trump=trump, aces_low=aces_low)))
    setting.players = rules.players
    setting.sides = len(rules.sides)
    setting.side = [rules.side_of(seat) for seat in rules.seats]
    setting.tricks = rules.tricks
    missed = 2 / 3 if rules.players == 2 else 1 - 1 / (rules.players - 1)
    setting.missed = list(powers(missed))
    setting.factorial = _FACTORIALS
    setting.team_nil = rules.nil.team
    setting.helps = rules.scoring.failed_nils_help
    return setting


@cache
def cards_of(order: Order) -> Setting:
    """Return only the part of a setting that is about the cards."""
    setting = Setting()
    setting.trump = NONE if order.trump is None else order.trump
    setting.deck = list(order.full)
    setting.top = list(order.top)
    for card, level in order.level.items():
        for bit in order.bits_of(card):
            setting.level[order.suit_of[card], bit] = level
            setting.above[order.suit_of[card], bit] = order.above[card]
    setting.ruffs = order.ruffs
    return setting


@cache
def powers(chance: float) -> tuple[float, ...]:
    """Return the powers of a chance from 0 up to the size of a deck."""
    return tuple(chance**times for times in range(DECK))


def _set_knowledge(setting: Setting, view: SeatView, order: Order) -> None:
    """Set the cards known to be out of play, or in other hands."""
    if not any((view.refused, view.given, view.exchanged, any(view.face_up), any(view.shown))):
        return
    setting.knows = True
    seats, suits = view.rules.seats, range(SUITS)
    setting.aside = {(seat, suit): 0 for seat in seats for suit in suits}
    setting.placed = {(by, seat, suit): 0 for by in seats for seat in seats for suit in suits}
    seen = order.mask([*_played(view), *(view.hand or ())])
    for card, holder, is_open in _known_cards(view):
        suit = order.suit_of[card]
        before = seen[suit]
        order.add(seen, card)
        for seat in seats if is_open else (view.seat,):
            if holder is None:
                setting.aside[seat, suit] |= seen[suit] ^ before
            elif holder != seat:
                setting.placed[seat, holder, suit] |= seen[suit] ^ before


def _known_cards(view: SeatView) -> Iterator[tuple[Card, Seat | None, bool]]:
    """Yield hidden cards that the seat knows about, who has them, and whether everyone knows.

    Cards out of play come first, and no one has them.
    """
    places = knowledge_of(view, lawful=False).places
    away = Counter(view.rules.deck_cards)
    for cards in (view.hand or (), _played(view), (card for card, _ in places)):
        away.subtract(cards)
    refused = Counter(view.refused) - Counter(view.received)
    for card in (*away.elements(), *refused.elements()):
        yield card, None, False
    holders = {1 << seat: seat for seat in view.rules.seats}
    for card, where in places:
        if (seat := holders.get(where)) is not None:
            is_open = card in view.shown[seat] or bool(view.face_up and card in view.face_up[seat])
            yield card, seat, is_open


def _played(view: SeatView) -> Iterator[Card]:
    for trick in tricks_begun(view):
        yield from trick.cards


def position_of(view: SeatView, *, aces_low: bool = False) -> Position:
    """Return the cards played and the seat's hand, which are all that it sees."""
    rules, position = view.rules, Position()
    order = order_of(rules, trump=view.trump, aces_low=aces_low)
    position.played = order.mask(_played(view))
    seen = list(position.played)
    for card in view.hand or ():
        order.add(seen, card)
    for suit, played in enumerate(position.played):
        position.hands[view.seat, suit] = seen[suit] & ~played
    for number, trick in enumerate(view.tricks):
        assert trick.winner is not None
        position.led_suit[number] = order.suit_of[trick.cards[0]]
        position.led_by[number] = trick.leader
        position.won_by[number] = trick.winner
    position.missing = voids_shown(view)
    position.sizes = list(view.hand_sizes)
    position.won = list(view.won)
    position.trick = len(view.tricks)
    gone = sum(mask.bit_count() for mask in position.played)
    position.hidden = max(0, len(rules.deck_cards) - gone - sum(view.hand_sizes))
    position.seat = view.seat
    _see_ducks(position, view, order)
    position.led = position.winner = position.best_suit = NONE
    if view.trick is not None:
        _see_trick(position, view.trick, order)
    return position


def _see_trick(position: Position, trick: Trick, order: Order) -> None:
    """Set the cards on the table, and the one that is winning."""
    led = order.ranking.led_suit(trick.cards)
    at = order.ranking.winning_index(trick.cards, trick.low)
    position.cards = len(trick.cards)
    position.led = NONE if led is None else led
    position.winner = (trick.leader + at) % len(position.sizes)
    position.best_suit = order.suit_of[trick.cards[at]]
    position.best_bit = order.bit_of(trick.cards[at])


def _see_ducks(position: Position, view: SeatView, order: Order) -> None:
    """Set the cards that players with live nils would have lost when they followed."""
    position.ducked = {(seat, suit): 0 for seat in view.rules.seats for suit in range(SUITS)}
    standing = {seat for seat, bid in enumerate(view.bids) if bid is not None and bid.nil}
    if not standing:
        return
    cards = cards_of(order)
    for trick in tricks_begun(view):
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at) % view.rules.players
            if at and seat in standing:
                before = Trick(trick.leader, trick.cards[:at], low=trick.low[:at])
                _see_trick(position, before, order)
                note_duck(cards, position, seat, order.suit_of[card], order.bit_of(card))
        if trick.winner is not None:
            standing.discard(trick.winner)
    position.cards = 0


def see_legal(
    setting: Setting, position: Position, view: SeatView, *, aces_low: bool = False
) -> tuple[Card, ...]:
    """Compute what the seat sees, and return the cards it may play, low to high, trumps last."""
    order = order_of(view.rules, trump=view.trump, aces_low=aces_low)
    legal = tuple(sorted(view.options.cards_to_play, key=order.low_to_high))
    see(setting, position)
    for card in legal:
        low = aces_low and may_be_low(view.rules, card)
        wins = view.trick is None or order.wins(view.trick, card, called_low=low)
        add_legal(setting, position, order.suit_of[card], order.bit_of(card), int(wins))
    return legal
