"""The play: tricks are led, followed and won until the hands are empty (P1 to P9)."""

from ..actions import Play, PlayerAction
from ..cards import Card
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message, T
from ..tricks import TRUMP, Trick, winning_index
from .phase import PlayerPhase, out_of_turn, wrong_phase


class Playing(PlayerPhase):
    name = "play"

    def applies(self, rules: Rules) -> bool:
        return True

    def finished(self, round: Round) -> bool:
        return not round.trick and not any(round.hands)

    def turn(self, round: Round) -> Seat | None:
        return Seat((round.leader + len(round.trick)) % round.rules.players)

    def options(self, round: Round, seat: Seat) -> Options:
        if self.turn(round) != seat:
            return NONE
        return Options(tuple(Play(card) for card in playable(round)))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        if not isinstance(action, Play):
            return wrong_phase(action)
        turn = self.turn(round)
        if turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        if action.card not in round.hands[seat]:
            return "play/not-held", Message(T("you do not hold the {card}"), card=action.card)
        if round.trick:
            led = round.trick[0]
            return "play/must-follow-suit", Message(
                T("you must follow {suit}; the {card} was led"), suit=led.suit, card=led
            )
        if round.rules.play.lead_spades == "never":
            return "play/spades-not-led", Message(
                T("a spade may only be led from a hand of spades")
            )
        return "play/spades-not-broken", Message(
            T("spades are not broken; a spade may not be led yet")
        )

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        assert isinstance(action, Play)
        return play_card(round, action.card)


def playable(round: Round) -> tuple[Card, ...]:
    """The cards that the seat whose turn it is may play, in order of their ids (P3, P6)."""
    players = round.rules.players
    hand = round.hands[(round.leader + len(round.trick)) % players]
    if round.trick:
        led = round.trick[0].suit
        return tuple([card for card in hand if card.suit is led]) or hand
    lead = round.rules.play.lead_spades
    if lead == "any" or (lead == "broken" and round.broken):
        return hand
    return tuple([card for card in hand if card.suit is not TRUMP]) or hand


def play_card(round: Round, card: Card) -> Round:
    """The round after a playable card: the trick grows or is won (P4, P5, P7, P8)."""
    players = round.rules.players
    seat = (round.leader + len(round.trick)) % players
    hand = round.hands[seat]
    at = hand.index(card)
    hands = put(round.hands, seat, hand[:at] + hand[at + 1 :])
    cards = (*round.trick, card)
    broken = round.broken or card.suit is TRUMP
    if len(cards) < players:
        return round.change(hands=hands, trick=cards, broken=broken)
    winner = Seat((round.leader + winning_index(cards)) % players)
    return round.change(
        hands=hands,
        trick=(),
        broken=broken,
        tricks=(*round.tricks, Trick(round.leader, cards, winner)),
        won=put(round.won, winner, round.won[winner] + 1),
        leader=winner,
    )
