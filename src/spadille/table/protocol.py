"""The messages on the connection to a table, as types and as JSON.

Each feature defines the messages it sends over HTTP. The client's TypeScript types are generated
from these definitions, and `docs/protocol.md` explains them. Every message is an object tagged by
`type`. Cards are strings such as "SA", and seats are numbered clockwise from 0. Every `Message` of
the game arrives as a sentence in the language of the connection.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from ..bots import Candidate, Level
from ..game import Message, Origin, PlayerAction, Rules, Seat, Side, SpadesError, View, wrong_field
from ..locale import LANGUAGES, Lang, translate
from .errors import RefusedError
from .events import Wish
from .requests import *  # noqa: F403 - clients find all messages in one module
from .requests import MayTalk, Name, Phrase, Request, TableRequest, Token

VERSION = 3

LONGEST = 4096
"""The most characters in a message from a client."""

LONGEST_BODY = 65536
"""The most bytes in an HTTP request, enough for a whole rule set and a long score sheet."""

X = TypeVar("X")

Pace = Literal["slow", "normal", "quick"]
"""The bots' pace at a table with a single person."""


# --- from the browser ------------------------------------------------------------------------


class Hello(Request, frozen=True, tag="hello"):
    """Opens the connection to a table.

    A browser identifies itself by its cookie; a bot sends a `token` made by the server. Guests are
    `joining` while they are still choosing a name, before they join.
    """

    name: Name
    token: Token | None = None
    lang: Lang = "en"
    pace: Pace = "normal"
    updates: bool = False
    joining: bool = False
    version: int = VERSION


class Browse(Struct, frozen=True, tag_field="type", tag="browse", forbid_unknown_fields=True):
    """Asks for the list of open tables, and for all updates to it until a hello."""

    lang: Lang = "en"
    version: int = VERSION


class Ping(Request, frozen=True, tag="ping"):
    """Asks whether the connection is alive; the answer is a pong, and nothing else happens."""


ClientMessage = TableRequest | Hello | Ping | Browse


# --- from the server -------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """The occupant of a seat. `level` applies to bots, and `connected` and `ready` to people.

    `covered` means that a bot is playing for an absent player. `heir` is the name of the player who
    will take the seat from a bot after the round, or empty. `sit` says when the receiver may take
    the seat; None means not at all. `program` marks a network bot. `late` counts the turns in this
    game in which the occupant ran out of time. `left` marks a disconnected player who went away on
    purpose.
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
    program: bool = False
    late: int = 0
    left: bool = False


class InRoom(Struct, frozen=True):
    """A person without a seat at a waiting table.

    Guests who are still choosing a name are `joining`.
    """

    name: str
    joining: bool = False
    program: bool = False


class Absence(Struct, frozen=True):
    """An absent player or host whom the others are waiting for.

    This is the player to act or, before or after a game, the host. After `seconds_left` the others
    may have a bot play, start the game, or host the next one. This takes the consent of `needed`
    players; those in `asked` have agreed.
    """

    seat: Seat
    seconds_left: float
    asked: tuple[Seat, ...]
    needed: int


class SealInfo(Struct, frozen=True):
    """The commitment to the cards, or to the next cards while the table waits for client seeds.

    `salted` lists the seats of players who have added a client seed.
    """

    seal: str
    open: bool
    salted: tuple[Seat, ...]


class Question(Struct, frozen=True):
    """A seat's request, the seats that have agreed, those still to answer, and the time left."""

    seat: Seat
    wish: Wish
    yes: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    seconds_left: float


class Consent(Struct, frozen=True):
    """The requests that are possible now, the open request, and whether the game is paused.

    `granted` counts the granted requests in this game; `last` is the most recent one.
    """

    may_ask: tuple[Wish, ...]
    question: Question | None
    paused: bool
    granted: int
    last: Wish | None


class AttemptInfo(Struct, frozen=True):
    """The challenge whose cards are being played; attempt 1 is the one that counts.

    The table is playing deal number `deal` of `deals`.
    """

    challenge: str
    attempt: int
    deal: int
    deals: int


class TeamMatchPlace(Struct, frozen=True):
    """The match between this table and another one; this table is at `deal` of `deals`."""

    duplicate: str
    deal: int
    deals: int


class TournamentPlace(Struct, frozen=True):
    """The tournament `round` at this table, which is at deal number `deal` of `deals`.

    `deals` is 0 if the pairs play whole games.
    """

    evening: str
    round: int
    deal: int
    deals: int


class State(Struct, frozen=True, tag="state", tag_field="type"):
    """A table as the receiver may see it; `seq` grows with every event.

    `moved` is the `seq` of the last change in the game; people may come and go since.

    `you` is the receiver's seat, or None for spectators. `next_seat` is the seat that the receiver
    will take from a bot after the round. `host` says whether the receiver may start the game.
    `invite` says whether others may join, or take a bot's seat in a running game. `public` says
    whether the table is listed, and `talk` says what the receiver may say now.

    There is a `view` once the game has started. `seconds_left` is the time that was left when the
    message was sent: for the turn or, between rounds, until the next deal. None means no limit.
    `banks` are the seconds then left in each seat's time bank, or None without time banks.

    `group` has the ids of all tables that were made together; it is empty for a single table.
    `withdraw` says whether the receiver may take back their bid, and `hint` says whether they may
    ask for a hint now. `finish` says whether a bot may play the rest of the round for them, and
    `finishing` says whether one is doing so. `origin` describes the starting point of a game that
    continues another one. `preparing` is the number of seconds until the bots can think at their
    level; until then, simpler rules decide for them.

    `results_from` is how many results from the previous state on this connection remain valid;
    `view.results` has the results after those. Only a table from before commitments existed lacks a
    `seal`. `attempt` is set if the table is playing a challenge, and `duplicate` if it belongs to a
    match. `finished` is the id for replaying the game, once the game has come to its end.

    `balance` says whether the receiver may have the seats balanced by strength. `balanced` says
    whether they have been, with the same people since then. `room` lists the people without a seat
    at a waiting table, at most 30 of them. `join` says whether a `join` would give the receiver a
    seat now.
    """

    table: str
    seq: int
    moved: int
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
    public: bool
    talk: MayTalk
    turn_seconds: int
    seconds_left: float | None
    game_seconds_left: float | None
    banks: tuple[float, ...] | None
    code: str
    group: tuple[str, ...]
    absence: Absence | None
    consent: Consent
    view: View | None
    withdraw: bool = False
    hint: bool = False
    finish: bool = False
    finishing: bool = False
    origin: Origin | None = None
    preparing: int | None = None
    results_from: int = 0
    seal: SealInfo | None = None
    attempt: AttemptInfo | None = None
    duplicate: TeamMatchPlace | None = None
    evening: TournamentPlace | None = None
    finished: str | None = None
    balance: bool = False
    balanced: bool = False
    room: tuple[InRoom, ...] = ()
    join: bool = False


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """The changes since the state numbered `since`, which was the last one on this connection.

    `state` has the new values of changed fields, and `view` has those of changed fields of its
    view. Clients whose hello asks for updates receive one whenever it can express all the changes.
    """

    seq: int
    since: int
    state: dict[str, Any]
    view: dict[str, Any]


class Advice(Struct, frozen=True, tag="advice", tag_field="type"):
    """The answer to a hint request: a strong player's choice in the state numbered `seq`, and why.

    It holds until the game moves on, that is, until `moved` in a state exceeds `seq`.

    `candidates` are all possible actions, best first; the list is empty if nothing can be weighed.
    `costs` are the points by which each is worse than the best, or 0 if that may be due to chance.
    `preparing` is the number of seconds until the coach can think; until then, the advice follows
    heuristics.
    """

    seq: int
    action: PlayerAction
    reason: Message
    candidates: tuple[Candidate, ...]
    costs: tuple[float, ...]
    preparing: int | None = None


class Line(Struct, frozen=True):
    """A line in the chat; `seat` is None for spectators.

    `who` distinguishes speakers, but only at this table. A `phrase` is in the receiver's language.
    """

    number: int
    seat: Seat | None
    who: str
    name: str
    phrase: Phrase | None
    text: str


class Talk(Struct, frozen=True, tag="talk", tag_field="type"):
    """The lines of the chat: all stored lines if `anew` is set, otherwise only the new ones."""

    lines: tuple[Line, ...]
    anew: bool


class OpenSeat(Struct, frozen=True):
    """A seat at an open table, and its occupant."""

    occupant: Literal["person", "bot", "open"]
    name: str
    program: bool = False


class OpenTable(Struct, frozen=True):
    """A table that is open to everyone.

    `differences` describes in words how the rules differ from the preset. `waiting` is true if the
    game has not begun; `level` is that of the bots that will take the free seats. `turn_seconds` is
    the turn timer. The other two times are each player's time bank for the game and its increment
    per turn.
    """

    table: str
    title: str
    differences: tuple[str, ...]
    waiting: bool
    level: Level
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    sides: tuple[Side, ...]
    seats: tuple[OpenSeat, ...]


class Lobby(Struct, frozen=True, tag="lobby", tag_field="type"):
    """The open tables, with those waiting for people first; `more` counts those not listed."""

    open: tuple[OpenTable, ...]
    more: int


class Refusal(Struct, frozen=True, tag="error", tag_field="type"):
    """The refusal of a message: nothing has changed. `code` is stable, and `text` is for people."""

    code: str
    text: str


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to a ping."""


ServerMessage = State | Update | Advice | Talk | Lobby | Refusal | Pong


class TableMade(Struct, frozen=True):
    """A table that was made or where a seat was taken; its page is at `/t/` followed by the id."""

    table: str


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


# --- as JSON ---------------------------------------------------------------------------------


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read_request(text: str | bytes) -> ClientMessage:
    """Return the message that a client has sent; raise RefusedError if it is not valid."""
    return _read(_decoder(ClientMessage), text, LONGEST)  # type: ignore[no-any-return]


def read_body(kind: type[X], body: bytes) -> X:
    """Return the body of an HTTP request; raise RefusedError if it is not of that kind."""
    return _read(_decoder(kind), body, LONGEST_BODY)  # type: ignore[no-any-return, arg-type]


def write(message: object, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """Return a message as JSON; the sentences in it call seats by `names` if given."""

    def sentence(value: Any) -> str:
        if isinstance(value, Message):
            return translate(value, lang, names)
        raise TypeError(f"{type(value)} is not part of a message")

    return msgspec.json.encode(message, enc_hook=sentence).decode()


def write_refusal(error: SpadesError, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """Return the refusal that explains an error to a client."""
    return write(Refusal(error.code, translate(error.message, lang, names)), lang)


def check_version(version: int) -> None:
    """Raise RefusedError for a client that speaks another version of the protocol."""
    if version != VERSION:
        raise RefusedError("hello/version", "this page is out of date; reload it")


def no_hello() -> RefusedError:
    """Return the refusal of a message that needs a hello before it."""
    return RefusedError("hello/first", "send hello first")


def known_lang(name: str) -> Lang:
    """Return the language with that code; raise RefusedError if it is unknown."""
    known = next((lang for lang in LANGUAGES if lang == name), None)
    if known is None:
        raise RefusedError(
            "lang/unknown", "unknown language; choose from {known}", known=", ".join(LANGUAGES)
        )
    return known


def too_long(limit: int) -> RefusedError:
    """Return the refusal for a message of more than `limit` characters."""
    return RefusedError(
        "message/too-long", "a message may have at most {limit} characters", limit=limit
    )


def _read(decoder: msgspec.json.Decoder[Any], text: str | bytes, longest: int) -> Any:
    if len(text) > longest:
        raise too_long(longest)
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        if str(error).endswith("`$.type`"):
            raise RefusedError("message/unknown-type", "unknown message type") from None
        raise RefusedError(
            "message/bad-field",
            "the message has an invalid field: {problem}",
            problem=wrong_field(error),
        ) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise RefusedError("message/not-json", "the message is not JSON") from None
