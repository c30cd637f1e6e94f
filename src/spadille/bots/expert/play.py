"""Choose a card by trying each in many sampled deals."""

import numpy as np
from msgspec import structs

from ...game import Bid, Card, Play, Rules, SeatView, coverage
from ..bot import Decision
from ..heuristics.position import BITS
from ..order import Order, order_of
from .arrays import Floats, Integers
from .deals import deal_worlds
from .equivalents import EquivalentCards, with_twins
from .exact import endings_of, is_solvable, solve_worlds
from .irrevocable import CLEAR, margin_of
from .outlook import Outlook
from .playing_on import Root, play_worlds, preferred, root_of
from .policy.trained import policy_of
from .settings import Settings, in_time
from .weighing import choose_best, unit_of, worth_of
from .why import why_card

CHUNK = 8
FEW = 4
"""How many deals are rolled out or solved between checks of the clock."""


def is_covered(rules: Rules) -> bool:
    """Return True if rounds can be rolled out under these rules."""
    longest = max(mask.bit_length() for mask in order_of(rules).full)
    return coverage.PLAYOUTS.covers(rules) and longest <= BITS


def weigh_cards(view: SeatView, advice: Decision, settings: Settings, seed: int) -> Decision:
    """Return the card with the best average, compared with the others; otherwise the advice."""
    assert isinstance(advice.action, Play)
    if not is_covered(view.rules):
        return advice
    end = settings.end
    works = EquivalentCards(view)
    usual = works.distinct(advice.action.card)
    also = [action.card for action in settings.also if isinstance(action, Play)]
    cards = works.with_others(usual, also)
    if len(cards) == 1 and not settings.win:
        return advice
    root = root_of(view, policy_of(view) if settings.policy else None)
    solved = is_solvable(view, root.setting, settings.solved_tricks)
    count = max(1, settings.nodes // len(usual))
    if solved:
        count = min(count, settings.solved_deals)
    deals = deal_worlds(view, root.setting, (count, settings.nodes), seed)
    if deals is None:
        return advice
    outlook = Outlook(view, win=settings.win)
    codes = codes_of(root, works.order, cards)
    weigh = solved_out if solved else played_out
    values, ends = weigh(outlook, root, deals.hands, codes, end)
    choice = choose_best(
        tuple(Play(card) for card in cards),
        values,
        deals.origin[: len(values)],
        usual.index(advice.action.card),
        [margin_of(view, card, settings.margin) for card in usual],
        unit_of(view),
        outlook.chances(ends),
        standing(view, root, usual, codes.tolist()) if settings.policy else None,
    )
    candidates = with_twins(choice.candidates, works, also)
    told = structs.replace(choice, candidates=candidates).instead_of(settings.also)
    return Decision(choice.best.action, why_card(view, advice, told), candidates)


def standing(view: SeatView, root: Root, usual: tuple[Card, ...], codes: list[int]) -> int | None:
    """Return the index of the policy network's card, kept unless another card is clearly better.

    Return None if that card is not among the usual ones, or needs a clear advantage to be played.
    """
    code = preferred(root)
    if code not in codes[: len(usual)]:
        return None
    at = codes.index(code)
    return at if margin_of(view, usual[at], 0.0) < CLEAR else None


def codes_of(root: Root, order: Order, cards: tuple[Card, ...]) -> Integers:
    """Return the rollout codes of cards in hand; for identical cards, those not played yet."""
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
    """Return the gain of each card in each sampled deal, and the tricks by seat.

    This stops at the time `end`, but not before some deals have been rolled out.
    """
    results = np.zeros((len(worlds), len(codes), 1 + view.rules.players))
    side = view.rules.side_of(view.seat)
    done = 0
    for chunk in in_time(len(worlds), end, CHUNK):
        play_worlds(*root, worlds[chunk], codes, side, results[chunk])
        done = chunk.stop
    return results[:done]


def played_out(
    outlook: Outlook, root: Root, worlds: Integers, codes: Integers, end: float | None
) -> tuple[Floats, Floats]:
    """Return the value of each card by sampled deal and card, and a summary of the outcomes."""
    view = outlook.view
    results = play_out(view, root, worlds, codes, end)
    bids = tuple(bid or Bid(0) for bid in view.bids)
    return worth_of(view, bids, results), outlook.of_results(results)


def solved_out(
    outlook: Outlook, root: Root, worlds: Integers, codes: Integers, end: float | None
) -> tuple[Floats, Floats]:
    """Return the same for best play by everyone, from the exact solver."""
    view = outlook.view
    endings = endings_of(view, root.setting)
    values = np.concatenate(
        [
            solve_worlds(view, endings.utility, worlds[chunk], codes)
            for chunk in in_time(len(worlds), end, FEW)
        ]
    )
    return values, outlook.of_values(endings, values)
