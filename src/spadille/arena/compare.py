"""The decisions of two bots in the same positions, on a deal of a match."""

from collections.abc import Sequence

from msgspec import Struct

from ..bots import Acting, DecidingBot, Decision, Seated, answer_in_words, told_with_place
from ..game import Game, Message, PlayerAction, Rules, Seat, SeatView, in_range, in_short
from .batch import Order, play, players_of, points_gained, seatings
from .contestant import ArenaError, BotFactory, contestant
from .match import MOST_DEALS, order_of


class Compared(Struct, frozen=True):
    """A decision in a game: that of the bot at the table, and that of the other bot.

    `trick` is 0 before the play. `which` is the bot that sits there, 0 or 1, and `decisions` are
    those of both in their order. If the other bot fails, its decision is None and `failure` says
    why.
    """

    round: int
    trick: int
    seat: Seat
    which: int
    decisions: tuple[Decision | None, Decision | None]
    failure: str = ""

    @property
    def differs(self) -> bool:
        """Return True if the other bot would do something else."""
        first, second = self.decisions
        return first is None or second is None or first.action != second.action


class Comparison(Struct, frozen=True):
    """A game of a match, with every decision; `gain` is how many points the first bot won by."""

    game: Game
    seating: tuple[int, ...]
    decisions: tuple[Compared, ...]
    gain: float


def compare(  # noqa: PLR0913 - all by keyword
    first: str | BotFactory,
    second: str | BotFactory,
    rules: Rules | str | None = None,
    *,
    deal: int = 1,
    seating: int = 1,
    seed: int | str = 0,
) -> Comparison:
    """Play the first round of a deal as in `match`, and ask the other bot in every position.

    `deal` and `seating` count from 1, as in the names of saved games. The bot at the table decides;
    the other gets the same view and the same seed.

    >>> found = compare("beginner", "random", deal=3)
    >>> len(found.decisions) > 52, found.decisions[0].differs
    (True, False)

    Raises:
        SpadesError: for an invalid bot, deal, seating or seed.
        BotError: if the bot at the table fails.
    """
    order = order_of((contestant(first), contestant(second)), rules, seed, whole_games=False)
    ways = seatings(order.rules)
    number, at = in_range(deal, 1, MOST_DEALS), in_range(seating, 1, len(ways))
    if number is None or at is None:
        raise ArenaError(
            "arena/no-such-deal",
            "deal {deal} in seating {seating} does not exist; choose deals from 1, and seatings "
            "from 1 to {most}",
            deal=in_short(deal),
            seating=in_short(seating),
            most=len(ways),
        )
    chosen = ways[at - 1]
    log: list[Compared] = []
    players = _watched(order, chosen, number, log)
    game = play(order.rules, players, order.seed, number, 1)
    sides = [chosen[side[0]] for side in order.rules.sides]
    return Comparison(game, chosen, tuple(log), points_gained(game, sides))


def _watched(
    order: Order, seating: Sequence[int], deal: int, log: list[Compared]
) -> tuple[Seated, ...]:
    swapped = tuple(1 - which for which in seating)
    return tuple(
        Seated(own.name, _Both(own.bot, other.bot, which, log))
        for own, other, which in zip(
            players_of(order, tuple(seating), deal),
            players_of(order, swapped, deal),
            seating,
            strict=True,
        )
    )


class _Both:
    """The bot at a seat, and the other bot, which is only asked."""

    def __init__(self, own: Acting, other: Acting, which: int, log: list[Compared]) -> None:
        self._own, self._other, self._which, self._log = own, other, which, log

    def act(self, view: SeatView) -> PlayerAction:
        taken = _decided(self._own, view)
        other: Decision | None = None
        failure = ""
        try:
            other = _decided(self._other, view)
            if other.action not in view.options:
                failure = f"illegal answer {answer_in_words(other.action)}"
                other = None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the bot may be anyone's code
            failure = told_with_place(error)
        both = (other, taken) if self._which else (taken, other)
        self._log.append(
            Compared(view.round_number, view.trick_number, view.seat, self._which, both, failure)
        )
        return taken.action


def _decided(bot: Acting, view: SeatView) -> Decision:
    """Return the decision of a bot, with its reason if it gives one for the action it takes."""
    if isinstance(bot, DecidingBot) and type(bot).act is DecidingBot.act:
        return bot.decide(view)
    action = bot.act(view)
    decide = getattr(bot, "decide", None)
    if callable(decide):
        decision: Decision = decide(view)
        if decision.action == action:
            return decision
    return Decision(action, Message("{bot} gives no reasons.", bot=type(bot).__name__))
