"""Value cards to give away by trying each choice in many deals and playing the round."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from ...game import Card, Message, Pass, SeatView, T, hand_of, without
from ..bot import Decision
from ..candidate import Unit
from ..intermediate.giving import least_to_cover, named
from ..intermediate.nil_chance import most_dangerous
from ..order import Order, order_of
from .arrays import Integers
from .deals import deal_worlds
from .outlook import Outlook
from .play import is_covered
from .rounds import Rounds
from .settings import Settings
from .weighing import Choice
from .why import why_cards

MORE = 2
"""The number of cards, in addition to the advised ones, from which alternatives are formed."""

MOST = 6
"""The number of choices that are tried."""

MARGIN = 2.0
"""By how many standard errors cards must beat the advised ones."""


def weigh_gifts(view: SeatView, advice: Decision, settings: Settings, seed: int) -> Decision:
    """Return the cards to give away: the best on average if clearly better than the advice."""
    assert isinstance(advice.action, Pass)
    if not is_covered(view.rules) or None in view.bids or view.rules.has_kitty:
        return advice
    tried = tuple(_candidates(view, advice.action))
    gifts = (*tried, *settings.others_than(tried))
    rounds = Rounds(Outlook(view, win=settings.win))
    count = max(1, settings.nodes // len(tried))
    deals = deal_worlds(view, rounds.setting, (count, settings.nodes), seed)
    if deals is None:
        return advice
    found = [rounds.outcome(_after(view, deals.hands, gift)) for gift in gifts]
    choice = rounds.best_of(gifts, [found], deals.origin, 0, [MARGIN] * len(tried))
    return Decision(choice.best.action, _why(advice, choice), choice.candidates)


def _candidates(view: SeatView, advised: Pass) -> Iterator[Pass]:
    """Yield the advised cards, none if that is allowed, and variants with the next cards."""
    choose = view.options.choose
    assert choose is not None
    yield advised
    keeps = 0 in choose.sizes
    if keeps and advised.cards:
        yield Pass(())
    count = max(choose.sizes)
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    in_turn: Sequence[Card] = (
        most_dangerous(choose.cards, min(count + MORE, len(choose.cards)), order)
        if keeps
        else least_to_cover(choose.cards, order)[: count + MORE]
    )
    known = hand_of(advised.cards)
    others = [cards for cards in combinations(in_turn, count) if hand_of(cards) != known]
    yield from map(Pass, others[: MOST - 1 - keeps])


def _after(view: SeatView, worlds: Integers, gift: Pass) -> Integers:
    """Return the hands after the exchange; the partner returns the cards that cover a nil least.

    Later exchanges by other players are ignored.
    """
    choose = view.options.choose
    assert choose is not None
    mate = view.rules.partner(view.seat)
    assert mate is not None
    order = order_of(view.rules, trump=view.trump, aces_low=True)
    given = np.array(order.mask(view.hand or ())) & ~np.array(
        order.mask(without(view.hand or (), gift.cards))
    )
    hands = worlds.copy()
    hands[:, view.seat] &= ~given
    together = view.rules.exchange.order == "together"
    if 0 not in choose.sizes:
        hands[:, mate] |= given
        if together:  # the partner's cards wait on the table
            dealt = np.bitwise_or.reduce(hands, axis=1)
            hands[:, view.seat] |= np.array(order.full) & ~dealt
        return hands
    if not together:
        hands[:, mate] |= given
    back = _least(hands[:, mate], order, len(gift.cards))
    hands[:, mate] = hands[:, mate] & ~back | given
    hands[:, view.seat] |= back
    return hands


def _least(hands: Integers, order: Order, count: int) -> Integers:
    """Return the cards of each hand that are least useful for covering a nil."""
    found = np.zeros_like(hands)
    left = np.full(len(hands), count)
    for card in least_to_cover(order.level, order):
        suit = order.suit_of[card]
        for bit in order.bits_of(card):
            takes = (hands[:, suit] >> bit & 1 > 0) & (left > 0)
            found[takes, suit] |= 1 << bit
            left -= takes
    return found


_GIVEN: dict[Unit, str] = {
    "points": T(
        "Over {deals} sampled deals, giving the {cards} is worth about {gain} points more."
    ),
    "percent": T(
        "Over {deals} sampled deals, giving the {cards} raises the chance to win the "
        "game by {gain}%."
    ),
}


def _why(advice: Decision, choice: Choice) -> Message:
    best = choice.best.action
    assert isinstance(best, Pass)
    if best.cards:
        return why_cards(advice, choice, _GIVEN, cards=named(best.cards))
    if best == advice.action:
        return advice.reason
    return Message(
        "Over {deals} sampled deals, my own cards do better: I keep them.", deals=choice.deals
    )
