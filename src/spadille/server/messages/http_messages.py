"""What is asked and answered over HTTP; as `protocol`, a source of the client's types.

Sentences are in the language that a request asks for.
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
"""What a token allows in addition to watching: to sit and act, to make tables, to say something."""

LONGEST_TITLE = 60
"""Characters that the title of a rule set may have."""

LONGEST_CODE = 2000
"""Characters that a share code may have."""

LONGEST_FILE = 10_000
"""Characters that a file with rules may have."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked in the body of a request, and the language in which it is answered."""

    lang: Lang = "en"


class BodyByToken(Body, frozen=True, kw_only=True):
    """The same for what is asked by someone at a table; a program may say its `token` in it."""

    token: Token | None = None


class RuleSection(Struct, frozen=True):
    """A heading of the rule sheet and its sentences."""

    heading: Message
    sentences: tuple[Message, ...]


class PresetInfo(Struct, frozen=True):
    """A rule set on offer, in the requested language.

    `words` are other words by which people look for it, in all languages. `sides`, `hand_size` and
    `tricks` follow from the rules: a score sheet begins with them while the server is out of reach.
    `leaves_open` says what the source does not settle.
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

    Without `begin` it waits for its maker, who adds a number to the cards before they are dealt.
    With `public` as well as `invite` it is open to everyone; otherwise only its link leads there.
    `talk` tells when people may write what they like: between rounds, or `free` at any time, or
    never (`phrases`, `off`). Without `undo` no one can ask to take back or to deal again.
    Without `turn_seconds` the turn timer is that of the rules.
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
    """A new table where the sender continues from a place of an earlier game, alone with bots.

    That is the game of that number at the table, by default the present one: a round of it from its
    start, or from the sender's own card in a trick, trick 0 being their bid.
    """

    name: Name
    round: Annotated[int, Meta(ge=1, le=1000)]
    trick: Annotated[int, Meta(ge=0, le=100)] | None = None
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class PlayFrom(BodyByToken, frozen=True):
    """A new table where the sender continues from a place of a game that is over, alone with bots.

    That is after that many events of it, or at the next decision; the sender has that seat.
    """

    name: Name
    seat: Seat
    events: Annotated[int, Meta(ge=0, le=1_000_000)]


class TableMade(Struct, frozen=True):
    """The table that was made, or where a seat was taken; its page is `/t/` and the id."""

    table: str


class SaltInfo(Struct, frozen=True):
    """A number that a player has added; `seat` is None for one who sat nowhere any more."""

    seat: Seat | None
    salt: str


class OpenedDeal(Struct, frozen=True):
    """What the cards of a finished round came from: all that it takes to check them.

    `outcomes` are what was shuffled, and the cuts, in their order. `dealer` dealt the last of them:
    where the deal passes on when a round is dealt again (D14), others dealt before.
    """

    round: int
    dealer: Seat
    seal: str
    seed: str
    salts: tuple[SaltInfo, ...]
    outcomes: tuple[Shuffled | Cut, ...]


class CheckRules(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what becomes of rules; nothing is kept.

    `file`, the text of a file with a rule set or with the link of one, says all that they are.
    """

    lang: Lang = "en"
    file: Annotated[str, Meta(max_length=LONGEST_FILE)] = ""


class RuleProblem(Struct, frozen=True):
    """Why rules cannot be played; `options` are the paths of those that are involved."""

    code: str
    text: Message
    options: tuple[str, ...]


class RuleChange(Struct, frozen=True):
    """An option that is not as the preset has it."""

    path: str
    title: Message
    value: OptionValue
    preset_value: OptionValue


class RulesInfo(Struct, frozen=True):
    """Rules in data and in words. With `problems` the rules are None, and the sheet is empty.

    Where each option is possible, only not together, the code and the changes tell what was meant;
    where one is not, there are none.
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
    """An option of the rules, for an editor.

    `values` are those to choose from, `names` what those that are words are called; for a number or
    a choice `low` and `high` are its limits. Kinds ending in s hold lists: of cards, of numbers, of
    texts, or of some of the `values`, at `most` that many. A text, and each in a list of texts, has
    no more characters than `longest`; `examples` are texts that it takes. `words` are others that
    people use for it, in all languages, for a search.
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
    """A deck by its usual name: the options of the deck that make it, and its different cards."""

    name: str
    title: Message
    packs: int
    jokers: int
    removed: tuple[Card, ...]
    cards: tuple[Card, ...]


class OptionGroup(Struct, frozen=True):
    """Options that belong together; those of the deck come with the usual decks."""

    name: str
    title: Message
    options: tuple[OptionInfo, ...]
    decks: tuple[UsualDeckInfo, ...]


class ScoredRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round played at a real table: bids and tricks by seat, and what was called.

    `winners` of the tricks in order and the `last_card` matter only to rules that reward them.
    `redeals` are the proven revokes for which the round was dealt again, `adjustments` what the
    scorekeeper gives or takes for a reason.
    """

    bids: Annotated[tuple[Bid, ...], Meta(max_length=6)]
    tricks: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)]
    judgements: Annotated[tuple[Judgement, ...], Meta(max_length=100)] = ()
    winners: Annotated[tuple[Seat, ...], Meta(max_length=100)] = ()
    last_card: Card | None = None
    redeals: Annotated[tuple[Judgement, ...], Meta(max_length=100)] = ()
    adjustments: Annotated[tuple[Adjustment, ...], Meta(max_length=20)] = ()


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
    """How that many people divide into tables, the best way first.

    `presets` are the usual rules by the size of a table.
    """

    people: int
    splits: tuple[tuple[int, ...], ...]
    presets: dict[str, str]


class NewGroup(BodyByToken, frozen=True):
    """Tables to be made together, for more people than one table holds.

    `sizes` is a way to divide them, by default the best; `rules` are for the tables of their size,
    and the tables of other sizes have the usual ones.
    """

    people: int
    sizes: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    rules: Annotated[tuple[RuleChoice, ...], Meta(max_length=10)] = ()
    level: Level = "intermediate"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None


class Reach(Struct, frozen=True):
    """Addresses at which other machines find the pages; none when only this machine does."""

    addresses: tuple[str, ...]


class GroupMade(Struct, frozen=True):
    """The tables that were made; the page of the group is `/g/` and the id of any of them."""

    group: tuple[str, ...]


class PhraseInfo(Struct, frozen=True):
    """A phrase to be said in one tap, in the language asked for."""

    phrase: Phrase
    text: Message


class Phrases(Struct, frozen=True):
    """All of them."""

    phrases: tuple[PhraseInfo, ...]


class NewSession(Body, frozen=True):
    """Asks for a session, or to have one renewed.

    `token` is the secret by which a browser was known before there were sessions.
    """

    token: Token | None = None


class SessionMade(Struct, frozen=True):
    """There is a session; its cookie says who someone is. `fresh` is that of someone new."""

    fresh: bool


class NewToken(Body, frozen=True):
    """Asks for a token, by which a program comes in; with no `scopes` it may only watch."""

    name: Name
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=3)] = ("play",)


class TokenInfo(Struct, frozen=True):
    """A token of the person who asks. `id` names it, and lets no one in.

    `made` and `used` are seconds since 1970; the latter is exact to an hour.
    """

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made: float
    used: float


class TokenMade(Struct, frozen=True):
    """A new token. The `secret` is what a program says; it is never told again."""

    info: TokenInfo
    secret: str


class Tokens(Struct, frozen=True):
    """The tokens of the person who asks, the newest first; there can be `most` of them."""

    tokens: tuple[TokenInfo, ...]
    most: int


class EndToken(Body, frozen=True):
    """Ends a token: no one comes in by it any more, and who is in is sent away."""

    id: Annotated[str, Meta(min_length=1, max_length=16)]


class NewReport(BodyByToken, frozen=True):
    """Says the host of someone: `who` is what is in the lines that they have said."""

    who: Annotated[str, Meta(min_length=1, max_length=12)]


class Reported(Struct, frozen=True):
    """Who was reported."""

    name: str


class MyMatch(Struct, frozen=True):
    """The match that is played at a table, which has `played` that many of the `deals`."""

    duplicate: str
    played: int
    deals: int


class MyTable(Struct, frozen=True):
    """A table where the person who asks has a seat.

    `others` are the names from the left on, `scores` those by side, the own one first; `round` is 0
    before the first. `used` is when something last changed there, in seconds since 1970, and
    `duplicate` the match that is played there.
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
    """The tables where the person who asks has a seat, the one used last first."""

    mine: tuple[MyTable, ...]


class PublicTable(Struct, frozen=True):
    """A table as everyone may see it who has its link.

    `turn_seconds` are those of the turn timer, the others what each player has for the game and
    gains with each turn.
    """

    table: str
    title: str
    status: Literal["waiting", "playing", "over"]
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    seats: tuple[SeatInfo, ...]


class GroupInfo(Struct, frozen=True):
    """The tables of a group, in their order."""

    tables: tuple[PublicTable, ...]


class TakeSeat(BodyByToken, frozen=True):
    """Asks for a seat in a group: at that table, or, without one, at any; drawn by lot."""

    name: Name
    table: TableId | None = None
