"""Hints for people who play only with bots."""

from math import ceil

from ..bots import Level, load_level
from ..game import SeatView
from ..study import Counsel, advise, counsel
from .errors import RefusedError
from .events import PersonId
from .model import Table
from .permissions import may_have_hint
from .protocol import Advice

COACH: Level = "expert"
"""The level that gives the advice where it can."""


def ask_coach(level: str, view: SeatView) -> Counsel:
    """Return what a strong player would do, and why, or the choice of another level."""
    if level == COACH:
        return counsel(advise(view, every=True))
    return counsel(load_level(level).decide(view))


def check_hint(table: Table, person: PersonId) -> None:
    """Raise RefusedError if hints are not given here or now."""
    if table.game is None or not table.alone(person):
        raise RefusedError(
            "hint/not-here", "hints are only available when you play alone against bots"
        )
    if not may_have_hint(table, person):
        raise RefusedError("hint/not-now", "hints are only available on your turn")


def advice_of(table: Table, counsel: Counsel, left: float | None = None) -> Advice:
    """Return the answer to a request for a hint; the coach can think in `left` seconds."""
    decision = counsel.decision
    return Advice(
        seq=table.version,
        action=decision.action,
        reason=decision.reason,
        candidates=decision.candidates,
        costs=counsel.costs,
        preparing=None if left is None else ceil(left),
    )
