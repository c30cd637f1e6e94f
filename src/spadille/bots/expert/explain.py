"""Explain why a card or bid is better than the advised one, in the terms of the game.

A sentence names the greatest difference between the two, with each difference counted in points.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...game import Bid, Message, Play, Seat, SeatView, Standing, T, decimal
from ..bot import Chances, Decision, Unit
from ..heuristics.scores import SideWorth, score_of
from .compare import Choice

_SHARE = 0.5
"""The named effect must explain at least this share of the points gained."""

_CLEAR = 0.02
"""Smaller differences in chances do not count as a reason."""

_CLEAR_BAGS = 0.25
"""The same for bags."""


_LEAST_EFFECT = 2.0
"""The smallest gain in points worth naming if the game may end with the round."""

_LEAST_GAIN = 0.75
"""Gains below this are not called points."""


class Effect(NamedTuple):
    """An advantage of one card over another, and its value in points."""

    points: float
    sentence: str
    numbers: tuple[float, float]
    """The chances, or bags, of the card and of the other one."""
    who: Seat | Message | None = None

    def told(self, **named: Any) -> Message:
        """Return the sentence with its numbers."""
        written = decimal if self.sentence in {OUR_BAGS, MY_BAGS} else percent
        n, m = map(written, self.numbers)
        if self.who is not None:
            named["who"] = self.who
        return Message(self.sentence, **named, n=n, m=m)


OUR_CONTRACT = T(
    "Over {deals} deals that fit what I have seen, the {card} makes our contract "
    "{n}% of the time, the {other} {m}%."
)
MY_CONTRACT = T(
    "Over {deals} deals that fit what I have seen, the {card} makes my contract "
    "{n}% of the time, the {other} {m}%."
)
THEIR_CONTRACT = T(
    "Over {deals} deals that fit what I have seen, the {card} sets {who} {n}% of "
    "the time, the {other} {m}%."
)
MY_NIL = T(
    "Over {deals} deals that fit what I have seen, my nil holds {n}% of the time "
    "with the {card}, and {m}% with the {other}."
)
PARTNERS_NIL = T(
    "Over {deals} deals that fit what I have seen, my partner's nil holds {n}% "
    "of the time with the {card}, and {m}% with the {other}."
)
THEIR_NIL = T(
    "Over {deals} deals that fit what I have seen, the {card} breaks "
    "{who}'s nil {n}% of the time, the {other} {m}%."
)
OUR_BAGS = T(
    "Over {deals} deals that fit what I have seen, the {card} gives us {n} bags "
    "on average, the {other} {m}."
)
MY_BAGS = T(
    "Over {deals} deals that fit what I have seen, the {card} gives me {n} bags "
    "on average, the {other} {m}."
)


def why_card(view: SeatView, advice: Decision, choice: Choice) -> Message:
    """Return `intermediate`'s reason for the same card, else what this card does better."""
    best, other = choice.best, choice.advised
    if best is other:
        return advice.reason
    assert isinstance(best.action, Play)
    assert isinstance(other.action, Play)
    cards: dict[str, Any] = {
        "deals": choice.deals,
        "card": best.action.card,
        "other": other.action.card,
    }
    if best.chances and other.chances:
        effects = effects_of(view, best.chances, other.chances)
        effect = max(effects, key=lambda effect: effect.points, default=None)
        least = _SHARE * choice.gain if best.unit == "points" else _LEAST_EFFECT
        if effect is not None and effect.points > least:
            return effect.told(**cards)
    if best.unit == "percent":
        return Message(
            "Over {deals} deals that fit what I have seen, the {card} gives a better "
            "chance to win the game than the {other}.",
            **cards,
        )
    if choice.gain < _LEAST_GAIN:
        return Message(
            "Over {deals} deals that fit what I have seen, the {card} does a little "
            "better than the {other}.",
            **cards,
        )
    return Message.counted(
        "Over {deals} deals that fit what I have seen, the {card} scores one point "
        "more than the {other}.",
        "Over {deals} deals that fit what I have seen, the {card} scores {n} points "
        "more than the {other}.",
        round(choice.gain),
        **cards,
    )


def why_cards(
    advice: Decision, choice: Choice, sentences: dict[Unit, str], **named: Any
) -> Message:
    """Return the reason for the advised cards, or by how much other cards are better."""
    if choice.best.action == advice.action:
        return advice.reason
    gain = round(choice.gain)
    return Message(sentences[choice.best.unit], deals=choice.deals, **named, gain=gain)


def effects_of(view: SeatView, best: Chances, other: Chances) -> Iterator[Effect]:
    """Yield what one card does clearly better than another."""
    rules = view.rules
    mine = rules.side_of(view.seat)
    partners = rules.partners(view.seat)
    for side, seats in enumerate(rules.sides):
        worth = _worth_of(view, side)
        sign = 1 if side == mine else -1
        contract = OUR_CONTRACT if partners else MY_CONTRACT
        yield from _effect(
            sign * _of_contract(view, worth, side),
            contract if side == mine else THEIR_CONTRACT,
            (best.contracts[side], other.contracts[side]),
            seats[0] if len(seats) == 1 else Message("{seat} and partner", seat=seats[0]),
        )
        for seat, loss in zip(seats, worth.losses, strict=True):
            own = MY_NIL if seat == view.seat else PARTNERS_NIL
            yield from _effect(
                sign * loss,
                own if side == mine else THEIR_NIL,
                (best.nils[seat], other.nils[seat]),
                seat,
            )
    price = rules.scoring.bag_cost
    bags, usual = best.bags[mine], other.bags[mine]
    if bags is not None and usual is not None and abs(usual - bags) >= _CLEAR_BAGS:
        yield Effect(price * (usual - bags), OUR_BAGS if partners else MY_BAGS, (bags, usual))


def _effect(
    points: float, sentence: str, numbers: tuple[float | None, float | None], who: Seat | Message
) -> Iterator[Effect]:
    """Return the gain from a likelier contract or nil of mine, or a less likely one of others."""
    one, other = numbers
    if one is None or other is None or abs(one - other) < _CLEAR:
        return
    gain = points * (one - other)
    if sentence in {THEIR_CONTRACT, THEIR_NIL}:
        yield Effect(gain, sentence, (1 - one, 1 - other), who)
    else:
        yield Effect(gain, sentence, (one, other))


def _worth_of(view: SeatView, side: int) -> SideWorth:
    bids = tuple(view.bids[seat] for seat in view.rules.sides[side])
    return score_of(view.rules, side, bids, Standing())


def _of_contract(view: SeatView, worth: SideWorth, side: int) -> float:
    """Return the difference in points between just making and just missing the contract."""
    contract = view.contracts[side] or 0
    if not 0 < contract < len(worth.worth):  # no contract, or more tricks than there are
        return 0.0
    return worth.worth[contract] - worth.worth[contract - 1]


def why_bid(view: SeatView, advice: Decision, choice: Choice) -> Message:
    """Return `intermediate`'s reason if it would make the same bid, else what this bid does better.

    `intermediate` estimates the chance of a nil; the one given here was measured in the deals.
    """
    best, other, deals = choice.best, choice.advised, choice.deals
    assert isinstance(best.action, Bid)
    if best is other:
        holds = None if best.chances is None else best.chances.nils[view.seat]
        if not best.action.nil or holds is None:
            return advice.reason
        return Message(
            "Over {deals} sampled deals: nil holds {n}% of the time, and no other bid is "
            "clearly better.",
            deals=deals,
            n=percent(holds),
        )
    assert isinstance(other.action, Bid)
    if best.chances and other.chances:
        why = _bid_explained(
            view, deals, (best.action, best.chances), (other.action, other.chances)
        )
        if why is not None:
            return why
    if best.unit == "percent":
        return Message(
            "Over {deals} sampled deals: {bid} gives the best chance to win the game.",
            deals=deals,
            bid=_bid(best.action),
        )
    if choice.gain < _LEAST_GAIN:
        return Message(
            "Over {deals} sampled deals: {bid} does a little better than {other}.",
            deals=deals,
            bid=_bid(best.action),
            other=_bid(other.action),
        )
    return Message.counted(
        "Over {deals} sampled deals: {bid} scores one point more than {other}.",
        "Over {deals} sampled deals: {bid} scores {n} points more than {other}.",
        round(choice.gain),
        deals=deals,
        bid=_bid(best.action),
        other=_bid(other.action),
    )


def _bid_explained(
    view: SeatView, deals: int, best: tuple[Bid, Chances], other: tuple[Bid, Chances]
) -> Message | None:
    """Return what speaks for a bid compared with another; None if nothing is clear."""
    (bid, with_bid), (usual, with_usual) = best, other
    named: dict[str, Any] = {"deals": deals, "bid": _bid(bid), "other": _bid(usual)}
    side = view.rules.side_of(view.seat)
    holds, would_hold = with_bid.nils[view.seat], with_usual.nils[view.seat]
    made, usually_made = with_bid.contracts[side], with_usual.contracts[side]
    bags, usual_bags = with_bid.bags[side], with_usual.bags[side]
    if bid.nil and holds is not None:
        return Message(
            "Over {deals} sampled deals: nil holds {n}% of the time, which is worth more "
            "than bidding {other}.",
            **named,
            n=percent(holds),
        )
    if usual.nil and would_hold is not None:
        return Message(
            "Over {deals} sampled deals: nil would hold only {n}% of the time, so I bid {bid}.",
            **named,
            n=percent(would_hold),
        )
    if made is None or usually_made is None or bags is None or usual_bags is None:
        return None
    if bid.tricks < usual.tricks and made - usually_made >= _CLEAR:
        return Message(
            "Over {deals} sampled deals: the contract is made {n}% of the time with "
            "{bid}, and {m}% with {other}.",
            **named,
            n=percent(made),
            m=percent(usually_made),
        )
    if bid.tricks > usual.tricks and usual_bags - bags >= _CLEAR_BAGS:
        return Message(
            "Over {deals} sampled deals: with {bid} the contract is still made {n}% of "
            "the time, with {bags} bags on average instead of {more}.",
            **named,
            n=percent(made),
            bags=decimal(bags),
            more=decimal(usual_bags),
        )
    return None


def _bid(bid: Bid) -> Message | int:
    return Message("nil") if bid.nil else bid.tricks


def percent(chance: float) -> int:
    """Return a chance between 0 and 1 as a whole number of percent."""
    return round(100 * chance)
