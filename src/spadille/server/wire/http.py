"""HTTP messages; like `protocol`, this module is a source of the client's types.

Sentences are in the language that the request asks for.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...bots import Level
from ...game import (
    Adjustment,
    Bid,
    Card,
    Cut,
    Judgement,
    Message,
    OptionKind,
    Outcome,
    Rules,
    Seat,
    Shuffled,
    Side,
    SideScore,
    Standing,
)
from ..table.events import TalkRule
from .protocol import Lang, Name, Phrase, SeatInfo, TableId, Token

Scope = Literal["play", "tables", "talk"]
"""The permissions of a token beyond watching: to sit and act, to make tables, and to talk."""

LONGEST_TITLE = 60
"""The most characters in the title of a rule set."""

LONGEST_CODE = 2000
"""The most characters in a share code."""

LONGEST_FILE = 10_000
"""The most characters in a file with rules."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request, and the language of its answer."""

    lang: Lang = "en"


class BodyByToken(Body, frozen=True, kw_only=True):
    """The body of a request from a player at a table; a bot may send its `token` in it."""

    token: Token | None = None


class RuleSection(Struct, frozen=True):
    """A heading of the rules summary and its sentences."""

    heading: Message
    sentences: tuple[Message, ...]


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


OptionValue = bool | int | str | list[int | str]
"""The possible values of a rule option in JSON."""


class RuleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of rules: a preset or the rules of a share code, with some options changed.

    `options` maps options, given by dotted path or in groups, to their new values.
    """

    preset: Annotated[str, Meta(max_length=64)] = "standard"
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    code: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""


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


class TableMade(Struct, frozen=True):
    """A table that was made or where a seat was taken; its page is at `/t/` followed by the id."""

    table: str


class SaltInfo(Struct, frozen=True):
    """A player's client seed; `seat` is None if the player no longer had a seat."""

    seat: Seat | None
    salt: str


class OpenedDeal(Struct, frozen=True):
    """The origin of the cards in a finished round, with all the data needed to verify them.

    `outcomes` are the shuffled cards and the cuts, in order. `dealer` dealt the final time: if the
    deal passes on at a redeal (D14), other players dealt before that.
    """

    round: int
    dealer: Seat
    seal: str
    seed: str
    salts: tuple[SaltInfo, ...]
    outcomes: tuple[Shuffled | Cut, ...]


class CheckRules(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a check of rules; nothing is stored.

    `file` is the text of a file with a rule set or a link to one, and defines all the rules.
    """

    lang: Lang = "en"
    file: Annotated[str, Meta(max_length=LONGEST_FILE)] = ""


class RuleProblem(Struct, frozen=True):
    """The reason that rules cannot be played; `options` are the paths of the options involved."""

    code: str
    text: Message
    options: tuple[str, ...]


class RuleChange(Struct, frozen=True):
    """An option that differs from the preset."""

    path: str
    title: Message
    value: OptionValue
    preset_value: OptionValue


class RulesInfo(Struct, frozen=True):
    """Rules as data and in words. If there are `problems`, both are missing.

    If each option is possible but their combination is not, the code and the changes describe the
    intended rules. If an option is impossible, the code and the changes are empty.
    """

    preset: str
    title: str
    players: int
    rules: Rules | None
    code: str
    sheet: tuple[RuleSection, ...]
    changes: tuple[RuleChange, ...]
    problems: tuple[RuleProblem, ...]


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
