"""Convert rules, cards, bids and rounds to the kernels' form and back."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from ..game import (
    AMOUNTS,
    RANKS,
    Bid,
    Card,
    Hand,
    Play,
    Rules,
    Suit,
    coverage,
    hand_of,
    option_values,
    parse_bid_rule,
    parse_hand_test,
    phases_of,
    ranking_of,
)
from .bid_code import bid_code
from .encoding import (
    AS_USUAL,
    AS_WON,
    BIG_MO,
    BLIND,
    BY_SIDE,
    CODE,
    CODES,
    DEALER_FIRST,
    KITTY,
    KITTY_AND_ROUND,
    LEFT_FIRST,
    LITTLE_MO,
    LOW,
    LOW_REDEALT,
    NIL,
    NIL_BIT,
    NO_BID,
    NO_SUIT,
    PLAIN,
    SPADES,
    TRICKS_BID,
    Record,
)
from .kernel import records

_NO_TARGET = 10**9
_NO_FLOOR = -(10**9)
_MO: dict[Literal["", "little", "big"], int] = {"": 0, "little": LITTLE_MO, "big": BIG_MO}


class Code(NamedTuple):
    """A rule set as kernels see it.

    `record` is passed to kernels (`encoding.CODE`). `kinds` are the cards by the number of their
    kind, and `numbers` the kind numbers by card.
    """

    record: Record
    kinds: tuple[Card, ...]
    numbers: dict[Card, int]

    def words(self, cards: Iterable[Card]) -> tuple[int, int]:
        """Return cards as two words: the kinds held, and those held twice.

        >>> code_of(Rules()).words([Card.C2, Card.D2])
        (8193, 0)
        """
        once = twice = 0
        for card in cards:
            bit = 1 << self.numbers[card]
            twice |= once & bit
            once |= bit
        return once, twice

    def cards(self, once: int, twice: int = 0) -> Hand:
        """Return the cards that are held."""
        words = (int(once), int(twice))
        return hand_of(
            card for word in words for kind, card in enumerate(self.kinds) if word >> kind & 1
        )

    def play(self, play: Play) -> int:
        """Return the number of a play."""
        return self.numbers[play.card] + (LOW if play.low else 0)

    def play_of(self, number: int) -> Play:
        """Return the play with this number."""
        return Play(self.kinds[number % LOW], low=number >= LOW)


def codes_of(rules: Rules) -> Record:
    """Return the codes of a rule set with and without trump, as an array of `encoding.CODES`."""
    codes = records(1, CODES)
    codes[0]["code"] = code_of(rules).record
    codes[0]["bare"] = code_of(rules, trump=not rules.bidding.no_trump).record
    return codes


def bid_number(bid: Bid | None) -> int:
    """Return a bid as a number.

    >>> bid_number(Bid(3)), bid_number(Bid(0, nil=True, blind=True)), bid_number(None)
    (3, 96, -1)
    """
    if bid is None:
        return NO_BID
    return bid.tricks + NIL * bid.nil + BLIND * bid.blind + _MO[bid.mo]


def bid_of(number: int) -> Bid | None:
    """Return the bid with this number."""
    if number == NO_BID:
        return None
    mo = next(mo for mo, bit in reversed(_MO.items()) if number & bit == bit)
    return Bid(int(number) & TRICKS_BID, nil=bool(number & NIL), blind=bool(number & BLIND), mo=mo)


@lru_cache(maxsize=256)
def code_of(rules: Rules, *, trump: bool = True) -> Code:
    """Return the code of a rule set, or of its rounds that are played without trump (V26)."""
    ranking = ranking_of(rules, trump=trump)
    deck = rules.deck_cards
    kinds = tuple(sorted(set(deck), key=lambda card: (ranking.suit_of[card], ranking.power[card])))
    index = {card: number for number, card in enumerate(kinds)}
    record: Record = np.zeros(1, CODE).view(np.recarray)[0]
    _table(record, rules)
    record.deck_size = len(deck)
    record.deck[: len(deck)] = [index[card] for card in deck]
    record.kinds = len(kinds)
    record.packs = rules.deck.packs
    suits = [0] * len(Suit)
    for card in kinds:
        suits[ranking.suit_of[card]] |= 1 << index[card]
    record.suit[:] = suits
    record.lowest[:] = [(word & -word).bit_length() - 1 if word else 0 for word in suits]
    for card in kinds:
        suit = ranking.suit_of[card]
        record.suit_of[index[card]] = suit
        record.follow[index[card]] = 2**64 - 1 if suit is Suit.JOKERS else suits[suit]
    record.trump = SPADES if trump else NO_SUIT
    record.aces = _word(index, [card for card in kinds if card.is_ace])
    record.declared = record.aces if rules.deck.aces == "declared" else 0
    nine = RANKS.index("9")
    record.high_spades = _word(
        index, [card for card in kinds if card.suit is Suit.SPADES and card.rank >= nine]
    )
    clubs = sorted(card for card in kinds if card.suit is Suit.CLUBS)
    record.clubs[: len(clubs)] = [index[card] for card in clubs]
    record.club_count = len(clubs)
    record.big_joker = index.get(Card.JB, -1)
    record.ace_of_spades = index.get(Card.SA, -1)
    record.last_wins = rules.deck.identical == "last_wins"
    _plain(record, rules)
    record.card_of[: len(kinds)] = [card.id for card in kinds]
    record.kind_of[[card.id for card in kinds]] = range(len(kinds))
    record.same = all(card.id == kind for kind, card in enumerate(kinds))
    _deficient(record, rules, index)
    _bidding(record, rules, index)
    _score(record, rules)
    if trump and rules.bidding.no_trump:
        plain = code_of(rules, trump=False).numbers
        record.without_trump[: len(kinds)] = [plain[card] for card in kinds]
    record.plain = trump and coverage.FOUR_HANDS.covers(rules)
    record.free = _is_free(record)
    return Code(record, kinds, index)


def _word(index: dict[Card, int], cards: Sequence[Card]) -> int:
    return sum(1 << index[card] for card in cards)


def _table(record: Record, rules: Rules) -> None:
    record.players = rules.players
    record.sides = len(rules.sides)
    for seat in rules.seats:
        record.side_of[seat] = rules.side_of(seat)
        partner = rules.partner(seat)
        record.partner[seat] = -1 if partner is None else partner
    record.hand_size = rules.hand_size
    record.tricks = rules.tricks
    record.rest_size = rules.rest_size


def _plain(record: Record, rules: Rules) -> None:
    for path, field in PLAIN.items():
        group, name = path.split(".")
        value = getattr(getattr(rules, group), name)
        record[field] = option_values(path).index(value) if isinstance(value, str) else value


def _deficient(record: Record, rules: Rules, kinds: dict[Card, int]) -> None:
    tests = option_values("deal.deficient")
    record.deficient = sum(1 << tests.index(test) for test in set(rules.deal.deficient))
    test = parse_hand_test(rules.deal.deficient_when)
    program = [len(test)]
    for group in test:
        program.append(len(group))
        for each in group:
            program += [list(AMOUNTS).index(each.amount), each.low, each.high]
    record.hand_test[: len(program)] = program
    printed = [card for card in kinds if card.suit <= Suit.SPADES]
    for rank in range(len(RANKS)):
        record.by_rank[rank] = _word(kinds, [card for card in printed if card.rank == rank])
    faces = {RANKS.index(rank) for rank in "JQK"}
    record.faces = _word(kinds, [card for card in printed if card.rank in faces])


def _bidding(record: Record, rules: Rules, kinds: dict[Card, int]) -> None:
    bidding, deal = rules.bidding, rules.deal
    rule = parse_bid_rule(bidding.bids)
    program = bid_code(rule, kinds)
    record.bid_rule[: len(program)] = program
    record.blind_limited = rules.nil.blind_per_side < max(map(len, rules.sides))
    if rules.drafted:
        record.looks_first = DEALER_FIRST
    elif any(phase.name == "look" for phase in phases_of(rules)):
        record.looks_first = LEFT_FIRST
    if rules.has_kitty:
        record.kitty = KITTY_AND_ROUND if deal.leftover == "kitty_and_round" else KITTY
    same = deal.leftover != "kitty_and_round"  # where bids are made
    if same and not bidding.limited and rule == parse_bid_rule("any"):
        record.any_bid = True
        record.bids = (2 << rules.hand_size) - 1 | rules.nil.allowed << NIL_BIT
        if not bidding.zero:
            record.bids &= ~np.uint64(1)


def _score(record: Record, rules: Rules) -> None:
    record.spoiler = rules.table.teams == "spoiler"
    record.target = _NO_TARGET if rules.target is None else rules.target
    record.floor = _NO_FLOOR if rules.floor is None else rules.floor
    scoring = rules.scoring
    record.ten_penalty = _lost(scoring.ten_penalty)
    record.boston_penalty = _lost(scoring.boston_penalty)
    record.exact_values[1 : len(scoring.exact_values) + 1] = scoring.exact_values
    record.minds_all_tricks = scoring.minds_all_tricks
    starts = rules.end.start_scores
    record.starts[: len(starts)] = starts


def _lost(penalty: int | str) -> int:
    """Return the loss from a special contract as a number."""
    return penalty if isinstance(penalty, int) else {"value": AS_WON, "usual": AS_USUAL}[penalty]


def _is_free(record: Record) -> bool:
    """Return True if only bids precede the first trick, and they depend on nothing."""
    return bool(
        record.any_bid
        and record.order != BY_SIDE
        and record.low_total != LOW_REDEALT
        and not record.zero
        and not record.opening_tricks
        and not record.first_round_bids_itself
        and record.blind_bids == 0
        and not record.blind_limited
        and record.nil_blind_deficit == 0
        and record.looks_first == 0
        and record.kitty == 0
        and record.second_thoughts == 0
        and not record.no_trump
        and record.exchange_nil_cards == record.exchange_blind_nil_cards == 0
    )
