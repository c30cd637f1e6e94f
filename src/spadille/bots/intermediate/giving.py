"""Choose cards to give away: to a partner for a nil, and into the kitty (D12)."""

from collections.abc import Iterable, Sequence

from ...game import Card, Discard, Message, Pass, SeatView, Suit, T, listed, without
from ..bot import Decision, bid_nil
from ..order import Order, order_of
from .hand_value import own_value
from .nil_chance import most_dangerous, nil_chance

_SURE_NIL = 0.85

_DANGEROUS = T("With a nil, the {cards} would be dangerous.")


def decide_pass(view: SeatView) -> Decision:
    """Return the cards to give: dangerous ones from a nil bidder, low ones from the partner."""
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    if 0 in choose.sizes:
        cards = most_dangerous(choose.cards, count, order)
        if any(bid_nil(view, mate) for mate in view.rules.partners(view.seat)):
            return Decision(Pass(cards), Message(_DANGEROUS, cards=named(cards)))
        return Decision(
            Pass(cards),
            Message(
                "My partner can use the {cards}: with a nil, high spades go first, then high "
                "cards with too few low ones below them.",
                cards=named(cards),
            ),
        )

    cards = tuple(least_to_cover(choose.cards, order)[:count])
    return Decision(
        Pass(cards),
        Message(
            "I return the {cards}, which can lose any trick, and keep my high cards to cover "
            "the nil.",
            cards=named(cards),
        ),
    )


def least_to_cover(cards: Iterable[Card], order: Order) -> list[Card]:
    """Order cards by their usefulness for covering a nil: low side cards least, trumps most."""

    def use(card: Card) -> tuple[int, int]:
        suit = order.suit_of[card]
        level = -1 if suit is Suit.JOKERS else order.level[card]
        return level + 6 * order.is_trump(card), suit

    return sorted(cards, key=use)


def decide_discard(view: SeatView) -> Decision:
    """Discard dangerous cards for a nil, or else those that the hand can best do without."""
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    dangerous = most_dangerous(choose.cards, count, order)
    if bid_nil(view, view.seat):
        return _discard(dangerous, _DANGEROUS)
    harmless = without(choose.cards, dangerous)
    alone = not view.rules.partners(view.seat)
    undecided = view.bids[view.seat] is None and view.rules.nil.allowed
    whole_round = view.won[view.seat] or view.rules.deal.leftover == "kitty_and_round"
    if undecided and not whole_round and nil_chance(harmless, view.rules, alone=alone) >= _SURE_NIL:
        return _discard(dangerous, T("Without the {cards} this hand should be good for a nil."))
    return _discard(
        _least_useful(view, choose.cards, count),
        T("I discard the {cards}: the remaining cards take the most tricks."),
    )


def _discard(cards: tuple[Card, ...], template: str) -> Decision:
    return Decision(Discard(cards), Message(template, cards=named(cards)))


def _least_useful(view: SeatView, hand: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """Return cards chosen one by one so that the hand is worth the most without them."""
    order = order_of(view.rules, trump=view.trump)
    rest = hand
    gone: list[Card] = []
    for _ in range(count):
        worst = max(
            rest,
            key=lambda card: (
                order.suit_of[card] is Suit.JOKERS,
                own_value(view, without(rest, [card])).tricks,
                not order.is_trump(card),
                -order.level[card],
            ),
        )
        rest = without(rest, [worst])
        gone.append(worst)
    return tuple(gone)


def named(cards: Sequence[Card]) -> Card | Message:
    """Return one or more cards as a parameter of a message.

    >>> str(named([Card.SA, Card.H2, Card.C3]))
    'ace of spades, 2 of hearts and 3 of clubs'
    """
    *others, last = cards
    if not others:
        return last
    return Message("{cards} and {card}", cards=listed(others), card=last)
