"""`spadille hint`: suggest a move at a point in a recorded game, and explain why."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..game import Game, Message, PlayerAction, Seat, SeatView
from ..locale import translate
from ..notation import Place, decision_at, format_action, parse_seat
from .kernels import prepare_levels
from .options import add_command, add_lang_option, whole_number
from .streams import InputError, counted, plain_console, print_json, read_sound_game
from .wording import in_words, names_in

if TYPE_CHECKING:
    from ..bots import Candidate, Decision

_ABOUT = """\
Suggest a strong player's move at a point in a game, with the values of the
alternatives and the reason. Only what the seat could see is used.

The point is the end of the record, or the decision of a seat in a trick of a
round; trick 0 is the bidding. Values are how many more points the side should
score than the others in this round. If the game may end with it, they are
chances to win.

examples:
  spadille hint game.spades
  spadille hint --at 3.5.N game.spades      # round 3, trick 5, North
"""

_LAST = 1000


def add_to(commands: Any) -> None:
    """Add `spadille hint` and its options."""
    parser = add_command(commands, "hint", "Suggest a move", _ABOUT, run)
    parser.add_argument(
        "--at",
        metavar="ROUND.TRICK.SEAT",
        type=_place,
        help="the decision, such as 3.5.N [default: the end]",
    )
    add_nodes_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_lang_option(parser)
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")


def add_nodes_option(parser: Any) -> None:
    """Add `--nodes`, the number of rollouts for each decision, from 1 to a million."""
    number = whole_number(1, 1_000_000)
    parser.add_argument(
        "--nodes", metavar="N", type=number, help="number of rollouts for a decision"
    )


def run(arguments: Namespace) -> None:
    """Print the suggested action at a point in a record, and the reason."""
    from ..study import advise

    whole = read_sound_game(arguments.file)
    game, taken = (whole, None) if arguments.at is None else _found(whole, arguments.at)
    if game.to_act is None:
        raise InputError(
            "no one is to act at the end of the record; name a decision, such as --at 1.0.N"
        )
    seat = game.to_act if arguments.at is None else arguments.at.seat
    prepare_levels("expert")
    limits = {} if arguments.nodes is None else {"nodes": arguments.nodes}
    view = game.view(seat)
    decision = advise(view, also=taken, **limits)
    if arguments.json:
        print_json(_plain(view, decision, taken, arguments.lang), indent=True)
    else:
        _print(view, decision, taken, arguments.lang, names_in(game))


def _found(whole: Game, place: Place) -> tuple[Game, PlayerAction]:
    """Return the game before a decision, and the decision.

    Raises:
        InputError: if there was no decision.
    """
    found = decision_at(whole.record(), place)
    if found is None:
        raise InputError(f"--at: {_why_nothing(whole, place)}")
    return found.game, whole.events[found.number].action  # type: ignore[return-value]  # by a seat


def _why_nothing(whole: Game, place: Place) -> str:
    """Return a message: how far the record goes, or that the seat had no such decision there."""
    rules = whole.rules
    if place.seat not in rules.seats:
        return f"seat {place.seat.letter} does not exist with {rules.players} players"
    under_way = whole.round is not None and whole.phase != "score"
    rounds = len(whole.results) + under_way
    if place.round > rounds:
        return f"round {place.round} is beyond the record, which has {counted(rounds, 'rounds')}"
    tricks = rules.tricks
    if under_way and place.round == rounds and whole.round is not None:
        tricks = len(whole.round.tricks)
    if place.trick > tricks:
        return (
            f"trick {place.trick} does not exist; round {place.round} has"
            f" {counted(tricks, 'tricks')}"
        )
    what = f"card in trick {place.trick}" if place.trick else "bid"
    return f"{place.seat.spoken} chose no {what} in round {place.round}"


def _plain(
    view: SeatView, decision: "Decision", taken: PlayerAction | None, lang: str
) -> dict[str, Any]:
    return {
        "round": view.round_number,
        "trick": view.trick_number,
        "seat": view.seat.letter,
        "action": format_action(decision.action),
        "taken": None if taken is None else format_action(taken),
        "reason": translate(decision.reason, lang),
        "candidates": [plain_candidate(candidate) for candidate in decision.candidates],
    }


def plain_candidate(candidate: "Candidate") -> dict[str, Any]:
    """Return a candidate for JSON; chances range from 0 to 1."""
    return {
        "action": format_action(candidate.action),
        "value": candidate.value,
        "error": candidate.error,
        "unit": candidate.unit,
        "chances": candidate.chances,
    }


def _print(
    view: SeatView,
    decision: "Decision",
    taken: PlayerAction | None,
    lang: str,
    names: Mapping[Seat, str] | None,
) -> None:
    console = plain_console()
    where = (
        Message(
            "Round {round}, trick {trick}, {seat}",
            round=view.round_number,
            trick=view.trick_number,
            seat=view.seat,
        )
        if view.phase == "play"
        else Message("Round {round}, {seat}", round=view.round_number, seat=view.seat)
    )
    console.print(translate(where, lang, names), style="bold")
    best = Message("Best: {action}.", action=in_words(decision.action))
    console.print(translate(best, lang, names), translate(decision.reason, lang, names))
    if taken is not None and taken != decision.action:
        done = Message("Played: {action}.", action=in_words(taken))
        console.print(translate(done, lang, names))
    if decision.candidates:
        from .rich_tables import advice_table

        console.print()
        console.print(advice_table(view, decision, lang, names))


def _place(text: str) -> Place:
    try:
        round, trick, seat = text.split(".")
        in_round, in_trick = whole_number(1, _LAST), whole_number(0, _LAST)
        return Place(in_round(round), in_trick(trick), parse_seat(seat))
    except ValueError as error:
        raise ArgumentTypeError(
            f"{text!r} is not a decision; write round, trick and seat, such as 3.5.N"
        ) from error
