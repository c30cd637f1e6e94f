"""A match between two bots."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future

from ..bots import told
from ..game import Message, Rules, SpadesError
from .batch import Batch, Order, play_batch
from .contestant import BotFactory, contestant
from .failure import ArenaError
from .interval import interval, share_interval
from .result import BidSums, BotReport, MatchResult
from .seating import seatings

USUAL_DEALS = 2048
"""Below this, differences between good bots drown in the luck of the cards."""

MOST_DEALS = 100_000_000

_LARGEST_BATCH = 16
_BATCHES = 64
"""The fewest, so that many workers are busy and progress is seen."""

_AHEAD = 512
"""The most that wait at the executor: workers are busy, memory is bounded."""


def match(  # noqa: PLR0913 - all by keyword
    first: str | BotFactory,
    second: str | BotFactory,
    rules: Rules | None = None,
    *,
    deals: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    executor: Executor | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Plays two bots against each other, 2,048 deals unless told otherwise.

    A bot is a level by name, with options as in `level:option=value`, or what makes one from a
    seed; it is made anew for each game. Nobody cuts the pack, so that all get the same cards. Each
    deal is played under every seating of `seatings`. With `deals` the first round of a game is
    played, with `games` the whole game. Without an executor the match is played here and now. Times
    apart, the result depends neither on the executor nor on the number of its workers.
    `on_progress` is told of every few deals done.

    Raises:
        SpadesError: for a bot, an option or a number that cannot be.
        BotError: when a bot raises an error or answers illegally, at the first such deal.
        ArenaError: when the executor fails.
    """
    count = _count(deals, games)
    rules = (rules or Rules()).without_cut
    contestants = (contestant(first), contestant(second))
    order = Order(rules, contestants, str(seed), whole_games=games is not None)
    total = Batch()
    for batch in _batches(order, count, executor):
        total.merge(batch)
        if on_progress is not None:
            on_progress(len(batch.values))
    found = share_interval(total.values) if games else interval(total.values)
    reports = [
        BotReport.of(one.name, tally) for one, tally in zip(contestants, total.tallies, strict=True)
    ]
    return MatchResult(
        deals=None if games else count,
        points_per_deal=None if games else found,
        games=count if games else None,
        games_won=found if games else None,
        seatings=len(seatings(rules)),
        rounds=total.bid_sums.total(),
        bids=BidSums.of(total.bid_sums),
        bots=(reports[0], reports[1]),
    )


def _count(deals: int | None, games: int | None) -> int:
    if deals is not None and games is not None:
        raise ArenaError("arena/deals-or-games", Message("a match is of deals or of games"))
    count = next((given for given in (deals, games) if given is not None), USUAL_DEALS)
    if not 2 <= count <= MOST_DEALS:
        raise ArenaError(
            "arena/number-of-deals",
            Message(
                "a match of {count} is not possible, expected 2 to {most}",
                count=count,
                most=MOST_DEALS,
            ),
        )
    return count


def _batches(order: Order, count: int, executor: Executor | None) -> Iterator[Batch]:
    """The batches in the order of their deals."""
    size = max(1, min(_LARGEST_BATCH, count // _BATCHES))
    parts = (range(deal, min(deal + size, count + 1)) for deal in range(1, count + 1, size))
    if executor is None:
        yield from (play_batch(order, part) for part in parts)
        return
    waiting: deque[Future[Batch]] = deque()
    try:
        for part in parts:
            waiting.append(executor.submit(play_batch, order, part))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except SpadesError:
        raise
    except Exception as error:
        message = Message("the workers failed: {problem}", problem=told(error))
        raise ArenaError("arena/workers-failed", message) from error
    finally:
        for future in waiting:
            future.cancel()
