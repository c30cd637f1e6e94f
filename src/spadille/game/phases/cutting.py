"""The cut: chance shuffles the pack, the player to the dealer's right cuts it, it is dealt (D4).

The pack is settled before it is cut, and nobody sees it; so neither who shuffles nor who cuts
decides the cards alone. As cards go round one at a time, a cut says who gets which hand.
"""

from collections import Counter

from ..actions import ChanceAction, Cut, PlayerAction, Stack
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import SEATS, Seat
from ..text import Message
from .dealing import deal_of, dealt
from .phase import PlayerPhase, Shuffle, bad_chance, not_chance, out_of_turn, wrong_phase


class Cutting(PlayerPhase):
    name = "cut"

    def applies(self, rules: Rules) -> bool:
        return not rules.drafted and rules.deal.cut == "offered"

    def finished(self, round: Round) -> bool:
        return any(round.hands)

    def turn(self, round: Round) -> Seat | None:
        if not round.pack.stock:
            return None
        return SEATS[(round.dealer - 1) % round.rules.players]

    def options(self, round: Round, seat: Seat) -> Options:
        if self.turn(round) != seat:
            return NONE
        return Options(tuple(Cut(at) for at in range(len(round.pack.stock))))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        if not isinstance(action, Cut):
            return wrong_phase(action)
        turn = self.turn(round)
        if turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        return "cut/not-here", Message(
            "the pack is cut at a number from 0 to {most}", most=len(round.pack.stock) - 1
        )

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        assert isinstance(action, Cut)
        pack = round.pack.stock[action.at :] + round.pack.stock[: action.at]
        return dealt(round, deal_of(round, pack))

    def chance(self, round: Round, shuffle: Shuffle) -> Stack:
        return Stack(tuple(shuffle(round.rules.deck_cards)))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        if round.pack.stock:
            raise not_chance()
        if not isinstance(action, Stack) or Counter(action.cards) != Counter(
            round.rules.deck_cards
        ):
            raise bad_chance()
        return round.change(pack=round.pack.change(stock=action.cards))
