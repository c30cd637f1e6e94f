"""What is asked and answered about friends.

As `http_messages`, a source of the client's types.
"""

from msgspec import Struct

from .http_messages import Body
from .protocol import Name


class FriendInfo(Struct, frozen=True):
    """A friend, and the table that is open to all at which they sit now, if they sit at one."""

    name: str
    table: str | None


class FriendList(Struct, frozen=True):
    """The friends of whoever asks; who is `asking` them to be one, and whom they have `asked`.

    All are shown by the names that they have registered.
    """

    friends: tuple[FriendInfo, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]


class AskFriend(Body, frozen=True):
    """Asks the person who has registered that name to be a friend."""

    name: Name


class AnswerFriend(Body, frozen=True):
    """Says yes or no to who has asked."""

    name: Name
    yes: bool


class EndFriend(Body, frozen=True):
    """Ends a friendship, or takes back what one has asked."""

    name: Name
