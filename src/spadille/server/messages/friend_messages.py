"""HTTP messages about friends.

Like `http_messages`, this is a source of the client's types.
"""

from msgspec import Struct

from .http_messages import Body
from .protocol import Name


class FriendInfo(Struct, frozen=True):
    """A friend, and the public table where they sit now, if they sit at one."""

    name: str
    table: str | None


class FriendList(Struct, frozen=True):
    """The player's friends, the players `asking` them to be one, and those they have `asked`.

    All are shown by their registered names.
    """

    friends: tuple[FriendInfo, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]


class AskFriend(Body, frozen=True):
    """Asks the player with that registered name to be a friend."""

    name: Name


class AnswerFriend(Body, frozen=True):
    """Accepts or declines a friend request."""

    name: Name
    yes: bool


class EndFriend(Body, frozen=True):
    """Ends a friendship, or takes back a friend request."""

    name: Name
