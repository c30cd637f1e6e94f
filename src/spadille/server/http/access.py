"""Who may use which route: each route declares it once, and `identity` keeps it.

`docs/bot-api.md` lists the scopes of tokens, and `docs/hosting/moderation.md` the rights of muted
and banned people.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..messages.http_messages import Scope
from ..messages.protocol import Chat, ClientMessage, Resync, Speak

ACCESS = "access"
"""The option of a route under which its access is declared."""

Who = Literal["everyone", "caller", "person", "browser"]
"""Everyone; a caller that says who it is, person or program; a person; a person by their cookie."""


class Access(NamedTuple):
    """Who may use a route, and which `scope` a token needs for it.

    Muted people cannot use a route that `says` something to others. Banned people can use one that
    is `for_banned`, so that they can take their data and go.
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
"""A name that others read from then on."""

SHARING = Access("person", says=True)
"""A text of someone's own, for all who get its link."""

PUBLISHING = Access("caller", "tables", says=True)
"""Something that has a name of its own, for others to join."""

TALKING = Access("caller", "talk", says=True)
WATCHING = Access("caller")

AT_TABLES: Mapping[type[ClientMessage], Access] = {
    Speak: TALKING,
    Chat: TALKING,
    Resync: WATCHING,
}
"""What a message at a table needs; those that are not named need `PLAYING`."""
