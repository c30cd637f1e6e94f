"""Choose the bid with the best chance to win the game, by a careful estimate."""

from collections.abc import Iterable, Mapping
from math import ceil, floor

from msgspec import structs

from ...game import (
    BLIND_NIL,
    NIL,
    Bid,
    Look,
    Message,
    PlayerAction,
    Say,
    SeatView,
    T,
    ThrowIn,
    decimal,
)
from ..bot import Candidate, Chances, Decision
from ..equity import for_points, in_points
from ..heuristics.demand import SURPLUS
from .bid_worth import made_chance, nil_value, open_value, own_nil_chance, unseen_nil_chance
from .estimate import Estimate, estimate, usual_bid
from .hand_value import HandValue

_BOLDEST = 3
"""How far above its estimate a side in a desperate position may bid."""

_WORTH_OF_LOOKING = 1.2
"""The factor by which seeing the cards before the bid improves the chance to win."""

_CLEAR = 0.02
_CLEARLY = 1.2
"""How much a blind nil must improve the chance to win, as a difference and as a factor, because the
estimate may be wrong."""

_OVERBID = 0.15
"""How many more tricks the unseen hand may take for each bid of another player. Some bid more than
their cards are worth, and a blind nil must be better even against them."""

_POOR = 0.75
"""A hand worth less than this fraction of its share of the tricks is better thrown in."""

_GOOD_NIL = 0.6

_EVEN = 50
"""A nil with a lower chance than this, in percent, is not bid on its merits alone."""

_FAR = 0.95
"""A bid this many tricks above or below the estimate needs a reason."""


def decide_bid(view: SeatView) -> Decision:
    """Return the bid of a seat that sees its hand, or what it does before bidding."""
    guess = estimate(view)
    chance = own_nil_chance(view) if NIL in view.options else 0.0
    if ThrowIn() in view.options.aside and _is_poor(view, guess, chance):
        return Decision(
            ThrowIn(),
            Message("This hand is worth less than its share of the tricks: I throw it in."),
        )
    if view.options.aside and (told := _told(view, guess)) is not None:
        return told
    bids = _candidates(view, guess)
    values = {bid: open_value(view, guess, bid) for bid in bids}
    if not values or chance:
        values[NIL] = nil_value(view, NIL, chance)
    best = max(values, key=lambda bid: values[bid])  # nil only if it is better than all others
    only = len(view.options.actions) == 1
    if best.nil and only:
        reason = Message("The rules of this table force me to bid nil.")
    elif best.nil:
        reason = _nil_reason(view, chance)
    elif only:
        reason = Message("The rules of this table leave me no choice: {bid}.", bid=best.tricks)
    else:
        reason = _open_reason(view, guess, best)
    return Decision(best, reason, weighed(view, guess, values.items(), best, chance))


def _candidates(view: SeatView, guess: Estimate) -> list[Bid]:
    """Return the bids worth considering: those near the estimate, or any that are allowed.

    None is below the certain tricks, unless the rules leave no other choice. The value of the first
    tricks, and therefore of Big and Little Mo, is not estimated.
    """
    mine = guess.tricks[view.seat]
    allowed = [
        bid for bid in view.options.actions if isinstance(bid, Bid) and not bid.nil and not bid.mo
    ]
    allowed = [bid for bid in allowed if bid.tricks >= guess.certain] or allowed
    low = floor(mine) - 3
    high = ceil(mine) + _BOLDEST
    near = [bid for bid in allowed if low <= bid.tricks <= high]
    if near or not allowed:
        return near
    nearest = min(abs(bid.tricks - mine) for bid in allowed)
    return [bid for bid in allowed if abs(bid.tricks - mine) <= nearest]


def _is_poor(view: SeatView, guess: Estimate, nil_chance: float) -> bool:
    assert guess.value is not None
    share = view.rules.hand_size / view.rules.players
    return guess.value.tricks < _POOR * share and nil_chance < _GOOD_NIL


def _told(view: SeatView, guess: Estimate) -> Decision | None:
    """Return an estimate for a partner who is still to bid."""
    assert guess.value is not None
    if all(view.bids[mate] is not None for mate in view.rules.partners(view.seat)):
        return None
    tricks = guess.value.tricks
    most = view.rules.hand_size
    sure = max(guess.certain, floor(tricks - SURPLUS))
    say = Say(min(most, sure), min(most, max(sure, ceil(tricks))))
    if say not in view.options.aside:
        return None
    return Decision(
        say,
        Message(
            "My partner is still to bid: {sure} tricks are certain, and {maybe} are possible.",
            sure=say.sure,
            maybe=say.maybe,
        ),
    )


def decide_blind(view: SeatView) -> Decision:
    """Decide whether to look at the cards or to bid blind."""
    blind = [bid for bid in view.options.actions if isinstance(bid, Bid)]
    if not blind:
        return Decision(Look(), Message("I look at my cards: I cannot bid blind now."))
    guess = estimate(view)
    usual = usual_bid(guess.tricks[view.seat], view.rules.hand_size).tricks
    most = view.rules.hand_size
    open_worth = max(
        open_value(view, guess, Bid(min(most, usual + more))) for more in range(_BOLDEST + 1)
    )
    values = {bid: open_value(view, guess, bid) for bid in blind if not bid.nil}
    chance, least = unseen_nil_chance(view), 0.0
    if BLIND_NIL in blind:
        values[BLIND_NIL] = nil_value(view, BLIND_NIL, chance)
        least = nil_value(view, BLIND_NIL, unseen_nil_chance(view, _OVERBID))
    found = _blind_choice(values, open_worth, chance, least)
    worths: list[tuple[Bid | Look, float]] = [(Look(), open_worth), *values.items()]
    candidates = weighed(view, guess, worths, found.action, chance)
    return structs.replace(found, candidates=candidates)


def _blind_choice(
    values: Mapping[Bid, float], open_worth: float, chance: float, least: float
) -> Decision:
    """Return a blind bid that is clearly better than looking, which is worth `open_worth`.

    `least` is the value of a blind nil if the others have bid more than their cards are worth.
    """
    nil_worth = values.get(BLIND_NIL, 0.0)
    tricks = _blind_tricks(values, max(_WORTH_OF_LOOKING * open_worth, nil_worth))
    if tricks is not None:
        return tricks
    if BLIND_NIL not in values:
        return Decision(
            Look(),
            Message("I look at my cards: no blind bid gives a better chance to win the game."),
        )
    percent = round(100 * chance)
    clear = min(open_worth + _CLEAR, _CLEARLY * open_worth)
    if nil_worth > clear >= least:
        return Decision(
            Look(),
            Message(
                "I look at my cards: blind nil would be made in about {percent}% of deals, but "
                "only if the others have not bid too much.",
                percent=percent,
            ),
        )
    if nil_worth > clear:
        return Decision(
            BLIND_NIL,
            Message(
                "Blind nil is made in about {percent}% of deals here, and gives a better "
                "chance to win the game than looking first.",
                percent=percent,
            ),
        )
    return Decision(
        Look(),
        Message(
            "I look at my cards: blind nil would be made in about {percent}% of deals, "
            "and gives no better chance to win the game.",
            percent=percent,
        ),
    )


def _blind_tricks(values: Mapping[Bid, float], bar: float) -> Decision | None:
    """Return the best blind bid of tricks, if it is worth more than `bar`."""
    of_tricks = [bid for bid in values if not bid.nil]
    if not of_tricks:
        return None
    best = max(of_tricks, key=lambda bid: (values[bid], -bid.tricks))
    if values[best] <= bar:
        return None
    return Decision(
        best,
        Message(
            "Blind {bid} gives a better chance to win the game than looking first.",
            bid=best.tricks,
        ),
    )


def _nil_reason(view: SeatView, chance: float) -> Message:
    percent = round(100 * chance)
    if percent < _EVEN:
        return Message(
            "This hand should lose every trick in only about {percent}% of deals, but no "
            "other bid gives a better chance to win the game: nil.",
            percent=percent,
        )
    if not view.rules.partners(view.seat):
        return Message(
            "Nil: this hand should lose every trick in about {percent}% of deals.",
            percent=percent,
        )
    return Message(
        "Nil: with my partner covering, this hand should lose every trick in about "
        "{percent}% of deals.",
        percent=percent,
    )


def _counted(value: HandValue) -> Message:
    """Return the expected tricks and, if there are several, the sources that give any."""
    tricks = Message("about {tricks} tricks", tricks=decimal(value.tricks))
    sources = (
        (T("{n} from high cards"), value.honours),
        (T("{n} from spades"), value.spades),
        (T("{n} from ruffs"), value.ruffs),
    )
    first, *others = [
        Message(sentence, n=decimal(part)) for sentence, part in sources if part >= _SHOWN
    ] or [tricks]
    if not others:
        return tricks
    for other in others:
        first = Message("{some}, {more}", some=first, more=other)
    return Message("{parts}: {all}", parts=first, all=tricks)


def _open_reason(view: SeatView, guess: Estimate, bid: Bid) -> Message:
    assert guess.value is not None
    value = guess.value
    found = _counted(value)
    expected, told = guess.tricks[view.seat], value.tricks
    if abs(expected - value.tricks) >= 0.35 and any(view.bids):
        found = Message(
            "{found}; given the other bids, rather {expected}",
            found=found,
            expected=decimal(expected),
        )
        told = expected
    open_to_me = {one.tricks for one in view.options.actions if isinstance(one, Bid)}
    if open_to_me.isdisjoint((floor(told), ceil(told))):
        sentence = T("I count {found}. Of the bids I may make here, {bid} is best.")
    elif bid.tricks >= told + _FAR:
        sentence = T(
            "I count {found}. Bidding more should give a better chance to win the game: "
            "I bid {bid}."
        )
    elif bid.tricks <= told - _FAR:
        sentence = T(
            "I count {found}. Bidding less should give a better chance to win the game: "
            "I bid {bid}."
        )
    else:
        sentence = T("I count {found}. I bid {bid}.")
    return Message(sentence, found=found, bid=bid.tricks)


_SHOWN = 0.05
"""The fewest expected tricks that one decimal place does not show as zero."""

_PERCENT = 100


def weighed(
    view: SeatView,
    guess: Estimate,
    worths: Iterable[tuple[Bid | Look, float]],
    chosen: PlayerAction,
    nil_chance: float,
) -> tuple[Candidate, ...]:
    """Return the possible bids and announcements with their values, the chosen one first."""
    order = sorted(worths, key=lambda one: (one[0] == chosen, one[1]), reverse=True)
    return tuple(
        _candidate(view, action, worth, _chances(view, guess, action, nil_chance))
        for action, worth in order
    )


def _candidate(view: SeatView, action: PlayerAction, worth: float, chances: Chances) -> Candidate:
    if for_points(view):
        return Candidate(action, in_points(view, worth), None, "points", chances)
    return Candidate(action, _PERCENT * worth, None, "percent", chances)


def _chances(view: SeatView, guess: Estimate, action: PlayerAction, nil_chance: float) -> Chances:
    """Return the chance that a bid is made; for tricks, only if the hand is seen."""
    contracts: list[float | None] = [None] * len(view.rules.sides)
    nils: list[float | None] = [None] * view.rules.players
    if isinstance(action, Bid) and action.nil:
        nils[view.seat] = nil_chance
    elif isinstance(action, Bid) and guess.value is not None:
        contracts[view.rules.side_of(view.seat)] = made_chance(view, guess, action)
    return Chances(tuple(contracts), tuple(nils), (None,) * len(contracts))
