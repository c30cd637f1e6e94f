"""What the person at the terminal is asked, and the answers to choose from."""

from msgspec import Struct

from ...game import (
    BLIND_NIL,
    NIL,
    Bid,
    Keep,
    Look,
    Message,
    Pass,
    PlayerAction,
    Seat,
    Swap,
    T,
    View,
)
from .words import Words


class Choice(Struct, frozen=True):
    """An answer; `key` chooses it at once. Without an action it means the marked cards."""

    label: str
    action: PlayerAction | None
    key: str = ""


def choices_of(view: View, words: Words) -> tuple[Choice, ...]:
    """The answers other than cards that the seat may give now."""
    choose = view.options.choose
    if choose:
        count = max(choose.sizes)
        if choose.purpose == "pass":
            label = Message.counted("Give the card", "Give {n} cards", count)
            nothing: PlayerAction = Pass(())
        else:
            label, nothing = Message(T("Swap the marked cards")), Swap(())
        keep = (Choice(words.say(T("Keep all cards")), nothing, "k"),) if 0 in choose.sizes else ()
        return (Choice(words.say(label), None, "g"), *keep)
    return tuple(_choice(action, words) for action in view.options.actions if _asked(action))


def _asked(action: PlayerAction) -> bool:
    return isinstance(action, Look | Bid | Keep)


def _choice(action: PlayerAction, words: Words) -> Choice:
    match action:
        case Look():
            return Choice(words.say(T("Look at my cards")), action, "l")
        case Bid() if action == BLIND_NIL:
            return Choice(words.say(T("Bid blind nil")), action, "b")
        case Bid():
            return Choice(words.bid(action), action, "n" if action == NIL else str(action.tricks))
        case Keep(which="first"):
            return Choice(words.say(T("Keep it")), action, "k")
        case _:
            return Choice(words.say(T("Take the next card")), action, "n")


def prompt_of(view: View, words: Words) -> str:
    """The sentence that says what is going on."""
    if view.phase == "over":
        return words.say(T("The game is over."))
    if view.phase == "score":
        return words.say(T("The round is over."))
    if view.to_act is None:
        return words.say(T("The cards are being dealt."))
    if view.to_act != view.seat:
        if Look() in view.options:
            return words.say(
                T("{seat} is to act; you may look at your cards, or wait."), seat=view.to_act
            )
        return words.say(T("{seat} is thinking."), seat=view.to_act)
    match view.phase:
        case "draft" | "bidding" if Look() in view.options:
            return _look(view, words)
        case "draft":
            return words.say(
                T("You drew the {card}. Keep it, or take the next one unseen?"),
                card=view.offered[0],
            )
        case "bidding":
            return words.say(T("Your bid: how many tricks will you win?"))
        case "swap" | "exchange":
            return _choose(view, view.to_act, words)
        case _:
            return _play(view, words)


def _look(view: View, words: Words) -> str:
    if BLIND_NIL in view.options:
        return words.say(
            T("Look at your cards, or bid blind nil for {value} points first?"),
            value=view.rules.scoring.blind_nil_value,
        )
    return words.say(T("Look at your cards."))


def _choose(view: View, me: Seat, words: Words) -> str:
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    if choose.purpose == "swap":
        return words.say(
            Message.counted(
                "Mark a card to swap for a discard, or keep all.",
                "Mark up to {n} cards to swap for discards, or keep all.",
                count,
            )
        )
    partner = view.rules.partner(me)
    if 0 in choose.sizes:
        return words.say(
            Message.counted(
                "Mark a card to give to {seat}, or keep all.",
                "Mark {n} cards to give to {seat}, or keep all.",
                count,
                seat=partner,
            )
        )
    return words.say(
        Message.counted(
            "Mark a card to give back to {seat}.",
            "Mark {n} cards to give back to {seat}.",
            count,
            seat=partner,
        )
    )


def _play(view: View, words: Words) -> str:
    if view.trick is not None:
        led = view.trick.cards[0].suit
        if any(card.suit == led for card in view.hand or ()):
            return words.say(T("Follow: {suit}."), suit=led)
        return words.say(T("You are void; play any card."))
    if view.tricks:
        return words.say(T("You have won the trick and lead."))
    return words.say(T("You lead."))
