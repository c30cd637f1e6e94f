"""Some deals of a match, each played in all seatings: an executor's unit of work."""

from collections import Counter
from itertools import count

from msgspec import Struct, field, structs

from ..bots import BotError, Seated, is_program, played_on
from ..game import BySeat, Game, Message, Rules, clean_name, shuffler, worth
from ..notation import format_record
from .contestant import Contestant
from .executors import end_programs_with_worker
from .referee import Forgiven, Timed
from .tally import Tally


class Order(Struct, frozen=True):
    """The settings of a match; with `whole_games`, each deal is the first of a game.

    With `forgiving`, decisions that a bot fails to make are counted, and with `recording` the games
    are returned as records.
    """

    rules: Rules
    contestants: tuple[Contestant, Contestant]
    seed: str
    whole_games: bool
    forgiving: bool = False
    recording: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both bots in their order."""
        return self.contestants[0].name, self.contestants[1].name


class Batch(Struct, omit_defaults=True):
    """The results of some deals: a value for each, in order, and the counts of both bots.

    `squares` is the sum of the squared results of single games, one for each seating of a deal.
    `records` holds the games of each deal, by seating, if the order asks for them.
    """

    values: list[float] = field(default_factory=list)
    squares: float = 0.0
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    bid_sums: Counter[int] = field(default_factory=Counter)
    records: list[list[str]] = field(default_factory=list)

    def merge(self, other: "Batch") -> None:
        """Append the values of another batch, and add its sums and counts; leave out its games."""
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
    if any(map(is_program, order.names)):
        end_programs_with_worker()
    batch = Batch()
    for deal in deals:
        gains, records = [], []
        for seating in seatings(order.rules):
            game, gain = _played(order, seating, deal, batch)
            gains.append(gain)
            if order.recording:
                records.append(_recorded(order, seating, game))
        if records:
            batch.records.append(records)
        batch.values.append(sum(gains) / len(gains))
        batch.squares += sum(gain * gain for gain in gains)
    return batch


def players_of(order: Order, seating: BySeat[int], deal: int) -> BySeat[Seated]:
    """Return new bots for the game of a deal in one of its seatings."""
    return tuple(
        Seated(
            order.contestants[which].name,
            order.contestants[which].make(f"{order.seed}/{deal}/{seat.letter}"),
        )
        for seat, which in zip(order.rules.seats, seating, strict=True)
    )


def _played(order: Order, seating: BySeat[int], deal: int, batch: Batch) -> tuple[Game, float]:
    """Return a game, and how much the first bot has won it by."""
    rules = order.rules
    players = tuple(
        Seated(name, _counted(order, Timed(bot, batch.tallies[which].times), deal,
                              batch.tallies[which]))
        for (name, bot), which in zip(players_of(order, seating, deal), seating, strict=True)
    )  # fmt: skip
    game = play(rules, players, order.seed, deal, None if order.whole_games else 1)
    sides = [seating[side[0]] for side in rules.sides]
    for result in game.results:
        batch.bid_sums[sum(bid.tricks for bid in result.bids)] += 1
        for side, which in enumerate(sides):
            batch.tallies[which].add(rules, result, side)
    return game, _won(game, sides) if order.whole_games else points_gained(game, sides)


def _recorded(order: Order, seating: BySeat[int], game: Game) -> str:
    """Return the record of a game, with the names of the bots as players."""
    players = tuple(clean_name(order.names[which]) or "bot" for which in seating)
    return format_record(structs.replace(game.record(), players=players))


def _counted(order: Order, bot: Timed, deal: int, tally: Tally) -> Timed | Forgiven:
    return Forgiven(bot, tally, deal) if order.forgiving else bot


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
