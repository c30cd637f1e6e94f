"""HTTP messages; like `protocol`, this module is a source of the client's types.

Sentences are in the language that the request asks for.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...bots import Level
from ...game import (
    Adjustment,
    Bid,
    Card,
    Judgement,
    Message,
    OptionKind,
    Outcome,
    Rules,
    Seat,
    Side,
    SideScore,
    Standing,
)
from ..table.requests import Body, BodyByToken
from ..table.rule_choice import OptionValue, RuleChoice, RuleSection
from .protocol import Lang, Name, Phrase, SeatInfo, TableId, Token

Scope = Literal["play", "tables", "talk"]
"""The permissions of a token beyond watching: to sit and act, to make tables, and to talk."""

LONGEST_FILE = 10_000
"""The most characters in a file with rules."""


class PresetInfo(Struct, frozen=True):
    """An available rule set, in the requested language.

    `words` are additional search words for it, in all languages. `sides`, `hand_size` and `tricks`
    follow from the rules, so that a score sheet can begin while the server is out of reach.
    `leaves_open` names the points that the source does not settle.
    """

    name: str
    title: str
    about: str
    words: str
    sides: tuple[Side, ...]
    hand_size: int
    tricks: int
    source: str
    players: int
    turn_seconds: int
    rules: Rules
    sheet: tuple[RuleSection, ...]
    leaves_open: str = ""


class TableMade(Struct, frozen=True):
    """A table that was made or where a seat was taken; its page is at `/t/` followed by the id."""

    table: str


class CheckRules(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a check of rules; nothing is stored.

    `file` is the text of a file with a rule set or a link to one, and defines all the rules.
    """

    lang: Lang = "en"
    file: Annotated[str, Meta(max_length=LONGEST_FILE)] = ""


class OptionInfo(Struct, frozen=True):
    """A rule option, for an editor.

    `values` are the values to choose from, and `names` are the labels of values that are words.
    `low` and `high` are the limits of a number or a choice. Kinds ending in s are lists: of cards,
    numbers, texts, or some of the `values`. A list has at most `most` items. Texts, including those
    in lists, have at most `longest` characters; `examples` are valid texts. `words` are additional
    search words for the option, in all languages.
    """

    path: str
    title: Message
    help: Message
    words: str
    kind: OptionKind
    values: tuple[int | str, ...]
    names: tuple[Message, ...]
    examples: tuple[str, ...]
    low: int | None
    high: int | None
    longest: int | None
    most: int | None
    default: OptionValue


class UsualDeckInfo(Struct, frozen=True):
    """A deck by its usual name, with the deck options that produce it and its distinct cards."""

    name: str
    title: Message
    packs: int
    jokers: int
    removed: tuple[Card, ...]
    cards: tuple[Card, ...]


class OptionGroup(Struct, frozen=True):
    """Options that belong together; the deck options come with the usual decks."""

    name: str
    title: Message
    options: tuple[OptionInfo, ...]
    decks: tuple[UsualDeckInfo, ...]


class ScoredRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round played with real cards: bids, tricks, and judgements by seat.

    The `winners` of the tricks, in order, and the `last_card` matter only if the rules reward them.
    `redeals` are the proven revokes that led to a redeal. `adjustments` are points that the
    scorekeeper gives or takes away for a reason.
    """

    bids: Annotated[tuple[Bid, ...], Meta(max_length=6)]
    tricks: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)]
    judgements: Annotated[tuple[Judgement, ...], Meta(max_length=100)] = ()
    winners: Annotated[tuple[Seat, ...], Meta(max_length=100)] = ()
    last_card: Card | None = None
    redeals: Annotated[tuple[Judgement, ...], Meta(max_length=100)] = ()
    adjustments: Annotated[tuple[Adjustment, ...], Meta(max_length=20)] = ()


class ScoreRounds(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rounds of a game played with real cards, to be scored from the first round on."""

    rounds: Annotated[tuple[ScoredRound, ...], Meta(max_length=200)] = ()
    names: Annotated[tuple[Name, ...], Meta(max_length=6)] = ()
    time_up: bool = False
    lang: Lang = "en"


class ScoreSheet(Struct, frozen=True):
    """The score of all rounds by side; `standings` are the standings after the last round.

    `blind_nils` says how many players on each side may bid blind nil in the next round.
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
    """The ways to divide a number of people among tables, best first.

    `presets` are the usual rules, by table size.
    """

    people: int
    splits: tuple[tuple[int, ...], ...]
    presets: dict[str, str]


class NewGroup(BodyByToken, frozen=True):
    """Tables to make together, for more people than one table holds.

    `sizes` is a way to divide the people, by default the best one. `rules` are for tables of the
    size that they need; tables of other sizes use the usual rules.
    """

    people: int
    sizes: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    rules: Annotated[tuple[RuleChoice, ...], Meta(max_length=10)] = ()
    level: Level = "intermediate"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None


class Reach(Struct, frozen=True):
    """The addresses where other machines can find the pages; empty if only this machine can."""

    addresses: tuple[str, ...]


class GroupMade(Struct, frozen=True):
    """The tables that were made; the group's page is at `/g/` followed by the id of any of them."""

    group: tuple[str, ...]


class PhraseInfo(Struct, frozen=True):
    """A phrase to say with one tap, in the requested language."""

    phrase: Phrase
    text: Message


class Phrases(Struct, frozen=True):
    """All phrases."""

    phrases: tuple[PhraseInfo, ...]


class NewSession(Body, frozen=True):
    """Asks for a session, or for the renewal of one.

    `token` is a browser's secret from before sessions existed.
    """

    token: Token | None = None


class SessionMade(Struct, frozen=True):
    """A session now exists, and its cookie identifies the player. `fresh` marks a new player."""

    fresh: bool


class NewToken(Body, frozen=True):
    """Asks for a token for a bot; with no `scopes` it may only watch."""

    name: Name
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=3)] = ("play",)


class TokenInfo(Struct, frozen=True):
    """One of the requesting player's tokens. `id` identifies it, but grants no access.

    `made` and `used` are in seconds since 1970; the latter is exact to an hour.
    """

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made: float
    used: float


class TokenMade(Struct, frozen=True):
    """A new token. A bot sends the `secret`, which is never shown again."""

    info: TokenInfo
    secret: str


class Tokens(Struct, frozen=True):
    """The requesting player's tokens, newest first; a player may have up to `most`."""

    tokens: tuple[TokenInfo, ...]
    most: int


class EndToken(Body, frozen=True):
    """Revokes a token: bots can no longer connect with it, and connected ones are disconnected."""

    id: Annotated[str, Meta(min_length=1, max_length=16)]


class NewReport(BodyByToken, frozen=True):
    """Reports a player to the admin; `who` is the speaker id in the player's lines."""

    who: Annotated[str, Meta(min_length=1, max_length=12)]


class Reported(Struct, frozen=True):
    """The player who was reported."""

    name: str


class MyMatch(Struct, frozen=True):
    """The match at a table, where `played` of the `deals` have been played."""

    duplicate: str
    played: int
    deals: int


class MyTable(Struct, frozen=True):
    """A table where the requesting player has a seat.

    `others` are the other players' names, starting from the left. `scores` are by side, the
    player's side first. `round` is 0 before the first round. `used` is the time of the last change
    there, in seconds since 1970, and `duplicate` is the match at the table.
    """

    table: str
    title: str
    status: Literal["waiting", "playing", "over"]
    others: tuple[str, ...]
    round: int
    scores: tuple[int, ...]
    used: float
    duplicate: MyMatch | None


class MyTables(Struct, frozen=True):
    """The tables where the requesting player has a seat, most recently used first."""

    mine: tuple[MyTable, ...]


class PublicTable(Struct, frozen=True):
    """A table as everyone with its link may see it.

    `turn_seconds` is the turn timer. The other two times are each player's time bank for the game
    and its increment per turn.
    """

    table: str
    title: str
    status: Literal["waiting", "playing", "over"]
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    seats: tuple[SeatInfo, ...]


class GroupInfo(Struct, frozen=True):
    """The tables of a group, in order."""

    tables: tuple[PublicTable, ...]


class TakeSeat(BodyByToken, frozen=True):
    """Asks for a seat in a group, drawn by lot: at the given table or, if none is given, at any."""

    name: Name
    table: TableId | None = None
