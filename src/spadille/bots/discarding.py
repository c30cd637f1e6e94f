"""What to throw away when neither following nor ruffing."""

from ..game import Card, Suit, T
from .bot import Decision
from .rule import play
from .table import Table


def discard_the_least_useful(table: Table) -> Decision | None:
    """Keeps winners and the small cards that guard high ones; shortens short suits to ruff."""
    card = min(
        table.legal, key=lambda card: (_use(table, card), table.suit(card), table.level(card))
    )
    suit = table.suit(card)
    if table.count.length(suit) == 1 and suit < Suit.SPADES and table.trump_length:
        return play(
            card, T("The {card} is of no use, and without it I can ruff {suit}."), suit=suit
        )
    return play(card, T("I throw the {card}: of all my cards it is least likely to win a trick."))


def _use(table: Table, card: Card) -> float:
    count = table.count
    suit = table.suit(card)
    length = count.length(suit)
    if suit is Suit.JOKERS:
        return -1.0
    if table.is_trump(card):
        return 6.0 + table.level(card)
    if count.is_master(card):
        return 5.0 if count.outside(suit) else 4.0
    use = 0.1 * table.level(card)
    best = max((other for other in table.hand if table.suit(other) is suit), key=table.level)
    guards = count.higher(best)
    if best is not card and guards <= 2 and length == guards + 1:
        use += 3.0 - guards
    if best is card and guards < length and guards <= 2:
        use += 3.5 - guards
    if table.trump_length:
        use += 0.2 * length
    return use
