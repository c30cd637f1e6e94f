"""Playing to a trick that others have led, when tricks are wanted."""

from ..game import Card, T
from .bot import Decision
from .discarding import discard_the_least_useful
from .rule import Rule, play
from .table import Table

_GOOD = 0.75
"""With this chance to stand up, a card is as good as a winner."""

_SAME = 0.05
"""Chances that differ by no more than this are worth the cheaper card."""


def leave_it_to_partner(table: Table) -> Decision | None:
    """The partner's card wins already and is likely to stand."""
    if table.winner not in table.mates or not table.follows:
        return None
    assert table.best is not None
    stands = table.holds(table.best)
    if stands < _GOOD and any(table.holds(card) > stands + 0.15 for card in table.winning):
        return None
    return play(
        table.legal[0],
        T("My partner's {best} is winning: I keep my high cards and play the {card}."),
        best=table.best,
    )


def do_not_ruff_partner(table: Table) -> Decision | None:
    if table.winner not in table.mates or table.follows:
        return None
    assert table.best is not None
    stands = table.holds(table.best)
    if stands < _GOOD and any(
        table.holds(card) > stands + 0.2
        for card in table.winning
        if not table.count.is_master(card)
    ):
        return None
    return discard_the_least_useful(table)


def win_cheaply(table: Table) -> Decision | None:
    if not table.last or not table.winning:
        return None
    return play(table.winning[0], T("Last to play: the {card} is the cheapest card that wins."))


def ruff(table: Table) -> Decision | None:
    """With the spade that gains most: likely to stand, and unlikely to win a trick otherwise."""
    if table.follows or not table.winning or table.led is None:
        return None
    card = max(table.winning, key=lambda card: table.holds(card) - _later_worth(table, card))
    if card is table.winning[0]:
        return play(card, T("I have no {suit}: the {card} ruffs the trick."), suit=table.led)
    return play(card, T("I ruff with the {card}, high enough not to be overruffed easily."))


def _later_worth(table: Table, spade: Card) -> float:
    """How likely a spade is to win a trick of its own later."""
    higher = table.count.higher(spade)
    length = table.trump_length
    if higher == 0:
        return 0.8
    if higher < length and higher <= 2:
        return 0.5 / higher
    return 0.01 * table.level(spade)


def split_honours(table: Table) -> Decision | None:
    """Second hand with touching honours: one forces out the higher card, the other then wins."""
    if len(table.cards) != 1 or not table.follows or len(table.legal) < 2:
        return None
    top, next_top = table.legal[-1], table.legal[-2]
    if (
        table.count.higher(top) != 1
        or not table.count.equals(top, next_top)
        or next_top not in table.winning
    ):
        return None
    return play(
        next_top,
        T("With two touching cards, second hand plays one, the {card}: the other will be high."),
    )


def second_hand_high(table: Table) -> Decision | None:
    """Takes a side suit's winner at once, before the suit is ruffed."""
    if len(table.after) < 2 or not table.follows or not table.winning or table.led is table.trump:
        return None
    card = _cheapest_good(table, slack=_SAME)
    if table.holds(card) < _GOOD:
        return None
    return play(
        card,
        T("The {card} is high: I take the trick now, before somebody can ruff {suit}."),
        suit=table.suit(card),
    )


def second_hand_low(table: Table) -> Decision | None:
    if len(table.after) < 2 or not table.follows or not table.winning:
        return None
    if not any(mate in table.after for mate in table.mates):
        return play(
            table.legal[0],
            T("Two are still to play and may beat my best: I play low, the {card}, and wait."),
        )
    return play(
        table.legal[0],
        T("Second hand low: the {card}; my partner plays last and may win it cheaper."),
    )


def third_hand_high(table: Table) -> Decision | None:
    if not table.follows or not table.winning:
        return None
    card = _cheapest_good(table, slack=_SAME)
    if table.holds(card) <= 0.1:
        return None
    return play(card, T("Third hand high: the {card} wins, or forces a higher card out."))


def cannot_win(table: Table) -> Decision | None:
    if not table.follows:
        return None
    return play(table.legal[0], T("I cannot win this trick, so I play low: the {card}."))


def _cheapest_good(table: Table, slack: float) -> Card:
    """The cheapest winning card whose chance to stand is hardly less than the best one's."""
    best_chance = max(table.holds(card) for card in table.winning)
    return next(card for card in table.winning if table.holds(card) >= best_chance - slack)


FOLLOWING: tuple[Rule, ...] = (
    leave_it_to_partner,
    do_not_ruff_partner,
    win_cheaply,
    ruff,
    split_honours,
    second_hand_high,
    second_hand_low,
    third_hand_high,
    cannot_win,
    discard_the_least_useful,
)
"""For a side that wants tricks, when others have led."""
