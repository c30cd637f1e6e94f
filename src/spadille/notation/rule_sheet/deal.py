"""How cards reach the players, in words."""

from collections.abc import Iterator

from ...game import Condition, Message, Rules, Suit, T, parse_hand_test
from .listing import alternatives

_DEFICIENT = {
    "one_spade": T("at most one spade"),
    "no_spades": T("no spade"),
    "no_faces": T("no king, queen or jack"),
    "seven_of_suit": T("seven or more cards of a suit other than spades"),
}


def deal_sentences(rules: Rules) -> Iterator[Message]:
    deal = rules.deal
    yield {
        "random": Message("The first dealer is found by lot, then the deal goes to the left."),
        "high_card": Message(
            "Each draws a card for the first deal, the highest deals; then it goes to the left."
        ),
        "first_spade": Message(
            "Cards are turned up in turn, the first spade deals; then it goes to the left."
        ),
    }[deal.first_dealer]
    if rules.drafted:
        yield _draft(rules)
        yield Message("Who draws second bids and leads first; next round it is the other way.")
        return
    if deal.cut == "offered":
        yield Message("The player to the right of the dealer may cut the shuffled pack.")
    if deal.leftover == "none":
        yield Message(
            "All cards are dealt one at a time, clockwise; {size} for each player.",
            size=rules.hand_size,
        )
    else:
        yield Message(
            "The cards are dealt one at a time, clockwise; {size} for each player.",
            size=rules.hand_size,
        )
    yield from _left_over(rules)
    if deal.face_up:
        yield Message.counted(
            "One card of each hand is turned up for all to see, after the blind bids and before "
            "the others.",
            "{n} cards of each hand are turned up for all to see, after the blind bids and before "
            "the others.",
            deal.face_up,
        )
    if deal.deficient or deal.deficient_when:
        tests = [Message(_DEFICIENT[test]) for test in deal.deficient]
        tests += [_all_of(group) for group in parse_hand_test(deal.deficient_when)]
        yield Message(
            "Before his side has bid, a player may show a hand with {cards}; then the same "
            "dealer deals again.",
            cards=alternatives(tests),
        )
        yield Message.counted(
            "Each player may do so once in a round.",
            "Each player may do so up to {n} times in a round.",
            deal.throw_ins,
        )


_AMOUNTS = {
    "clubs": T("clubs"),
    "diamonds": T("diamonds"),
    "hearts": T("hearts"),
    "spades": T("spades"),
    "honours": T("honours (ace to jack)"),
    "points": T("points (ace 4, king 3, queen 2, jack 1)"),
    "highest": T("as its highest card (jack 11 to ace 14)"),
    "longest": T("cards in its longest suit but spades"),
}


def _all_of(group: tuple[Condition, ...]) -> Message:
    """The conditions with "and" between them."""
    said = _condition(group[0])
    for condition in group[1:]:
        said = Message("{one} and {other}", one=said, other=_condition(condition))
    return said


def _condition(condition: Condition) -> Message:
    amount = Message(_AMOUNTS[condition.amount])
    if condition.low == condition.high:
        return Message("exactly {number} {amount}", number=condition.low, amount=amount)
    if condition.low == 0:
        return Message("at most {number} {amount}", number=condition.high, amount=amount)
    return Message("at least {number} {amount}", number=condition.low, amount=amount)


def _draft(rules: Rules) -> Message:
    sentence = {
        "pick_of_two": T(
            "There is no deal. In turn, each draws two cards, keeps one and discards the other, "
            "until both hold {size} cards. The discards are out of play."
        ),
        "keep_or_next": T(
            "There is no deal. In turn, each draws a card and either keeps it, and sees the next "
            "one before it is discarded, or discards it and must keep the next one, until both "
            "hold {size} cards. The discards are out of play."
        ),
        "keep_or_next_unseen": T(
            "There is no deal. In turn, each draws a card and either keeps it and discards the "
            "next one unseen, or discards it and must keep the next one, until both hold "
            "{size} cards. The discards are out of play."
        ),
    }[rules.deal.method]
    return Message(sentence, size=rules.hand_size)


def _left_over(rules: Rules) -> Iterator[Message]:
    deal = rules.deal
    match deal.leftover:
        case "aside":
            yield Message.counted(
                "One card is left over and put aside unseen.",
                "{n} cards are left over and put aside unseen.",
                rules.rest_size,
            )
        case "kitty":
            yield Message.counted(
                "One card is left over as the kitty.",
                "{n} cards are left over as the kitty.",
                rules.rest_size,
            )
        case "kitty_and_round":
            yield Message(
                "One card fewer is dealt to each player; {count} cards lie in the middle as "
                "the kitty. Who takes it has one trick from it, and may bid all {tricks}.",
                count=rules.rest_size,
                tricks=rules.tricks,
            )
    if rules.has_kitty:
        yield _taker(rules)


def _taker(rules: Rules) -> Message:
    clubs = [card for card in rules.deck_cards if card.suit is Suit.CLUBS]
    match rules.deal.kitty_taker:
        case "highest_bidder":
            return Message(
                "After the bidding the highest bidder, of equal ones the first, takes the "
                "kitty up and puts as many cards away."
            )
        case "two_of_clubs" if clubs:
            return Message(
                "Before the bidding the holder of the {card} takes the kitty up and puts as "
                "many cards away; the dealer does, where it lies in the kitty.",
                card=min(clubs),
            )
    return Message("Before the bidding the dealer takes the kitty up and puts as many cards away.")
