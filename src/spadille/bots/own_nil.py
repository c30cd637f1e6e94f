"""Playing my own nil: lose every trick, and lose the dangerous cards in them."""

from ..game import Card, Suit, T
from .bot import Decision
from .nil_chance import most_dangerous
from .rule import Rule, play
from .table import Table

_UNRUFFED = 0.3
"""The chance that nobody ruffs a lead that nobody can follow, while spades are out."""


def winning_danger(table: Table, card: Card) -> float:
    """How likely a card is to win a trick in its suit that the others would rather I won."""
    if table.suit(card) is Suit.JOKERS:
        return 0.0
    higher = table.count.higher(card)
    lower = table.count.lower(card)
    if higher + lower == 0:
        ruffed = not table.is_trump(card) and table.count.trumps_outside()
        return _UNRUFFED if ruffed else 1.0
    missed = table.count.missed
    return float(missed**higher * (1 - missed**lower) ** 2)


def lead_the_safest(table: Table) -> Decision | None:
    if not table.leads:
        return None
    card = min(table.legal, key=lambda card: (winning_danger(table, card), table.level(card)))
    return play(card, T("I bid nil: the {card} is my lead that is most likely to be beaten."))


def slip_under(table: Table) -> Decision | None:
    if not table.follows or not table.losing:
        return None
    return play(
        table.losing[-1],
        T("I bid nil: the {card} is the highest card I can lose under the {best}."),
        best=table.best,
    )


def throw_the_worst(table: Table) -> Decision | None:
    """Off suit, the card that endangers the nil most goes."""
    if table.follows or not table.losing:
        return None
    losing = set(table.losing)
    worst_first = most_dangerous(table.hand, len(table.hand), table.order, table.count.missed)
    worst = next(card for card in worst_first if card in losing)
    return play(worst, T("I bid nil and cannot follow: the {card} is my most dangerous card."))


def hope_for_cover(table: Table) -> Decision | None:
    if table.last:
        return None
    card = min(table.legal, key=lambda card: (winning_danger(table, card), table.level(card)))
    return play(
        card,
        T("I bid nil but must beat the {best}: the {card} may still be covered."),
        best=table.best,
    )


def let_the_highest_go(table: Table) -> Decision | None:
    return play(
        max(table.legal, key=table.level),
        T("This trick is mine whatever I play, so my highest card goes: the {card}."),
    )


OWN_NIL: tuple[Rule, ...] = (
    lead_the_safest,
    slip_under,
    throw_the_worst,
    hope_for_cover,
    let_the_highest_go,
)
"""For a seat whose own nil still stands."""
