"""The messages between the browser and the server, in one place.

The TypeScript types of the client and `docs/protocol.md` are made from these definitions. Every
message is an object tagged by `type`. Cards are texts such as "SA", seats are numbers clockwise
from 0, and every `Message` of the game arrives as a sentence in the language of the connection.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..bots import Level
from ..game import (
    Bid,
    Card,
    Judgement,
    Outcome,
    PlayerAction,
    Rules,
    Seat,
    Side,
    SideScore,
    Standing,
    View,
)

VERSION = 3

LONGEST_TITLE = 60
"""Characters that the title of a rule set may have."""

LONGEST_CODE = 2000
"""Characters that a share code may have."""

Lang = Literal["en", "de"]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"\S")]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]

Pace = Literal["slow", "normal", "quick"]
"""How quickly bots move where one person plays with them alone."""


# --- from the browser ------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """Opens the connection to a table. `token` is the secret that proves who somebody is."""

    table: TableId
    token: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    lang: Lang = "en"
    pace: Pace = "normal"
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


class Withdraw(Struct, frozen=True, tag="withdraw", tag_field="type", forbid_unknown_fields=True):
    """Takes back the own bid, at a table where no other person sits, before a bot has acted."""

    table: TableId


class Resign(Struct, frozen=True, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Gives up the game, at a table where no other person sits."""

    table: TableId


class Continue(Struct, frozen=True, tag="continue", tag_field="type", forbid_unknown_fields=True):
    """Asks for the next round, which is dealt when all who are connected have asked."""

    table: TableId


class Again(Struct, frozen=True, tag="again", tag_field="type", forbid_unknown_fields=True):
    """After the end: the host starts another game with the same players."""

    table: TableId


class Resync(Struct, frozen=True, tag="resync", tag_field="type", forbid_unknown_fields=True):
    """Asks for the current state."""

    table: TableId


class Cover(Struct, frozen=True, tag="cover", tag_field="type", forbid_unknown_fields=True):
    """Asks that a bot plays for who is away from that seat, until they come back."""

    table: TableId
    seat: Seat


class Remove(Struct, frozen=True, tag="remove", tag_field="type", forbid_unknown_fields=True):
    """The host takes somebody from the table: before the game, or who is away in one."""

    table: TableId
    seat: Seat


class HandOver(Struct, frozen=True, tag="hand-over", tag_field="type", forbid_unknown_fields=True):
    """The host makes the person of that seat the host."""

    table: TableId
    seat: Seat


class Ping(Struct, frozen=True, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks whether the way to the server is open; answered by a pong, and nothing happens."""

    table: TableId


ClientMessage = (
    Hello
    | Sit
    | Stand
    | Start
    | Act
    | Withdraw
    | Resign
    | Continue
    | Again
    | Resync
    | Cover
    | Remove
    | HandOver
    | Ping
)


# --- from the server -------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat. `level` is that of the bot, `connected` and `ready` are about persons.

    `covered` tells that a bot plays for somebody who is away. `heir` is the name of the person
    who takes the seat from a bot when the round is over, empty for nobody; `sit` tells from when
    on the receiver may have it, None for not at all.
    """

    seat: Seat
    occupant: Literal["person", "bot", "open"]
    name: str
    level: Level | None
    connected: bool
    ready: bool
    covered: bool
    heir: str
    sit: Literal["now", "next_deal"] | None


class Absence(Struct, frozen=True):
    """Somebody is away while it is their turn, and others wait.

    After `seconds_left` these may have a bot play; `needed` have to agree, `asked` have.
    """

    seat: Seat
    seconds_left: float
    asked: tuple[Seat, ...]
    needed: int


class State(Struct, frozen=True, tag="state", tag_field="type"):
    """A table as the receiver may see it; `seq` grows with everything that happens at it.

    `you` is the own seat, None for spectators; `next_seat` is the one that the receiver takes from
    a bot when the round is over. `host` tells whether the receiver may start the
    game, `invite` whether others may join (and take the seat of a bot in a running game). `view`
    is None until the game has started. `seconds_left` is the time left, when the message was sent,
    for the turn or, between rounds, until the next one is dealt; None when nothing runs out.
    `group` are the ids of all tables that were made together, empty for a table of its own.
    `withdraw` tells whether the own bid may be taken back. `preparing` is in how many seconds the
    bots can think as their level does; until then simpler rules decide for them. `results_from`
    is how many of the results in the state before it on this connection still hold; `view.results`
    are those after them.
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
    next_seat: Seat | None
    host: bool
    invite: bool
    turn_seconds: int
    seconds_left: float | None
    game_seconds_left: float | None
    code: str
    group: tuple[str, ...]
    absence: Absence | None
    view: View | None
    withdraw: bool = False
    preparing: int | None = None
    results_from: int = 0


class Refusal(Struct, frozen=True, tag="error", tag_field="type"):
    """A message that was refused: nothing has changed. `code` is stable, `text` is for people."""

    code: str
    text: str


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to a ping."""


ServerMessage = State | Refusal | Pong


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


OptionValue = bool | int | str | tuple[int | str, ...]
"""What an option of the rules may hold, as JSON has it."""


class RuleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules are meant: a preset or those of a share code, with some options changed.

    `options` names options by their dotted path, or in groups, each with its new value.
    """

    preset: Annotated[str, Meta(max_length=64)] = "standard"
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    code: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""


class NewTable(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made. With `invite` it waits for friends, otherwise the game starts at once.

    Without `turn_seconds` the sand-glass is that of the rules.
    """

    token: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    level: Level = "intermediate"
    invite: bool = False
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None
    lang: Lang = "en"


class TableMade(Struct, frozen=True):
    """The table that was made, or where a seat was taken; its page is `/t/` and the id."""

    table: str


class CheckRules(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what becomes of rules; nothing is kept."""

    lang: Lang = "en"


class RuleProblem(Struct, frozen=True):
    """Why rules cannot be played; `options` are the paths of those that are involved."""

    code: str
    text: str
    options: tuple[str, ...]


class RuleChange(Struct, frozen=True):
    """An option that is not as the preset has it."""

    path: str
    title: str
    value: OptionValue
    preset_value: OptionValue


class RulesInfo(Struct, frozen=True):
    """Rules in data and in words. With `problems` the rules are None, and the sheet is empty."""

    preset: str
    title: str
    players: int
    rules: Rules | None
    code: str
    sheet: tuple[RuleSection, ...]
    changes: tuple[RuleChange, ...]
    problems: tuple[RuleProblem, ...]


class OptionInfo(Struct, frozen=True):
    """An option of the rules, for an editor.

    `values` are those to choose from, `names` what those that are words are called; for a number or
    a choice `low` and `high` are its limits. Kinds ending in s hold lists: of cards, of numbers, of
    texts, or of some of the `values`, at `most` so many. A text, and each in a list of texts, has
    no more characters than `longest`. `words` are others that people use for it, in all languages,
    for a search.
    """

    path: str
    title: str
    help: str
    words: str
    kind: Literal[
        "yes_no", "number", "choice", "choice_or_number", "text", "cards", "numbers", "texts",
        "choices",
    ]  # fmt: skip
    values: tuple[int | str, ...]
    names: tuple[str, ...]
    low: int | None
    high: int | None
    longest: int | None
    most: int | None
    default: OptionValue


class OptionGroup(Struct, frozen=True):
    """Options that belong together."""

    name: str
    title: str
    options: tuple[OptionInfo, ...]


class ScoredRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round played at a real table: bids and tricks by seat, and what was called.

    `winners` of the tricks in order and the `last_card` matter only to rules that reward them.
    """

    bids: Annotated[tuple[Bid, ...], Meta(max_length=6)]
    tricks: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)]
    judgements: Annotated[tuple[Judgement, ...], Meta(max_length=100)] = ()
    winners: Annotated[tuple[Seat, ...], Meta(max_length=100)] = ()
    last_card: Card | None = None


class ScoreRounds(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rounds of a game without cards in the computer, to be scored from the first one on."""

    rounds: Annotated[tuple[ScoredRound, ...], Meta(max_length=200)] = ()
    names: Annotated[tuple[Name, ...], Meta(max_length=6)] = ()
    time_up: bool = False
    lang: Lang = "en"


class ScoreSheet(Struct, frozen=True):
    """The score of all rounds by side; `standings` after the last one.

    `blind_nils` says how many of each side may bid blind nil in the next round.
    """

    sides: tuple[Side, ...]
    side_names: tuple[str, ...]
    hand_size: int
    tricks: int
    rounds: tuple[tuple[SideScore, ...], ...]
    standings: tuple[Standing, ...]
    outcome: Outcome | None
    blind_nils: tuple[int, ...]


class SplitInfo(Struct, frozen=True):
    """How so many people divide into tables, the best way first.

    `presets` are the usual rules by the size of a table.
    """

    people: int
    splits: tuple[tuple[int, ...], ...]
    presets: dict[str, str]


class NewGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables to be made together, for more people than one table holds.

    `sizes` is a way to divide them, by default the best; `rules` are for the tables of their size,
    and the tables of other sizes have the usual ones.
    """

    people: int
    sizes: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    rules: Annotated[tuple[RuleChoice, ...], Meta(max_length=10)] = ()
    level: Level = "intermediate"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None
    lang: Lang = "en"


class Reach(Struct, frozen=True):
    """Addresses at which other machines find the pages; none when only this machine does."""

    addresses: tuple[str, ...]


class GroupMade(Struct, frozen=True):
    """The tables that were made; the page of the group is `/g/` and the id of any of them."""

    group: tuple[str, ...]


class PublicTable(Struct, frozen=True):
    """A table as everybody may see it who has its link."""

    table: str
    title: str
    status: Literal["waiting", "playing", "over"]
    seats: tuple[SeatInfo, ...]


class GroupInfo(Struct, frozen=True):
    """The tables of a group, in their order."""

    tables: tuple[PublicTable, ...]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a seat in a group: at that table, or, without one, at any; drawn by lot."""

    token: Annotated[str, Meta(min_length=16, max_length=64)]
    name: Name
    table: TableId | None = None
    lang: Lang = "en"
