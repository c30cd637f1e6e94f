"""What the person at the terminal is asked."""

from ...game import BLIND_NIL, Look, Message, Seat, T, View, ranking_of
from .choices import own_tricks
from .words import Words


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
                T("{seat} is to act. You may look at your cards already."), seat=view.to_act
            )
        return words.say(T("{seat} is thinking."), seat=view.to_act)
    if Look() in view.options:
        return _look(view, words)
    if view.options.choose is not None:
        return _choose(view, view.to_act, words)
    if view.phase == "draft":
        return _draft(view, words)
    if view.phase == "adjust":
        return words.say(T("All have bid. Does your bid of {bid} stand?"), bid=own_tricks(view))
    asked = _ASKED.get(view.phase)
    return _play(view, words) if asked is None else words.say(asked)


_ASKED = {
    "cut": T("The pack is shuffled. After how many cards do you cut it?"),
    "bidding": T("Your bid: how many tricks will you win?"),
    "trump": T("Play without trump? Both partners must want it."),
    "award": T("The claim was wrong. Who gets the remaining tricks?"),
    "settle": T("The round is played. Agree to its score, or call a revoke first."),
}
"""What is asked in phases in which it does not depend on the cards."""


def _draft(view: View, words: Words) -> str:
    if len(view.offered) > 1:
        first, second = view.offered
        sentence = T("Keep the {first} or the {second}?")
        return words.say(sentence, first=first, second=second)
    return words.say(T("You drew the {card}. Keep it, or take the next one?"), card=view.offered[0])


def _look(view: View, words: Words) -> str:
    if BLIND_NIL in view.options:
        return words.say(
            T("Look at your cards, or bid blind nil (no trick) for {value} first?"),
            value=view.rules.scoring.blind_nil_value,
        )
    if len(view.options.actions) > 1:
        return words.say(T("Look at your cards, or bid blind first?"))
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
    if choose.purpose == "discard":
        return words.say(
            Message.counted(
                "You take up the kitty. Mark a card to put away.",
                "You take up the kitty. Mark {n} cards to put away.",
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
    if view.trick is None:
        won = T("You have won the trick and lead.")
        return words.say(won if view.tricks else T("You lead."))
    ranking = ranking_of(view.rules, trump=view.trump)
    led = ranking.led_suit(view.trick.cards)
    if led is not None and ranking.suited(view.hand or (), led):
        return words.say(T("Follow: {suit}."), suit=led)
    if len(view.options.actions) < len(set(view.hand or ())):
        return words.say(T("You are void; play one of the cards that are marked."))
    return words.say(T("You are void; play any card."))
