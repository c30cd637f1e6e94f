"""The answers and optional actions that a player chooses from, question by question."""

from collections.abc import Mapping

from msgspec import Struct

from ...game import (
    BLIND_NIL,
    NIL,
    Adjust,
    Agree,
    Award,
    Bid,
    Call,
    Choose,
    Claim,
    Cut,
    Flip,
    Keep,
    Look,
    Message,
    NoTrump,
    PlayerAction,
    Say,
    Seat,
    T,
    TakeBack,
    ThrowIn,
    View,
    changed_bid,
)
from .voice import Voice


class Answer(Struct, frozen=True):
    """An answer, which `key` chooses at once; without an action, it means the marked cards.

    The key for a bold answer only moves the cursor there, so that a slip never causes an
    irrevocable action.
    """

    label: str
    action: PlayerAction | None
    key: str = ""
    bold: bool = False


def answers(labels: Mapping[str, str]) -> tuple[Answer, ...]:
    """Return answers without actions, from their labels by key."""
    return tuple(Answer(label, None, key) for key, label in labels.items())


def choices_of(view: View, voice: Voice) -> tuple[Answer, ...]:
    """Return the answers that the seat may give, other than cards.

    When its turn comes, looking at the cards is one of them, along with the blind bids.
    """
    if view.to_act != view.seat:
        return ()
    if view.options.choose:
        return _choices_of_cards(view.options.choose, voice)
    return tuple(
        _choice(action, view, voice) for action in view.options.actions if _asked(action, view)
    )


def _choices_of_cards(choose: Choose, voice: Voice) -> tuple[Answer, ...]:
    count = max(choose.sizes)
    match choose.purpose:
        case "pass":
            label = Message.counted("Give the card", "Give {n} cards", count)
        case "swap":
            label = Message("Swap the marked cards")
        case _:
            label = Message.counted("Discard the card", "Discard {n} cards", count)
    keep = Answer(voice.say("Keep all cards"), choose.action(()), "k")
    return (Answer(voice.say(label), None, "g"), *((keep,) if 0 in choose.sizes else ()))


def _asked(action: PlayerAction, view: View) -> bool:
    """Return True if an action is a separate answer; Big and Little Mo come after the bid."""
    if isinstance(action, Bid) and action.mo:
        return Bid(action.tricks, action.nil, action.blind) not in view.options.actions
    if isinstance(action, Cut):
        return action.at % _CUTS == 0
    return isinstance(action, Look | Bid | Keep | Adjust | NoTrump | Award | Agree)


_CUTS = 4
"""Cards between the places where the pack may be cut; more places would not fit on screen."""


def _choice(action: PlayerAction, view: View, voice: Voice) -> Answer:
    match action:
        case Cut(at=at):
            label = str(at) if at else voice.say("Leave the pack uncut")
            return Answer(label, action, str(at) if at else "k")
        case Look():
            return Answer(voice.say("Look at my cards"), action, "l")
        case Bid() if action == BLIND_NIL:
            return Answer(voice.say("Bid blind nil"), action, "b", bold=True)
        case Bid():
            return Answer(voice.bid(action), action, "n" if action == NIL else str(action.tricks))
        case Keep():
            return _keep(action, view, voice)
        case Adjust(by=0):
            return Answer(voice.say("Keep the bid"), action, "k")
        case Adjust(by=by):
            changed = changed_bid(view.rules, own_bid(view), by)
            key = "n" if changed.nil else str(changed.tricks)
            return Answer(voice.bid(changed), action, key)
        case NoTrump(wanted=wanted):
            label = voice.say(T("Play without trump") if wanted else T("Spades are trump"))
            return Answer(label, action, "w" if wanted else "s")
        case Award(seat=seat):
            label = voice.say("{seat} gets the tricks", seat=seat)
            return Answer(label, action, seat.letter.lower())
        case _:
            return Answer(voice.say("Agree to the score"), action, "a")


def _keep(action: Keep, view: View, voice: Voice) -> Answer:
    """Return the answer that keeps a card that is shown, or takes the next one."""
    first = action.which == "first"
    if len(view.offered) > 1:
        label = voice.say("Keep the {card}", card=view.offered[0 if first else 1])
    else:
        label = voice.say(T("Keep it") if first else T("Take the next card"))
    return Answer(label, action, "k" if first else "n")


def own_bid(view: View) -> Bid:
    """Return the seat's bid."""
    bid = None if view.seat is None else view.bids[view.seat]
    assert bid is not None
    return bid


class Question(Struct, frozen=True):
    """A question and its answers, each with the actions that remain possible after it."""

    text: str
    answers: tuple[tuple[Answer, tuple[PlayerAction, ...]], ...]


_KINDS: tuple[tuple[type[PlayerAction], str, str], ...] = (
    (TakeBack, T("Take back my card"), "t"),
    (Claim, T("Claim the rest"), "c"),
    (Say, T("Give my partner an estimate"), "e"),
    (ThrowIn, T("Show my hand for a redeal"), "h"),
    (Call, T("Call a revoke"), "r"),
    (Flip, T("Open a trick"), "o"),
)


def question_about(actions: tuple[PlayerAction, ...], voice: Voice) -> Question:
    """Return the question of what to do: the kinds of actions there are."""
    found = []
    for kind, label, key in _KINDS:
        of_kind = tuple(action for action in actions if isinstance(action, kind))
        if of_kind:
            found.append((Answer(voice.say(label), None, key), of_kind))
    return Question(voice.say("What do you want to do?"), tuple(found))


def besides_in_short(actions: tuple[PlayerAction, ...], voice: Voice) -> str:
    """Return the optional actions in a few words."""
    found = question_about(actions, voice).answers
    return found[0][0].label if len(found) == 1 else voice.say("Other actions")


_DETAILS = {
    (Say, "sure"): T("How many tricks are certain?"),
    (Say, "maybe"): T("And how many are possible?"),
    (Call, "seat"): T("Who revoked?"),
    (Call, "trick"): T("In which trick?"),
    (Flip, "trick"): T("Which trick?"),
}


def detail_of(actions: tuple[PlayerAction, ...], voice: Voice) -> Question:
    """Return the next question about actions of one kind, on the first field that differs."""
    kind = type(actions[0])
    by_field = (
        (field, {getattr(action, field) for action in actions}) for field in kind.__struct_fields__
    )
    field, values = next((field, values) for field, values in by_field if len(values) > 1)
    return Question(
        voice.say(_DETAILS[kind, field]),
        tuple(
            (
                _named(value, voice),
                tuple(action for action in actions if getattr(action, field) == value),
            )
            for value in sorted(values)
        ),
    )


def _named(value: Seat | int, voice: Voice) -> Answer:
    """Return an answer named after a seat or a number."""
    if isinstance(value, Seat):
        return Answer(voice.say(value.spoken), None, value.letter.lower())
    return Answer(str(value), None, str(value))
