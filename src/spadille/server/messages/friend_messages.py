"""What is asked and answered about friends.

As `http_messages`, a source of the client's types.
"""

from msgspec import Struct

from .protocol import Lang, Name


class FriendInfo(Struct, frozen=True):
    """A friend, and the table that is open to all at which they sit now, if they sit at one."""

    name: str
    table: str | None


class FriendList(Struct, frozen=True):
    """The friends of whoever asks; who is `asking` them to be one, and whom they have `asked`.

    All are told by the names that they have registered.
    """

    friends: tuple[FriendInfo, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]


class AskFriend(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks whoever has registered that name to be a friend."""

    name: Name
    lang: Lang = "en"


class AnswerFriend(Struct, frozen=True, forbid_unknown_fields=True):
    """Says yes or no to who has asked."""

    name: Name
    yes: bool
    lang: Lang = "en"


class EndFriend(Struct, frozen=True, forbid_unknown_fields=True):
    """Ends a friendship, or takes back what one has asked."""

    name: Name
    lang: Lang = "en"
