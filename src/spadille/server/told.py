"""What a connection has been told, so that no state repeats the rounds before it."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from msgspec import structs

from ..game import RoundResult, Seat
from .protocol import Lang, State


class Told(NamedTuple):
    """The results that the last state told a connection, and what their sentences are made with."""

    results: tuple[RoundResult, ...] = ()
    lang: Lang = "en"
    names: Mapping[Seat, str] = {}


def with_news(
    told: Told, state: State, lang: Lang, names: Mapping[Seat, str]
) -> tuple[State, Told]:
    """The state with only the results that are not told yet, and what is told after it.

    What is told already is compared rather than counted: after another game, at another table and
    with other names at the seats the state tells by itself what has become different.
    """
    results = () if state.view is None else state.view.results
    now = Told(results, lang, names)
    same_words = (told.lang, told.names) == (lang, names)
    known = _alike(told.results, results) if same_words else 0
    if state.view is None or known == 0:
        return state, now
    view = structs.replace(state.view, results=results[known:])
    return structs.replace(state, view=view, results_from=known), now


def _alike(one: tuple[RoundResult, ...], other: tuple[RoundResult, ...]) -> int:
    """How many results both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))
