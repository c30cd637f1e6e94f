"""What people ask of a table: requests to one, and the bodies of requests that make one.

`protocol` unites the former with the messages that concern only the connection.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..bots import Level
from ..game import SALT, SEED, PlayerAction, Seat
from ..locale import Lang
from .events import TalkRule, Wish
from .rule_choice import RuleChoice

__all__ = [
    "LONGEST_NAME", "Act", "AddClientSeed", "AutoPlayRound", "Balance", "Chat", "Cover",
    "HandOver", "Hint", "Join", "Leave", "MayTalk", "Name", "NextRound", "Phrase", "Propose",
    "Rematch", "Remove", "Resign", "Respond", "Resume", "Resync", "Sit", "Speak", "Stand",
    "Start", "SwapSeats", "TableId", "TableRequest", "Token", "Withdraw",
]  # fmt: skip
"""The names that are part of the protocol, which clients use as well."""

LONGEST_NAME = 24
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"\S")]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=16, max_length=64)]

Phrase = Literal[
    "hello", "good_luck", "well_played", "thank_you", "one_moment",
    "sorry", "oops", "wow", "ouch", "good_game",
]  # fmt: skip
"""The phrases that anyone can say with one tap."""

MayTalk = Literal["off", "phrases", "free"]
"""The talk that is permitted: none, phrases, or free text as well."""


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request to a table."""

    table: TableId


class Join(Request, frozen=True, tag="join"):
    """Takes a free seat, chosen by the server, at a waiting table.

    Nothing happens if no seat is free, the sender has a seat or has given one up here, or the game
    has begun.
    """


class Sit(Request, frozen=True, tag="sit"):
    """Takes an open seat, or a bot's seat in a game that invites people."""

    seat: Seat


class Stand(Request, frozen=True, tag="stand"):
    """Gives up the sender's seat; during a game, a bot takes it over."""


class Leave(Request, frozen=True, tag="leave"):
    """Says that the sender is leaving the table on purpose, just before they disconnect.

    They keep their seat; during a game, the others may have a bot play for them immediately.
    """


class Start(Request, frozen=True, tag="start"):
    """The host starts the game; bots take the free seats."""


class Balance(Request, frozen=True, tag="balance"):
    """The host rearranges the seats so that the sides are equally strong."""


class SwapSeats(Request, frozen=True, tag="swap-seats"):
    """The host exchanges two seats before the game begins; one of them may be free."""

    seat: Seat
    other: Seat


class Act(Request, frozen=True, tag="act"):
    """An action of the sender's seat, decided on the state numbered `seq`."""

    seat: Seat
    seq: int
    action: PlayerAction


class Withdraw(Request, frozen=True, tag="withdraw"):
    """Takes back the sender's bid, at a table without other people, before a bot has acted."""


class Resign(Request, frozen=True, tag="resign"):
    """Gives up the game; only possible at a table with no other people."""


class NextRound(Request, frozen=True, tag="continue"):
    """Asks for the next round, which is dealt when all connected players have asked.

    If the host has asked for another game after one ends, this says that the sender is ready.
    """


class Hint(Request, frozen=True, tag="hint"):
    """Asks for a strong player's choice in this position, at a table without other people."""


class AutoPlayRound(Request, frozen=True, tag="finish"):
    """Has a bot play the rest of the round for the sender, at a table without other people.

    If `on` is false, the sender takes over again.
    """

    on: bool = True


class Rematch(Request, frozen=True, tag="again"):
    """The host asks for another game with the same players, after a game has ended.

    It begins when the other people are ready. After a while, bots play for those who are not.
    """


class Resync(Request, frozen=True, tag="resync"):
    """Asks for the current state."""


class Cover(Request, frozen=True, tag="cover"):
    """Asks for a bot to replace the absent player in that seat until they come back."""

    seat: Seat


class Remove(Request, frozen=True, tag="remove"):
    """The host removes a player: anyone before the game begins, or an absent player during it."""

    seat: Seat


class HandOver(Request, frozen=True, tag="hand-over"):
    """The host makes the player in that seat the new host."""

    seat: Seat


class Speak(Request, frozen=True, tag="speak"):
    """Says a phrase, which players read in their language."""

    phrase: Phrase


class Chat(Request, frozen=True, tag="chat"):
    """Says something in free text, if the table permits it."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Propose(Request, frozen=True, tag="propose"):
    """Asks the others at the table for something."""

    wish: Wish


class Respond(Request, frozen=True, tag="respond"):
    """Answers a request; the asker may withdraw it by answering no."""

    yes: bool


class Resume(Request, frozen=True, tag="go-on"):
    """Ends a pause."""


class AddClientSeed(Request, frozen=True, tag="salt"):
    """Adds the sender's client seed to cards that are committed to but not yet dealt."""

    seal: Annotated[str, Meta(max_length=64, pattern=f"^{SEED.pattern}$")]
    salt: Annotated[str, Meta(max_length=32, pattern=f"^{SALT.pattern}$")]


TableRequest = (
    Join
    | Sit
    | Stand
    | Leave
    | Start
    | Balance
    | SwapSeats
    | Act
    | Withdraw
    | Resign
    | NextRound
    | Hint
    | AutoPlayRound
    | Rematch
    | Resync
    | Cover
    | Remove
    | HandOver
    | Speak
    | Chat
    | Propose
    | Respond
    | Resume
    | AddClientSeed
)
"""All requests to a table."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request, and the language of its answer."""

    lang: Lang = "en"


class BodyByToken(Body, frozen=True, kw_only=True):
    """The body of a request from a player at a table; a bot may send its `token` in it."""

    token: Token | None = None


class NewTable(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to make. With `invite` it waits for friends; otherwise the game starts immediately.

    Without `begin` it waits for its maker, who adds a client seed before the deal. With both
    `public` and `invite` it is open to everyone; otherwise players need its link. `talk` says when
    players may write free text: between rounds, at any time (`free`), or never (`phrases`, `off`).
    Without `undo`, players cannot request takebacks or new deals. Without `turn_seconds`, the rules
    determine the turn timer.
    """

    name: Name
    token: Token | None = None
    level: Level = "intermediate"
    invite: bool = False
    begin: bool = True
    public: bool = False
    talk: TalkRule = "between"
    undo: bool = True
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None
    lang: Lang = "en"


class PlayOn(BodyByToken, frozen=True):
    """A new table where the player continues an earlier game from a given point, alone with bots.

    `game` is the number of the game at the table, by default the current one. Play continues from
    the start of a round, or from the player's card in a trick; trick 0 means their bid.
    """

    name: Name
    round: Annotated[int, Meta(ge=1, le=1000)]
    trick: Annotated[int, Meta(ge=0, le=100)] | None = None
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class PlayFrom(BodyByToken, frozen=True):
    """A new table where the player continues a finished game from a given point, alone with bots.

    Play continues after that many events, or at the next decision, with the player in that seat.
    """

    name: Name
    seat: Seat
    events: Annotated[int, Meta(ge=0, le=1_000_000)]
