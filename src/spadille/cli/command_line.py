"""From the words on the command line to the command that carries them out."""

import os
import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any, NoReturn

from .. import __version__
from ..game import SpadesError
from . import (
    admin,
    arena,
    backup,
    bench,
    bot,
    dataset,
    deals,
    hint,
    perft,
    play,
    puzzle,
    replay,
    review,
    rules,
    score,
    serve,
    simulate,
    solve,
    verify,
)
from .configuration import configured
from .streams import InputError, report

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells know it."""

_NEGATIVE = re.compile(r"-\d[\d.,_-]*$")

_ABOUT = """\
The card game Spades: play it, host it, keep its score, check its rules.

examples:
  spadille serve                           play in the browser, alone or with friends
  spadille play                            play in this terminal
  spadille rules show puzzle-pirates       the rules of a preset, in words
  spadille score --rules standard game.jsonl
"""

_EXITS = """\
A file named - is standard input. Exit status: 0 success; 1 what was checked does not hold;
2 bad usage or bad input, with one line on standard error; 3 of verify, when not all is proven;
130 interrupted with Ctrl-C, which is the way to end serve and play: these return 0.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Carries out the command line `words` and returns its exit status."""
    _make_output_robust()
    parser = command_parser()
    command = parser.prog
    try:
        words = sys.argv[1:] if words is None else words
        if words[:1] == [serve.NAME]:
            words = configured(words, os.environ)
        arguments = parser.parse_args(words)
        command = arguments.command
        status: int | None = arguments.run(arguments)
        _flush()
    except InputError as error:
        return _failed(command, str(error))
    except SpadesError as error:
        return _failed(command, f"{error.code}: {error}")
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        _abandon_output()
        return INTERRUPTED
    except SystemExit:  # what argparse does after --help and --version
        return 0
    except RecursionError:
        return _failed(command, "the input is nested too deeply, expected plain data")
    except OSError as error:
        _abandon_output()
        return _failed(command, f"the output cannot be written: {error.strerror or error}")
    return status or 0


class _Parser(ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False, **options)
        # Scores such as -50,100 are no option either.
        self._negative_number_matcher = _NEGATIVE

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Prints help; unlike the inherited method it does not hide that this fails."""
        if message and file is not None:
            file.write(message)
            file.flush()


def command_parser() -> ArgumentParser:
    """The parser of all commands."""
    parser = _Parser(prog="spadille", description=_ABOUT, epilog=_EXITS)
    parser.add_argument("--version", action="version", version=f"spadille {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (
        serve,
        backup,
        admin,
        bot,
        play,
        rules,
        score,
        perft,
        replay,
        deals,
        verify,
        hint,
        review,
        puzzle,
        solve,
        simulate,
        arena,
        dataset,
        bench,
    ):
        command.add_to(commands)
    return parser


def _make_output_robust() -> None:
    """A terminal that lacks a letter shows a substitute instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _failed(command: str, problem: str) -> int:
    try:
        _flush()
    except OSError:
        _abandon_output()
    report(command, problem)
    return 2


def _abandon_output() -> None:
    """Keeps the interpreter from failing once more over output that nobody takes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
