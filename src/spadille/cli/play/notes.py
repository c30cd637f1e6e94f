"""What has been said and shown at the table besides bids and cards."""

from collections.abc import Iterator

from ...game import Hand, Judgement, Message, Seat, T, View
from .words import Words


def notes_of(view: View, words: Words) -> tuple[str, ...]:
    """Short sentences about this round, the latest last."""
    return tuple(words.say(note) for note in _notes(view, words))


def _notes(view: View, words: Words) -> Iterator[Message]:
    if view.time_up and view.phase != "over":
        yield Message("Time is up: this is the last round.")
    for shown in view.thrown_in:
        yield Message("{seat} showed a deficient hand: new deal.", seat=shown.seat)
    for judged in view.redeals:
        yield _judged(judged)
        yield Message("The cards are dealt anew.")
    if view.kitty and view.phase not in {"deal", "draw"}:
        count = Message.counted("one card", "{n} cards", view.kitty)
        if view.kitty_taker is None:
            yield Message("Kitty: {cards}.", cards=count)
        else:
            yield Message("Kitty: {cards}, {seat} takes it.", cards=count, seat=view.kitty_taker)
    if not view.trump:
        yield Message("No suit is trump.")
    for seat, said in enumerate(view.said):
        if said is not None:
            yield Message(
                "{seat} says: {sure} sure, maybe {maybe}.",
                seat=Seat(seat),
                sure=said.sure,
                maybe=said.maybe,
            )
    yield from _open_cards(view.face_up, words)
    yield from _open_cards(view.shown, words)
    for judged in view.judgements:
        yield _judged(judged)


def _open_cards(hands: tuple[Hand, ...], words: Words) -> Iterator[Message]:
    for seat, cards in enumerate(hands):
        if cards:
            text = " ".join(map(words.card, cards))
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
            text = T("{seat} opens trick {trick}: nobody revoked.")
        case _, True:
            text = T("{seat} claims the rest: granted.")
        case _:
            text = T("{seat} claims the rest: not certain.")
    return Message(text, seat=judged.seat, accused=judged.accused, trick=judged.trick)
