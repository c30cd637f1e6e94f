"""Value a card of a draft by continuing the draft many times and rolling out the rounds."""

from functools import partial

import numpy as np

from ...game import Card, Keep, Seat, SeatView, Swap, T, hand_of, next_seat, without
from ..bot import Decision, bid_nil
from ..candidate import Unit
from ..intermediate.draft import harmlessness, unseen_by, worth_to
from ..order import Order, order_of
from .arrays import Floats, Integers
from .deals import deal_worlds
from .outlook import Outlook
from .play import is_covered
from .rounds import Rounds
from .settings import Settings
from .why import why_cards

MARGIN = 2.0
"""By how many standard errors another choice must beat the advised one."""


def weigh_keep(view: SeatView, advice: Decision, settings: Settings, seed: int) -> Decision:
    """Return which of two cards to keep: the advised one unless the other is clearly better."""
    if not is_covered(view.rules):
        return advice
    count = max(1, settings.nodes // 2)
    drafts = [_drafted(view, seed, count, first=first) for first in (True, False)]
    rounds = Rounds(Outlook(view, win=settings.win))
    actions = (Keep("first"), Keep("next"))
    at = actions.index(advice.action)
    found = [rounds.outcome(hands) for hands in drafts]
    choice = rounds.best_of(actions, [found], np.arange(count), at, [MARGIN] * len(actions))
    return Decision(choice.best.action, why_cards(advice, choice, _KEPT), choice.candidates)


def weigh_swap(view: SeatView, advice: Decision, settings: Settings, seed: int) -> Decision:
    """Return which cards to swap after the draft: as advised unless others are clearly better."""
    choose = view.options.choose
    assert choose is not None
    assert isinstance(advice.action, Swap)
    if not is_covered(view.rules):
        return advice
    order = order_of(view.rules, trump=view.trump, aces_low=bid_nil(view, view.seat))
    worst_first = sorted(choose.cards, key=partial(harmlessness, order))
    swaps = [Swap(tuple(worst_first[:size])) for size in choose.sizes]
    advised = hand_of(advice.action.cards)
    tried = [advice.action, *(one for one in swaps if hand_of(one.cards) != advised)]
    swaps = [*tried, *settings.others_than(tried)]
    rounds = Rounds(Outlook(view, win=settings.win))
    count = max(1, settings.nodes // len(tried))
    deals = deal_worlds(view, rounds.setting, (count, settings.nodes), seed)
    if deals is None:
        return advice
    draws = np.random.default_rng(seed).random((count, sum(map(int.bit_count, order.full))))
    swapped = [_swapped(view, order, deals.hands, draws, one.cards) for one in swaps]
    found = [rounds.outcome(hands) for hands in swapped]
    choice = rounds.best_of(swaps, [found], deals.origin, 0, [MARGIN] * len(tried))
    return Decision(choice.best.action, why_cards(advice, choice, _SWAPPED), choice.candidates)


def _drafted(view: SeatView, seed: int, count: int, *, first: bool) -> Integers:
    """Return hands at the end of drafts in which the seat keeps the first card, or the other."""
    rules, hand = view.rules, view.hand or ()
    order = order_of(rules, trump=view.trump)
    unseen = unseen_by(view)
    drawn = _shuffled(len(unseen), count, seed)
    open_ = len(view.offered) > 1
    lies = np.full((count, 1), -1) if open_ else drawn[:, :1]
    rest = drawn if open_ else drawn[:, 1:]
    mine = 2 * (rules.hand_size - len(hand) - 1)
    other = next_seat(view.seat, rules.players)
    kept = {
        view.seat: _picked(view, view.seat, unseen, rest[:, :mine]),
        other: _picked(view, other, unseen, rest[:, mine : mine + 2 * rules.hand_size]),
    }
    own = [*hand, view.offered[0]] if first else [*hand, *view.offered[1:]]
    if not first and not open_:
        kept[view.seat] = np.concatenate([kept[view.seat], lies], axis=1)
    masks = _masks(order, [*own, *unseen])[len(own) :]
    hands = np.zeros((count, rules.players, len(order.full)), np.int64)
    hands[:, view.seat] = order.mask(own)
    every = np.arange(count)
    for seat, cards in kept.items():
        for at in range(cards.shape[1]):
            suit, mask = masks[cards[:, at]].T
            hands[every, seat, suit] |= mask
    return hands


def _shuffled(cards: int, count: int, seed: int) -> Integers:
    return np.asarray(np.random.default_rng(seed).random((count, cards)).argsort(axis=1), np.int64)


def _picked(view: SeatView, seat: Seat, unseen: list[Card], drawn: Integers) -> Integers:
    """Return the cards that a seat keeps from its pairs, roughly as `intermediate` would."""
    worth = np.array(list(map(worth_to(view, seat), unseen)))
    one, two = drawn[:, ::2], drawn[:, 1::2]
    bar = worth[two] if view.rules.deal.method == "pick_of_two" else worth.mean()
    return np.where(worth[one] >= bar, one, two)


def _swapped(
    view: SeatView, order: Order, hands: Integers, draws: Floats, cards: tuple[Card, ...]
) -> Integers:
    """Return the hands after some cards were swapped for random ones, in a fixed order."""
    kept = order.mask(without(view.hand or (), cards))
    dealt = np.bitwise_or.reduce(hands, axis=1)
    places = [
        (suit, bit) for suit, full in enumerate(order.full) for bit in range(full.bit_length())
    ]
    aside = np.stack([~dealt[:, suit] >> bit & 1 for suit, bit in places], axis=1)
    come = np.where(aside, draws, 2.0).argsort(axis=1)[:, : len(cards)]
    table = np.array([(suit, 1 << bit) for suit, bit in places])
    found = hands.copy()
    found[:, view.seat] = kept
    for at in range(len(cards)):
        suit, mask = table[come[:, at]].T
        found[np.arange(len(hands)), view.seat, suit] |= mask
    return found


def _masks(order: Order, cards: list[Card]) -> Integers:
    """Return the suit of each card and its bit as a mask; identical cards have different bits."""
    masks = [0] * len(order.full)
    found = []
    for card in cards:
        suit = order.suit_of[card]
        before = masks[suit]
        order.add(masks, card)
        found.append((suit, masks[suit] ^ before))
    return np.array(found, np.int64)


_KEPT: dict[Unit, str] = {
    "points": T("Over {deals} ways to continue the draft, this is worth about {gain} points more."),
    "percent": T(
        "Over {deals} ways to continue the draft, this raises the chance to win the "
        "game by {gain}%."
    ),
}
_SWAPPED: dict[Unit, str] = {
    "points": T("Over {deals} sampled deals, this is worth about {gain} points more."),
    "percent": T("Over {deals} sampled deals, this raises the chance to win the game by {gain}%."),
}
