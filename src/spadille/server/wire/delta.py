"""The state sent to a connection: all of it, or the changes since the last state."""

from collections.abc import Mapping
from functools import cache
from itertools import compress, takewhile
from operator import is_not
from typing import Any, NamedTuple

from msgspec import structs

from ...game import RoundResult, Seat, View
from .protocol import Lang, State, Update


class Fields(NamedTuple):
    """Field names and values, using less than half the memory of a dictionary; tables keep many."""

    names: tuple[str, ...]
    """The field names, shared by all tables."""
    values: tuple[Any, ...]

    @classmethod
    def of_view(cls, fields: Mapping[str, Any]) -> "Fields":
        """Return the fields of a view under the names that they have in messages."""
        return cls(_in_messages(tuple(fields)), tuple(fields.values()))

    def value(self, name: str) -> Any:
        """Return the value of a field, which must exist."""
        return self.values[self.names.index(name)]

    def since(self, before: "Fields") -> dict[str, Any]:
        """Return the changed values; field names do not change for as long as the table exists."""
        names, old, new = self.names, before.values, self.values
        # Most values are identical objects: skip those before comparing values.
        others = compress(range(len(new)), map(is_not, new, old))
        return {names[at]: new[at] for at in others if new[at] != old[at]}


_SENT_AS = dict(zip(View.__struct_fields__, View.__struct_encode_fields__, strict=True))
"""The names that view fields have in messages."""


@cache
def _in_messages(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_SENT_AS[name] for name in names)


NO_FIELDS = Fields((), ())


class Parts(NamedTuple):
    """Fields that are the same for all receivers, and fields that differ."""

    common: Fields
    own: Fields = NO_FIELDS

    @property
    def fields(self) -> dict[str, Any]:
        """Return all fields by name, the common ones first."""
        names = self.common.names + self.own.names
        return dict(zip(names, self.common.values + self.own.values, strict=True))


class Snapshot(NamedTuple):
    """A table as one receiver sees it: the fields of a state, and of its view if there is one."""

    table: Parts
    view: Parts | None

    @classmethod
    def of(cls, state: State) -> "Snapshot":
        """Return a state that is shown to a single receiver."""
        fields = structs.asdict(state)
        view = fields.pop("view")
        parts = None if view is None else Parts(Fields.of_view(structs.asdict(view)))
        return cls(Parts(Fields(tuple(fields), tuple(fields.values()))), parts)

    @property
    def state(self) -> State:
        """Return the whole state as a message."""
        sent = None if self.view is None else self.view.fields
        view = None if sent is None else View(**{name: sent[as_] for name, as_ in _SENT_AS.items()})
        return State(view=view, **self.table.fields)


class ClientSnapshot(NamedTuple):
    """The last state sent to a connection, and the language and player names in its sentences."""

    shown: Snapshot | None = None
    lang: Lang = "en"
    names: Mapping[Seat, str] = {}

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """Return the results that have been shown to the receiver."""
        if self.shown is None or self.shown.view is None:
            return ()
        results: tuple[RoundResult, ...] = self.shown.view.common.value("results")
        return results

    def as_before(self, before: "ClientSnapshot") -> bool:
        """Return True if the sentences in both states use the same language and names."""
        same = self.names is before.names or self.names == before.names
        return same and self.lang == before.lang

    def known(self, before: "ClientSnapshot") -> int:
        """Return how many of the results have been shown before.

        They are compared rather than counted. So differences are noticed even after another game,
        at another table, or with other names at the seats.
        """
        return _alike(before.results, self.results) if self.as_before(before) else 0


class Differences:
    """The changes in fields that many receivers share, computed once for all of them."""

    def __init__(self) -> None:
        self._found: list[tuple[Fields, Fields, dict[str, Any]]] = []

    def of(self, before: Parts, now: Parts) -> dict[str, Any]:
        """Return the changed fields, and remember the shared ones for other receivers."""
        return {**self._of_all(before.common, now.common), **now.own.since(before.own)}

    def _of_all(self, before: Fields, now: Fields) -> dict[str, Any]:
        for old, new, different in self._found:
            if old is before and new is now:
                return different
        different = now.since(before)
        self._found.append((before, now, different))
        return different


def state_after(before: ClientSnapshot, now: ClientSnapshot) -> State:
    """Return the whole state, but with only those results that have not been shown before."""
    assert now.shown is not None
    state, known = now.shown.state, now.known(before)
    if state.view is None or known == 0:
        return state
    view = structs.replace(state.view, results=state.view.results[known:])
    return structs.replace(state, view=view, results_from=known)


def update_after(
    before: ClientSnapshot, now: ClientSnapshot, differences: Differences
) -> State | Update:
    """Return the changes since the last state, or the state if an update cannot express them."""
    old, new = before.shown, now.shown
    assert new is not None
    if old is None or old.view is None or new.view is None or not now.as_before(before):
        return state_after(before, now)
    was, is_now = old.table.common, new.table.common
    if was.value("table") != is_now.value("table"):
        return state_after(before, now)
    table = differences.of(old.table, new.table)
    view = differences.of(old.view, new.view)
    table.pop("seq", None)
    if view.pop("results", None) is not None:
        known = now.known(before)
        table["results_from"] = known
        view["results"] = now.results[known:]
    return Update(is_now.value("seq"), was.value("seq"), table, view)


def _alike(one: tuple[RoundResult, ...], other: tuple[RoundResult, ...]) -> int:
    """Return how many results at the start are the same in both sequences."""
    if one is other:
        return len(one)
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))
