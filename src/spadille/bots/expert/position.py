"""The position that a search decides: made once from a view, and handed down to every step."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, structs

from ...game import Card, Pass, Play, PlayerAction, Rules, SeatView, Swap, coverage, hand_of
from ..bot import Candidate, Unit, bid_nil
from ..certain import cards_left
from ..equity import may_end
from ..heuristics.advising import exposures
from ..heuristics.position import BITS
from ..order import order_of

if TYPE_CHECKING:
    from .kernels import Root

_Exchange = TypeVar("_Exchange", Pass, Swap)

MOST_ROLLOUTS = 1_000_000

_PER_MS = 60
"""The most rounds that can be rolled out in a millisecond."""

MARGIN = 0.5
PRACTICED_MARGIN = 1.0
"""By how many standard errors a card must be better than the advised one; more if the card-value
network has chosen that, and rounds are solved, which assumes that everyone sees all cards."""

CLEAR = 3.0
"""By how many standard errors a card must be better to take a trick that the partner has won, or
that a lower card takes, or to lead a partner's nil into more danger."""

_DANGER = 0.02
"""The least difference in the chance to break the nil that counts."""


class Settings(Struct, frozen=True):
    """How deeply a level searches before a decision.

    `rollouts` limits the number of rounds rolled out, and `ms` their time in milliseconds, if
    given. When the card-value network plays them, they are fewer by the factor `slower`. The last
    `solved_tricks` tricks are solved instead, in at most `solved_deals` deals. `also` adds actions
    that are compared but not chosen. With `win`, each candidate has its chance to win the game.
    """

    rollouts: int
    solved_tricks: int
    solved_deals: int
    slower: int = 3
    ms: float | None = None
    also: tuple[PlayerAction, ...] = ()
    win: bool = False

    def limited(self, rollouts: int | None, ms: float | None) -> "Settings":
        """Return the same settings with other limits; a time limit given alone is used in full."""
        if ms is None:
            return self if rollouts is None else structs.replace(self, rollouts=rollouts, slower=1)
        most = max(1, int(min(ms * _PER_MS, rollouts or MOST_ROLLOUTS)))
        return structs.replace(self, rollouts=most, slower=1, ms=ms)

    def others_than(self, tried: Sequence[_Exchange]) -> tuple[_Exchange, ...]:
        """Return the other actions to compare; the order of the cards does not matter."""
        known = {hand_of(one.cards) for one in tried}
        same_kind = (one for one in self.also if isinstance(one, type(tried[0])))
        return tuple(one for one in same_kind if hand_of(one.cards) not in known)


EXPERT = Settings(rollouts=1800, solved_tricks=6, solved_deals=60)
MASTER = Settings(rollouts=9000, solved_tricks=7, solved_deals=200)


class Position:
    """A view in which a seat has a decision to make, and the settings and seed of the search.

    Cards are equivalent if the round continues identically after them. A move is irrevocable if it
    decides who gets the trick.
    """

    def __init__(self, view: SeatView, settings: Settings = EXPERT, seed: int = 0) -> None:
        self.view, self.settings, self.seed = view, settings, seed
        self.rules = view.rules
        self.side = view.rules.side_of(view.seat)
        self.order = order_of(view.rules, trump=view.trump)
        self._end = None if settings.ms is None else perf_counter() + settings.ms / 1000
        trick = view.trick
        self.last_to_play = trick is not None and len(trick.cards) == view.rules.players - 1

    @cached_property
    def decisive(self) -> bool:
        """Return True if the game may end with this round, so that points are not all."""
        return may_end(self.view)

    @property
    def unit(self) -> Unit:
        """Return the unit in which results are compared."""
        return "percent" if self.decisive else "points"

    @cached_property
    def root(self) -> "Root":
        """Return the round in view as rollouts begin from it, by the card-value network."""
        from .kernels import root_of  # noqa: PLC0415 - Numba takes its time
        from .policy_network import policy_of  # noqa: PLC0415

        return root_of(self.view, policy_of(self.view))

    @property
    def is_practiced(self) -> bool:
        """Return True if the card-value network was trained for such rounds, and plays them."""
        setting, trained = self.root.setting, self.root.policy["trained"][0]
        return bool(trained and not setting.decisive and not setting.knows)

    @property
    def rollouts(self) -> int:
        """Return how many rounds may be rolled out."""
        settings = self.settings
        return max(
            1, settings.rollouts // settings.slower if self.is_practiced else settings.rollouts
        )

    def in_time(self, count: int, size: int) -> Iterator[slice]:
        """Yield slices until the time is up, or one slice of everything without a time limit."""
        if self._end is None:
            yield slice(0, count)
            return
        for first in range(0, count, size):
            yield slice(first, min(first + size, count))
            if perf_counter() > self._end:
                return

    def sensible_cards(self) -> frozenset[Card]:
        """Return the legal cards; if a live nil plays last, only those that keep it alive.

        If no card keeps it alive, all of them are returned.
        """
        view = self.view
        legal = frozenset(view.options.cards_to_play)
        if not self.last_to_play or not bid_nil(view, view.seat) or view.won[view.seat]:
            return legal
        return frozenset(card for card in legal if not self.takes_trick(card)) or legal

    def margin_of(self, card: Card, advised: Card, *, solved: bool = False) -> float:
        """Return by how many standard errors a card must beat the advised one."""
        wins = self.last_to_play and self.takes_trick(card)
        if wins and (self.is_partners_trick() or self.is_dearer(card, advised)):
            return CLEAR
        if self._exposures.get(card, 0.0) > self._exposures.get(advised, 0.0) + _DANGER:
            return CLEAR
        return (PRACTICED_MARGIN if solved else 0.0) if self.is_practiced else MARGIN

    @cached_property
    def _exposures(self) -> dict[Card, float]:
        """Return the chance, by card, that leading it breaks a partner's nil."""
        return exposures(self.view)

    def is_dearer(self, card: Card, other: Card) -> bool:
        """Return True if a lower card of the same suit takes the trick as well."""
        order = self.order
        is_higher = order.level[card] > order.level[other]
        return order.suit_of[card] is order.suit_of[other] and is_higher and self.takes_trick(other)

    def takes_trick(self, card: Card) -> bool:
        """Return True if a card takes the lead in the trick on the table."""
        trick = self.view.trick
        return trick is not None and self.order.wins(trick, card)

    def is_partners_trick(self) -> bool:
        """Return True if a partner is winning a trick that counts for the contract."""
        view, trick = self.view, self.view.trick
        assert trick is not None
        best = self.order.ranking.winning_index(trick.cards, trick.low)
        winner = self.rules.seats[(trick.leader + best) % self.rules.players]
        if winner not in self.rules.partners(view.seat):
            return False
        if not bid_nil(view, winner):
            return True
        return view.won[winner] > 0 and self.rules.scoring.failed_nils_help

    @cached_property
    def _others(self) -> list[int]:
        """Return the cards that others may have or that are on the table, by suit."""
        on_table = self.order.mask(self.view.trick.cards if self.view.trick else ())
        _, unseen = cards_left(self.view, self.order)
        return [out | table for out, table in zip(unseen, on_table, strict=True)]

    def rank_of(self, card: Card) -> tuple[int, int]:
        """Return a card's suit, and how many cards are above it; equivalent cards have the same."""
        suit = self.order.suit_of[card]
        return suit, (self._others[suit] & self.order.above[card]).bit_count()

    def distinct_cards(self, advised: Card) -> tuple[Card, ...]:
        """Return one of several equivalent sensible cards: the advised one, or else the lowest."""
        kept: dict[tuple[int, int], Card] = {}
        for card in sorted(self.sensible_cards(), key=self.order.low_to_high):
            rank = self.rank_of(card)
            if rank not in kept or card is advised:
                kept[rank] = card
        return tuple(kept.values())

    def with_others(self, cards: tuple[Card, ...], also: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards, and those others that are not equivalent to any."""
        kept = {self.rank_of(card): card for card in cards}
        for card in also:
            kept.setdefault(self.rank_of(card), card)
        return tuple(kept.values())

    def with_equivalents(
        self, candidates: tuple[Candidate, ...], also: Iterable[Card]
    ) -> tuple[Candidate, ...]:
        """Return the candidates, each followed by those of the other cards equivalent to it."""
        found: list[Candidate] = []
        cards = [each.action.card for each in candidates if isinstance(each.action, Play)]
        others = [card for card in dict.fromkeys(also) if card not in cards]
        for card, candidate in zip(cards, candidates, strict=True):
            found.append(candidate)
            equal = [other for other in others if self.rank_of(other) == self.rank_of(card)]
            found += [structs.replace(candidate, action=Play(other)) for other in equal]
        return tuple(found)


def equal_cards(view: SeatView) -> tuple[tuple[Card, ...], ...]:
    """Return the legal cards, low to high, grouped by which of them are equivalent."""
    position = Position(view)
    low_to_high = sorted(view.options.cards_to_play, key=position.order.low_to_high)
    return tuple(tuple(equal) for _, equal in groupby(low_to_high, key=position.rank_of))


def is_covered(rules: Rules) -> bool:
    """Return True if rounds can be rolled out under these rules."""
    longest = max(mask.bit_length() for mask in order_of(rules).full)
    return coverage.PLAYOUTS.covers(rules) and longest <= BITS
