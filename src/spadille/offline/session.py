"""All tables on this device, as a conversation in JSON with the worker that hosts them.

`Session.handle` takes one message and returns the messages to carry out, in order. The worker
sends:

- `{"kind": "begin", "tables": [SUMMARY, ...], "games": [GAME, ...]}`: first, everything stored on
  this device; both lists contain what `store` and `game` messages gave, unchanged.
- `{"kind": "open", "table": ID, "events": [TEXT, ...]}`: the page connects to a table, or a `load`
  message asked for it. `events` are all its stored events in order. Without `events`, a table that
  is not in memory results in a `load` message. The list is empty if nothing is stored.
- `{"kind": "message", "table": ID, "text": TEXT}`: the page sends a message of the protocol.
- `{"kind": "tick", "table": ID}`: the time of the last `wake` message has come. A tick that is too
  early or too late does no harm.
- `{"kind": "close", "table": ID}`: the page has disconnected, or events could not be saved. The
  session forgets the table; open it again with the stored events.
- `{"kind": "request", "id": N, "method": "GET", "path": "/api/...?lang=de", "body": TEXT,
  "lang": "de"}`: an HTTP request; `body` and `lang` may be missing.

The session returns:

- `{"kind": "store", "table": ID, "from": N, "events": [TEXT, ...], "summary": SUMMARY}`: save these
  events as numbers N, N + 1, ... of the table, and replace its summary, in one transaction. Only
  then carry out the messages that follow. If saving fails, drop those, send `close`, and
  disconnect the page; it will connect again.
- `{"kind": "game", "game": GAME}`: save a finished game under `GAME.id`.
- `{"kind": "message", "table": ID, "text": TEXT}`: send this to the page, like a server's message.
- `{"kind": "answer", "id": N, "status": 200, "type": "application/json", "body": TEXT}`: the answer
  to a request.
- `{"kind": "wake", "table": ID, "in": SECONDS}`: send a `tick` after that time. It replaces an
  earlier one. Without a new one, nothing is due.
- `{"kind": "load", "table": ID}`: send `open` with the stored events of that table. What waits for
  it is handled then.

A SUMMARY has the `id` of its table, when it was `used` in seconds since 1970, its `status`, and
more. A GAME has an `id`, its `record`, when it was `made`, and more. Ids on a device begin with
"0".
"""

import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, structs

from ..game import SpadesError
from ..table.apply import Transition
from ..table.commitments import Seeds, secret_seed
from ..table.errors import failure, unknown_table
from ..table.finished import KeptGame, Outline
from ..table.ids import game_id
from ..table.model import Table
from ..table.summary import summary_of
from .host import OfflineTable, Think, think
from .requests import Answer, Listed, answered, refused

log = logging.getLogger(__name__)


class _Input(Struct, frozen=True, tag_field="kind"):
    """A message of the worker."""


class _Begin(_Input, frozen=True, tag="begin"):
    tables: tuple[msgspec.Raw, ...] = ()
    games: tuple[msgspec.Raw, ...] = ()


class _Open(_Input, frozen=True, tag="open"):
    table: str
    events: list[str] | None = None


class _Message(_Input, frozen=True, tag="message"):
    table: str
    text: str


class _Tick(_Input, frozen=True, tag="tick"):
    table: str


class _Close(_Input, frozen=True, tag="close"):
    table: str


class _Request(_Input, frozen=True, tag="request"):
    id: int
    method: str
    path: str
    body: str | None = None
    lang: str = "en"


class _Game(Struct, frozen=True):
    """A finished game as it is stored on this device."""

    id: str
    record: str
    outline: Outline
    opened: bool = False
    made: float = 0.0


_read = msgspec.json.Decoder(_Begin | _Open | _Message | _Tick | _Close | _Request)


class _NotLoadedError(Exception):
    """The table with this id has to be loaded before a request can be answered."""


class Session:
    """The tables and finished games on this device.

    `tables` has what is stored about each table, whether it is in memory or not.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        *,
        seeds: Seeds = secret_seed,
        think: Think = think,
    ) -> None:
        """Use `clock` for the time in seconds since 1970."""
        self.tables: dict[str, Listed] = {}
        self.games: dict[str, KeptGame] = {}
        self._clock = clock
        self._seeds = seeds
        self._think = think
        self._loaded: dict[str, OfflineTable] = {}
        self._stored: dict[str, int] = {}
        self._ended: dict[str, KeptGame | None] = {}
        self._waiting: dict[str, list[_Message | _Request]] = {}
        self._out: list[str] = []

    def handle(self, text: str) -> list[str]:
        """Handle one message of the worker, and return the messages to carry out in order.

        Raises:
            msgspec.DecodeError: if it is not a message of a worker.
        """
        match _read.decode(text):
            case _Begin(tables=tables, games=games):
                self._begin(tables, games)
            case _Open(table=id, events=events):
                self._open(id, events)
            case _Message() as message:
                self._hear(message)
            case _Tick(table=id):
                self._tick(id)
            case _Close(table=id):
                self._forget(id)
            case _Request() as request:
                self._ask(request)
        out, self._out = self._out, []
        return out

    # --- used by requests --------------------------------------------------------------------

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return self._clock()

    def table(self, id: str) -> Table:
        """Return a table; raise RefusedError for an unknown one."""
        if id in self._loaded:
            return self._loaded[id].table
        if id in self.tables:
            raise _NotLoadedError(id)
        raise unknown_table()

    def make(self, body: str) -> str:
        """Make a table, and return its id; raise SpadesError if it is not possible."""
        return self._add(OfflineTable.made(body, self.now(), seeds=self._seeds, think=self._think))

    def begin(self, transition: Transition) -> str:
        """Add a table that has begun, and return its id."""
        return self._add(OfflineTable(transition, self.now(), seeds=self._seeds, think=self._think))

    def keep(self, game: KeptGame) -> None:
        """Store a finished game."""
        self.games[game.id] = game
        self._do("game", game=_Game(*game))

    # --- messages ----------------------------------------------------------------------------

    def _begin(self, tables: tuple[msgspec.Raw, ...], games: tuple[msgspec.Raw, ...]) -> None:
        """Read what is stored; leave out what cannot be read, such as that of a later version."""
        for raw in tables:
            if (listed := _readable(raw, Listed)) is not None:
                self.tables[listed.id] = listed
        for raw in games:
            if (game := _readable(raw, _Game)) is not None:
                self.games[game.id] = KeptGame(*structs.astuple(game))

    def _open(self, id: str, events: list[str] | None) -> None:
        if events is None and id not in self._loaded:
            self._do("load", table=id)
            return
        refusal: SpadesError | None = None
        if events is not None and not (id in self._loaded and self._stored[id] == len(events)):
            try:
                self._load(id, events)
            except SpadesError as error:
                refusal = error
        waiting = self._waiting.pop(id, [])
        for one in waiting:
            if refusal is not None:
                self._refuse(one, refusal)
            elif isinstance(one, _Request):
                self._ask(one)
            else:
                self._hear(one)
        if waiting and all(isinstance(one, _Request) for one in waiting):
            self._forget(id)  # no page is there, and another one may play on
        elif id in self._loaded:
            self._wake(self._loaded[id])

    def _load(self, id: str, events: list[str]) -> None:
        self._forget(id)
        if not events:
            self.tables.pop(id, None)
            raise unknown_table()
        table = OfflineTable.resumed(id, events, self.now(), seeds=self._seeds, think=self._think)
        self._loaded[id] = table
        self._stored[id] = len(events)
        known, listed = self.tables.get(id), self._listed(table)
        self.tables[id] = listed if known is None else structs.replace(listed, used=known.used)
        if table.finished is None:  # its end may have come here before, without being saved
            self.games.pop(game_id(id, table.table.games), None)
        elif table.finished.id in self.games:
            self._ended[id] = table.finished
        self._keep_ended(table)

    def _hear(self, message: _Message) -> None:
        table = self._loaded.get(message.table)
        if table is None:
            self._wait(message.table, message)
        else:
            self._play(table, lambda: table.receive(message.text, self.now()))

    def _tick(self, id: str) -> None:
        table = self._loaded.get(id)
        if table is not None:
            self._play(table, lambda: table.advance(self.now()))

    def _play(self, table: OfflineTable, step: Callable[[], list[str]]) -> None:
        """Take a step at a table; give up the table in memory after any unexpected error."""
        try:
            texts = step()
        except Exception:
            log.exception("table %s is given up", table.id)
            self._forget(table.id)
            self._tell(table.id, refused(failure(), table.lang).body)
            return
        self._store(table)
        for text in texts:
            self._tell(table.id, text)
        self._wake(table)

    def _ask(self, request: _Request) -> None:
        try:
            found = answered(request.method, request.path, request.body, request.lang, self)
        except _NotLoadedError as wanted:
            self._wait(str(wanted), request)
        except Exception:
            log.exception("a request failed")
            self._refuse(request, failure())
        else:
            self._answer(request, found)

    def _answer(self, request: _Request, answer: Answer) -> None:
        self._do("answer", id=request.id, status=answer.status, type=answer.type, body=answer.body)

    def _refuse(self, one: _Message | _Request, refusal: SpadesError) -> None:
        """Refuse what is about a table that cannot be loaded, or what failed."""
        if isinstance(one, _Request):
            self._answer(one, refused(refusal, one.lang))
        else:
            self._tell(one.table, refused(refusal, "en").body)

    # --- messages for the worker ------------------------------------------------------------

    def _wait(self, id: str, one: _Message | _Request) -> None:
        """Handle something once its table is loaded."""
        waiting = self._waiting.setdefault(id, [])
        waiting.append(one)
        if len(waiting) == 1:
            self._do("load", table=id)

    def _add(self, table: OfflineTable) -> str:
        self._stored[table.id] = 0
        self._store(table)
        self._forget(table.id)  # the page opens it with the stored events
        return table.id

    def _forget(self, id: str) -> None:
        self._loaded.pop(id, None)
        self._stored.pop(id, None)
        self._ended.pop(id, None)

    def _store(self, table: OfflineTable) -> None:
        """Store the new events of a table, and a game that has come to its end."""
        events = table.stored()
        if not events:
            return
        first = self._stored[table.id]
        self._stored[table.id] += len(events)
        listed = self.tables[table.id] = self._listed(table)
        fields = {"table": table.id, "from": first, "events": events, "summary": listed}
        self._do("store", **fields)
        self._keep_ended(table)

    def _keep_ended(self, table: OfflineTable) -> None:
        """Store the game that has come to its end at a table, once."""
        game = table.finished
        if game is not None and game is not self._ended.get(table.id):
            self._ended[table.id] = game
            self.keep(game._replace(made=self.now()))

    def _listed(self, table: OfflineTable) -> Listed:
        return Listed(**structs.asdict(summary_of(table.table)), id=table.id, used=self.now())

    def _wake(self, table: OfflineTable) -> None:
        seconds = table.next_in(self.now())
        if seconds is not None:
            self._do("wake", table=table.id, **{"in": seconds})

    def _tell(self, id: str, text: str) -> None:
        self._do("message", table=id, text=text)

    def _do(self, kind: str, **fields: Any) -> None:
        self._out.append(msgspec.json.encode({"kind": kind, **fields}).decode())


def _readable(raw: msgspec.Raw, kind: Any) -> Any:
    """Return a stored value, or None if it cannot be read."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, ValueError):
        log.exception("something stored cannot be read")
        return None
