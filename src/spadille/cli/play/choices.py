"""The answers that the person at the terminal may choose from."""

from msgspec import Struct

from ...game import (
    BLIND_NIL,
    NIL,
    Adjust,
    Agree,
    Award,
    Bid,
    Choose,
    Cut,
    Keep,
    Look,
    Message,
    NoTrump,
    PlayerAction,
    T,
    View,
)
from .words import Words


class Answer(Struct, frozen=True):
    """An answer; `key` chooses it at once. Without an action it means the marked cards.

    The key of a bold answer only moves to it: whoever slips gives none that cannot be taken back.
    """

    label: str
    action: PlayerAction | None
    key: str = ""
    bold: bool = False


def choices_of(view: View, words: Words) -> tuple[Answer, ...]:
    """The answers other than cards that the seat is asked for.

    To look at the cards is one when its turn comes, together with the blind bids.
    """
    if view.to_act != view.seat:
        return ()
    if view.options.choose:
        return _choices_of_cards(view.options.choose, words)
    return tuple(
        _choice(action, view, words) for action in view.options.actions if _asked(action, view)
    )


def _choices_of_cards(choose: Choose, words: Words) -> tuple[Answer, ...]:
    count = max(choose.sizes)
    match choose.purpose:
        case "pass":
            label = Message.counted("Give the card", "Give {n} cards", count)
        case "swap":
            label = Message("Swap the marked cards")
        case _:
            label = Message.counted("Put the card away", "Put {n} cards away", count)
    keep = Answer(words.say(T("Keep all cards")), choose.action(()), "k")
    return (Answer(words.say(label), None, "g"), *((keep,) if 0 in choose.sizes else ()))


def _asked(action: PlayerAction, view: View) -> bool:
    """Whether an action is an answer of its own; Big and Little Mo are asked after the bid."""
    if isinstance(action, Bid) and action.mo:
        return Bid(action.tricks, action.nil, action.blind) not in view.options.actions
    if isinstance(action, Cut):
        return action.at % _CUTS == 0
    return isinstance(action, Look | Bid | Keep | Adjust | NoTrump | Award | Agree)


_CUTS = 4
"""Cards between the places where the pack may be cut: more would not fit on the screen."""


def _choice(action: PlayerAction, view: View, words: Words) -> Answer:
    match action:
        case Cut(at=at):
            label = str(at) if at else words.say(T("Leave the pack as it is"))
            return Answer(label, action, str(at) if at else "k")
        case Look():
            return Answer(words.say(T("Look at my cards")), action, "l")
        case Bid() if action == BLIND_NIL:
            return Answer(words.say(T("Bid blind nil")), action, "b", bold=True)
        case Bid():
            return Answer(words.bid(action), action, "n" if action == NIL else str(action.tricks))
        case Keep():
            return _keep(action, view, words)
        case Adjust(by=0):
            return Answer(words.say(T("Let the bid stand")), action, "k")
        case Adjust(by=by):
            bid = own_tricks(view) + by
            return Answer(words.say(T("Bid {bid} instead"), bid=bid), action, str(bid))
        case NoTrump(wanted=wanted):
            label = words.say(T("Play without trump") if wanted else T("Spades are trump"))
            return Answer(label, action, "w" if wanted else "s")
        case Award(seat=seat):
            label = words.say(T("{seat} gets the tricks"), seat=seat)
            return Answer(label, action, seat.letter.lower())
        case _:
            return Answer(words.say(T("Agree to the score")), action, "a")


def _keep(action: Keep, view: View, words: Words) -> Answer:
    """One of two cards that are seen, or the one that is seen and the next."""
    first = action.which == "first"
    if len(view.offered) > 1:
        label = words.say(T("Keep the {card}"), card=view.offered[0 if first else 1])
    else:
        label = words.say(T("Keep it") if first else T("Take the next card"))
    return Answer(label, action, "k" if first else "n")


def own_tricks(view: View) -> int:
    """The tricks that the seat has bid so far."""
    bid = None if view.seat is None else view.bids[view.seat]
    return bid.tricks if bid else 0
