"""One game, or its first round, between bots that are watched and timed."""

from itertools import count
from time import perf_counter
from typing import NamedTuple

from ..bots import Acting, BotError, after, answer_of, failure
from ..game import BySeat, Game, Message, PlayerAction, Rules, Seat, shuffler
from .tally import Tally

MOST_DECISIONS = 10_000
"""No round takes so many; a bot that does is going round in circles."""


class Player(NamedTuple):
    """A bot at the table, and what counts for it."""

    name: str
    bot: Acting
    tally: Tally


def play(
    rules: Rules, players: BySeat[Player], seed: str, deal: int, rounds: int | None = None
) -> Game:
    """The game after so many rounds, or after its end.

    The cards of each round follow from the seed and the number of the round alone, so that other
    players find the same.

    Raises:
        BotError: when a bot raises an error or answers illegally.
    """
    game = Game.new(rules)
    for number in count(1):
        try:
            game = _play_round(game, players, f"{seed}/{deal}/{number}")
        except BotError as error:
            raise _of_deal(error, deal) from error.__cause__
        if game.over or number == rounds:
            break
    return game


def _play_round(game: Game, players: BySeat[Player], seed: str) -> Game:
    finished = len(game.results)
    shuffles = decisions = 0
    while len(game.results) == finished:
        seat = game.to_act
        if seat is None:
            game = game.happen(shuffler(f"{seed}/{shuffles}"))
            shuffles += 1
            continue
        decisions += 1
        player = players[seat]
        if decisions > MOST_DECISIONS:
            problem = Message("the round does not come to an end")
            raise failure("arena/endless", problem, player.name, game, seat)
        game = after(player.name, _decision(game, seat, player), game, seat)
    return game


def _decision(game: Game, seat: Seat, player: Player) -> PlayerAction:
    start = perf_counter()
    action = answer_of(player.name, player.bot, game, seat)
    player.tally.times.add(perf_counter() - start)
    return action


def _of_deal(error: BotError, deal: int) -> BotError:
    message = Message("in deal {deal} {problem}", deal=deal, problem=error.message)
    return BotError(error.code, message, error.bot, error.seat, deal, error.trace)
