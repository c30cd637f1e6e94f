"""Some deals of a match, each played in all seatings: an executor's unit of work."""

from collections import Counter
from itertools import count
from time import perf_counter

from msgspec import Struct, field

from ..bots import Acting, BotError, Seated, played_on
from ..game import BySeat, Game, Message, PlayerAction, Rules, SeatView, shuffler, worth
from .contestant import Contestant
from .tally import Tally, Times


class Order(Struct, frozen=True):
    """The settings of a match; with `whole_games`, each deal is the first of a game."""

    rules: Rules
    contestants: tuple[Contestant, Contestant]
    seed: str
    whole_games: bool

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both bots in their order."""
        return self.contestants[0].name, self.contestants[1].name


class Batch(Struct):
    """The results of some deals: a value for each, in order, and the counts of both bots.

    `squares` is the sum of the squared results of single games, one for each seating of a deal.
    """

    values: list[float] = field(default_factory=list)
    squares: float = 0.0
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    bid_sums: Counter[int] = field(default_factory=Counter)

    def merge(self, other: "Batch") -> None:
        """Append the values of another batch, and add its sums and counts."""
        self.values += other.values
        self.squares += other.squares
        self.bid_sums.update(other.bid_sums)
        for own, others in zip(self.tallies, other.tallies, strict=True):
            own.merge(others)


def seatings(rules: Rules) -> tuple[BySeat[int], ...]:
    """Return which of the two bots, 0 or 1, sits at each seat, for each game played with a deal.

    The bots take alternate sides. This pattern is rotated through the sides, and each seating comes
    with sides swapped. So both bots play every side equally often, against equally many sides of
    the other bot. Two sides make 2 games, four sides 2, three sides 6, five sides 10.

    >>> seatings(Rules())
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seatings(Rules.preset("three-player"))
    ((0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 0, 1), (1, 1, 0))
    """
    sides = len(rules.sides)
    by_side = dict.fromkeys(
        tuple(((side + turn) % sides + swapped) % 2 for side in range(sides))
        for turn in range(sides)
        for swapped in (0, 1)
    )
    return tuple(tuple(bots[rules.side_of(seat)] for seat in rules.seats) for bots in by_side)


def play_batch(order: Order, deals: range) -> Batch:
    """Play deals by their numbers, each in every seating; the result depends only on the arguments.

    Raises:
        BotError: at the first illegal decision.
    """
    batch = Batch()
    for deal in deals:
        gains = [_gain(order, seating, deal, batch) for seating in seatings(order.rules)]
        batch.values.append(sum(gains) / len(gains))
        batch.squares += sum(gain * gain for gain in gains)
    return batch


def _gain(order: Order, seating: BySeat[int], deal: int, batch: Batch) -> float:
    """Return how much the first bot has won one game by."""
    rules = order.rules
    players = tuple(
        Seated(
            order.contestants[which].name,
            Timed(
                order.contestants[which].make(f"{order.seed}/{deal}/{seat.letter}"),
                batch.tallies[which].times,
            ),
        )
        for seat, which in zip(rules.seats, seating, strict=True)
    )
    game = play(rules, players, order.seed, deal, None if order.whole_games else 1)
    sides = [seating[side[0]] for side in rules.sides]
    for result in game.results:
        batch.bid_sums[sum(bid.tricks for bid in result.bids)] += 1
        for side, which in enumerate(sides):
            batch.tallies[which].add(rules, result, side)
    return _won(game, sides) if order.whole_games else points_gained(game, sides)


def _won(game: Game, sides: list[int]) -> float:
    assert game.outcome is not None
    winner = game.outcome.winner
    return 0.5 if winner is None else float(sides[winner] == 0)


def points_gained(game: Game, sides: list[int]) -> float:
    """Return the mean of the first bot's sides less that of the other bot's, in the first round."""
    points = worth(game.rules, game.results[0])
    own, others = (
        [value for value, bot in zip(points, sides, strict=True) if bot == which]
        for which in (0, 1)
    )
    return sum(own) / len(own) - sum(others) / len(others)


class Timed:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Acting, times: Times) -> None:
        self._bot = bot
        self._times = times

    def act(self, view: SeatView) -> PlayerAction:
        """Return the bot's action, and add the seconds it took to the bot's times."""
        start = perf_counter()
        action = self._bot.act(view)
        self._times.add(perf_counter() - start)
        return action


def play(
    rules: Rules, bots: BySeat[Seated], seed: str, deal: int, rounds: int | None = None
) -> Game:
    """Return the game after this many rounds, or at its end.

    The cards of each round follow only from the seed and the round number, so that other players
    get the same cards.

    Raises:
        BotError: if a bot raises an error or answers illegally.
    """
    game = Game.new(rules)
    try:
        while not game.over and len(game.results) != rounds:
            game = _play_round(game, bots, f"{seed}/{deal}/{len(game.results) + 1}")
    except BotError as error:
        message = Message("in deal {deal} {problem}", deal=deal, problem=error.message)
        told = BotError(error.code, message, error.bot, error.seat, deal, error.trace)
        raise told from error.__cause__
    return game


def _play_round(game: Game, bots: BySeat[Seated], seed: str) -> Game:
    finished = len(game.results)
    for shuffle in count():
        game = played_on(game.happen(shuffler(f"{seed}/{shuffle}")), bots, 1)
        if len(game.results) > finished:
            break
    return game
