"""HTTP messages about friends.

Like `http_messages`, this module is a source of the client's types.
"""

from msgspec import Struct

from .http_messages import Body
from .protocol import Name


class FriendInfo(Struct, frozen=True):
    """A friend, and the public table where they are sitting now, if any."""

    name: str
    table: str | None


class FriendList(Struct, frozen=True):
    """The player's friends, the players `asking` to be friends, and the players they have `asked`.

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
    """Ends a friendship, or withdraws a friend request."""

    name: Name
