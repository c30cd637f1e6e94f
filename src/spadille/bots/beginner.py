"""The level `beginner`: counts its high cards, and plays high when that wins."""

from collections import Counter

from ..game import (
    NIL,
    TRUMP,
    Bid,
    Card,
    Keep,
    Look,
    Message,
    Pass,
    Play,
    Suit,
    Swap,
    T,
    View,
    ranking_of,
)
from .bot import DecidingBot, Decision

JACK, QUEEN, KING, ACE = 9, 10, 11, 12


class Beginner(DecidingBot):
    """Looks at its own cards and the trick on the table, at nothing else."""

    def decide(self, view: View) -> Decision:
        match view.phase:
            case "draft" | "bidding" if view.hand is None:
                return Decision(Look(), Message(T("I want to see my cards before I bid.")))
            case "draft":
                return _keep(view)
            case "bidding":
                return _bid(view)
            case "swap" | "exchange":
                return _give(view)
            case _:
                return _play(view)


def _keep(view: View) -> Decision:
    card = view.offered[0]
    if card.suit is TRUMP or card.rank >= QUEEN:
        return Decision(
            Keep("first"), Message(T("The {card} is a high card or a spade."), card=card)
        )
    return Decision(Keep("next"), Message(T("The next card may well be better.")))


def _bid(view: View) -> Decision:
    hand = view.hand or ()
    if NIL in view.options and _is_harmless(hand):
        return Decision(NIL, Message(T("There is nothing high in this hand: nil.")))
    high = sum(card.rank >= KING for card in hand)
    low_spades = sum(card.suit is TRUMP and card.rank < KING for card in hand)
    tricks = max(1, high + max(0, low_spades - 3))
    return Decision(
        Bid(tricks),
        Message(T("One trick for each ace and king, and for each spade after the third.")),
    )


def _is_harmless(hand: tuple[Card, ...]) -> bool:
    """Nothing above a ten, and hardly a spade."""
    return all(card.rank < JACK for card in hand) and sum(card.suit is TRUMP for card in hand) <= 2


def _give(view: View) -> Decision:
    """As many cards as asked for: the highest from a nil bidder, the lowest from the partner."""
    choose = view.options.choose
    assert choose is not None
    assert view.seat is not None
    bid = view.bids[view.seat]
    count = max(choose.sizes)
    low_to_high = sorted(choose.cards, key=lambda card: (card.rank, card.suit is TRUMP))
    if bid is not None and bid.nil:
        cards = tuple(low_to_high[-count:])
        reason = Message(T("High cards are no use to a nil."))
    else:
        cards = tuple(low_to_high[:count])
        reason = Message(T("Low cards help my partner to lose tricks."))
    return Decision(Pass(cards) if choose.purpose == "pass" else Swap(cards), reason)


def _play(view: View) -> Decision:
    cards = [action.card for action in view.options.actions if isinstance(action, Play)]
    low_to_high = sorted(cards, key=lambda card: (card.suit is TRUMP, card.rank))
    assert view.seat is not None
    bid = view.bids[view.seat]
    if bid is not None and bid.nil and not view.won[view.seat]:
        return _avoid(view, low_to_high)
    if view.trick is None:
        longest = _longest(cards)
        lead = max((card for card in cards if card.suit is longest), key=lambda card: card.rank)
        return Decision(Play(lead), Message(T("I lead high from my longest suit.")))
    ranking = ranking_of(view.rules, trump=view.trump)
    best = view.trick.cards[ranking.winning_index(view.trick.cards, view.trick.low)]
    winners = [card for card in low_to_high if ranking.beats(card, best)]
    if winners and winners[0].suit is TRUMP:
        return Decision(Play(winners[0]), Message(T("A spade wins this trick.")))
    if winners:
        return Decision(Play(winners[-1]), Message(T("My highest card wins this trick so far.")))
    return Decision(Play(low_to_high[0]), Message(T("I cannot win this trick: my lowest card.")))


def _avoid(view: View, low_to_high: list[Card]) -> Decision:
    if view.trick is None:
        return Decision(Play(low_to_high[0]), Message(T("I bid nil, so I lead my lowest card.")))
    ranking = ranking_of(view.rules, trump=view.trump)
    best = view.trick.cards[ranking.winning_index(view.trick.cards, view.trick.low)]
    losers = [card for card in low_to_high if not ranking.beats(card, best)]
    if losers:
        card = max(losers, key=lambda card: card.rank)
        return Decision(Play(card), Message(T("I bid nil: my highest card that does not win.")))
    return Decision(Play(low_to_high[0]), Message(T("I bid nil, but I have nothing lower.")))


def _longest(cards: list[Card]) -> Suit:
    lengths = Counter(card.suit for card in cards)
    return max(lengths, key=lambda suit: (suit is not TRUMP, lengths[suit], suit))
