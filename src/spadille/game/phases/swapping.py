"""The swap after a draft: a blind nil bidder replaces cards with random discards (E15).

The replacements come from the cards discarded in the draft; swapped cards are dead.
"""

from collections import Counter

from ..actions import BLIND_NIL, ChanceAction, Redraw, Swap
from ..cards import hand_of, without
from ..options import Choose, Options
from ..round import Round
from ..round_parts import Transfer
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message
from .phase import Phase, Refusal, Shuffle, bad_chance


class Swapping(Phase[Swap]):
    """The phase in which blind nil bidders replace cards after a draft (E15)."""

    name = "swap"
    asks = Swap

    def applies(self, rules: Rules) -> bool:
        """Return True if `exchange.swap_cards` is above 0 (E15)."""
        return rules.exchange.swap_cards > 0

    def finished(self, round: Round) -> bool:
        """Return True if all blind nil bidders have swapped and have their replacements."""
        return not _missing(round) and self.turn(round) is None

    def turn(self, round: Round) -> Seat | None:
        """Return the next blind nil bidder, dealer first; None while replacements are due."""
        if _missing(round):
            return None
        done = {transfer.giver for transfer in round.exchange.transfers}
        return next(
            (
                seat
                for seat in round.drawing_order
                if round.bids[seat] == BLIND_NIL and seat not in done
            ),
            None,
        )

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return the choice of cards to replace, up to `exchange.swap_cards`."""
        sizes = tuple(range(round.rules.exchange.swap_cards + 1))
        return Options(choose=Choose("swap", round.hands[seat], sizes))

    def fault(self, round: Round, seat: Seat, action: Swap) -> Refusal:
        """Return the refusal of too many cards, or of cards that are not held."""
        if len(action.cards) > round.rules.exchange.swap_cards:
            return "swap/too-many", Message.counted(
                "at most one card can be swapped",
                "at most {n} cards can be swapped",
                round.rules.exchange.swap_cards,
            )
        return "swap/not-held", Message("you can only swap cards that you hold")

    def act(self, round: Round, seat: Seat, action: Swap) -> Round:
        """Return the round without the swapped cards; chance replaces them next."""
        hands = put(round.hands, seat, without(round.hands[seat], action.cards))
        gone = Transfer(seat, None, hand_of(action.cards))
        return round.change(hands=hands, exchange=round.exchange.with_transfer(gone))

    def chance(self, round: Round, shuffle: Shuffle) -> Redraw:
        """Return as many random discards as the last swap still requires."""
        return Redraw(tuple(shuffle(round.pack.discards)[: _missing(round)]))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """Return the round with the replacements; raise IllegalActionError for wrong cards."""
        if not isinstance(action, Redraw) or len(action.cards) != _missing(round):
            raise bad_chance()
        if not Counter(action.cards) <= Counter(round.pack.discards):
            raise bad_chance()
        seat = round.exchange.transfers[-1].giver
        return round.change(
            hands=put(round.hands, seat, hand_of((*round.hands[seat], *action.cards))),
            pack=round.pack.change(discards=without(round.pack.discards, action.cards)),
            exchange=round.exchange.change(
                replaced=put(round.exchange.replaced, seat, hand_of(action.cards))
            ),
        )


def _missing(round: Round) -> int:
    """Return how many cards the last seat to swap must still be given."""
    if not round.exchange.transfers:
        return 0
    last = round.exchange.transfers[-1]
    return len(last.cards) - len(round.exchange.replaced[last.giver])
