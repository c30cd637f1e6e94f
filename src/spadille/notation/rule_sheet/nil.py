"""Undertaking to win no trick, in words."""

from collections.abc import Iterator

from ...game import Message, Rules
from .partners import has_partners, largest_side


def nil_sentences(rules: Rules) -> Iterator[Message]:
    nil, scoring = rules.nil, rules.scoring
    if not nil.allowed:
        yield Message("There is no nil.")
        return
    yield Message(
        "Nil, a bid of no tricks, wins {value} points if it is made, and else loses as many.",
        value=scoring.nil_value,
    )
    if nil.blind:
        yield from _blind_nil(rules)
    else:
        yield Message("Nil may not be bid blind.")
    yield from _exchange(rules)
    if nil.team:
        yield Message(
            "When all of a side bid nil, it is one undertaking: it wins {value} points if none "
            "of them takes a trick, and else loses {penalty}; its tricks are no bags.",
            value=scoring.team_nil_value,
            penalty=scoring.team_nil_penalty,
        )
    yield _failed_tricks(rules)


def _blind_nil(rules: Rules) -> Iterator[Message]:
    nil = rules.nil
    yield Message(
        "Blind nil, bid before looking at the cards, wins or loses {value} points.",
        value=rules.scoring.blind_nil_value,
    )
    if rules.drafted:
        yield Message("It is bid before the own first card is drawn.")
    if nil.blind_deficit:
        yield Message(
            "Only a side at least {deficit} points behind may bid blind nil.",
            deficit=nil.blind_deficit,
        )
    if nil.blind_per_side < largest_side(rules):
        yield Message.counted(
            "Only one partner of a side may bid blind nil.",
            "At most {n} partners of a side may bid blind nil.",
            nil.blind_per_side,
        )


def _exchange(rules: Rules) -> Iterator[Message]:
    exchange = rules.exchange
    if exchange.nil_cards:
        yield Message.counted(
            "After a nil bid the bidder may give one card to the partner, who returns one.",
            "After a nil bid the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.nil_cards,
        )
    if exchange.blind_nil_cards:
        yield Message.counted(
            "After a blind nil the bidder may give one card to the partner, who returns one.",
            "After a blind nil the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.blind_nil_cards,
        )
    if exchange.nil_cards or exchange.blind_nil_cards:
        yield {
            "bidder_first": Message("The partner sees these cards before he returns any."),
            "together": Message("The partner chooses before he sees these cards."),
        }[exchange.order]
        if exchange.between_nils:
            yield Message("It does not matter whether the partner has bid nil as well.")
        else:
            yield Message("Nothing is exchanged with a partner who has bid nil as well.")
    if exchange.swap_cards:
        yield Message.counted(
            "After the draft a blind nil bidder may replace one card by a random discard.",
            "After the draft a blind nil bidder may replace up to {n} cards by random discards.",
            exchange.swap_cards,
        )


def _failed_tricks(rules: Rules) -> Message:
    kind = rules.scoring.failed_nil_tricks
    if kind == "ignored":
        return Message("Tricks of a failed nil count for nothing.")
    if not has_partners(rules):
        return Message("Tricks of a failed nil are bags.")
    if kind == "bags":
        return Message("Tricks of a failed nil do not help the partner; they are bags of the side.")
    return Message("Tricks of a failed nil count towards the contract of the partner.")
