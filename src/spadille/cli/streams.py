"""Input and output of commands: files, standard input, JSON, progress bars and error lines."""

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar

from msgspec import DecodeError, ValidationError, json

from ..game import Card, Game, Message, ParseError, SpadesError, wrong_field
from ..locale import LANGUAGES, translate
from ..notation import RecordError, load_game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Read = TypeVar("Read")


_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, except for tabs and line ends, and characters that set text direction."""


class InputError(Exception):
    """Bad usage or bad input; the text says in one line what is wrong, where, and what to give.

    `hint` is a second line that suggests what to do.
    """

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.hint = hint


def report(problem: str, hint: str = "", *, kind: str = "error") -> None:
    """Print a line on standard error that says what failed, and a hint if there is one."""
    for label, text in ((kind, problem), ("hint", hint)):
        if text:
            print(harmless(f"{label}: {' '.join(text.split())}"), file=sys.stderr)


def with_code(error: SpadesError) -> str:
    """Return the message of an error, followed by its code.

    >>> with_code(SpadesError("host/only", "only the host can do that"))
    'only the host can do that (host/only)'
    """
    return f"{error} ({error.code})"


def name_of(file: str) -> str:
    """Return the name of a file for use in sentences."""
    return "standard input" if file == "-" else file


def read_text(file: str) -> str:
    """Return the whole text of a file.

    Raises:
        InputError: if it cannot be read or is not UTF-8 text.
    """
    return "".join(line for _, line in read_lines(file))


def read_lines(file: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file as they arrive, numbered from 1, without a byte order mark.

    Raises:
        InputError: as in `read_text`.
    """
    number = 0
    try:
        with _open(file) as stream:
            for number, line in enumerate(stream, start=1):
                if b"\0" in line:  # can be decoded, but is never written
                    raise _not_text(file, number)
                text = line.decode()
                yield number, text.removeprefix("\ufeff") if number == 1 else text
    except UnicodeDecodeError as error:
        raise _not_text(file, number) from error
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError(f"cannot read {name_of(file)}: {problem}") from error


def read_parsed(file: str, parse: Callable[[str], Read]) -> Read:
    """Return the result of calling `parse` on the text of a file.

    Raises:
        InputError: as in `read_text`, or if the text cannot be parsed.
    """
    try:
        return parse(read_text(file))
    except ParseError as error:
        where = f"{name_of(file)}, {error.place}" if error.place else name_of(file)
        raise InputError(f"{where}: {with_code(error)}") from error


def read_json(text: str, kind: type[Read], fields: str, what: str) -> Read:
    """Return the contents of a line of JSON; `fields` and `what` say in errors what was expected.

    Raises:
        InputError: if it is not JSON, or holds something else.
    """
    try:
        return json.decode(text, type=kind)
    except ValidationError as error:
        raise InputError(f"{wrong_field(error)}; expected {fields}") from error
    except DecodeError as error:
        raise InputError(f"{error}; expected a JSON object with {what}") from error


def _open(file: str) -> AbstractContextManager[BinaryIO]:
    if file != "-":
        return Path(file).open("rb")
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _not_text(file: str, line: int) -> InputError:
    return InputError(f"{name_of(file)}, line {line}: not UTF-8 text")


def counted(number: int, things: str, form: str = "") -> str:
    """Return a number of things, without the plural s if there is one.

    >>> counted(1, "bids"), counted(1200, "rounds", ",")
    ('1 bid', '1,200 rounds')
    """
    return f"{number:{form}} {things.removesuffix('s') if number == 1 else things}"


def tell(arguments: Namespace, value: Any, *lines: str, indent: bool = False) -> None:
    """Print `value` as JSON if `--json` is given, or else the lines."""
    if arguments.json:
        print_json(value, indent=indent)
        return
    for line in lines:
        print_plain(line)


def print_plain(text: str = "", *, flush: bool = False) -> None:
    """Print a text that need not be trusted."""
    print(harmless(text), flush=flush)


def harmless(text: str, sign: str = "\N{REPLACEMENT CHARACTER}") -> str:
    r"""Return a text without characters that control a terminal or reverse the reading order.

    >>> harmless("red: \x1b[31m")
    'red: \ufffd[31m'
    """
    return _STEERING.sub(sign, text)


def in_one_line(text: str) -> str:
    r"""Return a text that stays on one line when it is printed.

    >>> in_one_line("Ben\nRound 2")
    'Ben\ufffdRound 2'
    """
    return re.sub(r"[\t\n\u2028\u2029]", "\N{REPLACEMENT CHARACTER}", harmless(text))


def print_json(value: Any, *, indent: bool = False, lang: str = LANGUAGES[0]) -> None:
    """Print `value` as JSON, on one line or indented, with its messages in `lang`."""
    data = json.encode(value, enc_hook=partial(_plain, lang=lang))
    text = (json.format(data, indent=2) if indent else data).decode()
    print(_STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=not indent)


def _plain(value: Any, *, lang: str) -> Any:
    match value:
        case Message():
            return translate(value, lang)
        case Card():
            return str(value)
        case _:
            raise NotImplementedError(f"no JSON for {type(value)}")


def is_terminal(stream: TextIO | None) -> bool:
    """Return True for a terminal; in Python, a closed stream is None."""
    return stream is not None and stream.isatty()


def plain_console() -> "Console":
    """Return a console that prints text unchanged, and without styles unless it is a terminal."""
    from rich.console import Console

    class Harmless(Console):
        """A console that replaces characters that control a terminal."""

        def render_str(self, text: str, **options: Any) -> "Text":
            """Return the text for Rich to print, without characters that control a terminal."""
            return super().render_str(harmless(text), **options)

    return Harmless(highlight=False, markup=False)


_quiet = False


def be_quiet(quiet: bool) -> None:  # noqa: FBT001 - the value of --quiet
    """Switch progress bars off, or on again."""
    global _quiet  # noqa: PLW0603 - a command runs alone in its process
    _quiet = quiet


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error, and yield a function to report steps.

    If that is not a terminal, print lines instead, the first one after ten seconds.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(file=sys.stderr)
    if not _quiet and not console.is_terminal:
        yield progress_lines(title, total)
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=_quiet,
    ) as bar:
        task = bar.add_task(title, total=total)
        yield lambda steps: bar.update(task, advance=steps)


FIRST_LINE, NEXT_LINE = 10.0, 30.0
"""Seconds until the first line about the progress, and from each line to the next."""


def progress_lines(title: str, total: int) -> Callable[[int], None]:
    """Return a function to report steps, which sometimes prints the progress to standard error."""
    begun = monotonic()
    due, done = begun + FIRST_LINE, 0

    def advance(steps: int) -> None:
        nonlocal due, done
        done += steps
        now = monotonic()
        if done and now >= due:
            due = now + NEXT_LINE
            left = (now - begun) / done * (total - done) / 60
            share = f"{done:,} of {total:,} ({done / total:.0%})"
            print(harmless(f"{title}: {share}, about {left:.0f} min left"), file=sys.stderr)

    return advance


def read_sound_game(file: str) -> Game:
    """Return the game recorded in a file.

    Raises:
        InputError: if it is not a record, or an action breaks a rule.
    """
    try:
        return read_parsed(file, load_game)
    except RecordError as error:
        raise InputError(f"{name_of(file)}: {error.code}: {error.message}") from error
