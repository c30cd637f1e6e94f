"""From the words on the command line to the command that carries them out."""

import os
import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
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
Play Spades, host a server, keep score, analyze games and compare bots.

examples:
  spadille serve                       play in the browser, alone or with friends
  spadille play                        play in this terminal
  spadille rules show puzzle-pirates   show the rules of a preset in words
  spadille help arena                  show the options of a command
"""

_EXITS = """\
A file named - is standard input. Exit status: 0 success; 1 a check failed;
2 bad usage or bad input, with a line on standard error; 3 verify: not all is
proven; 130 interrupted with Ctrl-C, which also ends serve and play: these
return 0. Documentation: docs/ in the source code, or `python3 dev.py docs`.
"""

GROUPS = {
    "Play": ("play", "serve"),
    "Host": ("backup", "restore", "transfer", "admin", "bot"),
    "Rules": ("rules", "score"),
    "Analyze": ("replay", "deals", "verify", "hint", "review", "puzzle", "solve"),
    "Research": ("simulate", "arena", "dataset", "bench", "perft"),
}
"""The commands as the help lists them."""


def main(words: Sequence[str] | None = None) -> int:
    """Carry out the command line `words` and return its exit status."""
    _make_output_robust()
    parser = command_parser()
    command = parser.prog
    try:
        words = _with_help(sys.argv[1:] if words is None else words)
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


def _with_help(words: Sequence[str]) -> Sequence[str]:
    """Return the words with `help COMMAND`, or no words at all, as `--help`."""
    if not words:
        return ["--help"]
    return [*words[1:], "--help"] if words[0] == "help" else words


class _Parser(ArgumentParser):
    """A parser whose errors are one line, with a hint if a word is close to a known one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False, **options)
        # Scores such as -50,100 are not options
        self._negative_number_matcher = _NEGATIVE

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}{self._hint(message)} (see {self.prog} --help)")

    def _hint(self, message: str) -> str:
        """Return which known word an unknown one may have meant."""
        found = re.search(r"invalid choice: '([^']+)'|unrecognized arguments: (\S+)", message)
        close = get_close_matches((found[1] or found[2]) if found else "", _words_of(self), 1)
        return f"; did you mean '{close[0]}'?" if close else ""

    def format_help(self) -> str:
        """Return the help, with the commands of the program in groups."""
        text = super().format_help()
        head, mark, rest = text.partition("  COMMAND\n")
        if self.prog != "spadille" or not mark:
            return text
        body, blank, tail = rest.partition("\n\n")
        lines = {
            line.split()[0]: line for line in body.splitlines() if line[:5] == " " * 4 + line[4]
        }
        groups = (
            f"  {title}\n" + "\n".join(lines[name] for name in names)
            for title, names in GROUPS.items()
        )
        return head + mark + "\n".join(groups) + blank + tail

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; unlike the inherited method it does not hide that this fails."""
        if message and file is not None:
            file.write(message)
            file.flush()


def _words_of(parser: ArgumentParser) -> Iterator[str]:
    """Yield the options and choices of a parser and of its commands."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to list them
        yield from action.option_strings
        yield from map(str, action.choices or ())
        if isinstance(action.choices, dict):
            for command in action.choices.values():
                yield from _words_of(command)


def command_parser() -> ArgumentParser:
    """Return the parser of all commands."""
    parser = _Parser(prog="spadille", description=_ABOUT, epilog=_EXITS)
    parser.add_argument("-V", "--version", action="version", version=f"spadille {__version__}")
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
    """Make a terminal that lacks a letter show a substitute instead of failing."""
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
    """Keep the interpreter from failing once more over output that no one takes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
