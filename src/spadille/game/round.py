"""One round: everything that has happened between the shuffle and the score."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from msgspec import Struct

from .actions import Bid
from .cards import Card, Hand, format_hand
from .drawn import Drawn
from .ranking import Ranking, Trick, ranking_of
from .round_parts import Conduct, Exchange, Pack, Talk
from .rules import Rules
from .scoring import Standing, contract_of
from .seats import BySeat, Seat, clockwise, next_seat


class Round(Drawn, Struct, frozen=True, gc=False):
    """The state of a round. Phases read it and return the next one; nothing is mutated."""

    rules: Rules
    number: int
    """Counted from 1."""
    dealer: Seat
    before: tuple[Standing, ...]
    """The standing of each side when the round began."""
    phase: str
    """The name of the phase in progress, or score at the end."""
    hands: BySeat[Hand]
    looked: BySeat[bool]
    """Whether a seat may see its cards."""
    bids: BySeat[Bid | None]
    won: BySeat[int]
    """The tricks that each seat has won."""
    leader: Seat
    """Who leads, or has led, to the trick on the table."""
    ranking: Ranking
    """How the cards rank in this round, with trump or without."""
    trick: tuple[Card, ...] = ()
    """The cards on the table in the order played."""
    low: tuple[bool, ...] = ()
    """Which of them are aces that were called low; empty when none was (K7)."""
    stands: int = 0
    """How many cards played can no longer be taken back, because another one followed."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks."""
    broken: bool = False
    """Whether a spade has been played."""
    assassins: tuple[Seat, ...] = ()
    """Who must play spades whenever that is allowed (V19)."""
    previous: BySeat[int | None] = ()
    """The bid of each seat in the previous round."""
    pack: Pack = Pack()
    exchange: Exchange = Exchange()
    talk: Talk = Talk()
    conduct: Conduct = Conduct()

    @classmethod
    def begin(  # noqa: PLR0913, PLR0917 - all that carries over from the previous round
        cls,
        rules: Rules,
        number: int,
        dealer: Seat,
        before: tuple[Standing, ...],
        phase: str,
        previous: BySeat[int | None] = (),
    ) -> "Round":
        """Return a round in which nothing has happened yet."""
        empty: BySeat[Hand] = ((),) * rules.players
        nothing: BySeat[None] = (None,) * rules.players
        return cls(
            rules=rules,
            number=number,
            dealer=dealer,
            before=before,
            phase=phase,
            hands=empty,
            looked=(False,) * rules.players,
            bids=nothing,
            won=(0,) * rules.players,
            leader=next_seat(dealer, rules.players),
            ranking=ranking_of(rules),
            previous=previous or nothing,
            pack=Pack(refused=empty),
            exchange=Exchange(replaced=empty),
            talk=Talk(said=nothing),
        )

    def __repr__(self) -> str:
        return f"<Round {self.number}: {self.phase}, dealt by {self.dealer.letter}>"

    def __str__(self) -> str:
        lines = seat_lines(self.bids, self.won, self.hands)
        return "\n".join([*lines, *[trick_line(self.leader, self.trick)] * bool(self.trick)])

    change: ClassVar[Callable[..., "Round"]] = Struct.__replace__
    """This round with other values for some fields."""

    def again(self) -> "Round":
        """Return the round before its deal, to be dealt again (D10, D14).

        The reasons for the new deal are kept.
        """
        rules, dealer = self.rules, self.dealer
        if rules.deal.redealt_by == "next_player":
            dealer = next_seat(dealer, rules.players)
        phase = rules.dealing_phase
        fresh = Round.begin(rules, self.number, dealer, self.before, phase, self.previous)
        return fresh.change(
            talk=fresh.talk.change(thrown_in=self.talk.thrown_in),
            conduct=fresh.conduct.change(redeals=self.conduct.redeals),
        )

    @property
    def trump(self) -> bool:
        """True if spades are trump in this round, as they are unless players agree otherwise."""
        return self.ranking.trump is not None

    @property
    def bids_itself(self) -> bool:
        """True if no one bids and the tricks won count as the bids (V12)."""
        return self.number == 1 and self.rules.bidding.first_round_bids_itself

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the dealer's left, the dealer last."""
        return clockwise(self.dealer + 1, self.rules.players)

    @property
    def bidders(self) -> tuple[Seat, ...]:
        """All seats in the order of their bids."""
        return self.rules.bidders(self.dealer)

    @property
    def highest_bidder(self) -> Seat:
        """The first seat that bid the most tricks, or the first seat of all if no one bid."""
        return max(self.bidders, key=lambda seat: ((bid := self.bids[seat]) and bid.tricks) or 0)

    @property
    def drawing_order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the dealer, who draws first in a draft (N6)."""
        return clockwise(self.dealer, self.rules.players)

    @property
    def contracts(self) -> tuple[int | None, ...]:
        """The contract of each side as far as it is bid; None without an open bid."""
        return tuple(
            contract_of(self.rules, self.bids, side) for side in range(len(self.rules.sides))
        )


def heading(round: int, phase: str, to_act: Seat | None, standings: Iterable[Standing]) -> str:
    """Return a line that says how far a game has progressed."""
    turn = [] if to_act is None else [f"{to_act.letter} to act"]
    scores = " ".join(str(standing.score) for standing in standings)
    return ", ".join([f"round {round}", phase, *turn, f"scores {scores}"])


def seat_lines(
    bids: BySeat[Bid | None], won: BySeat[int], hands: Iterable[Hand | int]
) -> Iterator[str]:
    """Return a line for each seat: the bid, the tricks won, and the cards or their number."""
    written = ["-" if bid is None else str(bid) for bid in bids]
    width = max(map(len, written))
    for seat, (bid, tricks, hand) in enumerate(zip(written, won, hands, strict=True)):
        cards = f"{hand} cards" if isinstance(hand, int) else format_hand(hand)
        yield f"{Seat(seat).letter} {bid:>{width}} {tricks:>2}  {cards}"


def trick_line(leader: Seat, cards: Iterable[object]) -> str:
    """Return the cards on the table, as written in a record."""
    return f"{leader.letter}: {' '.join(map(str, cards))}"


def next_gift(round: Round) -> tuple[Seat, Seat, tuple[int, ...]] | None:
    """Return who gives next, to whom, and how many cards; None once all cards are exchanged.

    A nil bidder exchanges nothing with a partner who has bid nil as well, unless the table allows
    it (E9, E10).
    """
    done = list(round.exchange.transfers)
    for bidder in round.order:
        count = _cards_to_exchange(round, bidder)
        partner = round.rules.partner(bidder)
        if count == 0 or partner is None or not _helps(round, partner):
            continue
        if not done:
            return bidder, partner, (0, count)
        given = done.pop(0)
        if not given.cards:
            continue
        if not done:
            return partner, bidder, (count,)
        done.pop(0)
    return None


def _cards_to_exchange(round: Round, seat: Seat) -> int:
    bid = round.bids[seat]
    if bid is None or not bid.nil:
        return 0
    exchange = round.rules.exchange
    return exchange.blind_nil_cards if bid.blind else exchange.nil_cards


def _helps(round: Round, partner: Seat) -> bool:
    """Return True if cards are exchanged with this partner, who may have bid nil as well."""
    bid = round.bids[partner]
    return round.rules.exchange.between_nils or bid is None or not bid.nil
