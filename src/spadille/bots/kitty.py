"""The kitty: which cards to put away (D12)."""

from ..game import Card, Discard, Message, SeatView, Suit, T, without
from .bot import Decision
from .naming import named
from .nil_chance import most_dangerous, nil_chance
from .order import order_of
from .own_value import own_value
from .standing_nil import bid_nil

_SURE_NIL = 0.85


def decide_discard(view: SeatView) -> Decision:
    """For a nil what is dangerous goes, else what the hand can best do without."""
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    dangerous = most_dangerous(choose.cards, count, order)
    if bid_nil(view, view.seat):
        return _discard(dangerous, T("On a nil the {cards} would be dangerous."))
    harmless = without(choose.cards, dangerous)
    alone = not view.rules.partners(view.seat)
    undecided = view.bids[view.seat] is None and view.rules.nil.allowed
    whole_round = view.won[view.seat] or view.rules.deal.leftover == "kitty_and_round"
    if undecided and not whole_round and nil_chance(harmless, view.rules, alone=alone) >= _SURE_NIL:
        return _discard(dangerous, T("Without the {cards} this hand should be good for a nil."))
    return _discard(
        _least_useful(view, choose.cards, count),
        T("I put the {cards} away: the rest takes most tricks without."),
    )


def _discard(cards: tuple[Card, ...], template: str) -> Decision:
    return Decision(Discard(cards), Message(template, cards=named(cards)))


def _least_useful(view: SeatView, hand: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """The cards, one after the other, without which the hand is worth most."""
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
