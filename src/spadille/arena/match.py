"""A match between two bots."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import get_args

from ..game import Rules, in_range, in_short, seed_text
from .batch import Batch, Order, seatings
from .checkpoint import Checkpoint
from .contestant import ArenaError, BotFactory, Contestant, contestant
from .interval import Interval
from .referee import OnIllegal
from .result import BidSums, BotReport, MatchResult, variance_reduction, worst_deals
from .saved_games import SavedGames
from .stopping import Stop, Until, Watch
from .work import parts, played

USUAL_DEALS = 2048
"""With fewer deals, the luck of the cards drowns out differences between good bots."""

MOST_DEALS = 100_000_000


def match(  # noqa: PLR0913 - all by keyword
    first: str | BotFactory,
    second: str | BotFactory,
    rules: Rules | str | None = None,
    *,
    deals: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    until: Until | None = None,
    on_illegal: OnIllegal = "stop",
    save_games: Path | str | None = None,
    executor: Executor | None = None,
    checkpoint: Checkpoint | None = None,
    journal: Checkpoint | None = None,
    progress: Callable[[int], object] | None = None,
) -> MatchResult:
    """Play two bots against each other, for 2,048 deals by default.

    A bot is the name of a level, with options as in `level:option=value`, or a factory that makes a
    bot from a seed; each game gets a new one. No one cuts the pack, so both get the same cards.
    Each deal is played in every seating of `seatings`. With `deals`, the first round of a game is
    played; with `games`, the whole game. `until` may end the match early. If a bot fails, the match
    ends with an error; with `on_illegal="count"` a simple player decides, and the results count the
    failures. `save_games` is a folder for the record of every game. Without an executor, the match
    is played in this process. Deals that the checkpoint already has are not played again. Except
    for times, the result does not depend on the executor, the number of its workers, or the
    checkpoint (`journal` is its older name). `progress` is notified every few deals.

    Raises:
        SpadesError: for an invalid bot, option, number or seed.
        BotError: if a bot raises an error or answers illegally, at the first such deal.
        ArenaError: if the executor, the checkpoint or the folder fails.
    """
    count = count_of(deals, games)
    order = order_of(
        (contestant(first), contestant(second)),
        rules,
        seed,
        games is not None,
        on_illegal,
        save_games,
    )
    saved = None if save_games is None else SavedGames(save_games, [order])
    watch = Watch(until, shares=order.whole_games)
    total = Batch()
    stop: Stop | None = None
    for _, batch in played(parts(order, count), executor, checkpoint or journal, saved):
        total.merge(batch)
        if progress is not None:
            progress(len(batch.values))
        stop = watch.look(batch.values) if len(total.values) < count else None
        if stop is not None:
            break
    return result_of(order, total, watch.found(total.values, stop), stop)


def order_of(  # noqa: PLR0913, PLR0917 - the settings of a match
    contestants: tuple[Contestant, Contestant],
    rules: Rules | str | None,
    seed: int | str,
    whole_games: bool,  # noqa: FBT001 - as above
    on_illegal: OnIllegal = "stop",
    save_games: object = None,
) -> Order:
    """Return the settings of a match from what its caller has given."""
    if on_illegal not in get_args(OnIllegal):
        raise ArenaError(
            "arena/on-illegal",
            "on_illegal cannot be {value}; choose stop or count",
            value=in_short(on_illegal),
        )
    return Order(
        (Rules() if rules is None else Rules.of(rules)).without_cut,
        contestants,
        seed_text(seed),
        whole_games,
        forgiving=on_illegal == "count",
        recording=save_games is not None,
    )


def result_of(order: Order, total: Batch, found: Interval, stop: Stop | None = None) -> MatchResult:
    """Return the result of a match from the results of all its deals."""
    reports = [
        BotReport.of(one.name, tally)
        for one, tally in zip(order.contestants, total.tallies, strict=True)
    ]
    count, games = len(total.values), len(seatings(order.rules))
    return MatchResult(
        deals=None if order.whole_games else count,
        points_per_deal=None if order.whole_games else found,
        games=count if order.whole_games else None,
        games_won=found if order.whole_games else None,
        stopped=stop,
        narrower=variance_reduction(total.values, total.squares, games),
        seatings=games,
        rounds=total.bid_sums.total(),
        bids=BidSums.of(total.bid_sums),
        bots=(reports[0], reports[1]),
        worst=worst_deals(total.values, even=0.5 if order.whole_games else 0.0),
    )


def count_of(deals: int | None, games: int | None) -> int:
    """Return how many deals or games are requested.

    Raises:
        ArenaError: if there are too few or too many, or both are given.
    """
    if deals is not None and games is not None:
        raise ArenaError("arena/deals-or-games", "a match has either deals or games")
    count = next((given for given in (deals, games) if given is not None), USUAL_DEALS)
    number = in_range(count, 2, MOST_DEALS)
    if number is None:
        raise ArenaError(
            "arena/number-of-deals",
            "a match of {count} is not possible; choose 2 to {most}",
            count=in_short(count),
            most=MOST_DEALS,
        )
    return number
