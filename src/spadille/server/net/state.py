"""The application's shared state, available to each request, and what features add to it."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from ...table.commands import Asker
from ...table.errors import RefusedError
from ...table.events import PersonId
from ..live.actor import Services, WithEvents
from ..live.executors import BackgroundQueue
from ..live.registry import Registry
from ..store.database import Database
from ..store.maintenance import ForgetOld
from ..store.schema import Export, ForgetPeople
from .admission import Admission
from .answers import LargeFile, Page, Pages
from .origin import FoundAt

S = TypeVar("S")


class Ending(Protocol):
    """A connection that can be ended.

    `asker` is its identity at a table. `person` may be known earlier, and without any table.
    """

    asker: Asker
    person: PersonId

    def hang_up(self) -> None:
        """End the connection, so that the client reconnects with its current identity."""

    def send_away(self) -> None:
        """End the connection for good."""


class Sockets:
    """The websockets of a server."""

    def __init__(self) -> None:
        self._open: set[Ending] = set()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, socket: Ending) -> None:
        """Register an open connection."""
        self._open.add(socket)

    def discard(self, socket: Ending) -> None:
        """Forget a connection, which may already have been forgotten."""
        self._open.discard(socket)

    def hang_up(self, person: PersonId) -> None:
        """End the connections of a player, who reconnects with their current identity."""
        for socket in self._of(person):
            socket.hang_up()

    @property
    def programs(self) -> frozenset[PersonId]:
        """The network bots that are currently connected."""
        return frozenset(one.asker.person for one in self._open if one.asker.program)

    def send_away(self, person: PersonId) -> None:
        """End the connections of a player for good."""
        for socket in self._of(person):
            socket.send_away()

    def _of(self, person: PersonId) -> list[Ending]:
        return [one for one in self._open if person in {one.asker.person, one.person}]


class Sanctions(NamedTuple):
    """The players whom the admin has muted or banned, and the tables whose games are to end."""

    muted: frozenset[PersonId] = frozenset()
    banned: frozenset[PersonId] = frozenset()
    closing: frozenset[str] = frozenset()

    def check_entry(self, *people: PersonId) -> None:
        """Refuse a banned person or their bot; for a bot, `people` are the bot and its owner."""
        if not self.banned.isdisjoint(people):
            raise RefusedError("person/banned", "the admin has banned you from this server")

    def is_muted(self, *people: PersonId) -> bool:
        """Return True if any of these people, such as a bot and its owner, is muted."""
        return not self.muted.isdisjoint(people)


class AppState(State):
    """Handlers get it as `state`; `app` fills it when the application starts."""

    deps: Services
    registry: Registry
    sockets: Sockets
    gate: Admission
    questions: BackgroundQueue
    reviews: BackgroundQueue
    sanctions: Sanctions
    found_at: FoundAt
    pages: Pages
    engine: Mapping[str, LargeFile]
    openapi: Callable[[], Page]
    services: Mapping[type[Any], Any]
    statuses: Mapping[str, int]

    def service(self, kind: type[S]) -> S:
        """Return the service of a feature (see `Feature.services`), or its queries."""
        if issubclass(kind, Database):
            return self.deps.store.section(kind)
        return cast(S, self.services[kind])


class Feature(NamedTuple):
    """A feature: one module or folder with its messages, tables, queries, service and routes.

    The routes, the OpenAPI document, the types of the browser client, and the export and deletion
    of a person's data follow from these declarations. Its tables in the database need no mention:
    their `person_column`s say which rows belong to a person.

    `services` make the objects that its routes get with `AppState.service`; their methods `start`
    and `stop`, if any, are called when the server starts and stops. `with_events` returns what to
    write in the transaction that changes the summary of a table; the first state is None for a
    table that was loaded. `forget_old` deletes what was last used before a time, or only what is
    never kept for long if that is None. `forget_people` removes people whose ids remain in its
    tables. `exports` has queries for the keys of an export whose rows need more than the columns
    of a table. `statuses` has the HTTP status for codes that need a special one.
    """

    routes: Sequence[HTTPRouteHandler] = ()
    services: tuple[Callable[[AppState], Any], ...] = ()
    with_events: WithEvents | None = None
    forget_old: ForgetOld | None = None
    forget_people: ForgetPeople | None = None
    exports: Mapping[str, Export] = MappingProxyType({})
    statuses: Mapping[str, int] = MappingProxyType({})
