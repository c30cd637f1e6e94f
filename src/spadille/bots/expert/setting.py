"""The rules of play that playing rounds out knows."""

from ...game import Rules
from ..order import order_of
from ..thumb.position import BITS

_FIRST_TRICKS = {"any", "no_spade_lead", "no_spades"}
_DUTIES = {"none", "screamer", "assassin"}


def is_covered(rules: Rules) -> bool:
    """Whether rounds can be played out under these rules."""
    play = rules.play
    return (
        rules.deck.aces != "declared"
        and play.choice_in_suit == "any"
        and play.first_trick in _FIRST_TRICKS
        and play.duty in _DUTIES
        and not play.big_joker_draws
        and max(mask.bit_length() for mask in order_of(rules).full) <= BITS
    )
