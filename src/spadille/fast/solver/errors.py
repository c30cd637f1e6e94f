"""What the solver refuses."""

from ...game import Message, SpadesError


class SolverError(SpadesError):
    """A position or a question that the solver does not take."""


def refused(code: str, sentence: str, **values: object) -> SolverError:
    """The refusal `solver/CODE` with its sentence."""
    return SolverError(f"solver/{code}", Message(sentence, **values))
