"""The chance to win in the course of a game as a curve."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, Protocol

from msgspec import Struct

from ..game import Message, Rules, Seat, SpadesError, T, in_short
from ..locale import translate
from .drawing import Drawing, n, width_of
from .paper import ACCENT, FAINT, INK, LINE, MARGIN, SHEET, sheet
from .picture import Picture
from .words import side_name

MOST_POINTS = 20_000
"""The most decisions in a curve."""

_WIDTH, _HIGH = 720.0, 190.0
_LEFT, _TOP, _BELOW = 46.0, 44.0, 34.0

_COSTLY = {
    "slip": ("#b07a12", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
    "error": ("#c8511b", "M0-6.5 6.5 0 0 6.5-6.5 0z"),
    "blunder": ("#a3232a", "M0-7 6.5 5h-13z"),
}
"""The color and the shape of each mark, so that they differ in more than color."""

_NAMES = {"slip": T("slip"), "error": T("error"), "blunder": T("blunder")}


class Judged(Protocol):
    """A decision in a review, as `spadille.study.review` yields it."""

    @property
    def seat(self) -> Seat:
        """Return whose decision it was."""

    @property
    def round(self) -> int:
        """Return the number of the round."""

    @property
    def mark(self) -> str:
        """Return how good it was: best, fine, slip, error or blunder."""

    @property
    def win(self) -> tuple[float | None, float | None]:
        """Return the chance to win after the best action, and after the one taken."""


class _Point(Struct, frozen=True):
    """The chance of a side to win, from 0 to 1, after a decision in a round."""

    win: float
    round: int
    mark: str = ""


def win_curve(
    decisions: Iterable[Judged | float],
    *,
    side: int = 0,
    rules: Rules | str | None = None,
    names: Sequence[str] = (),
    lang: str = "en",
) -> Picture:
    """Return the curve of a side's chance to win the game, decision by decision.

    `decisions` come from `spadille.study.review`, or are the chances themselves, from 0 to 1. A
    decision of the other side counts with the rest of 1 if there are two sides, and is left out if
    there are more. `side` is an index into the sides of the `rules`, which may be the name of a
    preset. Costly decisions of all players are marked.

    Raises:
        SpadesError: for an unknown side, if a chance is not from 0 to 1, if no chance is known, or
            if there are more than 20,000 decisions.
        RulesError: for a preset that does not exist.
    """
    rules = Rules() if rules is None else Rules.of(rules)
    if side not in range(len(rules.sides)):
        most = len(rules.sides) - 1
        raise SpadesError(
            "svg/side",
            Message("unknown side {side}: expected 0 to {most}", side=in_short(side), most=most),
        )
    points: list[_Point] = []
    for decision in decisions:
        point = _point(decision, side, rules)
        if point is not None:
            points.append(point)
        if len(points) > MOST_POINTS:
            raise SpadesError("svg/curve", "there are too many decisions")
    if not points:
        raise SpadesError("svg/curve", "none of the decisions has a known chance to win")
    return _drawn(points, side_name(rules, side, names, lang), lang)


def _point(decision: Any, side: int, rules: Rules) -> _Point | None:
    if isinstance(decision, (int, float)) and not isinstance(decision, bool):
        return _Point(_chance(decision), 0)
    try:
        seat, win = decision.seat, decision.win[1]
        round, mark = decision.round, decision.mark
    except (AttributeError, TypeError, IndexError):
        raise _not_a_chance(decision) from None
    if win is None:
        return None
    own = rules.side_of(seat) == side
    if not own and len(rules.sides) != 2:
        return None
    return _Point(_chance(win) if own else 1 - _chance(win), round, mark)


def _chance(value: float) -> float:
    if not isfinite(value) or not 0 <= value <= 1:
        raise _not_a_chance(value)
    return float(value)


def _not_a_chance(value: object) -> SpadesError:
    return SpadesError(
        "svg/curve",
        Message(
            "invalid chance {value}: expected a reviewed decision, or a number from 0 to 1",
            value=in_short(value),
        ),
    )


def _drawn(points: Sequence[_Point], name: str, lang: str) -> Picture:
    drawing = Drawing(_WIDTH, _TOP + _HIGH + _BELOW)
    sheet(drawing)
    caption = translate(Message("Chance to win: {side}", side=name), lang)
    drawing.text(MARGIN, 27, caption, size=15, fill=INK, bold=True, room=_WIDTH - 330)
    _legend(drawing, {point.mark for point in points}, lang)
    wide = _WIDTH - _LEFT - MARGIN

    def x(index: float) -> float:
        return _LEFT + wide * index / max(1, len(points) - 1)

    def y(win: float) -> float:
        return _TOP + _HIGH * (1 - win)

    for win in (0, 0.5, 1):
        drawing.text(_LEFT - 8, y(win) + 4, f"{100 * win:.0f}%", size=12, fill=FAINT, anchor="end")
        drawing.add(
            f'<path d="M{n(_LEFT)} {n(y(win))}H{n(_LEFT + wide)}" '
            f'stroke="{FAINT if win == 0.5 else LINE}"/>'
        )
    _rounds(drawing, points, x)
    line = " ".join(f"{n(x(at))},{n(y(point.win))}" for at, point in enumerate(points))
    if len(points) == 1:
        line += f" {n(_LEFT + wide)},{n(y(points[0].win))}"
    drawing.add(
        f'<polyline points="{line}" fill="none" stroke="{ACCENT}" stroke-width="2.2" '
        'stroke-linejoin="round"/>'
    )
    for at, point in enumerate(points):
        if point.mark in _COSTLY:
            _mark(drawing, point.mark, x(at), y(point.win))
    last = translate(Message("{percent}% at the end", percent=f"{100 * points[-1].win:.0f}"), lang)
    return drawing.finished(caption, last)


def _rounds(drawing: Drawing, points: Sequence[_Point], x: Any) -> None:
    """Separate the rounds, and number them if they are not too many."""
    starts = [
        at for at, point in enumerate(points) if at == 0 or points[at - 1].round != point.round
    ]
    if points[0].round == 0:
        return
    every = -(-len(starts) // 30)
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(points)], strict=True)):
        if begin:
            at = n(x(begin - 0.5))
            drawing.add(
                f'<path d="M{at} {n(_TOP)}v{n(_HIGH)}" stroke="{LINE}" stroke-dasharray="3 4"/>'
            )
        if number % every == 0:
            middle = x((begin + end - 1) / 2)
            drawing.text(
                middle, _TOP + _HIGH + 21, str(points[begin].round), size=12, fill=FAINT,
                anchor="middle",
            )  # fmt: skip


def _mark(drawing: Drawing, mark: str, x: float, y: float) -> None:
    color, shape = _COSTLY[mark]
    reference = drawing.define(
        mark,
        f'<path {{id}} d="{shape}" fill="{color}" stroke="{SHEET}" stroke-width="1.2"/>',
    )
    drawing.add(f'<use href="{reference}" x="{n(x)}" y="{n(y)}"/>')


def _legend(drawing: Drawing, marks: set[str], lang: str) -> None:
    right = _WIDTH - MARGIN
    for mark in reversed(_COSTLY):
        if mark in marks:
            words = translate(_NAMES[mark], lang)
            drawing.text(right, 27, words, size=12, fill=FAINT, anchor="end", room=90)
            right -= 12 * width_of(words) + 10
            _mark(drawing, mark, right, 23)
            right -= 16
