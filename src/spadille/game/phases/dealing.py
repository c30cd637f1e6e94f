"""The deal: chance gives each seat its hand (D5)."""

from collections import Counter

from ..actions import ChanceAction
from ..cards import PACK, hand_of
from ..deal import Deal
from ..round import Round
from ..rules import Rules
from .phase import ChancePhase, Shuffle, bad_chance


class Dealing(ChancePhase):
    name = "deal"

    def applies(self, rules: Rules) -> bool:
        return not rules.drafted

    def finished(self, round: Round) -> bool:
        return any(round.hands)

    def chance(self, round: Round, shuffle: Shuffle) -> Deal:
        return Deal.from_pack(shuffle(PACK), round.dealer, round.rules.players)

    def happen(self, round: Round, action: ChanceAction) -> Round:
        if not isinstance(action, Deal):
            raise bad_chance()
        sizes = {len(hand) for hand in action.hands}
        dealt = Counter(card for hand in action.hands for card in hand)
        if (
            len(action.hands) != round.rules.players
            or sizes != {round.rules.hand_size}
            or dealt != Counter(PACK)
        ):
            raise bad_chance()
        return round.change(hands=tuple(hand_of(hand) for hand in action.hands))
