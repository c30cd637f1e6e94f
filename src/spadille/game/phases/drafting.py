"""The draft of two players: each draws in turn and keeps one card of two (N3 to N6).

Blind nil is bid before the first own card is drawn (E15).
"""

from collections import Counter

from ..actions import BLIND_NIL, Bid, ChanceAction, Keep, Look, PlayerAction, Stack
from ..cards import PACK, Hand, hand_of
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message, T
from .blind import blind_refusal, look, may_bid_blind, show_where_decided
from .phase import PlayerPhase, Shuffle, bad_chance, out_of_turn, wrong_phase


class Drafting(PlayerPhase):
    name = "draft"

    def applies(self, rules: Rules) -> bool:
        return rules.drafted

    def finished(self, round: Round) -> bool:
        size = round.rules.hand_size
        return not round.stock and all(len(hand) == size for hand in round.hands)

    def turn(self, round: Round) -> Seat | None:
        if not round.stock:
            return None
        drawn = (len(PACK) - len(round.stock)) // 2
        order = round.drawing_order
        return order[drawn % len(order)]

    def options(self, round: Round, seat: Seat) -> Options:
        if not round.stock:
            return NONE
        if not round.looked[seat]:
            if self.turn(round) == seat and may_bid_blind(round, seat):
                return Options((Look(), BLIND_NIL))
            return Options((Look(),))
        if self.turn(round) != seat:
            return NONE
        return Options((Keep("first"), Keep("next")))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        turn = self.turn(round)
        match action:
            case Look() | Bid(blind=True):
                refused = blind_refusal(round, seat, action)
            case Keep():
                refused = ("keep/decide-first", Message(T("look at your cards or bid blind first")))
            case _:
                return wrong_phase(action)
        if turn is not None and turn != seat and not isinstance(action, Look):
            return out_of_turn(seat, turn)
        return refused

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        match action:
            case Look():
                return look(round, seat)
            case Bid():
                return show_where_decided(
                    look(round.change(bids=put(round.bids, seat, action)), seat)
                )
            case Keep(which=which):
                return self._keep(round, seat, first=which == "first")
            case _:
                raise AssertionError(action)

    def _keep(self, round: Round, seat: Seat, *, first: bool) -> Round:
        kept, other = (
            (round.stock[0], round.stock[1]) if first else (round.stock[1], round.stock[0])
        )
        hand: Hand = hand_of((*round.hands[seat], kept))
        refused = round.refused
        if not first:
            refused = put(refused, seat, hand_of((*refused[seat], other)))
        return round.change(
            hands=put(round.hands, seat, hand),
            stock=round.stock[2:],
            discards=hand_of((*round.discards, other)),
            refused=refused,
        )

    def chance(self, round: Round, shuffle: Shuffle) -> Stack:
        return Stack(tuple(shuffle(PACK)))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        if not isinstance(action, Stack) or Counter(action.cards) != Counter(PACK):
            raise bad_chance()
        return show_where_decided(round.change(stock=action.cards))
