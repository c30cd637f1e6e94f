"""Leading to a trick, when tricks are wanted."""

from ..game import Suit, T
from .bot import Decision
from .rule import Rule, play
from .table import Table

_SAFE = 0.7


def cash_winner(table: Table) -> Decision | None:
    """A side suit's highest card while nobody is likely to be void."""
    winners = [card for card in table.masters(trumps=False) if table.holds(card) >= _SAFE]
    if not winners:
        return None
    card = min(winners, key=lambda card: (table.holds(card), -table.level(card)))
    return play(
        card,
        T("The {card} is high: it wins now, and later {suit} may be ruffed."),
        suit=table.suit(card),
    )


def draw_trumps(table: Table) -> Decision | None:
    """Takes the opponents' spades away when mine outlast them."""
    spades = table.trumps
    out = table.count.trumps_outside()
    masters = table.masters(trumps=True)
    if not spades or not masters or not out:
        return None
    if all(table.count.has_no_trump(seat) for seat in table.opponents):
        return None
    has_winners = bool(table.masters(trumps=False))
    if not (len(spades) > out or (has_winners and 2 * len(spades) >= out)):
        return None
    return play(
        masters[0],
        T("I draw trumps with the {card}: nobody should ruff what I have left."),
    )


def give_a_ruff(table: Table) -> Decision | None:
    """Leads a suit in which the partner is void and the opponents are not."""
    count = table.count
    ruffers = [mate for mate in table.mates if not count.has_no_trump(mate)]
    suits = [
        card
        for card in table.legal
        if not table.is_trump(card)
        and any(count.known_void(mate, table.suit(card)) for mate in ruffers)
        and all(count.void_chance(seat, table.suit(card)) < 0.5 for seat in table.opponents)
    ]
    if not suits:
        return None
    card = min(suits, key=table.level)
    return play(
        card, T("My partner has no {suit}: the {card} gives him a ruff."), suit=table.suit(card)
    )


def return_his_suit(table: Table) -> Decision | None:
    """What the partner led first, and did not win with a high card, he may be able to ruff now."""
    count = table.count
    ruffers = [mate for mate in table.mates if not count.has_no_trump(mate)]
    for trick in table.view.tricks:
        led = table.suit(trick.cards[0])
        if trick.leader not in ruffers or led is table.trump or trick.winner == trick.leader:
            continue
        cards = table.in_suit(led)
        if not cards or count.known_void(trick.leader, led):
            continue
        if all(count.void_chance(seat, led) < 0.4 for seat in table.opponents):
            top = cards[-1]
            return play(
                top if table.count.is_master(top) else cards[0],
                T("I return my partner's suit with the {card}: he may have led from shortness."),
            )
    return None


def lead_a_singleton(table: Table) -> Decision | None:
    """To ruff the next round of the suit with a spade that would win nothing else."""
    small = [card for card in table.hand if table.is_trump(card) and table.count.higher(card) >= 2]
    if not small or len(small) > 4:
        return None
    singles = [
        card
        for card in table.legal
        if not table.is_trump(card)
        and table.count.length(table.suit(card)) == 1
        and 2 * table.count.outside(table.suit(card)) >= table.order.size(table.suit(card)) - 1
        and table.count.higher(card) != 1
    ]
    if not singles:
        return None
    card = min(singles, key=table.level)
    return play(card, T("The {card} is my only card of its suit: I can ruff the next round."))


def cash_spades(table: Table) -> Decision | None:
    """Enough sure spades to make the contract: take it home."""
    masters = table.masters(trumps=True)
    if (
        not masters
        or not table.needs.ours
        or len(masters) < table.needs.ours
        or table.needs.left > 4
    ):
        return None
    return play(masters[0], T("My spades are high: with the {card} I bring the contract home."))


def lead_from_length(table: Table) -> Decision | None:
    """Low from the side suit that gives away least."""
    suits = [suit for suit in Suit if suit is not table.trump and table.in_suit(suit)]
    if not suits:
        return None
    suit = min(suits, key=lambda suit: (_cost(table, suit), suit))
    cards = table.in_suit(suit)
    top = cards[-1]
    if len(cards) > 1 and table.count.higher(top) == 1 and table.count.equals(top, cards[-2]):
        return play(
            cards[-2], T("I lead from touching cards: the {card} forces the higher card out.")
        )
    if table.count.is_master(top) and table.holds(top) >= 0.4:
        return play(top, T("Nothing higher than the {card} is left in its suit."))
    return play(cards[0], T("A low card of my least precious suit: the {card} gives least away."))


def lead_spade(table: Table) -> Decision | None:
    spades = table.trumps
    top = spades[-1]
    if table.count.is_master(top):
        return play(top, T("Only spades are left; the {card} is the highest of all."))
    return play(spades[0], T("Only spades are left: the {card}, low, keeps my high ones."))


def _cost(table: Table, suit: Suit) -> float:
    """What a lead of this suit may give away."""
    count = table.count
    cards = table.in_suit(suit)
    top = cards[-1]
    cost = 0.0
    for seat in table.opponents:
        if not count.has_no_trump(seat):
            cost += 2.0 * count.void_chance(seat, suit)
    higher = count.higher(top)
    if higher == 1:
        cost += 0.6 if len(cards) > 1 else 1.5
    elif higher == 2:
        cost += 0.3
    if len(cards) > 1 and count.equals(top, cards[-2]) and higher <= 2:
        cost -= 0.8
    return cost - 0.1 * len(cards)


LEADING: tuple[Rule, ...] = (
    cash_spades,
    cash_winner,
    draw_trumps,
    give_a_ruff,
    return_his_suit,
    lead_a_singleton,
    lead_from_length,
    lead_spade,
)
"""For a side that wants tricks, on lead."""
