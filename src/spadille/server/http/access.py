"""Access to routes: each route declares its requirements once, and `identity` enforces them.

`docs/bot-api.md` lists the scopes of tokens, and `docs/hosting/moderation.md` lists the rights of
muted and banned people.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..messages.http_messages import Scope
from ..messages.protocol import Chat, ClientMessage, Resync, Speak

ACCESS = "access"
"""The route option that declares the access to the route."""

Who = Literal["everyone", "caller", "person", "browser"]
"""Everyone; a caller with an identity (a person or a bot); a person; a person with a cookie."""


class Access(NamedTuple):
    """Which callers may use a route, and the `scope` that a token needs for it.

    Muted people cannot use a route that `says` something to others. Banned people can use one that
    is `for_banned`, so that they can take their data and leave.
    """

    who: Who
    scope: Scope | None = None
    says: bool = False
    for_banned: bool = False


EVERYONE = Access("everyone")
CALLER = Access("caller")
PLAYING = Access("caller", "play")
MAKING = Access("caller", "tables")
PERSON = Access("person")
BROWSER = Access("browser")
LEAVING = Access("browser", for_banned=True)

NAMING = Access("browser", says=True)
"""Setting a name that others will read."""

SHARING = Access("person", says=True)
"""Sharing a text with everyone who gets its link."""

PUBLISHING = Access("caller", "tables", says=True)
"""Publishing something with a custom name, for others to join."""

TALKING = Access("caller", "talk", says=True)
WATCHING = Access("caller")

AT_TABLES: Mapping[type[ClientMessage], Access] = {
    Speak: TALKING,
    Chat: TALKING,
    Resync: WATCHING,
}
"""The access needed for messages at a table; messages not listed here need `PLAYING`."""
