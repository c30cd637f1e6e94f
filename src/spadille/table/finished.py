"""Finished games and judged decisions as they are stored, to be shown without a replay."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, structs

from ..bots import Level, Unit
from ..game import BySeat, Game, Hand, PlayerAction, Seat, Side
from ..locale import LANGUAGES
from ..notation import format_record
from ..study import Area, Figures, Losses, Mark, figures_of
from .events import PersonId
from .model import Table
from .rule_choice import HasRules, title_of
from .seats import Bot, Occupant, Open, Person


class Outline(Struct, frozen=True, omit_defaults=True):
    """The facts about a game that are shown without replaying it.

    `people` are those who had a seat at the end; it is empty if no one did. `winner` is a side.
    `undone` counts how often a player alone with bots took something back or dealt again.
    `branched` is True if the game continued another game from some point. `figures` has the bids
    and tricks of each seat. `losses` has the points lost by each seat's decisions, once they have
    been reviewed. `left` are the people who had a seat and went away.
    """

    titles: dict[str, str]
    names: BySeat[str]
    sides: tuple[Side, ...]
    side_names: tuple[str, ...]
    rounds: int
    events: int
    scores: tuple[int, ...]
    over: bool
    winner: int | None = None
    people: BySeat[PersonId] = ()
    levels: BySeat[Level | None] = ()
    table: str = ""
    undone: int = 0
    branched: bool = False
    figures: BySeat[Figures] = ()
    losses: BySeat[Losses] = ()
    left: tuple[PersonId, ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that no game can have, such as those in a damaged row.

        All code that uses games relies on this. Raise ValueError if the sides, seats and scores do
        not fit together.
        """
        seats = sorted(sum(self.sides, ()))
        if seats != list(range(len(seats))) or len(self.scores) != len(self.sides):
            raise ValueError("the sides, seats and scores of a game do not fit")
        for by_seat in (self.names, self.people, self.levels, self.figures, self.losses):
            if by_seat and len(by_seat) != len(seats):
                raise ValueError("a game has another number of seats")
        if self.winner is not None and not 0 <= self.winner < len(self.sides):
            raise ValueError("a game has no such side")


class KeptGame(NamedTuple):
    """A game as it is stored; `made` is when it was stored, in seconds since 1970."""

    id: str
    record: str
    outline: Outline
    opened: bool = False
    made: float = 0.0


def finished_game(table: Table) -> KeptGame | None:
    """Return the game at a table, once it has come to its end.

    Return None for a game that was given up, or whose cards others are playing too.
    """
    id = table.finished_id
    if id is None or table.game is None:
        return None
    outline = outline_of(table.game, table.made)
    outline = structs.replace(
        outline,
        names=tuple(one.name for one in table.seats),
        side_names=table.made.side_names,
        people=tuple(one.id if isinstance(one, Person) else "" for one in table.seats),
        levels=tuple(one.level if isinstance(one, Bot) else None for one in table.seats),
        table=table.id,
        undone=table.takebacks.undone,
        branched=table.origin is not None,
        figures=tuple(figures_of(table.game, seat) for seat in table.rules.seats),
        left=tuple(sorted({one.person for one in table.leavers} - set(table.persons))),
    )
    return KeptGame(id, format_record(table.record, standings=False), outline)


def outline_of(game: Game, rules: HasRules) -> Outline:
    """Return the facts about a game that follow from the game itself."""
    return Outline(
        titles={lang: title_of(rules, lang) for lang in LANGUAGES},
        names=game.players,
        sides=game.rules.sides,
        side_names=game.rules.table.side_names,
        rounds=0 if game.round is None else game.round.number,
        events=len(game.events),
        scores=tuple(standing.score for standing in game.standings),
        over=game.over,
        winner=None if game.outcome is None else game.outcome.winner,
    )


def bots_of(outline: Outline) -> tuple[Occupant, ...]:
    """Return the bots that had seats in a game; all other seats are open."""
    if not outline.levels:
        return (Open(),) * sum(map(len, outline.sides))
    known = zip(outline.names, outline.levels, strict=True)
    return tuple(Open() if level is None else Bot(name, level) for name, level in known)


PLACES = {seat: chr(0xE000 + seat) for seat in Seat}
"""The placeholders for players in stored sentences; names are filled in when these are shown.

A player may delete their name later. A player without a name is referred to by seat, in each
language.
"""


class StoredDecision(Struct, frozen=True, omit_defaults=True):
    """A judged decision as it is stored, with its sentence in each language.

    `unnamed` is True if the sentences contain `PLACES`. Earlier versions stored the names.
    """

    event: int
    round: int
    trick: int
    seat: Seat
    area: Area
    action: PlayerAction
    best: PlayerAction
    reasons: dict[str, str]
    values: dict[str, float]
    unit: Unit
    loss: float
    mark: Mark
    win: tuple[float | None, float | None] = (None, None)
    seen_loss: float | None = None
    offered: Hand = ()
    unnamed: bool = False


def named(sentence: str, names: Mapping[Seat, str]) -> str:
    """Return a stored sentence as it is shown.

    >>> named(f"{PLACES[Seat.EAST]} has bid nil.", {Seat.EAST: "Ann"})
    'Ann has bid nil.'
    """
    return sentence.translate({ord(PLACES[seat]): name for seat, name in names.items()})


def without_names(one: StoredDecision, names: Iterable[str], instead: str) -> StoredDecision:
    """Return a decision without these names, which only earlier versions stored with decisions."""
    if one.unnamed:
        return one
    gone = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    reasons = {lang: gone.sub(instead, told) for lang, told in one.reasons.items()}
    return structs.replace(one, reasons=reasons)


class Part(NamedTuple):
    """Some decisions, starting at the event `first`, and the event to continue from."""

    first: int
    decisions: Sequence[StoredDecision]
    reached: int
