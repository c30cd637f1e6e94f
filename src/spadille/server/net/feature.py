"""Describes a feature of the server, from which the application is assembled.

A feature is one module or folder with its messages, tables, queries, service and routes. What it
declares here is enough for the routes, the OpenAPI document, the types of the browser client, and
the export and deletion of a person's data.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from litestar.handlers import HTTPRouteHandler

from ..live.actor import WithEvents
from ..store.maintenance import ForgetOld
from ..store.schema import Export, ForgetPeople
from .state import AppState


class Feature(NamedTuple):
    """A feature; fields that it does not need have no value.

    Its tables in the database need no mention: their `person_column`s say which rows belong to a
    person. `services` make the objects that its routes get with `AppState.service`; their methods
    `start` and `stop`, if any, are called when the server starts and stops. `with_events`
    returns what to write in the transaction that changes the summary of a table; the first state is
    None for a table that was loaded. `forget_old` deletes what was last used before a
    time, or only what is never kept for long if that is None. `forget_people` removes people whose
    ids remain in its tables. `exports` has queries for the keys of an export whose rows need more
    than the columns of a table. `statuses` has the HTTP status for codes that need a special one.
    """

    routes: Sequence[HTTPRouteHandler] = ()
    services: tuple[Callable[[AppState], Any], ...] = ()
    with_events: WithEvents | None = None
    forget_old: ForgetOld | None = None
    forget_people: ForgetPeople | None = None
    exports: Mapping[str, Export] = MappingProxyType({})
    statuses: Mapping[str, int] = MappingProxyType({})
