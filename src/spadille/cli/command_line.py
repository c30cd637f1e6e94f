"""The `spadille` command line: read it, and run the command that it names."""

import os
import re
import shutil
import sys
import textwrap
import traceback
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Any, NoReturn

from .. import __version__
from ..game import SpadesError
from ..locale import LANGUAGES
from . import (
    admin,
    arena,
    backup,
    bench,
    bot,
    dataset,
    deals,
    draw,
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
from .options import LANG, add_command, add_commands, add_output_options
from .streams import InputError, be_quiet, print_plain, report, with_code

INTERRUPTED = 130
"""The exit status after Ctrl-C, by shell convention."""

_NEGATIVE = re.compile(r"-\d[\d.,_-]*$")

_ABOUT = """\
Play Spades, host a server, keep score, analyze games and compare bots.

examples:
  spadille serve                      # play in the browser
  spadille play                       # play in this terminal
  spadille rules show puzzle-pirates  # show the rules of a preset
  spadille help arena                 # show the options of a command
"""

_EXITS = """\
A file named - is standard input. Output has no colors unless it is a terminal;
NO_COLOR switches them off.

exit status:
  0    success
  1    a check failed
  2    bad usage or bad input, with an error on standard error
  3    verify: not everything is proven
  130  interrupted with Ctrl-C, which ends serve and play with status 0

environment:
  SPADILLE_LANG      language of the texts: en, de or es
  SPADILLE_DATABASE  database of the server and its admin commands

Documentation: docs/ in the source code; `python3 dev.py docs` builds the site.
"""

_ABOUT_COMPLETION = """\
Print a script that lets your shell complete commands and options with Tab.

examples:
  spadille completion bash > ~/.local/share/bash-completion/completions/spadille
  spadille completion zsh > ~/.zfunc/_spadille
  spadille completion fish > ~/.config/fish/completions/spadille.fish
"""

_SHELLS = ("bash", "zsh", "fish")

GROUPS = {
    "Play": ("play", "serve"),
    "Host": ("backup", "restore", "transfer", "admin", "bot"),
    "Rules": ("rules", "score"),
    "Analyze": ("replay", "draw", "deals", "verify", "hint", "review", "puzzle", "solve"),
    "Research": ("simulate", "arena", "dataset", "bench", "perft"),
    "Shell": ("completion",),
}
"""The commands as the help lists them."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line `words`, and return its exit status."""
    _make_output_robust()
    parser = command_parser()
    verbose = False
    try:
        words = _completed(sys.argv[1:] if words is None else words)
        arguments = parser.parse_args(words)
        verbose = arguments.verbose
        be_quiet(arguments.quiet)
        arguments.lang = _language(arguments.lang) or arguments.usual_lang
        status: int | None = arguments.run(arguments)
        _flush()
    except InputError as error:
        return _failed(str(error), error.hint, verbose=verbose)
    except SpadesError as error:
        return _failed(with_code(error), verbose=verbose)
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        _abandon_output()
        return INTERRUPTED
    except SystemExit:  # argparse raises this after --help and --version
        return 0
    except RecursionError:
        return _failed("the input is nested too deeply", verbose=verbose)
    except OSError as error:
        _abandon_output()
        return _failed(f"cannot write the output: {error.strerror or error}", verbose=verbose)
    return status or 0


def _completed(words: Sequence[str]) -> Sequence[str]:
    """Return the words with current names, the settings of `serve`, and `help` as `--help`."""
    at = _place_of_command(words)
    match [*words[at:]]:
        case ["help", *rest]:
            return [*words[:at], *rest, "--help"]
        case [serve.NAME, *_]:
            return [*words[:at], *configured(words[at:], os.environ)]
        case ["admin", older, *rest] if older in admin.OLDER:
            return [*words[:at], "admin", admin.OLDER[older], *rest]
        case ["bot", *rest]:
            return [*words[:at], "bot", *bot.with_command(rest)]
    return words


def _place_of_command(words: Sequence[str]) -> int:
    """Return the index of the command's name, after the options that precede it."""
    for place, word in enumerate(words):
        if not word.startswith("-") and words[place - 1 : place] != ["--lang"]:
            return place
    return len(words)


def _language(chosen: str | None) -> str | None:
    """Return the language from `--lang`, or else from the environment, or else None.

    Raises:
        InputError: if the environment has an unknown language.
    """
    lang = chosen or os.environ.get(LANG) or None
    if lang and lang not in LANGUAGES:
        raise InputError(
            f"{LANG}: unknown language {lang!r}", f"choose from {', '.join(LANGUAGES)}"
        )
    return lang


class _Formatter(RawDescriptionHelpFormatter):
    """Wraps help at 80 columns at most; indented lines of a description stay as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(shutil.get_terminal_size().columns, 80) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = []
        for indented, group in groupby(text.splitlines(), lambda line: line[:1] in {"", " "}):
            lines = list(group)
            parts += lines if indented else textwrap.wrap(" ".join(lines), width)
        return "\n".join(indent + part for part in parts)


class _Parser(ArgumentParser):
    """A parser that reports errors in one line, with a hint if a word is close to a known one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **options)
        # Scores such as -50,100 are not options
        self._negative_number_matcher = _NEGATIVE

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Report unknown options here, since the parser of a command knows its own options."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def error(self, message: str) -> NoReturn:
        found = re.search(r"invalid choice: '([^']+)'|unrecognized arguments: (\S+)", message)
        close = get_close_matches((found[1] or found[2]) if found else "", _words_of(self), 1)
        message = re.sub(
            r"^argument COMMAND: invalid choice: ('[^']+').*", r"unknown command \1", message
        )
        message = re.sub(r"^unrecognized arguments: (-\S+).*", r"unknown option '\1'", message)
        hint = f"did you mean '{close[0]}'?" if close else f"see '{self.prog} --help'"
        raise InputError(message.removeprefix("argument "), hint)

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
        """Print help; unlike the inherited method, do not hide errors."""
        if message and file is not None:
            file.write(message)
            file.flush()


def _words_of(parser: ArgumentParser) -> Iterator[str]:
    """Yield the options and choices of a parser and of its commands, without older names."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to list them
        if action.help == SUPPRESS:
            continue
        yield from action.option_strings
        yield from map(str, action.choices or ())
        if isinstance(action.choices, dict):
            for command in action.choices.values():
                yield from _words_of(command)


def command_parser() -> ArgumentParser:
    """Return the parser for all commands."""
    parser = _Parser(prog="spadille", description=_ABOUT, epilog=_EXITS)
    parser.add_argument("-V", "--version", action="version", version=f"spadille {__version__}")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the texts")
    parser.set_defaults(usual_lang=LANGUAGES[0], parser=parser)
    add_output_options(parser, default=False)
    commands = add_commands(parser)
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
        draw,
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
    _add_completion(commands)
    return parser


def _add_completion(commands: Any) -> None:
    """Add `spadille completion`, which prints a script that completes commands in a shell."""
    about = _ABOUT_COMPLETION
    parser = add_command(commands, "completion", "Complete commands with Tab", about, _complete)
    parser.add_argument("shell", choices=_SHELLS, help="the shell")


def _complete(arguments: Namespace) -> None:
    import shtab

    print_plain(shtab.complete(arguments.parser, arguments.shell))


def _make_output_robust() -> None:
    """Replace characters that the terminal cannot show, instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _failed(problem: str, hint: str = "", *, verbose: bool = False) -> int:
    try:
        _flush()
    except OSError:
        _abandon_output()
    if verbose:
        traceback.print_exc()
    report(problem, hint)
    return 2


def _abandon_output() -> None:
    """Keep the interpreter from failing again over output that no one reads."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
