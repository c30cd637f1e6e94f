"""What the solver refuses."""

from typing import Any

from ...game import Message, SpadesError


class SolverError(SpadesError):
    """A position or a question that the solver does not take."""


def refused(code: str, sentence: str, **values: Any) -> SolverError:
    """The refusal `solver/CODE` with its sentence."""
    return SolverError(f"solver/{code}", Message(sentence, **values))
