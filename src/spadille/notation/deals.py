"""Deals as text: `N:AK2.QJ.T98.76543 ...`, each hand as spades.hearts.diamonds.clubs.

The letter names the seat of the first hand, and the others follow clockwise; `str(deal)` begins
with North. Ranks are written high to low, a void as nothing, an unknown hand as `-`. PBN writes the
same text within a tag, `[Deal "N:..."]`, which is accepted as well. Jokers follow as a fifth group,
`AK2.QJ.T98.7654.BL`, which a hand without jokers omits. After the hands, `rest` and a hand list the
cards left over. `up` and one hand for each seat list the cards that lie face up.
"""

import re

from ..game import JOKER_RANKS, RANKS, WRITTEN, Card, Deal, Hand, ParseError, Suit, hand_of
from .cards import OTHER_JOKERS, parse_seat, refuse_too_many, text_of

MOST_HANDS = 6
UNKNOWN = "-"
"""An unknown hand in PBN; it is read as a hand without cards."""

_DEAL_TAG = re.compile(r'\[\s*Deal\s+"([^"]*)"\s*\]')


def parse_deal(text: str, place: str = "", *, packs: int = 1) -> Deal:
    """Return the deal in `text`; hands may be partial, but no card may occur too often.

    >>> str(parse_deal("S:K... A... Q.2.. J...").hands[2][0])
    'SK'

    Raises:
        ParseError: if it is not a deal.
    """
    written = text_of(text, place).strip()
    tag = _DEAL_TAG.fullmatch(written)
    first, colon, said = (tag[1] if tag else written).strip().partition(":")
    if not colon:
        raise ParseError(
            "text/not-a-deal",
            "write a deal like N:AK2.QJ.T98.76543 and so on, hands clockwise",
            place,
        )
    before, up, open_hands = f" {' '.join(said.split())} ".partition(" up ")
    hands, rest, left_over = before.partition(" rest ")
    parsed = [_parse_hand(hand, place) for hand in hands.split()]
    if not 2 <= len(parsed) <= MOST_HANDS:
        raise ParseError(
            "text/wrong-number-of-hands",
            "a deal has 2 to {most} hands, not {count}",
            place,
            most=MOST_HANDS,
            count=len(parsed),
        )
    start = parse_seat(first, place, players=len(parsed))
    face_up = [_parse_hand(hand, place) for hand in open_hands.split()]
    if up and len(face_up) != len(parsed):
        raise ParseError(
            "text/bad-face-up",
            "after {word}, list the open cards of each of {count} hands",
            place,
            word="up",
            count=len(parsed),
        )
    over = left_over.split()
    if rest and len(over) != 1:
        raise ParseError(
            "text/bad-rest",
            "after {word}, list the leftover cards as one hand",
            place,
            word="rest",
        )
    left = _parse_hand(over[0], place) if over else ()
    refuse_too_many((card for hand in (*parsed, left) for card in hand), packs, place)
    turn = len(parsed) - start
    return Deal(tuple(parsed[turn:] + parsed[:turn]), left, tuple(face_up[turn:] + face_up[:turn]))


def _parse_hand(text: str, place: str) -> Hand:
    if text == UNKNOWN:
        return ()
    groups = text.split(".")
    if len(groups) not in {len(WRITTEN) - 1, len(WRITTEN)}:
        raise ParseError(
            "text/not-a-hand",
            "{text} is not a hand; write spades.hearts.diamonds.clubs",
            place,
            text=repr(text),
        )
    cards = []
    for suit, ranks in zip(WRITTEN, groups, strict=False):
        known = JOKER_RANKS if suit is Suit.JOKERS else RANKS
        for letter in ranks:
            rank = OTHER_JOKERS.get(letter, letter) if suit is Suit.JOKERS else letter
            if rank not in known:
                raise ParseError(
                    "text/not-a-rank",
                    "{rank} is not a rank; ranks are {ranks}",
                    place,
                    rank=repr(rank),
                    ranks=known[::-1],
                )
            cards.append(Card(suit.letter + rank))
    return hand_of(cards)
