"""Choose the cards to exchange, or to keep and swap in a draft, by rolling out the rounds."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from ...game import Card, Keep, Message, Pass, Seat, SeatView, Swap, T, hand_of, next_seat, without
from ..bot import Decision, Unit, bid_nil
from ..intermediate.draft import harmlessness, unseen_by, worth_to
from ..intermediate.giving import least_to_cover, named
from ..intermediate.nil_chance import most_dangerous
from ..order import Order, order_of
from .bidding import Floats, Integers
from .compare import Choice
from .explain import why_cards
from .position import Position, is_covered
from .rollout import Rounds
from .sampling import sample_deals

MORE = 2
"""The number of cards, in addition to the advised ones, from which alternatives are formed."""

MOST = 6
"""The number of choices that are tried."""

MARGIN = 2.0
"""By how many standard errors another choice must beat the advised one."""


def weigh_gifts(position: Position, advice: Decision) -> Decision:
    """Return the cards to give away: the best on average if clearly better than the advice."""
    assert isinstance(advice.action, Pass)
    view, settings = position.view, position.settings
    if not is_covered(view.rules) or None in view.bids or view.rules.has_kitty:
        return advice
    tried = tuple(_candidates(view, advice.action))
    gifts = (*tried, *settings.others_than(tried))
    rounds = Rounds(position)
    count = max(1, position.rollouts // len(tried))
    deals = sample_deals(position, rounds.setting, count)
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


def _after(view: SeatView, deals: Integers, gift: Pass) -> Integers:
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
    hands = deals.copy()
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


def weigh_keep(position: Position, advice: Decision) -> Decision:
    """Return which of two cards to keep: the advised one unless the other is clearly better."""
    if not is_covered(position.rules):
        return advice
    count = max(1, position.rollouts // 2)
    drafts = [_drafted(position, count, first=first) for first in (True, False)]
    rounds = Rounds(position)
    actions = (Keep("first"), Keep("next"))
    at = actions.index(advice.action)
    found = [rounds.outcome(hands) for hands in drafts]
    choice = rounds.best_of(actions, [found], np.arange(count), at, [MARGIN] * len(actions))
    return Decision(choice.best.action, why_cards(advice, choice, _KEPT), choice.candidates)


def weigh_swap(position: Position, advice: Decision) -> Decision:
    """Return which cards to swap after the draft: as advised unless others are clearly better."""
    view, settings = position.view, position.settings
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
    rounds = Rounds(position)
    count = max(1, position.rollouts // len(tried))
    deals = sample_deals(position, rounds.setting, count)
    if deals is None:
        return advice
    cards = sum(map(int.bit_count, order.full))
    draws = np.random.default_rng(position.seed).random((count, cards))
    swapped = [_swapped(view, order, deals.hands, draws, one.cards) for one in swaps]
    found = [rounds.outcome(hands) for hands in swapped]
    choice = rounds.best_of(swaps, [found], deals.origin, 0, [MARGIN] * len(tried))
    return Decision(choice.best.action, why_cards(advice, choice, _SWAPPED), choice.candidates)


def _drafted(position: Position, count: int, *, first: bool) -> Integers:
    """Return hands at the end of drafts in which the seat keeps the first card, or the other."""
    view, rules, order = position.view, position.rules, position.order
    hand, unseen = view.hand or (), unseen_by(view)
    drawn = _shuffled(len(unseen), count, position.seed)
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
