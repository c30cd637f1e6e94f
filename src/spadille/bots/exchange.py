"""Which cards to give when a nil bidder and the partner exchange, and which to give back."""

from ..game import TRUMP, Card, Message, Pass, T, View
from .bot import Decision
from .naming import named
from .nil_chance import most_dangerous


def decide_pass(view: View) -> Decision:
    choose = view.options.choose
    assert choose is not None
    assert view.seat is not None
    count = max(choose.sizes)
    bid = view.bids[view.seat]
    if bid is not None and bid.nil:
        cards = most_dangerous(choose.cards, count)
        return Decision(
            Pass(cards),
            Message(
                T(
                    "My partner can use the {cards}: on a nil, high spades go first, then high "
                    "cards with too little below them."
                ),
                cards=named(cards),
            ),
        )
    cards = tuple(sorted(choose.cards, key=_use)[:count])
    return Decision(
        Pass(cards),
        Message(
            T(
                "I return the {cards}, which can lose any trick, and keep my high cards to cover "
                "the nil."
            ),
            cards=named(cards),
        ),
    )


def _use(card: Card) -> tuple[int, int]:
    """How much a card can do for the partner of a nil: low side cards least, any spade a lot."""
    return card.rank + 6 * (card.suit is TRUMP), card.suit
