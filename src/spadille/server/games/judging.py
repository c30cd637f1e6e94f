"""Judges the decisions of a game in the back room, one part at a time."""

from collections.abc import Iterator
from time import process_time

from ...game import Record
from ...locale import LANGUAGES, translate
from ...notation import parse_record
from ...study import Luck, Reviewed, luck_of, review
from ..finished.decisions import PLACES, Part, StoredDecision

_Running = tuple[Record, Iterator[Reviewed]]

_running: dict[tuple[str, int], _Running] = {}
"""The reviews in progress in this process, by game and by the event to continue from."""

MOST_RUNNING = 8


def judge_some(id: str, text: str, first: int, seconds: float) -> Part:
    """Return as many judged decisions, starting at event `first`, as fit in that processor time.

    The time determines only where a part ends.
    """
    until = process_time() + seconds
    key = id, first
    record, decisions = _running.pop(key) if key in _running else _begin(text, first)
    found: list[StoredDecision] = []
    reached = len(record.events)
    for decision in decisions:
        found.append(_stored(decision))
        if process_time() >= until:
            reached = decision.event + 1
            _keep((id, reached), (record, decisions))
            break
    return Part(first, found, reached)


def luck_in(text: str) -> tuple[Luck, ...]:
    """Return how lucky the cards were in each round."""
    return luck_of(parse_record(text))


def _begin(text: str, first: int) -> _Running:
    record = parse_record(text)
    return record, review(record, first=first)


def _keep(key: tuple[str, int], running: _Running) -> None:
    while len(_running) >= MOST_RUNNING:
        del _running[next(iter(_running))]
    _running[key] = running


def _stored(one: Reviewed) -> StoredDecision:
    return StoredDecision(
        event=one.event,
        round=one.round,
        trick=one.trick,
        seat=one.seat,
        area=one.area,
        action=one.action,
        best=one.best,
        reasons={lang: translate(one.reason, lang, PLACES) for lang in LANGUAGES},
        values={str(each.action): _short(each.value) for each in one.candidates},
        unit=one.unit,
        loss=_short(one.loss),
        mark=one.mark,
        win=(_chance(one.win[0]), _chance(one.win[1])),
        seen_loss=None if one.seen_loss is None else _short(one.seen_loss),
        offered=one.offered,
        unnamed=True,
    )


def _short(value: float) -> float:
    return round(value, 2)


def _chance(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
