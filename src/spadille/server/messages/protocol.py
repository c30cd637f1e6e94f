"""The messages over the connection to a table; what goes over HTTP is in `http_messages`.

The TypeScript types of the client and `docs/protocol.md` are made from these definitions. Every
message is an object tagged by `type`. Cards are texts such as "SA", seats are numbers clockwise
from 0, and every `Message` of the game arrives as a sentence in the language of the connection.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...bots import Candidate, Level
from ...game import SALT, SEED, Message, Origin, PlayerAction, Rules, Seat, Side, View
from ...locale import Lang as Lang  # noqa: PLC0414 - it is a part of the protocol
from ..table.events import Wish

VERSION = 3

LONGEST_NAME = 24
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"\S")]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=16, max_length=64)]

Phrase = Literal[
    "hello", "good_luck", "well_played", "thank_you", "one_moment",
    "sorry", "oops", "wow", "ouch", "good_game",
]  # fmt: skip
"""What everyone can say in one tap."""

MayTalk = Literal["off", "phrases", "free"]
"""What someone may say: nothing, phrases, or words of their own as well."""

Pace = Literal["slow", "normal", "quick"]
"""How quickly bots move where one person plays with them alone."""


# --- from the browser ------------------------------------------------------------------------


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What is asked of a table."""

    table: TableId


class Hello(Request, frozen=True, tag="hello"):
    """Opens the connection to a table.

    A browser says who it is by its cookie; `token` is that of a program, made by the server. Guests
    who are still choosing a name, and join after that, are `joining`.
    """

    name: Name
    token: Token | None = None
    lang: Lang = "en"
    pace: Pace = "normal"
    updates: bool = False
    joining: bool = False
    version: int = VERSION


class Join(Request, frozen=True, tag="join"):
    """Takes a free seat at a table that waits; the server chooses which.

    Nothing happens if no seat is free, if the sender has a seat or gave one up here, or if the game
    has begun.
    """


class Sit(Request, frozen=True, tag="sit"):
    """Takes an open seat, or that of a bot in a game to which people are invited."""

    seat: Seat


class Stand(Request, frozen=True, tag="stand"):
    """Gives up one's seat; in a game a bot takes it over."""


class Leave(Request, frozen=True, tag="leave"):
    """Says that the sender leaves the table on purpose, just before they hang up.

    They keep their seat; in a game the others may have a bot play for them at once.
    """


class Start(Request, frozen=True, tag="start"):
    """The host starts the game; bots take the free seats."""


class Balance(Request, frozen=True, tag="balance"):
    """The host has all change seats so that the sides are as strong as each other."""


class Act(Request, frozen=True, tag="act"):
    """An action of the sender's seat, decided on the state numbered `seq`."""

    seat: Seat
    seq: int
    action: PlayerAction


class Withdraw(Request, frozen=True, tag="withdraw"):
    """Takes one's bid back, at a table where no other person sits, before a bot has acted."""


class Resign(Request, frozen=True, tag="resign"):
    """Gives up the game, at a table where no other person sits."""


class Continue(Request, frozen=True, tag="continue"):
    """Asks for the next round, which is dealt when all who are connected have asked.

    After a game, if the host has asked for another one, it says that the sender is ready.
    """


class Hint(Request, frozen=True, tag="hint"):
    """Asks what a strong player would do now, at a table where no other person sits."""


class Finish(Request, frozen=True, tag="finish"):
    """Has a bot play the rest of the round for the sender, where no other person sits.

    Without `on` they play for themselves again.
    """

    on: bool = True


class Again(Request, frozen=True, tag="again"):
    """After the end: the host asks for another game with the same players.

    It begins when the other people are ready. After a while bots play for those who are not.
    """


class Resync(Request, frozen=True, tag="resync"):
    """Asks for the current state."""


class Cover(Request, frozen=True, tag="cover"):
    """Asks that a bot plays for who is away from that seat, until they come back."""

    seat: Seat


class Remove(Request, frozen=True, tag="remove"):
    """The host takes someone from the table: before the game, or who is away in one."""

    seat: Seat


class HandOver(Request, frozen=True, tag="hand-over"):
    """The host makes the person of that seat the host."""

    seat: Seat


class Speak(Request, frozen=True, tag="speak"):
    """Says a phrase, which everyone reads in their own language."""

    phrase: Phrase


class Chat(Request, frozen=True, tag="chat"):
    """Says something in words of your own, where that is open."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Propose(Request, frozen=True, tag="propose"):
    """Asks the others at the table for something."""

    wish: Wish


class Respond(Request, frozen=True, tag="respond"):
    """Answers what was asked for; who has asked may take it back by a no."""

    yes: bool


class GoOn(Request, frozen=True, tag="go-on"):
    """Ends a pause."""


class AddSalt(Request, frozen=True, tag="salt"):
    """Adds a number of your own to the cards that are sealed and not dealt yet."""

    seal: Annotated[str, Meta(max_length=64, pattern=f"^{SEED.pattern}$")]
    salt: Annotated[str, Meta(max_length=32, pattern=f"^{SALT.pattern}$")]


class Browse(Struct, frozen=True, tag_field="type", tag="browse", forbid_unknown_fields=True):
    """Asks for the list of open tables, and for each one after it, until a hello."""

    lang: Lang = "en"
    version: int = VERSION


class Ping(Request, frozen=True, tag="ping"):
    """Asks whether the way to the server is open; answered by a pong, and nothing happens."""


ClientMessage = (
    Hello
    | Join
    | Sit
    | Stand
    | Leave
    | Start
    | Balance
    | Act
    | Withdraw
    | Resign
    | Continue
    | Hint
    | Finish
    | Again
    | Resync
    | Cover
    | Remove
    | HandOver
    | Speak
    | Chat
    | Propose
    | Respond
    | GoOn
    | AddSalt
    | Ping
    | Browse
)


# --- from the server -------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat. `level` is that of the bot, `connected` and `ready` are about persons.

    `covered` says that a bot plays for someone who is away. `heir` is the name of the person
    who takes the seat from a bot when the round is over, empty for no one; `sit` tells from when
    on the receiver may have it, None for not at all. A `program` plays there that stands elsewhere.
    `late` counts the turns of this game in which the time of who sits there ran out. A person who
    is not connected has `left` if they went away on purpose.
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
    """Someone who is at a table that waits, and has no seat.

    Guests who are still choosing a name are `joining`.
    """

    name: str
    joining: bool = False
    program: bool = False


class Absence(Struct, frozen=True):
    """Someone is to act, and others wait; or before or after a game they wait for the host.

    After `seconds_left` these may have a bot play, start the game, or host the next one; `needed`
    have to agree, `asked` have.
    """

    seat: Seat
    seconds_left: float
    asked: tuple[Seat, ...]
    needed: int


class SealInfo(Struct, frozen=True):
    """What the cards are bound to: those on the table, or, while it waits for salts, the next.

    `salted` are the seats of those who have added a number of their own.
    """

    seal: str
    open: bool
    salted: tuple[Seat, ...]


class Question(Struct, frozen=True):
    """What a seat has asked for; who has said yes, who is still awaited, and until when."""

    seat: Seat
    wish: Wish
    yes: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    seconds_left: float


class Consent(Struct, frozen=True):
    """What the others may be asked for now, the open question, and whether there is a pause.

    `granted` counts what was granted in this game; `last` is what it was.
    """

    may_ask: tuple[Wish, ...]
    question: Question | None
    paused: bool
    granted: int
    last: Wish | None


class AttemptInfo(Struct, frozen=True):
    """The challenge whose cards are played; attempt 1 is the one that counts.

    `deal` of that many `deals` is on the table.
    """

    challenge: str
    attempt: int
    deal: int
    deals: int


class DuplicatePlace(Struct, frozen=True):
    """The match that is played here and at another table; `deal` of that many `deals` is on."""

    duplicate: str
    deal: int
    deals: int


class EveningPlace(Struct, frozen=True):
    """The `round` of an evening that is played here; `deal` of that many `deals` is on.

    Where whole games are played, `deals` is 0.
    """

    evening: str
    round: int
    deal: int
    deals: int


class State(Struct, frozen=True, tag="state", tag_field="type"):
    """A table as the receiver may see it; `seq` grows with everything that happens at it.

    `you` is the receiver's seat, None for spectators; `next_seat` is the one that the receiver
    takes from a bot when the round is over. `host` says whether the receiver may start the
    game, `invite` whether others may join (and take the seat of a bot in a running game), `public`
    whether everyone finds the table, `talk` what the receiver may say now.
    `view` is None until the game has started. `seconds_left` is the time left, when the message was
    sent, for the turn or, between rounds, until the next one is dealt; None when nothing runs out.
    `banks` are the seconds that each seat had then for the game, beyond the turn timer; None where
    no one has a bank. `group` are the ids of all tables that were made together, empty for a table
    of its own. `withdraw` says whether the receiver's bid may be taken back, `hint` whether they
    may ask for a hint now, `finish` whether a bot may play the rest of the round for them and
    `finishing` whether one does. `origin` is shown of a game that continues from a place of another
    one. `preparing` is in how many seconds the bots can think as their level does; until then
    simpler rules decide for them. `results_from` is how many of the results in the state before it
    on this connection still hold; `view.results` are those after them. `seal` is None only at a
    table that was made before there were seals. `attempt` is there where the cards of a challenge
    are played, `duplicate` at the tables of a match. `finished` is the id under which the game can
    be gone through again, once it is at its end. `balance` says whether the receiver may have the
    seats balanced by strength, `balanced` whether they are and no one has come or gone since.
    `room` are the people at a table that waits who have no seat, at most 30 of them. `join` tells
    whether a `join` gives the receiver a seat now.
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
    duplicate: DuplicatePlace | None = None
    evening: EveningPlace | None = None
    finished: str | None = None
    balance: bool = False
    balanced: bool = False
    room: tuple[InRoom, ...] = ()
    join: bool = False


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """What has changed since the state numbered `since`, the last one on this connection.

    The fields in `state`, and those of its view in `view`, have these new values. It is sent to
    those whose hello asks for updates, wherever all that is shown can be shown by it.
    """

    seq: int
    since: int
    state: dict[str, Any]
    view: dict[str, Any]


class Advice(Struct, frozen=True, tag="advice", tag_field="type"):
    """The answer to a hint: what a strong player would do in the state numbered `seq`, and why.

    `candidates` are all that may be done, the best first; there are none where nothing can be
    weighed. `costs` are the points by which each is worth less than the best, 0 where that may be
    chance. `preparing` tells in how many seconds the coach can think; until then rules of thumb
    advise.
    """

    seq: int
    action: PlayerAction
    reason: Message
    candidates: tuple[Candidate, ...]
    costs: tuple[float, ...]
    preparing: int | None = None


class Line(Struct, frozen=True):
    """Something that was said; `seat` is None for those who watch.

    `who` tells speakers apart, at this table alone. A `phrase` is in the receiver's language.
    """

    number: int
    seat: Seat | None
    who: str
    name: str
    phrase: Phrase | None
    text: str


class Talk(Struct, frozen=True, tag="talk", tag_field="type"):
    """What was said at the table; with `anew` all of it that is kept, else what is new."""

    lines: tuple[Line, ...]
    anew: bool


class OpenSeat(Struct, frozen=True):
    """A seat of an open table, and who has it."""

    occupant: Literal["person", "bot", "open"]
    name: str
    program: bool = False


class OpenTable(Struct, frozen=True):
    """A table that is open to everyone.

    `differences` tell in words what is not as in the preset. `waiting` says that the game has not
    begun; `level` is that of the bots that take the free seats. `turn_seconds` are those of the
    turn timer, the others what each player has for the game and gains with each turn.
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
    """The open tables, those that wait for people first; there are `more` than are listed."""

    open: tuple[OpenTable, ...]
    more: int


class Refusal(Struct, frozen=True, tag="error", tag_field="type"):
    """A message that was refused: nothing has changed. `code` is stable, `text` is for people."""

    code: str
    text: str


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to a ping."""


ServerMessage = State | Update | Advice | Talk | Lobby | Refusal | Pong
