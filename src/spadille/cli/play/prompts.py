"""Questions for the player at the terminal, and announcements about the game."""

from collections.abc import Iterator

from ...game import BLIND_NIL, Hand, Judgement, Look, Message, Seat, T, View, ranking_of
from .choices import own_bid
from .voice import Voice


def prompt_of(view: View, voice: Voice) -> str:
    """Return the sentence that says what is going on."""
    return voice.say(_prompt(view))


def _prompt(view: View) -> Message:
    if view.phase == "over":
        return Message("The game is over.")
    if view.phase == "score":
        return Message("The round is over.")
    if view.to_act is None:
        return Message("The cards are being dealt.")
    if view.to_act != view.seat:
        if Look() in view.options:
            return Message(
                "It is {seat}'s turn. You may look at your cards already.", seat=view.to_act
            )
        return Message("{seat} is thinking.", seat=view.to_act)
    if Look() in view.options:
        return _look(view)
    if view.options.choose is not None:
        return _choose(view, view.to_act)
    if view.phase == "draft":
        return _draft(view)
    if view.phase == "adjust":
        bid = own_bid(view)
        return Message(
            "Everyone has bid. Do you keep your bid of {bid}?",
            bid=Message("nil") if bid.nil else bid.tricks,
        )
    asked = _ASKED.get(view.phase)
    return _play(view) if asked is None else Message(asked)


_ASKED = {
    "cut": T("The pack is shuffled. How many cards do you cut?"),
    "bidding": T("Your bid: how many tricks will you win?"),
    "trump": T("Play without trump? Both partners must want it."),
    "award": T("The claim was wrong. Who gets the remaining tricks?"),
    "settle": T("The round is over. Agree to its score, or call a revoke first."),
}
"""The questions in phases where they do not depend on the cards."""


def _draft(view: View) -> Message:
    if len(view.offered) > 1:
        first, second = view.offered
        sentence = T("Keep the {first} or the {second}?")
        return Message(sentence, first=first, second=second)
    return Message("You drew the {card}. Keep it, or take the next one?", card=view.offered[0])


def _look(view: View) -> Message:
    if BLIND_NIL in view.options:
        return Message(
            "Look at your cards, or bid blind nil (no trick) for {value} first?",
            value=view.rules.scoring.blind_nil_value,
        )
    if len(view.options.actions) > 1:
        return Message("Look at your cards, or bid blind first?")
    return Message("Look at your cards.")


def _choose(view: View, me: Seat) -> Message:
    choose = view.options.choose
    assert choose is not None
    count = max(choose.sizes)
    if choose.purpose == "swap":
        return Message.counted(
            "Mark a card to swap for a discard, or keep all.",
            "Mark up to {n} cards to swap for discards, or keep all.",
            count,
        )
    if choose.purpose == "discard":
        return Message.counted(
            "You pick up the kitty. Mark a card to discard.",
            "You pick up the kitty. Mark {n} cards to discard.",
            count,
        )
    partner = view.rules.partner(me)
    if 0 in choose.sizes:
        return Message.counted(
            "Mark a card to give to {seat}, or keep all.",
            "Mark {n} cards to give to {seat}, or keep all.",
            count,
            seat=partner,
        )
    return Message.counted(
        "Mark a card to give back to {seat}.",
        "Mark {n} cards to give back to {seat}.",
        count,
        seat=partner,
    )


def _play(view: View) -> Message:
    if view.trick is None:
        won = T("You won the trick and lead.")
        return Message(won if view.tricks else T("You lead."))
    ranking = ranking_of(view.rules, trump=view.trump)
    led = ranking.led_suit(view.trick.cards)
    if led is None:
        return Message("No suit has been led yet; play any card.")
    if ranking.suited(view.hand or (), led):
        return Message("Follow: {suit}.", suit=led)
    if len(view.options.cards_to_play) < len(set(view.hand or ())):
        return Message("You are void; play one of the marked cards.")
    return Message("You are void; play any card.")


def notes_of(view: View, voice: Voice) -> tuple[str, ...]:
    """Return short sentences about this round, the latest last."""
    return tuple(voice.say(note) for note in _notes(view, voice))


def _notes(view: View, voice: Voice) -> Iterator[Message]:
    if view.time_up and view.phase != "over":
        yield Message("Time is up: this is the last round.")
    yield from _new_deals(view)
    if view.kitty_size and view.phase not in {"deal", "draw"}:
        count = Message.counted("one card", "{n} cards", view.kitty_size)
        if view.kitty_taker is None:
            yield Message("Kitty: {cards}.", cards=count)
        else:
            yield Message(
                "Kitty: {cards}, picked up by {seat}.", cards=count, seat=view.kitty_taker
            )
    if not view.trump:
        yield Message("No suit is trump.")
    for seat, said in enumerate(view.said):
        if said is not None:
            yield Message(
                "{seat} says: {sure} certain, {maybe} possible.",
                seat=Seat(seat),
                sure=said.sure,
                maybe=said.maybe,
            )
    yield from _open_cards(view.face_up, voice)
    yield from _open_cards(view.shown, voice)
    for judged in view.judgements:
        yield _judged(judged)


def _new_deals(view: View) -> Iterator[Message]:
    for shown in view.thrown_in:
        if shown.hand:
            yield Message("{seat} showed a deficient hand: redeal.", seat=shown.seat)
        else:
            yield Message("All bids together were too low: redeal.")
    for judged in view.redeals:
        yield _judged(judged)
        yield Message("The cards are dealt again.")


def _open_cards(hands: tuple[Hand, ...], voice: Voice) -> Iterator[Message]:
    for seat, cards in enumerate(hands):
        if cards:
            text = " ".join(map(voice.card, cards))
            yield Message("{seat} shows {cards}.", seat=Seat(seat), cards=text)


def _judged(judged: Judgement) -> Message:
    match judged.kind, judged.upheld:
        case "call", True:
            text = T("{seat} is right: {accused} revoked in trick {trick}.")
        case "call", False:
            text = T("{seat} is wrong: {accused} did not revoke in trick {trick}.")
        case "flip", True:
            text = T("{seat} opens trick {trick}: {accused} revoked.")
        case "flip", False:
            text = T("{seat} opens trick {trick}: no one revoked.")
        case _, True:
            text = T("{seat} claims the rest: granted.")
        case _:
            text = T("{seat} claims the rest: not certain.")
    return Message(text, seat=judged.seat, accused=judged.accused, trick=judged.trick)
