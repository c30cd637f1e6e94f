"""Which card to play: each is tried in many deals that fit what is seen."""

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, Card, Message, Play, Rules, SeatView, coverage
from ..bot import Decision
from ..equity import may_end
from ..order import Order, order_of
from ..thumb.playing_on import Root, play_worlds, root_of
from ..thumb.position import BITS
from .deals import deal_worlds
from .exact import is_solvable, solve_worlds
from .grave import margin_of, sensible
from .weighing import Choice, choose_best, worth_of

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_SOLVED = 60
"""The most deals that are solved."""

CHUNK = 32
"""Deals that are played out before the clock is looked at."""


def is_covered(rules: Rules) -> bool:
    """Whether rounds can be played out under these rules."""
    longest = max(mask.bit_length() for mask in order_of(rules).full)
    return coverage.PLAYOUTS.covers(rules) and longest <= BITS


def weigh_cards(
    view: SeatView, advice: Decision, nodes: int, ms: float | None, seed: int
) -> Decision:
    """The card with the best average, with what the others bring; else the advice."""
    assert isinstance(advice.action, Play)
    rules = view.rules
    if not is_covered(rules):
        return advice
    end = None if ms is None else perf_counter() + ms / 1000
    order = order_of(rules, trump=view.trump)
    bids = tuple(bid or Bid(0) for bid in view.bids)
    candidates = distinct(view, order, advice.action.card)
    if len(candidates) == 1:
        return advice
    root = root_of(view)
    solvable = is_solvable(view, root.setting)
    count = max(1, nodes // len(candidates))
    if solvable:
        count = min(count, MOST_SOLVED)
    deals = deal_worlds(view, root.setting, (count, nodes), seed)
    if deals is None:
        return advice
    codes = codes_of(root, order, candidates)
    if solvable:
        values = solve_worlds(view, root.setting, deals.hands, codes)
    else:
        results = play_out(view, root, deals.hands, codes, end)
        values = worth_of(view, bids, results)
    actions = tuple(Play(card) for card in candidates)
    advised = candidates.index(advice.action.card)
    origin = deals.origin[: len(values)]
    margins = [margin_of(view, card) for card in candidates]
    choice = choose_best(actions, values, origin, advised, margins)
    reason = _reason(view, advice, choice, len(values))
    return Decision(choice.action, reason, choice.candidates)


def codes_of(root: Root, order: Order, cards: tuple[Card, ...]) -> Integers:
    """The numbers that playouts know cards of the hand by; of identical ones those not played."""
    position = root.states.view(np.recarray)[0].position
    codes = []
    for card in cards:
        suit = order.suit_of[card]
        gone = int(position.played[suit])
        codes.append(next(BITS * suit + bit for bit in order.bits_of(card) if not gone >> bit & 1))
    return np.array(codes)


def play_out(
    view: SeatView, root: Root, worlds: Integers, codes: Integers, end: float | None
) -> Floats:
    """What each card leads to in each world, by world and card: the gain, and tricks by seat.

    Stops at the time `end`, after some worlds at least.
    """
    values = np.zeros((len(worlds), len(codes), 1 + view.rules.players))
    side = view.rules.side_of(view.seat)
    step = len(worlds) if end is None else CHUNK
    done = 0
    while done < len(worlds):
        chunk = slice(done, done + step)
        play_worlds(*root, worlds[chunk], codes, side, values[chunk])
        done = min(done + step, len(worlds))
        if end is not None and perf_counter() > end:
            break
    return values[:done]


def distinct(view: SeatView, order: Order, advised: Card) -> tuple[Card, ...]:
    """The sensible cards, of those that do the same work the advised one or else the lowest."""
    mine = order.mask(view.hand or ())
    table = view.trick.cards if view.trick else ()
    on_table = order.mask(table)
    played = order.mask([*(card for trick in view.tricks for card in trick.cards), *table])
    kept: dict[tuple[int, int], Card] = {}
    for card in sorted(sensible(view), key=order.low_to_high):
        suit = order.suit_of[card]
        others = order.full[suit] & ~mine[suit] & ~played[suit] | on_table[suit]
        work = (suit, (others & order.above[card]).bit_count())
        if work not in kept or card is advised:
            kept[work] = card
    return tuple(kept.values())


def _reason(view: SeatView, advice: Decision, choice: Choice, deals: int) -> Message:
    """What `intermediate` says where it would play the same, else by how much this is better."""
    if choice.action == advice.action:
        return advice.reason
    assert isinstance(choice.action, Play)
    assert isinstance(advice.action, Play)
    if may_end(view):
        return Message(
            "In {deals} deals that fit what I have seen, the {card} gives a better chance to "
            "win the game than the {other}.",
            deals=deals,
            card=choice.action.card,
            other=advice.action.card,
        )
    return Message.counted(
        "In {deals} deals that fit what I have seen, the {card} brings a point more than the "
        "{other}.",
        "In {deals} deals that fit what I have seen, the {card} brings {n} points more than the "
        "{other}.",
        max(1, round(choice.gain)),
        deals=deals,
        card=choice.action.card,
        other=advice.action.card,
    )
