"""The deal: chance gives each seat its hand (D5), with some cards left over or turned up."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Never

from ..actions import ChanceAction, Deal
from ..cards import Card, hand_of
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from .phase import Phase, Shuffle, bad_chance


class Dealing(Phase[Never]):
    """The phase in which chance deals all hands at once (D5)."""

    name = "deal"

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules have neither a draft nor a cut."""
        return not rules.drafted and rules.deal.cut == "none"

    def finished(self, round: Round) -> bool:
        """Return True if the hands are dealt."""
        return any(round.hands)

    def turn(self, round: Round) -> Seat | None:
        """Return None, because only chance acts."""
        return None

    def act(self, round: Round, seat: Seat, action: Never) -> Round:
        """Raise AssertionError, because only chance acts."""
        raise AssertionError(f"no player acts in {round.phase}")

    def chance(self, round: Round, shuffle: Shuffle) -> Deal:
        """Return the deal of a shuffled deck, with the cards left over and turned up."""
        return deal_of(round, shuffle(round.rules.deck_cards))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """Return the round after a deal; raise IllegalActionError for an impossible deal."""
        if not isinstance(action, Deal) or not _possible(round.rules, action):
            raise bad_chance()
        return dealt(round, action)


def deal_of(round: Round, pack: Sequence[Card]) -> Deal:
    """Return the deal of this pack, top card first."""
    rules = round.rules
    return Deal.from_pack(
        pack, round.dealer, rules.players, rest=rules.rest_size, face_up=rules.deal.face_up
    )


def dealt(round: Round, deal: Deal) -> Round:
    """Return the round after this deal."""
    kitty = round.rules.has_kitty
    rest = hand_of(deal.rest)
    return round.change(
        hands=tuple(map(hand_of, deal.hands)),
        pack=round.pack.change(
            stock=(),
            kitty=rest if kitty else (),
            discards=() if kitty else rest,
            face_up=tuple(map(hand_of, deal.face_up)),
        ),
    )


def _possible(rules: Rules, deal: Deal) -> bool:
    """Return True if the deck of these rules can be dealt this way."""
    return (
        [len(hand) for hand in deal.hands] == [rules.hand_size] * rules.players
        and len(deal.rest) == rules.rest_size
        and hand_of(chain(*deal.hands, deal.rest)) == rules.deck_cards
        and _may_lie_open(rules, deal)
    )


def _may_lie_open(rules: Rules, deal: Deal) -> bool:
    """Return True if that many cards of each hand are turned up under these rules (D11)."""
    if not deal.face_up:
        return not rules.deal.face_up
    return [len(cards) for cards in deal.face_up] == [rules.deal.face_up] * rules.players and all(
        Counter(cards) <= Counter(hand)
        for cards, hand in zip(deal.face_up, deal.hands, strict=True)
    )
