"""What challenges, team matches and tournaments share: tables with given deals, and scores."""

from bisect import bisect_right
from collections.abc import Iterable
from math import copysign
from typing import Any, Protocol

from msgspec import Struct

from ....bots import Level
from ....game import Bid, BySeat, RoundResult, Rules, Seat, margin
from ....locale import Lang
from ....table.apply import Transition
from ....table.commitments import Seeds
from ....table.events import SeatTaken, Started, TableCreated
from ....table.rule_choice import HasRules, code_of, title_of
from ....table.seats import names_for_bots

TWO_PAIRS = ((0, 2), (1, 3))
"""The seats of the sides if partners sit opposite, as matches and tournaments require."""

MOST_DEALS = 16

LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The differences at which the result rises by one IMP, which are those of duplicate bridge."""


class Settings(HasRules, Protocol):
    """Rules, and the level of the bots."""

    @property
    def level(self) -> Level:
        """Return the level of the bots."""


class DealScore(Struct, frozen=True):
    """The result of a deal for one side.

    `margin` is how much more the round is worth to it than to the other sides on average. Each bag
    counts as its share of the penalty. `points` are by side, or by team in a match.
    """

    margin: float
    points: tuple[int, ...]
    bids: BySeat[Bid]
    won: BySeat[int]


def imps(difference: float) -> int:
    """Return the IMPs for a difference in a deal, with the same sign.

    They keep one wild deal from deciding a match.
    """
    return int(copysign(bisect_right(LEAST, abs(difference)), difference))


def scored(rules: Rules, result: RoundResult, seat: Seat) -> DealScore:
    """Return the score of a deal for the side of `seat`."""
    points = tuple(side.points for side in result.sides)
    return DealScore(margin(rules, result, seat), points, result.bids, result.won)


def facts(settings: Settings, lang: Lang) -> dict[str, Any]:
    """Return what every contest shows about its rules and bots."""
    return {
        "title": title_of(settings, lang),
        "preset": settings.preset,
        "code": code_of(settings),
        "level": settings.level,
    }


def fit_for_all(rules: Rules) -> Rules:
    """Return rules under which no action before the play can change a player's cards."""
    return rules.without_cut.with_options({"table.seating": "chosen", "end.minutes": 0})


def contest_table(settings: Settings, **fields: Any) -> TableCreated:
    """Return a table of a contest, where nothing can be undone."""
    preset, rules, level = settings.preset, settings.rules, settings.level
    return TableCreated(preset, rules, level, title=settings.title, undo=False, **fields)


def begin_table(  # noqa: PLR0913 - the table, its players, its cards, the time and the names
    id: str,
    made: TableCreated,
    seated: Iterable[SeatTaken],
    seeds: Seeds,
    now: float,
    *,
    names_of: str,
) -> Transition:
    """Return a table with the first deal on it, and bots in all free seats.

    Bots have the same names at all tables where `names_of` is the same.
    """
    sealed = Transition.begin(id, made).then(*seated).settled(seeds)
    seats = sealed.table.seats
    bots = names_for_bots(seats, len(seats.free), names_of)
    return sealed.then(Started(bots, now)).settled(seeds)
