"""A tournament as a value: the pairs, the rounds, and the change that each event makes.

The events are stored, and the tournament is the sum of them. Fields with a default may be added to
them. Nothing may be renamed or removed.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil, log2
from statistics import fmean
from typing import Literal

import msgspec
from msgspec import Struct, structs

from ....bots import Level
from ....game import Rules, kept, put
from ....notation import with_older_options
from ....table.events import Happening, PersonId, TalkRule
from .contest import imps

TournamentForm = Literal["knock-out", "round-robin", "swiss"]

Status = Literal["waiting", "playing", "over"]

FEWEST = 2
"""The fewest pairs in a tournament."""

WIN, DRAW = 2, 1
"""The points for a match; a bye is worth as much as a win."""

FEWEST_COMPARED = 2
"""The number of tables that must have played a deal before it is compared."""


class Announced(Happening, frozen=True, tag="announced"):
    """A person announced a tournament that they host.

    In each round, every table plays one whole game or that number of `deals`, which are the same at
    all tables. `minutes`, if set, is the time after the start of a tournament round during which
    deals and rounds of a game may begin. `rounds` is the number that the host wants for a Swiss
    tournament, or 0 for the usual number. Bots of that `level` take the empty places.
    """

    name: str
    host: PersonId
    form: TournamentForm
    preset: str
    rules: Rules
    title: str
    deals: int
    rounds: int
    minutes: int
    level: Level
    talk: TalkRule


class Entered(Happening, frozen=True, tag="entered"):
    """A pair with that name takes part; its number follows the last pair's."""

    name: str


class Joined(Happening, frozen=True, tag="joined"):
    """A person or a bot (`program`) has a place, 0 or 1, in a pair."""

    pair: int
    place: int
    person: PersonId
    name: str
    program: bool = False


class Left(Happening, frozen=True, tag="left"):
    """The place in a pair is empty again."""

    pair: int
    place: int


class Scratched(Happening, frozen=True, tag="scratched"):
    """A pair was removed before the first round, and those after it move up."""

    pair: int


class Match(Struct, frozen=True):
    """The pairs on the first and the second side, and their table; None for a bye."""

    first: int
    second: int | None
    table: str = ""


class Paired(Happening, frozen=True, tag="paired"):
    """A round of the tournament began with these matches; `at` is in seconds since 1970."""

    matches: tuple[Match, ...]
    at: float


class Result(Struct, frozen=True):
    """The result of a match.

    `margins` say how much more each deal was worth to the first pair. A whole game has one margin,
    the difference between the scores. `points` are those that each pair gets. `winner` is set if a
    whole game has one.
    """

    margins: tuple[float, ...] = ()
    points: tuple[int, int] = (0, 0)
    winner: int | None = None


class Played(Happening, frozen=True, tag="played"):
    """The match with that number in the current round is over."""

    match: int
    result: Result
    at: float


class Stopped(Happening, frozen=True, tag="stopped"):
    """The host stopped the tournament early."""


TournamentEvent = Announced | Entered | Joined | Left | Scratched | Paired | Played | Stopped

_decoder = msgspec.json.Decoder(TournamentEvent)


def most_swiss_rounds(count: int) -> int:
    """Return the number of rounds in which no one needs to meet anyone twice.

    This is true for every outcome of the games. A round is always possible while everyone has yet
    to meet at least half of all others (and the bye); see `standings.swiss`.
    """
    return (count + 1) // 2


class Player(Struct, frozen=True):
    """A person in a pair, or a bot (`program`) that joined over the network.

    `until` is the last round in which they play. It is set only if they have left; a bot has their
    place after that round.
    """

    person: PersonId
    name: str
    program: bool = False
    until: int | None = None

    @property
    def has_left(self) -> bool:
        """Return True if the player left after the tournament began."""
        return self.until is not None


class Pair(Struct, frozen=True):
    """Two players who play together; bots fill the empty places."""

    name: str
    players: tuple[Player | None, ...] = (None, None)


class Round(Struct, frozen=True):
    """A round of the tournament; the result of a match remains None until it is over.

    `ended` is when the latest result came in, in seconds since 1970.
    """

    matches: tuple[Match, ...]
    results: tuple[Result | None, ...]
    ended: float

    @property
    def over(self) -> bool:
        """Return True if every match has a result."""
        return None not in self.results


class Gain(Struct, frozen=True):
    """The value of a match to one of its pairs: points, and how much better the pair did."""

    points: int
    difference: float = 0.0


Gains = tuple[Gain, Gain]


class Tournament(Struct, frozen=True, dict=True):
    """The state of a tournament after `version` events."""

    id: str
    made: Announced
    version: int = 1
    pairs: tuple[Pair, ...] = ()
    rounds: tuple[Round, ...] = ()
    stopped: bool = False

    @classmethod
    def load(cls, id: str, stored: Sequence[str]) -> "Tournament":
        """Return the tournament that its stored events add up to, with its rules at that time."""
        made, *rest = map(_decoder.decode, stored)
        assert isinstance(made, Announced)
        rules = with_older_options(made.rules, stored[0])
        return cls(id, structs.replace(made, rules=rules)).after(*rest)

    @property
    def status(self) -> Status:
        """Return the status, which is over after the last planned round or once stopped."""
        if self.stopped:
            return "over"
        if not self.rounds:
            return "waiting"
        return "over" if len(self.rounds) == self.planned and self.rounds[-1].over else "playing"

    @property
    def planned(self) -> int:
        """The number of rounds for the current pairs."""
        count = len(self.pairs)
        if count < FEWEST:
            return 0
        usual = ceil(log2(count))
        match self.made.form:
            case "knock-out":
                return usual
            case "round-robin":
                return count - 1 + count % 2
            case "swiss":
                return min(self.made.rounds or usual, most_swiss_rounds(count))

    @property
    def people(self) -> bool:
        """True if any people are still playing."""
        return any(not player.has_left for _, _, player in self._players())

    def place_of(self, person: PersonId) -> tuple[int, int] | None:
        """Return the pair of a person and their place in it, unless they have left."""
        for number, place, player in self._players():
            if player.person == person and not player.has_left:
                return number, place
        return None

    def pair_of(self, person: PersonId) -> int | None:
        """Return the pair that a person plays for; those who leave still finish the round."""
        for number, _, player in self._players():
            if player.person == person and player.until in {None, len(self.rounds)}:
                return number
        return None

    def has_left(self, person: PersonId) -> bool:
        """Return True if a person gave up their place after the tournament began."""
        return any(one.person == person and one.has_left for _, _, one in self._players())

    def table_of(self, pair: int) -> str | None:
        """Return the table where a pair is playing now."""
        if self.status != "playing" or self.rounds[-1].over:
            return None
        last = self.rounds[-1]
        for match, result in zip(last.matches, last.results, strict=True):
            if result is None and pair in {match.first, match.second}:
                return match.table
        return None

    @kept
    def gains(self) -> tuple[tuple[Gains | None, ...], ...]:
        """Return the value of each match to both pairs, by round; None if the match is not over.

        If enough tables have played the same deals, each deal counts in IMPs against their average,
        so good cards are worth nothing. In a knock-out, or if each table has separate cards, points
        against the other pair count. Results of shared deals stay hidden until all tables have
        played them, because they would reveal too much to people who are still playing. A knock-out
        has no draws: if two pairs are equal, the pair that entered first continues.
        """
        return tuple(map(self._gains, self.rounds))

    def _gains(self, played: Round) -> tuple[Gains | None, ...]:
        knocks_out = self.made.form == "knock-out"
        average = _averages(played) if self.made.deals and not knocks_out else []
        withheld = bool(self.made.deals) and not played.over and self.status == "playing"
        return tuple(
            _gain(match, result, average, draws=not knocks_out)
            if result is not None and (match.second is None or not withheld)
            else None
            for match, result in zip(played.matches, played.results, strict=True)
        )

    def after(self, *events: TournamentEvent) -> "Tournament":
        """Return the tournament after further events."""
        found = self
        for event in events:
            found = structs.replace(found._after(event), version=found.version + 1)
        return found

    def _after(self, event: TournamentEvent) -> "Tournament":
        match event:
            case Entered(name=name):
                return structs.replace(self, pairs=(*self.pairs, Pair(name)))
            case Joined(pair=pair, place=place):
                return self._with(pair, place, Player(event.person, event.name, event.program))
            case Left(pair=pair, place=place):
                player = self.pairs[pair].players[place]
                if self.rounds and player is not None:
                    left = structs.replace(player, until=len(self.rounds))
                    return self._with(pair, place, left)
                return self._with(pair, place, None)
            case Scratched(pair=pair):
                return structs.replace(self, pairs=self.pairs[:pair] + self.pairs[pair + 1 :])
            case Paired(matches=matches, at=at):
                results = tuple(Result() if one.second is None else None for one in matches)
                return structs.replace(self, rounds=(*self.rounds, Round(matches, results, at)))
            case Played(match=number, result=result, at=at):
                last = self.rounds[-1]
                results = put(last.results, number, result)
                last = structs.replace(last, results=results, ended=at)
                return structs.replace(self, rounds=(*self.rounds[:-1], last))
            case Stopped():
                return structs.replace(self, stopped=True)
            case Announced():
                raise AssertionError("a tournament is announced once")

    def _players(self) -> Iterator[tuple[int, int, Player]]:
        """Yield everyone who has or had a place, with the numbers of their pair and place."""
        for number, pair in enumerate(self.pairs):
            for place, player in enumerate(pair.players):
                if player is not None:
                    yield number, place, player

    def _with(self, pair: int, place: int, player: Player | None) -> "Tournament":
        players = put(self.pairs[pair].players, place, player)
        changed = structs.replace(self.pairs[pair], players=players)
        return structs.replace(self, pairs=put(self.pairs, pair, changed))


def _gain(match: Match, result: Result, average: list[float | None], *, draws: bool) -> Gains:
    if match.second is None:
        return Gain(WIN), Gain(0)
    difference = sum(result.margins)
    if average:
        compared = zip(result.margins, average, strict=False)
        difference = sum(imps(margin - (usual or 0.0)) for margin, usual in compared)
    ahead = difference if result.winner is None else 1 - 2 * result.winner
    if not ahead and not draws:
        ahead = match.second - match.first
    first = WIN if ahead > 0 else DRAW if ahead == 0 else 0
    return Gain(first, difference), Gain(WIN - first, -difference)


def _averages(round: Round) -> list[float | None]:
    """Return the average result of all tables in each deal, or None if they are not compared."""
    tables = [result.margins for result in round.results if result is not None]
    deals = ([one for one in deal if one is not None] for deal in zip_longest(*tables))
    return [fmean(deal) if len(deal) >= FEWEST_COMPARED else None for deal in deals]
