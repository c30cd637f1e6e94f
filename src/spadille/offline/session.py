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

import time
from collections.abc import Callable


class Session:
    """The tables and finished games on this device."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        """Use `clock` for the time in seconds since 1970."""
        self._clock = clock

    def handle(self, text: str) -> list[str]:
        """Handle one message of the worker, and return the messages to carry out in order."""
        raise NotImplementedError
