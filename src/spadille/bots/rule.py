"""Rules of thumb for the play: each looks at the table and gives advice or holds its tongue."""

from collections.abc import Callable, Sequence
from typing import Any

from ..game import Card, Message, Play
from .bot import Decision
from .table import Table

Rule = Callable[[Table], Decision | None]
"""A named piece of advice. None: it does not apply here, the next rule is asked."""


def play(card: Card, template: str, **params: Any) -> Decision:
    """To play `card` for a reason; `{card}` in the template names it."""
    return Decision(Play(card), Message(template, card=card, **params))


def first_advice(rules: Sequence[Rule], table: Table) -> Decision:
    """The advice of the first rule that has any; the last rule of a list always has."""
    for rule in rules:
        decision = rule(table)
        if decision is not None:
            return decision
    raise AssertionError("no rule applies")
