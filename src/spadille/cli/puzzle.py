"""`spadille puzzle`: show a puzzle with one right card or bid, and check and explain an answer."""

import sys
from argparse import ArgumentTypeError, Namespace
from datetime import date
from typing import TYPE_CHECKING, Any

from ..game import Bid, Message, ParseError, Play, PlayerAction, T
from ..locale import translate
from ..notation import format_action, parse_action
from .options import add_command, add_lang_option, whole_number
from .streams import InputError, is_terminal, plain_console, print_json, tell
from .wording import in_words, place_in_words

if TYPE_CHECKING:
    from rich.console import Console

    from ..study.puzzles import Puzzle

_ABOUT = """\
Show a puzzle: a point in a round with exactly one right card or bid. With open
hands the exact solver proves it; with one visible hand it is clearly better on
average.

Without a number it shows the puzzle of the day, the same for everyone. On a
terminal it asks for your answer; --answer gives it directly, and prints why it
is right or wrong.

examples:
  spadille puzzle                     # today's puzzle
  spadille puzzle 17 --answer S7      # puzzle 17, with an answer
  spadille puzzle --theme duck        # all puzzles of a theme, easiest first
"""


def add_to(commands: Any) -> None:
    """Add `spadille puzzle` and its options."""
    parser = add_command(commands, "puzzle", "Show a puzzle", _ABOUT, run)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("number", nargs="?", type=_number, metavar="N", help="number of the puzzle")
    which.add_argument(
        "--date", type=_date, metavar="DAY", help="the puzzle of a day, such as 2026-07-31"
    )
    which.add_argument("--theme", help="list the puzzles of a theme; 'all' lists the themes")
    parser.add_argument("--answer", help="a card or a bid, such as SA, 3 or nil")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_lang_option(parser)


def _number(text: str) -> int:
    from ..study import puzzles

    return whole_number(1, len(puzzles.puzzles()))(text)


def run(arguments: Namespace) -> None:
    """Print a puzzle, by default today's, or a list of puzzles by theme."""
    from ..study import puzzles

    if arguments.theme is not None:
        _list(arguments)
        return
    number = arguments.number or puzzles.number_of_day(arguments.date or date.today())  # noqa: DTZ011
    puzzle = puzzles.puzzle(number)
    answer = None if arguments.answer is None else _answer(puzzle, arguments.answer)
    if arguments.json:
        print_json(_plain(number, puzzle, answer, arguments.lang), indent=True)
        return
    console = plain_console()
    _show(console, number, puzzle, arguments.lang)
    if answer is None and is_terminal(sys.stdin):
        answer = _asked(console, puzzle, arguments.lang)
    if answer is not None:
        _tell(console, puzzle, answer, arguments.lang)


def _list(arguments: Namespace) -> None:
    from ..study import puzzles

    if arguments.theme == "all":
        counts = {name: len(puzzles.with_theme(name)) for name in puzzles.THEMES}
        told = (
            f"{name:12}{counts[name]:5}  {translate(theme.title, arguments.lang)}"
            for name, theme in puzzles.THEMES.items()
        )
        tell(arguments, counts, *told, indent=True)
        return
    if arguments.theme not in puzzles.THEMES:
        known = ", ".join(puzzles.THEMES)
        raise InputError(
            f"--theme: unknown theme {arguments.theme!r}", f"choose from {known}, or all"
        )
    numbers = puzzles.with_theme(arguments.theme)
    tell(arguments, numbers, " ".join(map(str, numbers)))


def _answer(puzzle: "Puzzle", text: str) -> PlayerAction:
    """Return the action that an answer means.

    Raises:
        InputError: if that action is not possible here.
    """
    try:
        action = parse_action(text.strip())
    except ParseError as error:
        raise InputError(f"--answer: {error}") from error
    if not isinstance(action, (Bid, Play)) or puzzle.choice_of(action) is None:
        known = ", ".join(name for choice in puzzle.choices for name in sorted(choice.actions))
        raise InputError(f"--answer: {text!r} is not possible here, expected one of {known}")
    return action


def _asked(console: "Console", puzzle: "Puzzle", lang: str) -> PlayerAction:
    """Ask at the terminal until an answer is valid, and return it."""
    while True:
        try:
            return _answer(puzzle, console.input(f"{translate(T('Your answer:'), lang)} "))
        except InputError as error:
            console.print(str(error).removeprefix("--answer: "))
        except EOFError:
            raise InputError("standard input has ended, expected an answer") from None


_DIFFICULTY_NAMES = {
    "easy": T("easy"),
    "medium": T("medium"),
    "hard": T("hard"),
    "very-hard": T("very hard"),
}


def _show(console: "Console", number: int, puzzle: "Puzzle", lang: str) -> None:
    view = puzzle.view()
    title = Message(
        "Puzzle {number}, {difficulty}: {seat} to act",
        number=number,
        difficulty=Message(_DIFFICULTY_NAMES[puzzle.difficulty]),
        seat=view.seat,
    )
    console.print(translate(title, lang), style="bold")
    sees = (
        T("All hands are open, and everyone plays perfectly.")
        if puzzle.sees == "all"
        else T("You see only your hand.")
    )
    console.print(translate(sees, lang))
    console.print()
    place = translate(place_in_words(view.round_number, view.trick_number), lang)
    scores = Message("scores {scores}", scores=" ".join(str(one.score) for one in view.standings))
    console.print(f"{place}, {translate(scores, lang)}")
    for line in str(view).splitlines()[1:]:
        console.print(line)
    if view.tricks and puzzle.sees == "own":
        for at, trick in enumerate(view.tricks, start=1):
            cards = " ".join(map(str, trick.cards))
            console.print(f"{at:2} {trick.leader.letter}: {cards}")
    console.print()
    names = " ".join(format_action(action) for action in view.options.actions)
    console.print(translate(Message("Possible answers: {answers}", answers=names), lang))


def _tell(console: "Console", puzzle: "Puzzle", answer: PlayerAction, lang: str) -> None:
    from ..study import puzzles

    right = puzzles.action_of(puzzle.right.actions[0])
    good = puzzle.choice_of(answer) == puzzle.right
    verdict = (
        Message("{answer}: right.", answer=in_words(answer))
        if good
        else Message(
            "{answer}: wrong. {right} is right.", answer=in_words(answer), right=in_words(right)
        )
    )
    console.print()
    console.print(translate(verdict, lang), style="bold")
    for shown in (answer,) if good else (answer, right):
        for sentence in puzzles.why(puzzle, shown):
            console.print(translate(sentence, lang))
        _print_line(console, puzzle, shown)


def _print_line(console: "Console", puzzle: "Puzzle", action: PlayerAction) -> None:
    """Print the tricks from this point on, with best play, one trick per line."""
    game = puzzle.game()
    assert game.round is not None
    first = len(game.round.tricks)
    for card in puzzle.line_after(action):
        game = game.apply(Play(card))
    assert game.round is not None
    for at, trick in enumerate(game.round.tricks[first:], start=first + 1):
        assert trick.winner is not None
        cards = " ".join(map(str, trick.cards))
        console.print(f"  {at:2} {trick.leader.letter}: {cards} - {trick.winner.letter}")


def _plain(number: int, puzzle: "Puzzle", answer: PlayerAction | None, lang: str) -> dict[str, Any]:
    from ..study import puzzles

    told: dict[str, Any] = {
        "number": number,
        "sees": puzzle.sees,
        "difficulty": puzzle.difficulty,
        "themes": puzzle.themes,
        "seat": puzzle.view().seat.letter,
        "place": str(puzzle.view()).splitlines(),
        "possible": [format_action(action) for action in puzzle.view().options.actions],
    }
    if answer is not None:
        told |= {
            "answer": format_action(answer),
            "right": puzzle.right.actions,
            "correct": puzzle.choice_of(answer) == puzzle.right,
            "why": [translate(sentence, lang) for sentence in puzzles.why(puzzle, answer)],
            "line": puzzle.line_after(answer),
        }
    return told


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day; write it like 2026-07-31") from None
