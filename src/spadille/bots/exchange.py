"""Which cards to give when a nil bidder and the partner exchange, and which to give back."""

from ..game import Card, Message, Pass, SeatView, Suit
from .bot import Decision
from .naming import named
from .nil_chance import most_dangerous
from .order import order_of


def decide_pass(view: SeatView) -> Decision:
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    if 0 in choose.sizes:
        cards = most_dangerous(choose.cards, count, order)
        return Decision(
            Pass(cards),
            Message(
                "My partner can use the {cards}: on a nil, high spades go first, then high "
                "cards with too little below them.",
                cards=named(cards),
            ),
        )

    def use(card: Card) -> tuple[int, int]:
        """What a card can do to cover a nil: low side cards least, any trump a lot."""
        suit = order.suit_of[card]
        level = -1 if suit is Suit.JOKERS else order.level[card]
        return level + 6 * order.is_trump(card), suit

    cards = tuple(sorted(choose.cards, key=use)[:count])
    return Decision(
        Pass(cards),
        Message(
            "I return the {cards}, which can lose any trick, and keep my high cards to cover "
            "the nil.",
            cards=named(cards),
        ),
    )
