"""The order of a rule set's cards in their suits, with a bit for each copy to count with."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from ..game import Card, Ranking, Rules, Suit, Trick, ranking_of


class Order:
    """The suits in play, each from its lowest card to its highest.

    `ruffs` says whether a player who is void in a suit may ruff it, unless they hold only trumps.
    `level` is the place of a card in its suit, from 0, and `top` the highest level. An identical
    card ranks as higher if it beats mine when played later. With `aces_low`, the aces that may be
    called low count as low.
    """

    def __init__(self, rules: Rules, *, trump: bool = True, aces_low: bool = False) -> None:
        self.ranking: Ranking = ranking_of(rules, trump=trump)
        self.trump: Suit | None = self.ranking.trump
        self.ruffs = self.trump is not None and rules.play.duty != "screamer"
        self.suit_of: dict[Card, Suit] = self.ranking.suit_of
        self.level: dict[Card, int] = {}
        self.above: dict[Card, int] = {}
        self.full = [0] * len(Suit)
        self.top = [-1] * len(Suit)
        self._copies: dict[Card, int] = {}
        power = self.ranking.power
        deck = Counter(rules.deck_cards)
        jokers_alone = not trump or rules.deck.joker_role == "junk"
        suits = [suit for suit in Suit if suit is not Suit.JOKERS or jokers_alone]
        for suit in suits:
            cards = sorted(
                (card for card in deck if self.suit_of[card] is suit),
                key=lambda card: -1 if aces_low and may_be_low(rules, card) else power[card],
            )
            bits = 0
            for level, card in enumerate(cards):
                self.level[card] = level
                self._copies[card] = ((1 << deck[card]) - 1) << bits
                bits += deck[card]
            self.full[suit] = (1 << bits) - 1
            self.top[suit] = len(cards) - 1
            for card in cards:
                own = self._copies[card]
                rest = self.full[suit] & ~((own & -own) - 1)
                self.above[card] = rest if self.ranking.last_wins else rest & ~own

    def size(self, suit: Suit) -> int:
        """Return how many cards of the suit there are."""
        return self.full[suit].bit_count()

    def bit_of(self, card: Card) -> int:
        """Return the bit of the first copy of a card."""
        return self.bits_of(card)[0]

    def bits_of(self, card: Card) -> range:
        """Return the bits of all copies of a card."""
        first = (self._copies[card] & -self._copies[card]).bit_length() - 1
        return range(first, self._copies[card].bit_length())

    def add(self, masks: list[int], card: Card) -> None:
        """Mark one more copy of `card` in the mask of its suit."""
        free = self._copies[card] & ~masks[self.suit_of[card]]
        masks[self.suit_of[card]] |= free & -free

    def mask(self, cards: Iterable[Card]) -> list[int]:
        """Return masks of some cards, by suit."""
        masks = [0] * len(Suit)
        for card in cards:
            self.add(masks, card)
        return masks

    def is_trump(self, card: Card) -> bool:
        """Return True if a card is a trump; False for all cards in a round without trump."""
        return self.suit_of[card] is self.trump

    def wins(self, trick: Trick, card: Card, *, called_low: bool = False) -> bool:
        """Return True if a card, played next, takes the lead in a trick."""
        return self.ranking.takes(trick.cards, trick.low, card, called_low=called_low)

    def from_top(self, card: Card) -> int:
        """Return how far `card` is below the highest card of its suit, usually 0 for an ace."""
        return self.top[self.suit_of[card]] - self.level[card]

    def low_to_high(self, card: Card) -> tuple[bool, int, int]:
        """Return a key that sorts by suit and level, trumps last."""
        return self.is_trump(card), self.suit_of[card], self.level[card]


def may_be_low(rules: Rules, card: Card) -> bool:
    """Return True if `card` is an ace that its player may call low (K7)."""
    return rules.deck.aces == "declared" and card.is_ace


@cache
def order_of(rules: Rules, *, trump: bool = True, aces_low: bool = False) -> Order:
    """Return the order of the cards under these rules."""
    return Order(rules, trump=trump, aces_low=aces_low)
