"""`spadille review`: show the cost of the decisions in a recorded game."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from ..game import Game, Message, Seat, T, decimal
from ..locale import translate
from ..notation import format_action
from .hint import add_nodes_option, plain_candidate
from .kernels import prepare_levels
from .options import add_command, add_lang_option, seat_named
from .streams import InputError, plain_console, print_json, progress_bar, read_sound_game
from .wording import in_words, names_in, place_in_words, side_name

if TYPE_CHECKING:
    from rich.console import Console

    from ..study import Luck, Reviewed, Summary

_ABOUT = """\
Review a game: show the cost of every bid and card, judged by what the seat
could know, and separately its cost with all cards seen. docs/study.md explains
the numbers.

examples:
  spadille review game.spades
  spadille review --seat S --nodes 1000 game.spades
  spadille review --json game.spades
"""


def add_to(commands: Any) -> None:
    """Add `spadille review` and its options."""
    parser = add_command(commands, "review", "Review a game", _ABOUT, run)
    parser.add_argument(
        "--seat", metavar="SEAT", action="append", default=[], type=seat_named,
        help="review only this seat; may be repeated",
    )  # fmt: skip
    add_nodes_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_lang_option(parser)
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")


def run(arguments: Namespace) -> None:
    """Print the cost of each decision in a game, and the luck in each round."""
    from ..study import luck_of, review, summaries

    game = read_sound_game(arguments.file)
    for seat in arguments.seat:
        if seat not in game.rules.seats:
            among = " ".join(there.letter for there in game.rules.seats)
            raise InputError(f"--seat: this game has no seat {seat.letter}; choose from {among}")
    record = game.record()
    if any(event.seat is not None for event in record.events):
        prepare_levels("expert")
    limits = {} if arguments.nodes is None else {"nodes": arguments.nodes}
    found = []
    with progress_bar("Reviewing", len(record.events)) as advance:
        told = 0
        for decision in review(record, seats=arguments.seat, **limits):
            found.append(decision)
            advance(decision.event - told)
            told = decision.event
    totals, luck = summaries(found), luck_of(record)
    if arguments.json:
        print_json(_plain(found, totals, luck, arguments.lang), indent=True)
    else:
        _print(game, found, totals, luck, arguments.lang)


def _plain(
    found: "Sequence[Reviewed]",
    totals: "Sequence[Summary]",
    luck: "Sequence[Luck]",
    lang: str,
) -> dict[str, Any]:
    return {
        "decisions": [
            {
                "event": one.event,
                "round": one.round,
                "trick": one.trick,
                "seat": one.seat.letter,
                "area": one.area,
                "action": format_action(one.action),
                "best": format_action(one.best),
                "reason": translate(one.reason, lang),
                "unit": one.unit,
                "loss": one.loss,
                "mark": one.mark,
                "win": one.win,
                "seen_loss": one.seen_loss,
                "candidates": [plain_candidate(candidate) for candidate in one.candidates],
            }
            for one in found
        ],
        "seats": [structs.asdict(total) | {"seat": total.seat.letter} for total in totals],
        "luck": luck,
    }


def _print(
    game: Game,
    found: "Sequence[Reviewed]",
    totals: "Sequence[Summary]",
    luck: "Sequence[Luck]",
    lang: str,
) -> None:
    console, names = plain_console(), names_in(game)
    if not found:
        none = Message("There are no decisions to review in this record.")
        console.print(translate(none, lang))
        return
    _print_totals(console, totals, lang, names)
    decisions = {one.event: one for one in found}
    for total in totals:
        if total.worst:
            console.print()
            title = Message("Costliest decisions of {seat}", seat=total.seat)
            console.print(translate(title, lang, names), style="bold")
        for event in total.worst:
            for line in _told(decisions[event]):
                console.print(translate(line, lang, names))
    _print_luck(console, game, luck, lang, names)


def _print_totals(
    console: "Console",
    totals: "Sequence[Summary]",
    lang: str,
    names: Mapping[Seat, str] | None,
) -> None:
    """Print a row for each seat: the number of decisions with each mark, and the accuracy."""
    from rich.table import Table

    from ..study import MARKS

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("")
    for title in (T("decisions"), *map(MARK_NAMES.__getitem__, MARKS), T("accuracy")):
        table.add_column(translate(title, lang), justify="right")
    for total in totals:
        exact = "" if total.accuracy is None else translate(decimal(total.accuracy), lang)
        counts = [str(total.marks[mark]) for mark in MARKS]
        seat = translate(Message("{seat}", seat=total.seat), lang, names)
        table.add_row(seat, str(total.decisions), *counts, exact)
    console.print(table)


MARK_NAMES = {
    "best": T("best"),
    "fine": T("fine"),
    "slip": T("slips"),
    "error": T("errors"),
    "blunder": T("blunders"),
}


def _told(one: "Reviewed") -> tuple[Message, ...]:
    """Return the place of an action, its cost, and the reason why the best one is better."""
    where = place_in_words(one.round, one.trick)
    if one.area == "exchange" and not one.trick:
        where = Message("Round {round}, choosing cards", round=one.round)
    cost = (
        Message("{loss} points", loss=decimal(one.loss))
        if one.unit == "points"
        else Message("{loss}% of the game", loss=decimal(one.loss))
    )
    return (
        Message(
            "{where}: {done} instead of {best}, {cost}.",
            where=where, done=in_words(one.action), best=in_words(one.best), cost=cost,
        ),
        Message("   {reason}", reason=one.reason),
    )  # fmt: skip


def _print_luck(
    console: "Console",
    game: Game,
    luck: "Sequence[Luck]",
    lang: str,
    names: Mapping[Seat, str] | None,
) -> None:
    """Print the result made with these cards, and the usual result of four ordinary players."""
    known = [(one.made, one.usual) for one in luck if one.usual is not None]
    if not known:
        return
    console.print()
    console.print(translate(T("Luck of the cards"), lang), style="bold")
    for side in range(len(game.rules.sides)):
        line = Message(
            "{side}: {made} points; four intermediate bots make {usual}.",
            side=side_name(game.rules, side, lang, names),
            made=sum(made[side] for made, _ in known),
            usual=sum(usual[side] for _, usual in known),
        )
        console.print(translate(line, lang, names))
