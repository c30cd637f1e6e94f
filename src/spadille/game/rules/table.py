"""Rules on seats and sides, and what follows from them and the rules on cards."""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, structs

from ..cards import Hand
from ..names import clean_name
from ..seats import SEATS, BySeat, Seat, Side, clockwise
from ..text import Message, T, is_text
from .in_words import listed
from .option import Conflict, Group, conflict, option

_SIDES_OF_PRESETS = {"Gold": Message("Gold"), "Blue": Message("Blue")}
"""Names that a group gave its sides are left unchanged."""


class TableRules(Group, frozen=True):
    """Rules on seats and sides."""

    title = T("Table")

    players: Annotated[
        Literal[2, 3, 4, 5, 6],
        option(
            "Players",
            "How many players sit at the table (T1, T3).",
            also="people seats persons four-handed cutthroat Leute Personen Mitspieler",
        ),
    ] = 4
    teams: Annotated[
        Literal["pairs", "threes", "solo", "spoiler"],
        option(
            "Teams",
            "pairs: partners sit opposite each other (T1, N13); threes: six players in "
            "two teams, alternating seats (N13); solo: everyone plays alone (N1); "
            "spoiler: two pairs and one player alone, who scores double (V31).",
            names=("Pairs", "Two teams of three", "Everyone alone", "Two pairs and a spoiler"),
            also="partners partnership pairs singles cutthroat Partner Mannschaft Team",
        ),
    ] = "pairs"
    side_names: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        option(
            "Names of the sides",
            "One name for each side; none: named by seats (T2).",
            most=6,
            also="team names Mannschaft Teamnamen",
        ),
    ] = ()
    seating: Annotated[
        Literal["chosen", "random"],
        option(
            "Seats",
            "chosen: players choose their seats; random: seats are drawn by lot (T6).",
            names=("Free choice", "By lot"),
            also="draw for partners lots Auslosen Sitzordnung",
        ),
    ] = "chosen"

    def __post_init__(self) -> None:
        names: object = self.side_names
        if names and isinstance(names, tuple | list) and all(map(is_text, names)):
            structs.force_setattr(self, "side_names", tuple(map(clean_name, names)))

    @property
    def spoken_side_names(self) -> tuple[Message, ...]:
        """The names of the sides; those from presets are translated into every language."""
        return tuple(
            _SIDES_OF_PRESETS.get(name, Message("{name}", name=name)) for name in self.side_names
        )


class Layout(NamedTuple):
    """What follows from the rules and is needed at every step; `Rules` says what each value is."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    side_of: BySeat[int]
    partners: BySeat[tuple[Seat, ...]]
    deck: Hand
    hand_size: int
    rest_size: int
    tricks: int
    drafted: bool

    @property
    def largest_side(self) -> int:
        """The number of players in the largest side."""
        return max(map(len, self.sides))

    @property
    def has_partners(self) -> bool:
        """Return True if any side has two seats or more."""
        return self.largest_side > 1


def sides_of(table: TableRules) -> tuple[Side, ...]:
    """Return the seats of each side, sides in order of their first seat."""
    seats = SEATS[: table.players]
    match table.teams:
        case "solo":
            return tuple((seat,) for seat in seats)
        case "threes":
            return seats[::2], seats[1::2]
        case "spoiler":
            return (seats[0], seats[2]), (seats[1], seats[3]), seats[4:]
        case "pairs":
            half = len(seats) // 2
            return tuple((seats[first], seats[first + half]) for first in range(half))


def partners_of(sides: tuple[Side, ...], players: int) -> BySeat[tuple[Seat, ...]]:
    """Return the other seats of the side of each seat, clockwise from it."""
    return tuple(
        tuple(
            other
            for other in clockwise(seat, players)
            if other != seat and any(seat in side and other in side for side in sides)
        )
        for seat in SEATS[:players]
    )


_PLAYERS = {"pairs": (4, 6), "threes": (6,), "spoiler": (5,), "solo": (2, 3, 4, 5, 6)}


def has_sides(table: TableRules) -> bool:
    """Return True if that many players can form such teams."""
    return table.players in _PLAYERS[table.teams]


def conflicts(table: TableRules) -> Iterator[Conflict]:
    """Yield the conflicts between the teams and the number of players or side names."""
    if not has_sides(table):
        yield conflict(
            "rules/teams-and-players",
            "table.teams = {teams} needs table.players = {players}",
            teams=table.teams,
            players=" | ".join(map(str, _PLAYERS[table.teams])),
        )
    elif table.side_names and len(table.side_names) != len(sides_of(table)):
        yield conflict(
            "rules/side-names",
            "table.side_names needs one name for each side that table.teams makes",
        )


def partners_needed(option: str, table: TableRules) -> Iterator[Conflict]:
    """Yield the conflict of an option that means nothing if no one has a partner."""
    if table.teams == "solo":
        yield conflict(
            "rules/needs-partners",
            "{option} needs partners, and table.teams = solo has none",
            option=option,
        )


def sheet(table: TableRules) -> Iterator[Message]:
    """Yield the sentences about teams, side names and drawn seats."""
    yield {
        "pairs": Message(
            "{players} players in pairs; partners sit opposite each other.", players=table.players
        ),
        "threes": Message(
            "{players} players in two teams; teammates sit in every other seat.",
            players=table.players,
        ),
        "solo": Message("{players} players; everyone plays alone.", players=table.players),
        "spoiler": Message(
            "{players} players: two pairs, and one player alone for whom everything counts double.",
            players=table.players,
        ),
    }[table.teams]
    if all(table.side_names) and table.side_names:
        yield Message("The sides are called {names}.", names=listed(table.spoken_side_names))
    if table.seating == "random":
        yield Message("Seats are drawn by lot.")
