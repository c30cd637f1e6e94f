"""`spadille deals`: the deals in a game record or a deal file, as PBN or for the solver."""

from argparse import Namespace
from typing import Any

from ..notation import RecordError, format_pbn, parse_boards
from .options import add_command
from .streams import InputError, name_of, print_json, print_plain, read_parsed, with_code

_ABOUT = """\
Print the deals in a file as PBN, the deal format of bridge programs. The file is
a game record, a PBN or PTN file, or has a deal like N:AK2.QJ.T98.76543 ... on
each line.

With --json each deal is a line for `spadille solve`; the seat to the left of the
dealer leads. docs/record.md says what PBN does not keep.

examples:
  spadille deals game.spades > game.pbn
  spadille deals --json hands.pbn | spadille solve -
"""


def add_to(commands: Any) -> None:
    """Add `spadille deals` and its options."""
    parser = add_command(
        commands, "deals", "Print the deals of a record, PBN or PTN file", _ABOUT, run
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines for `spadille solve`")
    parser.add_argument("file", metavar="FILE", help="a record, PBN or PTN; - for standard input")


def run(arguments: Namespace) -> None:
    """Print the deals in a file as PBN, or as JSON lines for `spadille solve`."""
    try:
        boards = read_parsed(arguments.file, parse_boards)
    except RecordError as error:
        raise InputError(f"{name_of(arguments.file)}: {with_code(error)}") from error
    if not arguments.json:
        print_plain(format_pbn(boards).rstrip())
        return
    for board in boards:
        print_json({"board": board.number, "deal": str(board.deal), "leader": board.leader.letter})
