"""A deal that is given instead of shuffled: check it against the rules, and complete it."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from .actions import ChanceAction, Deal, DrawForDeal, NameDealer
from .cards import PACK, Card, hand_of
from .errors import SpadesError
from .rules import Rules
from .seats import Seat
from .text import Message, in_short


def given_deal(rules: Rules, deal: Deal) -> Deal:
    """Return the deal, with the cards that it leaves over if it does not name them.

    Raises:
        SpadesError: if it cannot be dealt under these rules; says why.
    """
    if rules.drafted:
        raise _refused("deal/drafted", Message("players draw their hands under these rules"))
    given: object = deal
    if not isinstance(given, Deal):
        wrong = Message("a deal is a text or a `Deal`, not {value}", value=in_short(deal))
        raise _refused("deal/no-deal", wrong)
    if len(deal.hands) != rules.players:
        wrong = Message(
            "a deal has {players} hands under these rules, not {count}",
            count=len(deal.hands),
            players=rules.players,
        )
        raise _refused("deal/hands", wrong)
    for seat, hand in zip(rules.seats, deal.hands, strict=True):
        if len(hand) != rules.hand_size:
            wrong = Message(
                "{seat}'s hand has {size} cards under these rules, not {count}",
                seat=seat,
                count=len(hand),
                size=rules.hand_size,
            )
            raise _refused("deal/cards", wrong)
    dealt = Counter(chain(*deal.hands, deal.rest))
    pack = Counter(rules.deck_cards)
    if extra := hand_of((dealt - pack).elements()):
        wrong = Message("the {card} is not in the pack, or dealt too often", card=extra[-1])
        raise _refused("deal/extra-card", wrong)
    left = hand_of((pack - dealt).elements())
    if left and deal.rest:
        wrong = Message("the deal lacks the {card}", card=left[-1])
        raise _refused("deal/missing-card", wrong)
    if len(deal.face_up) != (rules.players if rules.deal.face_up else 0):
        wrong = Message(
            "after {word}, list the cards of each hand that lie face up under these rules: {count}",
            count=rules.deal.face_up,
            word="up",
        )
        raise _refused("deal/face-up", wrong)
    return Deal(deal.hands, deal.rest or left, deal.face_up)


def _refused(code: str, message: Message) -> SpadesError:
    return SpadesError(code, message)


def finding(rules: Rules, dealer: Seat) -> ChanceAction:
    """Return an outcome of chance that makes this seat the first dealer."""
    suit = rules.deal.first_suit
    if suit is not None:
        others = (card for card in PACK if card.suit is not suit)
        last = next(card for card in PACK if card.suit is suit)
        return DrawForDeal((*_first(dealer, others), last))
    if rules.deal.first_dealer == "high_card":
        low = _first(rules.players - 1, PACK)
        return DrawForDeal((*low[:dealer], PACK[-1], *low[dealer:]))
    return NameDealer(dealer)


def _first(count: int, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for _, card in zip(range(count), cards, strict=False))
