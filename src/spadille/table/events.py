"""The events of a table. They are stored, and the table is the sum of them.

Stored games outlive versions of the program. Fields with a default may be added here. Nothing may
be renamed or removed.
"""

from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct, structs

from ..bots import Level
from ..game import ChanceAction, Event, Origin, PlayerAction, Rules, Seat, kept
from ..notation import with_older_options

PersonId = str
"""An id that distinguishes people, without revealing how they prove their identity."""


Wish = Literal["undo", "misdeal", "pause", "stop"]
"""A request that all must agree to: to take back a card or bid, deal again, pause or stop."""

TalkRule = Literal["between", "phrases", "free", "off"]
"""When people may write freely: between rounds, never, or always; "off" turns off all talk."""


def person_of(token: str) -> PersonId:
    """Return the person who holds the secret `token`; the token is never stored."""
    return sha256(f"spadille/{token}".encode()).hexdigest()[:32]


class Happening(Struct, frozen=True, tag_field="type"):
    """Any event."""


class OfSeat(Happening, frozen=True):
    """An event that concerns one seat."""

    seat: Seat


class Attempt(Struct, frozen=True):
    """An attempt at a challenge: a series of one-round games, dealt from these seeds.

    A person's first attempt is number 1, which is the one that counts.
    """

    challenge: str
    number: int
    seeds: tuple[str, ...]


class MatchTable(Struct, frozen=True):
    """One of two tables where two teams play the same deals, each as a game of one round.

    The first of the `teams` sits in the first side's seats. If the sides are `turned`, as they are
    at the other table, the second team sits there.
    """

    teams: tuple[str, str]
    seeds: tuple[str, ...]
    turned: bool = False


class TournamentTable(Struct, frozen=True):
    """A table's place in a tournament: two pairs meet here in that `round`.

    The first of the `pairs` sits in the first side's seats. If there are `seeds`, all tables in the
    round play these deals, each as a game of one round. No deal begins after `until`, in seconds
    since 1970.
    """

    evening: str
    round: int
    pairs: tuple[str, str]
    seeds: tuple[str, ...] = ()
    until: float | None = None


Format = Literal["solo", "teams", "pairs"]
"""One person plays a challenge, two teams a match at two tables, and pairs a tournament."""

AMONG_PEOPLE: frozenset[Format | None] = frozenset({"teams", "pairs"})
"""The formats in which people play each other."""


class Contest(NamedTuple):
    """A table's part in a contest, from the field of `TableCreated` that describes it.

    `id` is that of the challenge, the first table of the match, or the tournament. `number` is the
    attempt or the round. The table plays a game of one round from each of the `seeds`, or a whole
    game. `names` are those of the sides. No deal begins after `until`, in seconds since 1970.
    """

    format: Format
    id: str
    number: int
    seeds: tuple[str, ...]
    names: tuple[str, ...] = ()
    until: float | None = None


class TableCreated(Happening, frozen=True, tag="made", dict=True):
    """The table was made: its rules, the level of its bots, its host, and who may join.

    `preset` is the one that the rules were made from. `title` is empty if no one named them.
    `group` has the ids of all tables that were made together, including this one; it is empty for a
    single table. In a group, no one is `host` before the first player sits down. A `public` table
    is open to everyone; others can be found only through their link.

    `talk` says what is allowed in chat during a round. `undo` says whether players may ask each
    other to take back a card or bid, or to deal again. `attempt` is set for the cards in a
    challenge, `duplicate` at tables in a match, and `evening` at tables in a tournament; `contest`
    is what they have in common.
    """

    preset: str
    rules: Rules
    level: Level
    invite: bool
    host: PersonId
    title: str = ""
    group: tuple[str, ...] = ()
    public: bool = False
    talk: TalkRule = "between"
    undo: bool = True
    attempt: Attempt | None = None
    duplicate: MatchTable | None = None
    evening: TournamentTable | None = None

    @kept
    def contest(self) -> Contest | None:
        """Return the contest that the table belongs to, if any."""
        if (solo := self.attempt) is not None:
            return Contest("solo", solo.challenge, solo.number, solo.seeds)
        if (match := self.duplicate) is not None:
            names = match.teams[::-1] if match.turned else match.teams
            return Contest("teams", self.group[0] if self.group else "", 1, match.seeds, names)
        if (pairs := self.evening) is not None:
            return Contest(
                "pairs", pairs.evening, pairs.round, pairs.seeds, pairs.pairs, pairs.until
            )
        return None

    @kept
    def format(self) -> Format | None:
        """Return the format of the contest, if any."""
        contest = self.contest
        return None if contest is None else contest.format

    @kept
    def seeds(self) -> tuple[str, ...]:
        """Return the seeds of deals that others play too, in order; empty at other tables."""
        contest = self.contest
        return () if contest is None else contest.seeds

    @kept
    def compared(self) -> bool:
        """Return True if people play each other here, with cards that others have elsewhere."""
        return self.attempt is None and bool(self.seeds)

    @kept
    def side_names(self) -> tuple[str, ...]:
        """Return the names of the sides: those of the teams or pairs, or as set by the rules."""
        contest = self.contest
        return (contest and contest.names) or self.rules.table.side_names


class SeatTaken(OfSeat, frozen=True, tag="sat"):
    """A person or bot (`program`) took a seat, and left their previous one, if any."""

    person: PersonId
    name: str
    program: bool = False


class SeatLeft(OfSeat, frozen=True, tag="stood"):
    """A person left a seat to the bot with that name, or, without a name, left it open."""

    bot: str | None


class Reserved(OfSeat, frozen=True, tag="reserved"):
    """A person will take that seat, and only that one, from its bot when the round is over."""

    person: PersonId
    name: str
    program: bool = False


class Released(OfSeat, frozen=True, tag="released"):
    """The reservation of that bot's seat was canceled."""


class Asked(OfSeat, frozen=True, tag="asked"):
    """The person at `by` asked for a bot to play for the person who is away from that seat."""

    by: Seat


class Covered(OfSeat, frozen=True, tag="covered"):
    """A bot plays for the person in that seat, who is away."""


class Returned(OfSeat, frozen=True, tag="returned"):
    """The person in that seat plays again."""


class Hosted(Happening, frozen=True, tag="hosted"):
    """Another person became the host."""

    person: PersonId


class SeatsShuffled(Happening, frozen=True, tag="drawn"):
    """Everyone got a new seat: the player who was at `seats[n]` now sits at seat n.

    Seats are drawn by lot (T6), by `strength` so that the sides are as even as possible, or as the
    `host` likes.
    """

    seats: tuple[Seat, ...]
    by: Literal["lot", "strength", "host"] = "lot"


class Started(Happening, frozen=True, tag="started"):
    """A game began; `bots` are the names of the bots that took the open seats, in seat order.

    `at` is the time of day, in seconds since 1970, for games with a time limit.
    """

    bots: tuple[str, ...]
    at: float = 0.0


class Branched(Happening, frozen=True, tag="branched"):
    """The game that has just started continues another one, from after these events."""

    origin: Origin
    events: tuple[Event, ...]


class Delegated(OfSeat, frozen=True, tag="delegated"):
    """The person in that seat, alone with bots, lets a bot play the rest of the round for them."""


class Acted(OfSeat, frozen=True, tag="acted", omit_defaults=True):
    """A seat acted in the game; `spent` is the seconds of a turn that count for its time bank.

    It acted `late` if its time had run out and a bot decided for the player.
    """

    action: PlayerAction
    spent: float | None = None
    late: bool = False


class Withdrawn(OfSeat, frozen=True, tag="withdrawn"):
    """A person took back the last bid; the game returns to the state before it."""


class Resigned(OfSeat, frozen=True, tag="resigned"):
    """The only person at the table gave up the game, which is over without an outcome."""


class Proposed(OfSeat, frozen=True, tag="proposed"):
    """A person asked the others for something."""

    wish: Wish


class Assented(OfSeat, frozen=True, tag="assented"):
    """A person agreed to the request."""


class Declined(OfSeat, frozen=True, tag="declined"):
    """A person did not agree, or withdrew the request that they had made."""


class Lapsed(Happening, frozen=True, tag="lapsed"):
    """Not everyone answered in time."""


class Granted(Happening, frozen=True, tag="granted"):
    """Everyone agreed, and the request was carried out; `at` is the time of day."""

    at: float


class PauseEnded(OfSeat, frozen=True, tag="gone-on"):
    """A person ended the pause, or was the last to leave during it; `at` is the time of day."""

    at: float


class Abandoned(Happening, frozen=True, tag="abandoned"):
    """The game is over without an outcome, because no one has been there for too long."""


class ChanceActed(Happening, frozen=True, tag="happened"):
    """Chance acted in the game."""

    action: ChanceAction


class DealCommitted(Happening, frozen=True, tag="sealed"):
    """The seed of the next cards was drawn, before any of them is dealt."""

    seed: str


class ClientSeedAdded(Happening, frozen=True, tag="salted"):
    """A person added a number to the seed of the next cards."""

    person: PersonId
    salt: str


class PlayerReady(OfSeat, frozen=True, tag="readied"):
    """A person asked for the next round."""


SeatEvent = SeatTaken | Reserved | Released | Asked | Covered | Delegated | Returned
"""Events that change who has a seat, will have it, or plays there."""

CourseEvent = Acted | ChanceActed | Branched | Withdrawn | Resigned | Abandoned
"""Events in a game that has started."""

QuestionEvent = Proposed | Assented | Declined | Lapsed | Granted | PauseEnded
"""Events of a request put to all players, from the proposal to its result."""

TableEvent = (
    TableCreated
    | Started
    | SeatLeft
    | SeatsShuffled
    | Hosted
    | DealCommitted
    | ClientSeedAdded
    | PlayerReady
    | SeatEvent
    | CourseEvent
    | QuestionEvent
)

_decoder = msgspec.json.Decoder(TableEvent)


def read_event(body: str) -> TableEvent:
    """Return a stored event, with the rules as they were at that time."""
    event: TableEvent = _decoder.decode(body)
    if not isinstance(event, TableCreated):
        return event
    return structs.replace(event, rules=with_older_options(event.rules, body))
