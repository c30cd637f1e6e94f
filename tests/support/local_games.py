"""Games of the terminal program, played on without a terminal."""

from spadille.bots import load
from spadille.cli.play.local_game import LocalGame
from spadille.game import Preset
from support.stepped_clock import SteppedClock


def begun(preset: Preset, moves: int, seed: str = "7", level: str = "beginner") -> LocalGame:
    """Return a game after that many decisions by the person, who decides as a beginner would."""
    game = LocalGame(preset, level, seed, SteppedClock())
    play_on(game, moves)
    return game


def play_on(game: LocalGame, moves: int) -> None:
    bot = load("beginner")
    while not game.game.over:
        if game.game.waits_for_chance:
            game.let_chance_act()
        elif game.bot_to_act is not None:
            game.act_for(game.bot_to_act, game.decision(game.bot_to_act))
        elif moves:
            game.act(bot.act(game.view))
            moves -= 1
        else:
            return
