"""`spadille draw`: draw a moment of a recorded game as SVG or PNG."""

import re
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game import Game, Seat, SpadesError
from ..notation import Place, decision_at
from .hint import add_nodes_option
from .kernels import prepare_levels
from .options import add_command, add_lang_option, seat_named, whole_number
from .streams import InputError, print_plain, progress_bar, read_sound_game, tell

if TYPE_CHECKING:
    from ..study import Reviewed
    from ..svg import Picture

_ABOUT = """\
Draw a moment of a recorded game: the table, a hand, a trick, a whole round,
the bids and scores, or the chance to win. docs/drawing.md shows them.

The file is SVG, or PNG if its name ends in .png. PNG needs the extra `png`.

--at 3 draws round 3, and --at 3.5 the table when trick 5 of it is complete.
--at 3.5.N draws the table before North played to it. Trick 0 is the bidding.

examples:
  spadille draw game.spades -o scores.svg
  spadille draw game.spades --at 1.5 -o trick.svg
  spadille draw game.spades --at 3.5.N --seat N -o north.png
  spadille draw game.spades --show curve -o chances.svg
"""

KINDS = ("table", "hand", "trick", "round", "bids", "curve")
_AT = re.compile(r"(\d{1,3})(?:\.(\d{1,2})(?:\.(\w))?)?")


class _At:
    """A point in a game: a round, a trick of it, or a seat's decision in that trick."""

    def __init__(self, round: int, trick: int | None, seat: Seat | None) -> None:
        self.round, self.trick, self.seat = round, trick, seat


def add_to(commands: Any) -> None:
    """Add `spadille draw` and its options."""
    parser = add_command(commands, "draw", "Draw a moment of a game", _ABOUT, run)
    parser.add_argument(
        "--at",
        metavar="ROUND[.TRICK[.SEAT]]",
        type=_at,
        help="what to draw, such as 3.5 [default: the end]",
    )
    parser.add_argument(
        "--show",
        choices=KINDS,
        help="kind of picture [default: bids, round or table, as --at says]",
    )
    parser.add_argument(
        "--seat", metavar="SEAT", type=seat_named, help="show only what this seat may see"
    )
    parser.add_argument(
        "--width", metavar="N", type=whole_number(1, 8192), help="pixels of a PNG across"
    )
    parser.add_argument("--four-colors", action="store_true", help="blue diamonds and green clubs")
    add_nodes_option(parser)
    add_lang_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON about the file")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="file to write [default: SVG to the output]"
    )
    parser.add_argument("file", metavar="RECORD", help="a record; - for standard input")


def _at(text: str) -> _At:
    found = _AT.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(
            f"invalid place {text!r}: expected ROUND, ROUND.TRICK or ROUND.TRICK.SEAT"
        )
    round, trick, seat = found.groups()
    chair = seat_named(seat) if seat else None
    return _At(int(round), None if trick is None else int(trick), chair)


def run(arguments: Namespace) -> None:
    """Write the picture to a file, or print it."""
    file = None if arguments.output is None else Path(arguments.output)
    _check(file, arguments)
    picture = _picture(read_sound_game(arguments.file), arguments)
    if file is None:
        print_plain(picture)
        return
    try:
        picture.save(file, width=arguments.width)
    except ImportError as error:
        raise InputError(
            f"cannot draw a PNG: {error.name} is not installed",
            "install it with: pip install 'spadille[png]', or write an .svg file",
        ) from error
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror or error}") from error
    about = {"file": str(file), "width": picture.width, "height": picture.height}
    tell(arguments, about | {"caption": picture.caption}, f"{file}: {picture.caption}")


def _check(file: Path | None, arguments: Namespace) -> None:
    """Check what needs no game, before a review takes its time.

    Raises:
        InputError: if the file has no suffix of a picture, or options do not go together.
    """
    if file is not None and (
        file.suffix.lower() not in {".svg", ".png"} or not file.parent.is_dir()
    ):
        raise InputError(
            f"invalid file {str(file)!r}: expected a name ending in .svg or .png, in an existing"
            " folder"
        )
    if arguments.width and (file is None or file.suffix.lower() != ".png"):
        raise InputError("--width: only a PNG has a width", "give a name ending in .png")
    if arguments.nodes and arguments.show != "curve":
        raise InputError("--nodes: only a curve needs rollouts", "add --show curve")


def _picture(game: Game, arguments: Namespace) -> "Picture":
    """Return the picture of the kind that the arguments ask for.

    Raises:
        InputError: if the record has nothing like that, or another option is needed.
    """
    from .. import svg

    at, seat, lang = arguments.at, arguments.seat, arguments.lang
    for asked in (seat, at and at.seat):
        if asked is not None and asked not in game.rules.seats:
            among = " ".join(there.letter for there in game.rules.seats)
            raise InputError(f"this game has no seat {asked.letter}; choose from {among}")
    kind = arguments.show or _usual(game, at)
    if kind == "curve":
        return _curve(game, seat, arguments)
    look = {"lang": lang, "four_colors": arguments.four_colors}
    now = game if at is None or at.seat is None else _before(game, at)
    whole = at is None or at.seat is not None
    try:
        match kind:
            case "bids":
                return svg.bids(now, names=game.players, lang=lang)
            case "round":
                return svg.round(game, None if at is None else at.round, **look)
            case "trick":
                place = {} if whole else {"round": at.round, "number": _trick(at)}
                return svg.trick(now, **place, names=game.players, **look)
            case "hand":
                return svg.hand(_hand(now, at, seat), rules=game.rules, **look)
            case _:
                place = {} if whole else {"round": at.round, "trick": at.trick or 0}
                return svg.table(now, **place, seat=seat, **look)
    except SpadesError as error:
        raise InputError(f"--at: {error}" if at else str(error)) from error


def _usual(game: Game, at: _At | None) -> str:
    """Return the kind of picture that shows a point best."""
    if at is None:
        return "bids" if game.results else "table"
    return "round" if at.trick is None else "table"


def _trick(at: _At) -> int:
    if not at.trick:
        raise InputError("--show trick: --at needs a trick, such as --at 1.5")
    return at.trick


def _before(game: Game, at: _At) -> Game:
    """Return the game before a decision.

    Raises:
        InputError: if the seat decided nothing there.
    """
    assert at.trick is not None
    assert at.seat is not None
    found = decision_at(game.record(), Place(at.round, at.trick, at.seat))
    if found is None:
        what = f"no card in trick {at.trick}" if at.trick else "no bid"
        raise InputError(f"--at: {at.seat.spoken} chose {what} in round {at.round}")
    return found.game


def _hand(now: Game, at: _At | None, seat: Seat | None) -> Any:
    """Return the cards of the seat that decides, or of the one that was asked for.

    Raises:
        InputError: if no seat was named, or nothing was dealt.
    """
    decides = None if at is None else at.seat
    whose = decides if seat is None else seat
    if whose is None or (at is not None and decides is None):
        raise InputError("--show hand: whose, and when?", "name a decision, such as --at 1.0.N")
    if now.round is None:
        raise InputError("the cards have not been dealt yet")
    return now.round.hands[whose]


def _curve(game: Game, seat: Seat | None, arguments: Namespace) -> "Picture":
    from .. import svg

    side = game.rules.side_of(Seat.NORTH if seat is None else seat)
    decisions = _reviewed(game, arguments)
    if not any(one.win[1] is not None for one in decisions):
        raise InputError("--show curve: no decision in this record has a chance to win")
    return svg.win_curve(
        decisions, side=side, rules=game.rules, names=game.players, lang=arguments.lang
    )


def _reviewed(game: Game, arguments: Namespace) -> "list[Reviewed]":
    from ..study import review

    record = game.record()
    if any(event.seat is not None for event in record.events):
        prepare_levels("expert")
    limits = {} if arguments.nodes is None else {"nodes": arguments.nodes}
    found = []
    with progress_bar("Reviewing", len(record.events)) as advance:
        told = 0
        for decision in review(record, **limits):
            found.append(decision)
            advance(decision.event - told)
            told = decision.event
    return found
