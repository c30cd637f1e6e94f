"""The play: tricks are led, followed and won until the hands are empty (P1 to P13, P17)."""

from itertools import chain, filterfalse

from ..actions import Call, Claim, Flip, Play, PlayerAction, TakeBack
from ..cards import Card, hand_of, less, lowest_club
from ..charges import Judgement
from ..judging import calls, claim, judge, refuse_call
from ..options import NONE, Options
from ..playable import playable, playable_from
from ..ranking import TRUMP, Trick
from ..round import Round
from ..rules import Rules
from ..seats import SEATS, Seat, put
from ..text import Message
from .phase import Phase, Refusal, out_of_turn, wrong_phase

_play_of = {card: Play(card) for card in Card}.__getitem__
_CLAIM = Claim()
"""Made once, because claims are listed at every step."""


class Playing(Phase[Play | TakeBack | Claim | Call | Flip]):
    """The phase in which tricks are played (P1 to P13, P17)."""

    name = "play"

    def applies(self, rules: Rules) -> bool:
        """Return True, because every round has tricks."""
        return True

    def begin(self, round: Round) -> Round:
        """Return the round with its first leader and its assassins (P1, P12, V16, V19)."""
        return begin_play(round)

    def finished(self, round: Round) -> bool:
        """Return True if all cards are played, or the rest is claimed or lost (P17, P18)."""
        conduct = round.conduct
        if conduct.claimed is not None or conduct.chooser is not None:
            return True
        return not (round.trick or any(round.hands))

    def turn(self, round: Round) -> Seat | None:
        """Return the seat that plays the next card, clockwise from the leader."""
        return SEATS[(round.leader + len(round.trick)) % len(round.hands)]

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return legal plays, claims and calls; in honor mode also plays that revoke (R1)."""
        rules, hand = round.rules, round.hands[seat]
        aside = _aside(round, seat)
        if _may_claim(round, seat):
            aside = (_CLAIM, *aside)
        legal = playable_from(round, seat, hand)
        if rules.enforcement.mode != "honour":
            return Options(_plays(rules, legal), None, aside)
        others = tuple(filterfalse(legal.__contains__, hand))
        return Options(_plays(rules, legal), None, aside, tolerated=_plays(rules, others))

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return `TakeBack` and calls, as far as the rules allow them (P13, R6)."""
        aside = _aside(round, seat)
        return Options(aside=aside) if aside else NONE

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why a card, a `TakeBack`, a claim or a call is illegal."""
        match action:
            case Play():
                return self._play_refusal(round, seat, action)
            case TakeBack():
                return "take-back/not-now", Message(
                    "you can take back a card only before the next one, if the rules allow it"
                )
            case Claim():
                return "claim/not-now", _not_claimable(round.rules)
            case _:
                return refuse_call(round, action) or wrong_phase(action)

    def _play_refusal(self, round: Round, seat: Seat, action: Play) -> Refusal:
        turn = self.turn(round)
        if turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        if action.card not in round.hands[seat]:
            return "play/not-held", Message("you do not hold the {card}", card=action.card)
        legal = playable(round)
        if action.card in legal:
            return "play/not-low", Message(
                "you can only call an ace low, and only if the rules allow it"
            )
        suit_of = round.ranking.suit_of
        if round.trick:
            led = round.ranking.led_suit(round.trick)
            if led is not None and suit_of[action.card] is not led and suit_of[legal[0]] is led:
                leading = next(card for card in round.trick if suit_of[card] is led)
                return "play/must-follow-suit", Message(
                    "you must follow {suit}; the {card} was led", suit=led, card=leading
                )
        elif (
            suit_of[action.card] is TRUMP
            and not any(suit_of[card] is TRUMP for card in legal)
            and _bars_lead_of_spades(round)
        ):
            if round.rules.play.bars_lead_of_spades(broken=True):
                return "play/spades-not-led", Message(
                    "you may lead a spade only from a hand of spades"
                )
            return "play/spades-not-broken", Message(
                "spades are not broken; you may not lead a spade yet"
            )
        return "play/not-here", Message(
            "the rules of this table let you play {cards}",
            cards=", ".join(map(str, dict.fromkeys(legal))),
        )

    def act(self, round: Round, seat: Seat, action: Play | TakeBack | Claim | Call | Flip) -> Round:
        """Return the round after a card, a `TakeBack`, or a decided claim or call."""
        if isinstance(action, Play):
            return play_card(round, action.card, low=action.low)
        if isinstance(action, TakeBack):
            return _take_back(round, seat)
        if isinstance(action, Claim):
            return claim(round, seat)
        return judge(round, seat, action)


def begin_play(round: Round) -> Round:
    """Return the round with its first leader and its assassins (P1, P12, V16, V19)."""
    return round.change(leader=_first_leader(round), assassins=_assassins(round))


def legal_plays(round: Round) -> tuple[Play, ...]:
    """Return the legal plays: one for identical cards, and both forms of an ace (K7)."""
    return _plays(round.rules, playable(round))


def play_card(round: Round, card: Card, *, low: bool = False) -> Round:
    """Return the round after a card: the trick grows or is won (P4, P5, P7, P8)."""
    players = len(round.hands)
    seat = (round.leader + len(round.trick)) % players
    hands = put(round.hands, seat, less(round.hands[seat], card))
    cards = round.trick + (card,)
    ranking = round.ranking
    marks = (*(round.low or (False,) * len(round.trick)), low) if low or round.low else ()
    broken = round.broken or ranking.suit_of[card] is TRUMP
    if len(cards) < players:
        return round.change(hands=hands, trick=cards, low=marks, broken=broken)
    winner = SEATS[(round.leader + ranking.winning_index(cards, marks)) % players]
    return round.change(
        hands=hands,
        trick=(),
        low=(),
        broken=broken,
        tricks=round.tricks + (Trick(round.leader, cards, winner, marks),),
        won=put(round.won, winner, round.won[winner] + 1),
        leader=winner,
    )


def _bars_lead_of_spades(round: Round) -> bool:
    """Return True if a hand with other cards may not lead a spade yet, or ever."""
    return round.trump and round.rules.play.bars_lead_of_spades(broken=round.broken)


def _plays(rules: Rules, cards: tuple[Card, ...]) -> tuple[Play, ...]:
    if rules.deck.packs > 1:
        cards = tuple(dict.fromkeys(cards))
    if rules.deck.aces != "declared":
        return tuple(map(_play_of, cards))
    return tuple(
        Play(card, low) for card in cards for low in ((False, True) if card.is_ace else (False,))
    )


def _aside(round: Round, seat: Seat) -> tuple[PlayerAction, ...]:
    """Return what a seat may take back and call, on its turn or not."""
    rules = round.rules
    called = calls(round, seat) if rules.enforcement.mode == "honour" else ()
    if rules.play.take_back != "off" and _may_take_back(round, seat):
        return (TakeBack(), *called)
    return called


def _first_leader(round: Round) -> Seat:
    """Return who leads to the first trick (P1, P12, V16)."""
    order = round.order
    match round.rules.play.first_lead:
        case "highest_bidder":
            return round.highest_bidder
        case "lowest_club":
            if lowest := lowest_club(chain(*round.hands)):
                return next(seat for seat in order if lowest in round.hands[seat])
    return order[0]


def _assassins(round: Round) -> tuple[Seat, ...]:
    """Return who must play spades whenever it is allowed (V19)."""
    everybody = round.rules.play.assassins
    if everybody is None:
        return tuple(seat for seat in round.order if Card.SA in round.hands[seat])
    return round.order if everybody else ()


def _may_claim(round: Round, seat: Seat) -> bool:
    """Return True if the seat whose turn it is may still claim in this trick."""
    if (round.trick and round.rules.play.claim_by != "in_turn") or not round.rules.claimable:
        return False
    judgements = round.conduct.judgements
    return not judgements or (
        Judgement("claim", seat, len(round.tricks) + 1, upheld=False) not in judgements
    )


def _not_claimable(rules: Rules) -> Message:
    return {
        "leader": Message(
            "only the player who leads may claim the rest, once in a trick, if the rules allow it"
        ),
        "in_turn": Message("claim the rest on your turn, once in a trick"),
    }[rules.play.claim_by]


def _may_take_back(round: Round, seat: Seat) -> bool:
    """Return True if the card of `seat` was the last one and may still go back to its hand."""
    players = round.rules.players
    number = len(round.tricks)
    if number * players + len(round.trick) == round.stands:
        return False
    if round.trick:
        return seat == (round.leader + len(round.trick) - 1) % players
    if any(
        judged.trick == number and judged.kind != "claim" for judged in round.conduct.judgements
    ):
        return False  # the accused player corrected the mistake too late
    return seat == (round.tricks[-1].leader + players - 1) % players


def _take_back(round: Round, seat: Seat) -> Round:
    """Return the round before the last card was played."""
    if round.trick:
        trick, marks, leader = round.trick, round.low, round.leader
        tricks, won = round.tricks, round.won
    else:
        last = round.tricks[-1]
        assert last.winner is not None
        trick, marks, leader = last.cards, last.low, last.leader
        tricks = round.tricks[:-1]
        won = put(round.won, last.winner, round.won[last.winner] - 1)
    rest = trick[:-1]
    played = (*rest, *(card for done in tricks for card in done.cards))
    return round.change(
        hands=put(round.hands, seat, hand_of((*round.hands[seat], trick[-1]))),
        trick=rest,
        low=marks[:-1] if any(marks[:-1]) else (),
        leader=leader,
        stands=len(played),
        tricks=tricks,
        won=won,
        broken=bool(round.ranking.suited(played, TRUMP)),
    )
