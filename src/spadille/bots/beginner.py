"""The level `beginner`: counts its high cards, and plays high when that wins."""

from collections import Counter
from collections.abc import Iterable

from ..game import (
    NIL,
    Adjust,
    Agree,
    Award,
    Bid,
    Card,
    Choose,
    Keep,
    Look,
    Message,
    NoTrump,
    Play,
    SeatView,
    Suit,
)
from .bot import DecidingBot, Decision, bid_nil
from .certain import certain_tricks
from .order import Order, may_be_low, order_of

KING, QUEEN, JACK = 1, 2, 3
"""How far these ranks usually are from the highest card of a suit."""

_LONG = 5
_BOTH = 2
_SPADES = 3


class Beginner(DecidingBot):
    """Looks only at its cards and the trick on the table."""

    def decide(self, view: SeatView) -> Decision:
        """Return a decision from the cards of the seat and the trick on the table."""
        if view.phase == "cut":
            return self.cut(view)
        if view.hand is None:
            return Decision(Look(), Message("I want to see my cards before I bid."))
        choose = view.options.choose
        if choose is not None:
            return _give(view, choose)
        match view.phase:
            case "draft":
                return _keep(view)
            case "bidding":
                return _bid(view)
            case "adjust":
                return _adjust(view)
            case "trump":
                return Decision(NoTrump(wanted=False), Message("I am used to spades being trump."))
            case "award":
                return _award(view)
            case "settle":
                return Decision(Agree(), Message("I have not seen a revoke."))
            case _:
                return _play(view)


def _order(view: SeatView) -> Order:
    return order_of(view.rules, trump=view.trump)


def _keep(view: SeatView) -> Decision:
    order = _order(view)
    card, *others = view.offered
    if others and _strength(order, others[0]) > _strength(order, card):
        return Decision(Keep("next"), Message("The {card} is higher.", card=others[0]))
    if others or order.is_trump(card) or _is_high(order, card, QUEEN):
        return Decision(Keep("first"), Message("The {card} is a high card or a spade.", card=card))
    return Decision(Keep("next"), Message("The next card may be better."))


def _bid(view: SeatView) -> Decision:
    hand = view.hand or ()
    order = _order(view)
    bids = [
        bid
        for bid in view.options.actions
        if isinstance(bid, Bid) and not bid.nil and not bid.mo and bid.tricks
    ]
    certain = certain_tricks(view)
    if NIL in view.options and (not bids or (not certain and _is_harmless(order, hand))):
        return Decision(NIL, Message("There is nothing high in this hand: nil."))
    partners = bool(view.rules.partners(view.seat))
    counted = max(1, plain_count(hand, order, partners=partners))
    tricks = max(counted, certain)
    bid = min(bids, key=lambda bid: (abs(bid.tricks - tricks), bid.tricks), default=Bid(0))
    if bid.tricks != tricks:
        return Decision(bid, Message("The closest bid to my high cards that I may make."))
    if tricks > counted:
        return Decision(bid, Message("I win this many tricks whatever the others hold."))
    if partners:
        return Decision(
            bid,
            Message(
                "One trick for each ace and king, for a queen below both of them, and for each "
                "spade after the third."
            ),
        )
    return Decision(
        bid,
        Message(
            "One trick for each ace, for a king in a suit that is not long, because I "
            "have no partner, and for each spade after the third."
        ),
    )


def _adjust(view: SeatView) -> Decision:
    """Keep the bid, unless a partner has started a change that must be completed."""
    steps = [action.by for action in view.options.actions if isinstance(action, Adjust)]
    by = min(steps, key=abs)
    if by == 0:
        return Decision(Adjust(0), Message("I keep my bid."))
    return Decision(Adjust(by), Message("I complete the change my partner started."))


def _is_high(order: Order, card: Card, least: int) -> bool:
    return order.suit_of[card] is not Suit.JOKERS and order.from_top(card) <= least


def _is_harmless(order: Order, hand: tuple[Card, ...]) -> bool:
    """Return True if a hand has nothing above a ten, and few spades or none."""
    return not any(_is_high(order, card, JACK) for card in hand) and (
        sum(order.is_trump(card) for card in hand) <= 2
    )


def _strength(order: Order, card: Card) -> tuple[int, bool]:
    """Return how high a card is; junk jokers are below everything else."""
    if order.suit_of[card] is Suit.JOKERS:
        return -1, False
    return order.level[card], order.is_trump(card)


def _give(view: SeatView, choose: Choose) -> Decision:
    """Return the cards to give: a nil bidder's highest, or anyone else's lowest."""
    order = _order(view)
    count = max(choose.sizes)
    low_to_high = sorted(choose.cards, key=lambda card: _strength(order, card))
    if bid_nil(view, view.seat):
        cards = tuple(low_to_high[-count:])
        reason = Message("High cards hurt a nil.")
    else:
        cards = tuple(low_to_high[:count])
        reason = (
            Message("These are my lowest cards.")
            if choose.purpose == "discard"
            else Message("Low cards help my partner to lose tricks.")
        )
    return Decision(choose.action(cards), reason)


def _play(view: SeatView) -> Decision:
    order = _order(view)
    cards = view.options.cards_to_play
    low_to_high = sorted(cards, key=lambda card: (order.is_trump(card), order.level[card], card.id))
    if bid_nil(view, view.seat) and not view.won[view.seat]:
        return _avoid(view, order, low_to_high)
    if view.trick is None:
        longest = _longest(order, cards)
        lead = max(
            (card for card in cards if order.suit_of[card] is longest),
            key=order.level.__getitem__,
        )
        return Decision(Play(lead), Message("I lead high from my longest suit."))
    winners = [card for card in low_to_high if order.wins(view.trick, card)]
    if winners and order.is_trump(winners[0]):
        return Decision(Play(winners[0]), Message("A spade wins this trick."))
    if winners:
        return Decision(Play(winners[-1]), Message("My highest card wins this trick so far."))
    return Decision(Play(low_to_high[0]), Message("I cannot win this trick: my lowest card."))


def _award(view: SeatView) -> Decision:
    others = [Award(seat) for seat in view.rules.partners(view.seat) if not bid_nil(view, seat)]
    if bid_nil(view, view.seat) and others and others[0] in view.options:
        return Decision(others[0], Message("I bid nil, so the tricks are for my partner."))
    return Decision(Award(view.seat), Message("I take the tricks myself."))


def _avoid(view: SeatView, order: Order, low_to_high: list[Card]) -> Decision:
    low_aces = [card for card in low_to_high if may_be_low(view.rules, card)]
    if view.trick is not None:  # a low ace of spades ruffs as well as any other
        low_aces = [card for card in low_aces if not order.wins(view.trick, card, called_low=True)]
    if low_aces:
        return Decision(Play(low_aces[0], low=True), Message("I bid nil, so I call my ace low."))
    if view.trick is None:
        return Decision(Play(low_to_high[0]), Message("I bid nil, so I lead my lowest card."))
    losers = [card for card in low_to_high if not order.wins(view.trick, card)]
    if losers:
        card = max(losers, key=order.level.__getitem__)
        return Decision(Play(card), Message("I bid nil: my highest card that does not win."))
    return Decision(Play(low_to_high[0]), Message("I bid nil, but I have nothing lower."))


def _longest(order: Order, cards: tuple[Card, ...]) -> Suit:
    lengths = Counter(order.suit_of[card] for card in cards)
    return max(lengths, key=lambda suit: (suit is not order.trump, lengths[suit], suit))


def plain_count(hand: Iterable[Card], order: Order, *, partners: bool) -> int:
    """Count aces and kings, and each lower spade after the third.

    With a partner, who may help if a suit is ruffed, also count a queen below both of them, unless
    the suit is long. Without one, count no king of a long suit.
    """
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[order.suit_of[card]].append(card)
    del suits[Suit.JOKERS]
    tricks = 0
    for suit, cards in suits.items():
        places = [order.from_top(card) for card in cards]
        high = sum(place <= KING for place in places)
        if suit is order.trump:
            tricks += high + max(0, len(cards) - high - _SPADES)
        elif partners:
            long = len(cards) >= _LONG
            tricks += high + (high == _BOTH and not long) * places.count(QUEEN)
        else:
            long = len(cards) >= _LONG
            tricks += high - long * places.count(KING)
    return tricks
