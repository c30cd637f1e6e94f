"""Which suit a card belongs to in play, and which card wins a trick (K2 to K8)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import filterfalse

from msgspec import Struct

from .cards import PACK, Card, Hand, Suit
from .drawn import Drawn
from .rules import Rules, raised_trumps
from .seats import Seat

TRUMP = Suit.SPADES
_NO_SUIT = Suit.JOKERS

_ABOVE_ALL_PLAIN = 100


class Trick(Drawn, Struct, frozen=True, gc=False):
    """Cards in the order played, from the leader clockwise; `winner` once it is complete.

    `low` marks the aces that were called low, and is empty when none was (K7).

    >>> from spadille.game import Trick
    >>> print(Trick(Seat.NORTH, (Card.CA, Card.C2, Card.C3, Card.C4), winner=Seat.NORTH))
    N: CA C2 C3 C4
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat | None = None
    low: tuple[bool, ...] = ()

    def __str__(self) -> str:
        marks = self.low or (False,) * len(self.cards)
        cards = [f"{card}{'-' * low}" for card, low in zip(self.cards, marks, strict=True)]
        return f"{self.leader}: {' '.join(cards)}"


class Ranking:
    """The order of the cards under a rule set; without trump if a round is played that way.

    `suit_of` is the suit that a card belongs to when following suit, or `JOKERS` for junk jokers,
    which have none. `power` orders the cards of a suit, and puts trumps above all other cards.
    """

    def __init__(self, rules: Rules, *, trump: bool = True) -> None:
        deck = rules.deck
        self._rules = rules
        self.trump = TRUMP if trump else None
        self.last_wins = deck.identical == "last_wins"
        self.suit_of: dict[Card, Suit] = {}
        self.power: dict[Card, int] = {}
        raised = () if not trump else raised_trumps(deck)
        for card in Card:
            suit, power = card.suit, card.rank
            if card in raised:
                suit, power = TRUMP, len(PACK) + len(raised) - raised.index(card)
            elif card.is_ace and deck.aces == "low":
                power = -1
            self.suit_of[card] = suit
            self.power[card] = power + (_ABOVE_ALL_PLAIN if trump and suit is TRUMP else 0)
        self._belongs_to = {
            suit: frozenset(card for card in Card if self.suit_of[card] is suit).__contains__
            for suit in (*Suit, None)
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ranking):
            return NotImplemented
        return self.trump is other.trump and self._rules == other._rules

    def __hash__(self) -> int:
        return hash((self.trump, self._rules))

    def led_suit(self, trick: Sequence[Card]) -> Suit | None:
        """Return the suit to be followed; None while nothing but junk jokers has been led."""
        for card in trick:
            suit = self.suit_of[card]
            if suit is not _NO_SUIT:
                return suit
        return None

    def winning_index(self, trick: Sequence[Card], low: Sequence[bool] = ()) -> int:
        """Return the position in `trick`, in the order played, of the card that wins it so far.

        `low` marks the aces that were called low (K7).
        """
        led = self.led_suit(trick)
        best, height = 0, -2
        for index, card in enumerate(trick):
            suit = self.suit_of[card]
            if suit is not led and suit is not self.trump:
                continue
            power = self.power[card]
            if low and low[index]:
                power = -1 + (_ABOVE_ALL_PLAIN if suit is self.trump else 0)
            if power > height or (power == height and self.last_wins):
                best, height = index, power
        return best

    def takes(
        self,
        trick: Sequence[Card],
        low: Sequence[bool],
        card: Card,
        *,
        called_low: bool = False,
    ) -> bool:
        """Return True if `card`, played next to a trick, would win it so far."""
        marks = (*(low or (False,) * len(trick)), called_low) if low or called_low else ()
        return self.winning_index((*trick, card), marks) == len(trick)

    def beats(self, card: Card, best: Card) -> bool:
        """Return True if `card`, played later, beats `best`, the winning card so far (K3, P4)."""
        return self.winning_index((best, card)) == 1

    def suited(self, hand: Sequence[Card], suit: Suit | None) -> Hand:
        """Return the cards of a hand that belong to a suit in play."""
        return tuple(filter(self._belongs_to[suit], hand))

    def plain(self, hand: Sequence[Card]) -> Hand:
        """Return the cards of a hand that do not count as spades in play."""
        return tuple(filterfalse(self._belongs_to[TRUMP], hand))


@lru_cache(maxsize=4096)  # bounded, because people send a server rules that they wrote
def ranking_of(rules: Rules, *, trump: bool = True) -> Ranking:
    """Return the ranking under these rules."""
    return Ranking(rules, trump=trump)
