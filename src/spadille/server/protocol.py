"""The messages between the browser and the server, in one place.

The TypeScript types of the client and `docs/protocol.md` are made from these definitions. Every
message is an object tagged by `type`. Cards are texts such as "SA", seats are numbers clockwise
from 0, and every `Message` of the game arrives as a sentence in the language of the connection.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..bots import Level
from ..game import PlayerAction, Rules, Seat, Side, View

VERSION = 1

Lang = Literal["en", "de"]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"\S")]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]


# --- from the browser ------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """Opens the connection to a table. `token` is the secret that proves who somebody is."""

    table: TableId
    token: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    lang: Lang = "en"
    version: int = VERSION


class Sit(Struct, frozen=True, tag="sit", tag_field="type", forbid_unknown_fields=True):
    """Takes an open seat, or that of a bot in a game to which people are invited."""

    table: TableId
    seat: Seat


class Stand(Struct, frozen=True, tag="stand", tag_field="type", forbid_unknown_fields=True):
    """Gives up the own seat; in a game a bot takes it over."""

    table: TableId


class Start(Struct, frozen=True, tag="start", tag_field="type", forbid_unknown_fields=True):
    """The host starts the game; bots take the free seats."""

    table: TableId


class Act(Struct, frozen=True, tag="act", tag_field="type", forbid_unknown_fields=True):
    """An action of the own seat, decided on the state numbered `seq`."""

    table: TableId
    seat: Seat
    seq: int
    action: PlayerAction


class Continue(Struct, frozen=True, tag="continue", tag_field="type", forbid_unknown_fields=True):
    """Asks for the next round, which is dealt when all who are connected have asked."""

    table: TableId


class Again(Struct, frozen=True, tag="again", tag_field="type", forbid_unknown_fields=True):
    """After the end: the host starts another game with the same players."""

    table: TableId


class Resync(Struct, frozen=True, tag="resync", tag_field="type", forbid_unknown_fields=True):
    """Asks for the current state."""

    table: TableId


ClientMessage = Hello | Sit | Stand | Start | Act | Continue | Again | Resync


# --- from the server -------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat. `level` is that of the bot, `connected` is about persons."""

    seat: Seat
    occupant: Literal["person", "bot", "open"]
    name: str
    level: Level | None
    connected: bool
    ready: bool


class State(Struct, frozen=True, tag="state", tag_field="type"):
    """A table as the receiver may see it; `seq` grows with everything that happens at it.

    `you` is the own seat, None for spectators. `host` tells whether the receiver may start the
    game, `invite` whether others may join (and take the seat of a bot in a running game). `view`
    is None until the game has started. `seconds_left` is the time left, when the message was sent,
    for the turn or, between rounds, until the next one is dealt; None when nothing runs out.
    """

    table: str
    seq: int
    preset: str
    title: str
    status: Literal["waiting", "playing", "over"]
    rules: Rules
    sides: tuple[Side, ...]
    side_names: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    you: Seat | None
    host: bool
    invite: bool
    turn_seconds: int
    seconds_left: float | None
    view: View | None


class Refusal(Struct, frozen=True, tag="error", tag_field="type"):
    """A message that was refused: nothing has changed. `code` is stable, `text` is for people."""

    code: str
    text: str


ServerMessage = State | Refusal


# --- over HTTP -------------------------------------------------------------------------------


class RuleSection(Struct, frozen=True):
    """A heading of the rule sheet and its sentences."""

    heading: str
    sentences: tuple[str, ...]


class PresetInfo(Struct, frozen=True):
    """A rule set on offer, in the language asked for."""

    name: str
    title: str
    about: str
    source: str
    players: int
    turn_seconds: int
    rules: Rules
    sheet: tuple[RuleSection, ...]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. With `invite` it waits for friends, otherwise the game starts at once."""

    preset: str
    token: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    level: Level = "intermediate"
    invite: bool = False
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] = 0
    lang: Lang = "en"


class TableMade(Struct, frozen=True):
    """The table that was made; its page is `/t/` and the id."""

    table: str
