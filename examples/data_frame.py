"""Turn records of games into rows for a data frame: each seat's bid and its result.

    python data_frame.py [FILE ...]
    pip install pandas            shows them as a data frame

A file is the record of a game, as `spadille play` and the browser save it. Without a file, four
bots play.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from read_a_record import a_record, text_of

from spadille import Game, SpadesError, load_game

Row = dict[str, Any]


def rows(game: Game) -> Iterator[Row]:
    """Yield a row for each seat in each round that is over."""
    for result in game.results:
        for seat in game.rules.seats:
            side = game.rules.side_of(seat)
            bid = result.bids[seat]
            yield {
                "round": result.number,
                "seat": seat.letter,
                "bid": bid.tricks,
                "nil": bid.nil,
                "won": result.won[seat],
                "points_of_side": result.sides[side].points,
            }


def main(*files: str) -> list[Row]:
    try:
        texts = [text_of(file) for file in files] or [a_record()]
        found = [
            {"game": number, **row}
            for number, text in enumerate(texts)
            for row in rows(load_game(text))
        ]
    except SpadesError as refusal:
        sys.exit(f"this is no game of Spades: {refusal}")
    if find_spec("pandas"):
        frame = import_module("pandas").DataFrame(found)
        print(frame.groupby("bid")["won"].agg(["count", "mean"]))
    else:
        print(*found, sep="\n")
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
