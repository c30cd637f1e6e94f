"""Describes a feature of the server, from which the application is assembled.

A feature is one module or folder with its messages, tables, queries, service and routes. What it
declares here is enough for the routes, the OpenAPI document, the types of the browser client, and
the export and deletion of a person's data.
"""

from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from litestar.handlers import HTTPRouteHandler
from sqlalchemy.ext.asyncio import AsyncConnection

from .clock import Clock
from .store.commits import Write
from .store.store import Store
from .table.events import PersonId
from .table.model import Table

if TYPE_CHECKING:
    from .net.state import AppState


class Feature(NamedTuple):
    """A feature; fields that it does not need have no value.

    `tables` are its tables in the database; their `person_column`s say which rows belong to a
    person. `services` make the objects that its routes get with `AppState.service`; their methods
    `start` and `stop`, if any, are called when the server starts and stops. `with_events`
    returns what to write in the transaction that changes a table from one state to another; the
    first is None for a table that was loaded. `forget_old` deletes what was last used before a
    time, or only what is never kept for long if that is None. `forget` removes people whose ids
    remain in its tables. `export` has queries for the keys of an export whose rows need more than
    the columns of a table.
    """

    routes: tuple[HTTPRouteHandler, ...] = ()
    tables: tuple[sa.Table, ...] = ()
    services: "tuple[Callable[[AppState], Any], ...]" = ()
    with_events: Callable[[Table | None, Table], Write | None] | None = None
    forget_old: Callable[[Store, Clock, float | None], Awaitable[None]] | None = None
    forget: Callable[[AsyncConnection, AbstractSet[PersonId]], Awaitable[None]] | None = None
    export: Mapping[str, Callable[[PersonId], sa.Select[Any]]] = MappingProxyType({})
