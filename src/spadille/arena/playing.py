"""One game, or its first round, between bots that are watched and timed."""

import traceback
from itertools import count
from time import perf_counter
from typing import NamedTuple, cast

from ..game import BySeat, Game, Message, PlayerAction, Rules, Seat, SpadesError, T, shuffler
from ..notation import format_action
from .contestant import Acting
from .failure import BotError, told
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
        game = _play_round(game, players, f"{seed}/{deal}/{number}", deal)
        if game.over or number == rounds:
            break
    return game


def _play_round(game: Game, players: BySeat[Player], seed: str, deal: int) -> Game:
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
            problem = Message(T("the round does not come to an end"))
            raise _failure("arena/endless", problem, player, deal, game, seat)
        action = _decision(game, seat, player, deal)
        game = _after(game, seat, player, action, deal)
    return game


def _decision(game: Game, seat: Seat, player: Player, deal: int) -> PlayerAction:
    view = game.view(seat)
    start = perf_counter()
    try:
        action = player.bot.act(view)
    except (Exception, SystemExit) as error:
        problem = Message(T("it raised {error}"), error=told(error))
        trace = "".join(traceback.format_exception(error))
        raise _failure("arena/bot-raised", problem, player, deal, game, seat, trace) from error
    player.tally.times.add(perf_counter() - start)
    return action


def _after(game: Game, seat: Seat, player: Player, action: PlayerAction, deal: int) -> Game:
    try:
        return game.apply(action, seat)
    except SpadesError as error:
        reason: object = error.message
    except Exception as error:  # noqa: BLE001 - the answer of a bot may be anything
        reason = told(error)
    problem = Message(
        T("it may not answer {action}: {reason}"), action=_written(action), reason=reason
    )
    raise _failure("arena/illegal-action", problem, player, deal, game, seat)


def _failure(  # noqa: PLR0913, PLR0917 - all that a bot's author asks for
    code: str,
    problem: Message,
    player: Player,
    deal: int,
    game: Game,
    seat: Seat,
    trace: str = "",
) -> BotError:
    message = Message(
        T("{bot} fails in deal {deal}, round {round}, as {seat}: {problem}"),
        bot=player.name,
        deal=deal,
        round=len(game.results) + 1,
        seat=seat,
        problem=problem,
    )
    return BotError(code, message, player.name, deal, seat, trace)


def _written(action: object) -> str:
    """The action in notation, and whatever else a bot answers as Python shows it."""
    try:
        return format_action(cast("PlayerAction", action))
    except Exception:  # noqa: BLE001 - as above
        return repr(action)
