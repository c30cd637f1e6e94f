"""What a connection is told of a state: all of it, or what has changed since the last one."""

from collections.abc import Mapping
from itertools import compress, takewhile
from operator import is_not
from typing import Any, NamedTuple

from msgspec import structs

from ...game import RoundResult, Seat, View
from .protocol import Lang, State, Update


class Told(NamedTuple):
    """The last state that a connection was told, and what its sentences were made with."""

    state: State | None = None
    lang: Lang = "en"
    names: Mapping[Seat, str] = {}

    @property
    def results(self) -> tuple[RoundResult, ...]:
        view = None if self.state is None else self.state.view
        return () if view is None else view.results


def with_news(
    told: Told, state: State, lang: Lang, names: Mapping[Seat, str]
) -> tuple[State, Told]:
    """The state with only the results that are not told yet, and what is told after it.

    What is told already is compared rather than counted: after another game, at another table and
    with other names at the seats the state tells by itself what has become different.
    """
    now = Told(state, lang, names)
    same_words = (told.lang, told.names) == (lang, names)
    known = _alike(told.results, now.results) if same_words else 0
    if state.view is None or known == 0:
        return state, now
    view = structs.replace(state.view, results=state.view.results[known:])
    return structs.replace(state, view=view, results_from=known), now


def update_of(told: Told, news: State, lang: Lang, names: Mapping[Seat, str]) -> State | Update:
    """What has changed, for who has been told a state; without one in the same words, all of it.

    `news` is the state with only the results that are not told yet.
    """
    before = told.state
    if before is None or before.view is None or news.view is None or before.table != news.table:
        return news
    if (told.lang, told.names) != (lang, names):
        return news
    state = _changes(before, news)
    view = _changes(before.view, news.view)
    if news.view.results or news.results_from != len(told.results):
        state["results_from"] = news.results_from
        view["results"] = news.view.results
    return Update(news.seq, before.seq, state, view)


_TOLD_APART = frozenset({"seq", "view", "results_from", "results"})
"""Fields of a state and of its view that an update tells in its own way."""


def _changes(before: State | View, after: State | View) -> dict[str, Any]:
    names = after.__struct_encode_fields__
    old, new = structs.astuple(before), structs.astuple(after)
    # Most values are the very same ones: those are left out before any two are compared.
    others = compress(range(len(names)), map(is_not, new, old))
    return {
        names[at]: new[at] for at in others if names[at] not in _TOLD_APART and new[at] != old[at]
    }


def _alike(one: tuple[RoundResult, ...], other: tuple[RoundResult, ...]) -> int:
    """How many results both begin with."""
    if one is other:
        return len(one)
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))
