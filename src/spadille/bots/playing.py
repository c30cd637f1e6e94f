"""The play of a card: the lists of rules in the order in which they are asked."""

from ..game import Message, Play, SeatView
from .attacking import ATTACKING
from .avoiding import AVOIDING
from .bot import Decision
from .covering import COVERING
from .following import FOLLOWING
from .leading import LEADING
from .own_nil import OWN_NIL
from .rule import Rule, first_advice
from .standing_nil import nil_stands
from .table import Table


def decide_play(view: SeatView) -> Decision:
    plays = [action for action in view.options.actions if isinstance(action, Play)]
    if len(plays) == 1:
        return Decision(
            plays[0], Message("The {card} is the only card I may play.", card=plays[0].card)
        )
    table = Table(view)
    decision = first_advice(rules_for(table), table)
    return _called_low(table, decision)


def rules_for(table: Table) -> tuple[Rule, ...]:
    """A nil comes first: my own, my partner's, an opponent's; then what the contract needs."""
    if nil_stands(table.view, table.seat):
        return OWN_NIL
    covering = COVERING if table.nil_mate is not None else ()
    tricks = LEADING if table.leads else FOLLOWING
    return (*covering, *ATTACKING, *AVOIDING, *tricks)


def _called_low(table: Table, decision: Decision) -> Decision:
    """The same card, called low where it is an ace that should lose (K7)."""
    action = decision.action
    if not isinstance(action, Play) or not table.calls_low(action.card):
        return decision
    return Decision(
        Play(action.card, low=True),
        Message("{reason} I call the ace low.", reason=decision.reason),
    )
