"""Play a round robin of several bots on the same duplicate deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain, combinations
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from ..bots import Rating, after_game
from ..game import Rules
from .batch import Batch
from .checkpoint import Checkpoint
from .contestant import ArenaError, BotFactory, contestant
from .interval import Interval, interval, share_interval
from .match import count_of, order_of, result_of
from .referee import OnIllegal
from .result import MatchResult
from .saved_games import SavedGames
from .work import parts, played

MOST_BOTS = 32

Values = dict[tuple[str, str], list[float]]
"""The value of each deal to the first bot, keyed by the two bots of a match."""


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a bot did against all others combined: points per deal, or the share of games won."""

    bot: str
    rating: Rating
    points_per_deal: Interval | None = None
    games_won: Interval | None = None


class RoundRobinResult(Struct, frozen=True):
    """All matches, each from the point of view of the bot named first, and the bots, best first."""

    places: tuple[Place, ...]
    matches: tuple[MatchResult, ...]


def round_robin(  # noqa: PLR0913 - all by keyword
    bots: Sequence[str | BotFactory],
    rules: Rules | str | None = None,
    *,
    deals: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    on_illegal: OnIllegal = "stop",
    save_games: Path | str | None = None,
    executor: Executor | None = None,
    checkpoint: Checkpoint | None = None,
    journal: Checkpoint | None = None,
    progress: Callable[[int], object] | None = None,
) -> RoundRobinResult:
    """Play a match between every two of the bots, and rate all of them.

    Everything else is as in `match`; all matches have the same deals and are played in parallel.
    Each match saves its games in its own folder in `save_games`.

    Raises:
        SpadesError: for invalid bots, options, numbers or seeds.
        BotError: if a bot raises an error or answers illegally.
        ArenaError: if the executor, the checkpoint or the folder fails.
    """
    count = count_of(deals, games)
    players = [contestant(bot) for bot in bots]
    names = [player.name for player in players]
    _check(names)
    orders = {
        (one.name, other.name): order_of(
            (one, other), rules, seed, games is not None, on_illegal, save_games
        )
        for one, other in combinations(players, 2)
    }
    saved = None if save_games is None else SavedGames(save_games, [*orders.values()])
    totals = {pair: Batch() for pair in orders}
    # In turn, so that all matches are equally long if they end early.
    in_turn = zip(*(parts(order, count) for order in orders.values()), strict=True)
    tasks = chain.from_iterable(in_turn)
    for part, batch in played(tasks, executor, checkpoint or journal, saved):
        totals[part.order.names].merge(batch)
        if progress is not None:
            progress(len(batch.values))
    found = interval if games is None else share_interval
    values = {pair: total.values for pair, total in totals.items()}
    return RoundRobinResult(
        places=_places(names, values, whole_games=games is not None),
        matches=tuple(
            result_of(order, totals[pair], found(values[pair])) for pair, order in orders.items()
        ),
    )


def _check(names: list[str]) -> None:
    if not 2 <= len(names) <= MOST_BOTS:
        raise ArenaError(
            "arena/number-of-bots",
            "a round robin of {count} bots is not possible; choose 2 to {most}",
            count=len(names),
            most=MOST_BOTS,
        )
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise ArenaError("arena/bot-twice", "{bot} cannot play against itself here", bot=twice)


def _places(names: list[str], values: Values, *, whole_games: bool) -> tuple[Place, ...]:
    places = []
    for bot, rating in ratings(names, values, even=0.5 if whole_games else 0.0).items():
        gains = zip(*_gains(bot, values, whole_games), strict=True)
        against_all = [fmean(of_deal) for of_deal in gains]
        if whole_games:
            places.append(Place(bot=bot, rating=rating, games_won=share_interval(against_all)))
        else:
            places.append(Place(bot=bot, rating=rating, points_per_deal=interval(against_all)))
    return tuple(sorted(places, key=lambda place: -place.rating.mu))


def _gains(bot: str, values: Values, whole_games: bool) -> Iterator[list[float]]:  # noqa: FBT001
    """Yield the results of a bot's deals, for each opponent."""
    for (first, second), found in values.items():
        if bot == first:
            yield found
        elif bot == second:
            yield [1 - value if whole_games else -value for value in found]


def ratings(names: Iterable[str], values: Values, *, even: float) -> dict[str, Rating]:
    """Return a rating for each bot, deal by deal so that the order of matches does not matter.

    Each deal counts as a game between two that is won, lost or drawn, by whatever margin.
    """
    rated = dict.fromkeys(names, Rating())
    for deal in zip(*values.values(), strict=True):
        for (first, second), value in zip(values, deal, strict=True):
            places = (1 + (value < even), 1 + (value > even))
            sides = after_game(((rated[first],), (rated[second],)), places)
            ((rated[first],), (rated[second],)) = sides
    return rated
