"""What to throw away when neither following nor ruffing."""

from ..game import TRUMP, Card, T
from .bot import Decision
from .rule import play
from .table import Table


def discard_the_least_useful(table: Table) -> Decision | None:
    """Keeps winners and the small cards that guard high ones; shortens short suits to ruff."""
    card = min(table.legal, key=lambda card: (_use(table, card), card.suit, card.rank))
    if table.count.length(card.suit) == 1 and card.suit is not TRUMP and table.count.length(TRUMP):
        return play(
            card, T("The {card} is of no use, and without it I can ruff {suit}."), suit=card.suit
        )
    return play(card, T("I throw the {card}: of all my cards it is least likely to win a trick."))


def _use(table: Table, card: Card) -> float:
    count = table.count
    length = count.length(card.suit)
    if card.suit is TRUMP:
        return 6.0 + card.rank
    if count.is_master(card):
        return 5.0 if count.outside(card.suit) else 4.0
    use = 0.1 * card.rank
    best = max((other for other in table.hand if other.suit is card.suit), key=lambda c: c.rank)
    guards = count.higher(best)
    if best is not card and guards <= 2 and length == guards + 1:
        use += 3.0 - guards
    if best is card and guards < length and guards <= 2:
        use += 3.5 - guards
    if count.length(TRUMP):
        use += 0.2 * length
    return use
