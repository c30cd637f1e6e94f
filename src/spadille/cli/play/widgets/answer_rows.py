"""Show answers in rows; if there are many, short ones share a row."""

from collections.abc import Sequence
from typing import NamedTuple

from ..choices import Answer

_FEW = 4
"""The number of answers up to which each one gets a row."""

_MOST_BESIDE = 5
"""The most answers in a row."""


class AnswerRow(NamedTuple):
    """The indices of the answers in a row, their labels, and the width of each."""

    numbers: range
    labels: tuple[str, ...]
    width: int
    beside: int
    """The number of columns that fit; an answer alone in its row shows its key."""


def rows_of(answers: Sequence[Answer], width: int) -> tuple[AnswerRow, ...]:
    """Return as few rows of that width as possible without cutting off an answer."""
    if len(answers) <= _FEW:
        return _rows(answers, width, 1)
    return min((_rows(answers, width, beside) for beside in range(_MOST_BESIDE, 0, -1)), key=len)


def _rows(answers: Sequence[Answer], width: int, most: int) -> tuple[AnswerRow, ...]:
    """Return rows of up to that many answers; an answer that is too long gets a separate row."""
    cell = (width - most + 1) // most
    beside = [most if len(answer.label) < cell else 1 for answer in answers]
    labels = [
        answer.label if many > 1 else _with_key(answer, width)
        for answer, many in zip(answers, beside, strict=True)
    ]
    longest = {
        many: max(len(label) for label, other in zip(labels, beside, strict=True) if other == many)
        for many in set(beside)
    }
    rows: list[range] = []
    for number, many in enumerate(beside):
        if rows and many == beside[rows[-1].start] and len(rows[-1]) < many:
            rows[-1] = range(rows[-1].start, number + 1)
        else:
            rows.append(range(number, number + 1))
    return tuple(
        AnswerRow(
            row,
            tuple(labels[row.start : row.stop]),
            min(longest[many] + (4 if many > 1 else 2), cell if many > 1 else width),
            many,
        )
        for row in rows
        for many in (beside[row.start],)
    )


def _with_key(answer: Answer, width: int) -> str:
    """Return the answer's label, followed by its key if that differs and there is room."""
    told = f"{answer.label}  {answer.key.upper()}"
    return told if answer.key not in {"", answer.label} and len(told) <= width else answer.label
