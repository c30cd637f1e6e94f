"""Play one game, or its first round, between bots whose decisions are timed."""

from itertools import count
from time import perf_counter

from ..bots import Acting, BotError, Seated, played_on
from ..game import BySeat, Game, Message, PlayerAction, Rules, SeatView, shuffler
from .tally import Times


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
