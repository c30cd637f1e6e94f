"""`spadille replay`: check records and show the scores of their rounds."""

import sys
from argparse import Namespace
from typing import Any

from ..game import Game, Message, Record
from ..locale import translate
from ..notation import RecordError, load_record, load_records, replay_record
from .bids import plain_bid
from .options import add_command, add_lang_option
from .streams import is_terminal, name_of, plain_console, print_json, print_plain, read_parsed, tell
from .wording import names_in, side_name, verdict

_ABOUT = """\
Check the record of a game action by action, and show the score of each round.

The exit status is 1 if an action breaks a rule; its round, seat and card are
shown. A file may have several games; --json then prints one line for each.

examples:
  spadille replay game.spades
  spadille replay --json - < game.spades
"""


def add_to(commands: Any) -> None:
    """Add `spadille replay` and its options."""
    parser = add_command(commands, "replay", "Check a game record", _ABOUT, run)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_lang_option(parser)
    parser.add_argument("file", metavar="FILE", help="one or more records; - for standard input")


def run(arguments: Namespace) -> int:
    """Print the scores of records and return 0, or print errors and return 1."""
    records = read_parsed(arguments.file, _records)
    lang, several, broken = arguments.lang, len(records) > 1, False
    for number, record in enumerate(records, start=1):
        if several and not arguments.json:
            print_plain(translate(Message("Game {number}", number=number), lang))
        try:
            game = replay_record(record)
        except RecordError as error:
            told = f"{name_of(arguments.file)}: {error.code}: {translate(error.message, lang)}"
            tell(arguments, _broken(error, lang), told)
            broken = True
            continue
        if arguments.json:
            print_json(_kept(game), indent=not several, lang=lang)
        elif is_terminal(sys.stdout):
            _print_table(game, lang)
        else:
            _print_lines(game, lang)
    return int(broken)


def _records(text: str) -> list[Record]:
    """Return the records in a text; raise ParseError if it has none."""
    return list(load_records(text)) or [load_record(text)]


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
                "bids": [plain_bid(bid) for bid in result.bids],
                "tricks": result.won,
                "sides": result.sides,
            }
            for result in game.results
        ],
        "over": game.over,
        "winner": game.outcome.winner if game.outcome else None,
        "reason": game.outcome.reason if game.outcome else None,
    }


def _print_lines(game: Game, lang: str) -> None:
    names = names_in(game)
    for result in game.results:
        print_plain(translate(Message("Round {number}", number=result.number), lang))
        for side, scored in enumerate(result.sides):
            name = side_name(game.rules, side, lang, names)
            print_plain(f"  {name}: {scored.points:+} = {scored.score}")
            for line in scored.lines:
                print_plain(f"    {line.points:+} {translate(line.text, lang, names)}")
    print_plain(_ending(game, lang))


def _print_table(game: Game, lang: str) -> None:
    from .rich_tables import score_table

    console = plain_console()
    console.print(score_table(game.rules, game.results, lang, names_in(game)))
    console.print(_ending(game, lang))


def _ending(game: Game, lang: str) -> str:
    """Return how the game ended, or where the record breaks off."""
    if game.outcome is not None:
        return translate(verdict(game.rules, game.outcome, lang, names_in(game)), lang)
    unfinished = Message.counted(
        "The game is not finished; one round has been scored.",
        "The game is not finished; {n} rounds have been scored.",
        len(game.results),
    )
    return translate(unfinished, lang)
