"""`spadille replay`: checks a record and shows the scores of its rounds."""

import sys
from argparse import Namespace
from typing import Any

from ..game import Game, Message, ParseError, Seat, T
from ..locale import translate
from ..notation import RecordError, load_record
from .errors import InputError
from .output import print_json
from .reading import name_of, read_text
from .side_names import side_name

_ABOUT = """\
Check the record of a game action by action and show the score of every round.

Exit status 1 when an action breaks a rule: it is named by round, seat and card.

examples:
  spadille replay game.spades
  spadille replay --json - < game.spades
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "replay", help="check a record and show its scores", description=_ABOUT
    )
    parser.set_defaults(run=run, command=parser.prog)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lang", choices=["en", "de"], default="en", help="language of the texts")
    parser.add_argument("file", metavar="FILE", help="a record; - is standard input")


def run(arguments: Namespace) -> int:
    file = name_of(arguments.file)
    try:
        game = load_record(read_text(arguments.file))
    except ParseError as error:
        where = f"{file}, {error.place}" if error.place else file
        raise InputError(f"{where}: {error.code}: {error}") from error
    except RecordError as error:
        if arguments.json:
            print_json(_broken(error, arguments.lang))
        else:
            print(f"{file}: {error.code}: {translate(error.message, arguments.lang)}")
        return 1
    if arguments.json:
        print_json(_kept(game), indent=True)
    elif sys.stdout.isatty():
        _print_table(game, arguments.lang)
    else:
        _print_lines(game, arguments.lang)
    return 0


def _broken(error: RecordError, lang: str) -> dict[str, Any]:
    return {
        "ok": False,
        "code": error.code,
        "round": error.round,
        "seat": None if error.seat is None else error.seat.letter,
        "action": error.action,
        "message": translate(error.message, lang),
    }


def _kept(game: Game) -> dict[str, Any]:
    return {
        "ok": True,
        "players": game.players,
        "rounds": [
            {
                "number": result.number,
                "dealer": result.dealer.letter,
                "bids": [bid.tricks if not bid.nil else str(bid) for bid in result.bids],
                "tricks": result.won,
                "sides": result.sides,
            }
            for result in game.results
        ],
        "over": game.over,
        "winner": game.outcome.winner if game.outcome else None,
        "reason": str(game.outcome.reason) if game.outcome else None,
    }


def _print_lines(game: Game, lang: str) -> None:
    names = _names(game)
    for result in game.results:
        print(f"{_say(T('Round {number}'), lang, number=result.number)}")
        for side, scored in enumerate(result.sides):
            name = side_name(game.rules, side, lang, names)
            print(f"  {name}: {scored.points:+} = {scored.score}")
            for line in scored.lines:
                print(f"    {line.points:+} {translate(line.text, lang, names)}")
    print(_ending(game, lang))


def _print_table(game: Game, lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    names = _names(game)
    table = Table(box=None, pad_edge=False)
    table.add_column(_say(T("Round"), lang), justify="right")
    table.add_column(_say(T("Side"), lang))
    table.add_column(_say(T("Points"), lang), justify="right")
    table.add_column(_say(T("Score"), lang), justify="right", style="bold")
    table.add_column(_say(T("Reason"), lang))
    for result in game.results:
        for side, scored in enumerate(result.sides):
            table.add_row(
                str(result.number) if side == 0 else "",
                side_name(game.rules, side, lang, names),
                f"{scored.points:+}",
                str(scored.score),
                "; ".join(
                    f"{translate(line.text, lang, names)} {line.points:+}" for line in scored.lines
                ),
                end_section=side == len(result.sides) - 1,
            )
    console = Console(highlight=False, markup=False)
    console.print(table)
    console.print(_ending(game, lang))


def _ending(game: Game, lang: str) -> str:
    """How the game ended, or where the record breaks off."""
    if game.outcome is None:
        return _say(
            T("The game is not finished: {rounds} rounds are scored."),
            lang,
            rounds=len(game.results),
        )
    reason = translate(game.outcome.reason, lang)
    if game.outcome.winner is None:
        return _say(T("Nobody wins: {reason}."), lang, reason=reason)
    winner = side_name(game.rules, game.outcome.winner, lang, _names(game))
    return _say(T("{winner} wins: {reason}."), lang, winner=winner, reason=reason)


def _say(text: str, lang: str, **parameters: object) -> str:
    return translate(Message(text, **parameters), lang)


def _names(game: Game) -> dict[Seat, str] | None:
    return dict(zip(game.rules.seats, game.players, strict=True)) if game.players else None
