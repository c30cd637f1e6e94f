"""The cut: chance shuffles the pack and the player to the dealer's right cuts it for the deal (D4).

The order of the pack is settled before it is cut, and no one sees it, so neither the shuffle nor
the cut decides the cards alone. As cards are dealt one at a time, a cut determines who gets which
hand.
"""

from ..actions import ChanceAction, Cut, Stack
from ..options import Options
from ..round import Round
from ..rules import Rules
from ..seats import SEATS, Seat
from ..text import Message
from .dealing import deal_of, dealt
from .phase import Phase, Refusal, Shuffle, not_chance, stacked


class Cutting(Phase[Cut]):
    """The phase in which the player to the dealer's right cuts the pack (D4)."""

    name = "cut"
    asks = Cut

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules have a cut and no draft (D4)."""
        return not rules.drafted and rules.deal.cut == "offered"

    def finished(self, round: Round) -> bool:
        """Return True if the hands are dealt."""
        return any(round.hands)

    def turn(self, round: Round) -> Seat | None:
        """Return the seat to the dealer's right; None until chance has shuffled the pack."""
        if not round.pack.stock:
            return None
        return SEATS[(round.dealer - 1) % round.rules.players]

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return one `Cut` for each number of cards on top, from 0."""
        return Options(tuple(Cut(at) for at in range(len(round.pack.stock))))

    def fault(self, round: Round, seat: Seat, action: Cut) -> Refusal:
        """Return the refusal of a cut outside the pack, with the highest number."""
        return "cut/not-here", Message(
            "cut the pack at a number from 0 to {most}", most=len(round.pack.stock) - 1
        )

    def act(self, round: Round, seat: Seat, action: Cut) -> Round:
        """Return the round dealt from the pack, whose top `at` cards go to the bottom first."""
        pack = round.pack.stock[action.at :] + round.pack.stock[: action.at]
        return dealt(round, deal_of(round, pack))

    def chance(self, round: Round, shuffle: Shuffle) -> Stack:
        """Return the cards of the deck in shuffled order."""
        return Stack(tuple(shuffle(round.rules.deck_cards)))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """Return the round with a shuffled pack; raise IllegalActionError if it has one."""
        if round.pack.stock:
            raise not_chance()
        return stacked(round, action)
