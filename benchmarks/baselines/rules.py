"""Play the ordinary game by a dozen rules, which know nothing of our heuristics.

So a baseline that plays by them stays the same when our bots change. Cards are numbers: 13 times
the suit, spades being the highest, plus the rank.
"""

from collections.abc import Sequence

from msgspec import Struct

from spadille.game import Card, Play, PlayerAction, SeatView

from .honours import Honours
from .ordinary import SUIT, bits, is_known, is_nil_alive, played

SPADES = 3
_JACK = 9
_MANY = 11
"""With this many tricks bid in all, it is worth trying to set the others."""

_SEATS = range(4)


class ByRules:
    """Bids by the table of honors and plays by the rules; elsewhere it acts like `intermediate`."""

    def __init__(self, seed: int | str) -> None:
        self._bidder = Honours(seed)

    def act(self, view: SeatView) -> PlayerAction:
        if is_known(view) and view.options.cards_to_play:
            return Play(choose(view))
        return self._bidder.act(view)


class Table(Struct, frozen=True):
    """A decision: the legal cards from low to high, and the situation of the trick."""

    legal: list[int]
    unseen: int
    trick: Sequence[int]
    best: int | None
    winner: int | None
    wants: bool
    own_nil: bool
    covers: bool
    """Whether the partner's nil is alive."""
    nils: tuple[int, ...]
    """The opponents whose nils are alive."""
    seat: int

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def is_last(self) -> bool:
        return len(self.trick) == 3

    @property
    def follows(self) -> bool:
        return bool(self.trick) and self.legal[0] // SUIT == self.trick[0] // SUIT == (
            self.legal[-1] // SUIT
        )

    def is_to_play(self, seat: int) -> bool:
        """Return True if a seat plays to the trick after this one."""
        return 0 < (seat - self.seat) % 4 < 4 - len(self.trick)

    def wins(self, card: int) -> bool:
        """Return True if a card wins the trick so far."""
        return self.best is None or beats(card, self.best)

    def is_master(self, card: int) -> bool:
        """Return True if no higher card of the suit is unseen."""
        return not self.unseen >> card & (1 << SUIT - card % SUIT) - 1


def table_of(view: SeatView) -> Table:
    trick = [card.id for card in view.trick.cards] if view.trick else []
    best = winner = None
    for turn, card in enumerate(trick):
        if best is None or beats(card, best):
            best, winner = card, (int(view.trick.leader if view.trick else 0) + turn) % 4
    alive = [is_nil_alive(view, seat) for seat in _SEATS]
    seat = int(view.seat)
    seen = sum(played(view)) | bits(view.hand or ())
    return Table(
        legal=sorted(card.id for card in view.options.cards_to_play),
        unseen=(1 << 4 * SUIT) - 1 & ~seen,
        trick=trick,
        best=best,
        winner=winner,
        wants=_wants(view),
        own_nil=alive[seat],
        covers=alive[(seat + 2) % 4],
        nils=tuple(other for other in ((seat + 1) % 4, (seat + 3) % 4) if alive[other]),
        seat=seat,
    )


def beats(card: int, other: int) -> bool:
    """Return True if a card played later wins over one that was winning so far."""
    return card > other if card // SUIT == other // SUIT else card // SUIT == SPADES


def _wants(view: SeatView) -> bool:
    """Return True if the contract needs tricks, or the others can still be set."""
    lacks = [0, 0]
    for seat, bid in enumerate(view.bids):
        if bid is not None and not bid.nil:
            lacks[seat % 2] += bid.tricks - view.won[seat]
    total = sum(bid.tricks for bid in view.bids if bid is not None)
    left = len(view.hand or ())
    mine, theirs = lacks[view.seat % 2], lacks[1 - view.seat % 2]
    return 0 < mine <= left or (total >= _MANY and 0 < theirs <= left)


def choose(view: SeatView) -> Card:
    """Return the card to play."""
    table = table_of(view)
    if len(table.legal) == 1:
        card = table.legal[0]
    elif table.own_nil:
        card = _keep_nil(table)
    elif table.covers and (cover := _cover(table)) is not None:
        card = cover
    elif table.nils and (low := _attack(table)) is not None:
        card = low
    elif not table.trick:
        card = _lead(table) if table.wants else _lowest(table)
    elif table.wants:
        card = _follow(table)
    else:
        card = _duck(table)
    return next(one for one in view.options.cards_to_play if one.id == card)


def _rank(card: int) -> tuple[bool, int]:
    """Order cards by rank, spades last."""
    return card // SUIT == SPADES, card % SUIT


def _lowest(table: Table) -> int:
    return min(table.legal, key=_rank)


def _keep_nil(table: Table) -> int:
    if not table.trick:
        return _lowest(table)
    spades = [card for card in table.legal if card >= SPADES * SUIT and not table.wins(card)]
    return max(spades) if spades else _duck(table)


def _cover(table: Table) -> int | None:
    """Lead and play high as long as the partner may have to take the trick."""
    winners = [card for card in table.legal if table.wins(card)]
    if not table.trick:
        masters = [card for card in winners if table.is_master(card) and card < SPADES * SUIT]
        return max(masters or winners, key=lambda card: (card < SPADES * SUIT, card % SUIT))
    if not winners:
        return None
    if table.winner == table.partner:
        return min(winners) if table.is_last else max(winners)
    best = table.best
    if table.is_to_play(table.partner) and best is not None and best % SUIT < _JACK:
        return max(winners) if table.follows else min(winners)
    return None


def _attack(table: Table) -> int | None:
    """Play low while an opponent's nil may still have to take the trick."""
    if not table.trick:
        return _lowest(table)
    if table.winner in table.nils or any(table.is_to_play(seat) for seat in table.nils):
        return _duck(table)
    return None


def _duck(table: Table) -> int:
    """Lose the trick with the highest card possible, or win it with the highest."""
    losers = [card for card in table.legal if not table.wins(card)]
    if losers:
        return max(losers, key=_height)
    return table.legal[-1] if table.is_last else table.legal[0]


def _height(card: int) -> tuple[int, bool]:
    return card % SUIT, card // SUIT == SPADES


def _lead(table: Table) -> int:
    """Lead winners, then low from the longest suit that has no king to protect."""
    side = [card for card in table.legal if card < SPADES * SUIT]
    masters = [card for card in side if table.is_master(card)]
    if masters:
        return max(masters, key=lambda card: card % SUIT)
    if not side:
        return table.legal[-1] if table.is_master(table.legal[-1]) else table.legal[0]
    suits = {card // SUIT: [one for one in side if one // SUIT == card // SUIT] for card in side}
    short = len(table.legal) > len(side)
    best = min(
        suits.values(),
        key=lambda cards: (cards[-1] % SUIT == 11, len(cards) if short else -len(cards)),
    )
    return best[0]


def _follow(table: Table) -> int:
    winners = [card for card in table.legal if table.wins(card)]
    partner_wins = table.winner == table.partner
    assert table.best is not None
    if not winners or (
        partner_wins and (table.is_last or table.is_master(table.best) or not table.follows)
    ):
        return _lowest(table)
    if table.is_last or not table.follows:
        return min(winners)
    masters = [card for card in winners if table.is_master(card)]
    if masters:
        return min(masters)
    if len(table.trick) == 1 or (partner_wins and table.best % SUIT >= _JACK):
        return table.legal[0]
    return max(winners)
