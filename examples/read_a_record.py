"""Read the record of a game, check it card by card, and print the winner of each trick.

python read_a_record.py [FILE]
"""

import sys
from pathlib import Path

from spadille import Game, Rules, SpadesError, load_game
from spadille.bots import load


def main(file: str | None = None) -> None:
    try:
        game = load_game(text_of(file) if file else a_record())
    except SpadesError as refusal:
        sys.exit(f"this is no game of Spades: {refusal}")
    for result in game.results:
        bids = ", ".join(map(str, result.bids))
        print(f"Round {result.number}: bids {bids}; tricks {result.won}")
        for seats, side in zip(game.rules.sides, result.sides, strict=True):
            said = "; ".join(str(line.text) for line in side.lines)
            print(f"  {'/'.join(map(str, seats))} {side.points:+}: {said}")
    print(repr(game))


def text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        sys.exit(f"{file} is no text, and so no game of Spades")
    except OSError as error:
        sys.exit(f"{file} cannot be read: {error.strerror}")


def a_record() -> str:
    """Return a round played by bots, as text."""
    bot, game = load("intermediate"), Game.new(Rules(), seed=7)
    while not game.results:
        game = game.apply(bot.act(game.view_to_act))
    return game.record().dumps()


if __name__ == "__main__":
    main(*sys.argv[1:])
