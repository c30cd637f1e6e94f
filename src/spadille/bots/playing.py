"""The play of a card: the lists of rules in the order in which they are asked."""

from ..game import Hand, Message, Play, T, View, hand_of
from .attacking import ATTACKING
from .avoiding import AVOIDING
from .bot import Decision
from .covering import COVERING
from .following import FOLLOWING
from .leading import LEADING
from .own_nil import OWN_NIL
from .rule import Rule, first_advice
from .table import Table


def decide_play(view: View) -> Decision:
    legal: Hand = hand_of(
        action.card for action in view.options.actions if isinstance(action, Play)
    )
    if len(legal) == 1:
        return Decision(
            Play(legal[0]), Message(T("The {card} is the only card I may play."), card=legal[0])
        )
    table = Table(view, legal)
    return first_advice(rules_for(table), table)


def rules_for(table: Table) -> tuple[Rule, ...]:
    """A nil comes first: my own, my partner's, an opponent's; then what the contract needs."""
    if table.bids_nil(table.seat):
        return OWN_NIL
    covering = COVERING if table.bids_nil(table.partner) else ()
    tricks = LEADING if table.leads else FOLLOWING
    return (*covering, *ATTACKING, *AVOIDING, *tricks)
