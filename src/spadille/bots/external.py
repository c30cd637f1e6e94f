"""Bots in any language: programs that answer on standard output, as `docs/bots/protocol.md` says.

Spadille writes lines to a program's standard input: `hello`, `game`, and for each decision `view`,
the legal actions and `act`. The program answers the last line of each group. A program that is no
longer needed waits for the next game of the same command, so that its start is paid once.
"""

import atexit
import os
import re
import shlex
import signal
import subprocess
import weakref
from collections import deque
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Annotated, Any

from msgspec import Meta, json

from ..game import Message, ParseError, PlayerAction, Rules, Seat, SeatView, SpadesError, clean_name
from ..notation import format_action, parse_action
from .bot import DecidingBot, Decision
from .failing import ProgramError, legal_in_words, refused_because

PREFIX = "cmd:"
"""Begins the name of a bot that is a program: `cmd:node my_bot.js`."""

VERSION = 1
"""The version of the protocol that `hello` states."""

SECONDS = 10.0
"""The usual time for an answer."""

START_SECONDS = 30.0
"""The usual time for the answers to `hello` and `game`, in which a program may load things."""

LONGEST_LINE = 4096
"""The most bytes in a line of an answer."""

MOST_LINES = 100
"""The most lines in an answer, empty ones included."""

KEPT_ERRORS = 8192
"""How many of the last bytes on standard error are kept for error messages."""

BROKEN = "bots/program-answer"

_LONGEST_NAME = 60
_LONGEST_REASON = 500
_MOST_IDLE = 8
"""The most programs of one command that wait for another game; a table has at most six seats."""

_PATIENCE = 1.0
"""Seconds that a program has to end after `quit`, before it is killed."""

_OPTIONS = re.compile(r"(?=(?:seconds|start)=)([\w=.,-]+):(.*)", re.DOTALL)

Seconds = Annotated[float, Meta(gt=0, le=3600)]


class Program:
    """A running program that answers lines with lines."""

    name: str
    """The name that it gave itself."""

    def __init__(self, command: str, start: float) -> None:
        """Start the program, and wait up to `start` seconds until it has said hello.

        Raises:
            ProgramError: if it cannot be started, or says something else.
        """
        self.key = (command, os.getcwd())  # noqa: PTH109 - as Python writes it there
        self.asked = False
        self._sent: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: Queue[bytes] = Queue(MOST_LINES)
        self._errors = b""
        self._killed = False
        self._process = _begun(command)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._threads = [
            Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in zip((self._write, self._read, self._keep_errors), pipes, strict=True)
        ]
        _RUNNING.add(self)
        for thread in self._threads:
            thread.start()
        try:
            self.name = self._hello(start)
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def errors(self) -> str:
        """The last lines of its standard error."""
        return self._errors.decode(errors="replace").strip()

    def ask(self, lines: list[str], word: str, seconds: float) -> tuple[str, str]:
        """Send lines, and return the rest of the line that begins with `word`, and the reason.

        Raises:
            ProgramError: if it ends, takes longer than `seconds`, or says something else.
        """
        self.asked = True
        self._sent.put("".join(f"{line}\n" for line in lines).encode())
        try:
            answer = self._answer(word, seconds)
        except BaseException:
            self.kill()
            raise
        self.asked = False
        return answer

    def end(self) -> bool:
        """Ask the program to quit, and kill it if it does not; return True if it did."""
        self._farewell()
        return self._end_until(monotonic() + _PATIENCE)

    def kill(self) -> None:
        """End the program, and everything it has started, at once; nothing is left of it."""
        if self._killed:
            return
        self._killed = True
        _RUNNING.discard(self)
        self._sent.put(None)
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

    def _hello(self, seconds: float) -> str:
        greeting = f"hello {VERSION} spadille {version('spadille')}"
        answer, _ = self.ask([greeting], "hello", seconds)
        spoken, _, name = answer.partition(" ")
        if spoken != str(VERSION):
            raise self._error(
                BROKEN,
                Message(
                    "it speaks version {version} of the protocol, expected {known}",
                    version=spoken or "?",
                    known=VERSION,
                ),
            )
        return clean_name(name)[:_LONGEST_NAME] or "Bot"

    def _answer(self, word: str, seconds: float) -> tuple[str, str]:
        limit, reason = monotonic() + seconds, ""
        for _ in range(MOST_LINES):
            line = self._line(limit, seconds)
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip(), reason
            if first == "reason":
                reason = rest.strip()[:_LONGEST_REASON]
            elif line:
                told = Message("it wrote {line}, expected {word}", line=repr(line), word=word)
                raise self._error(BROKEN, told)
        told = Message("it wrote {count} lines without {word}", count=MOST_LINES, word=word)
        raise self._error(BROKEN, told)

    def _line(self, limit: float, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=max(0.0, limit - monotonic()))
        except Empty:
            problem = Message("it did not answer within {seconds} seconds", seconds=f"{seconds:g}")
            raise ProgramError("bots/program-slow", problem, self.errors) from None
        if not line:
            raise self._ended()
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            told = Message("it wrote a line of more than {most} bytes", most=LONGEST_LINE)
            raise self._error(BROKEN, told)
        try:
            return line.decode().rstrip()
        except UnicodeDecodeError:
            raise self._error(BROKEN, Message("it wrote a line that is not UTF-8 text")) from None

    def _error(self, code: str, problem: Message) -> ProgramError:
        return ProgramError(code, problem, self.errors)

    def _ended(self) -> ProgramError:
        """Return the error for a program that has closed its output, with its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        self._threads[2].join(_PATIENCE)
        status = self._process.returncode
        if status is None:
            problem = Message("it closed its standard output")
        elif status < 0:
            problem = Message("it was killed by signal {number}", number=-status)
        else:
            problem = Message("it ended with exit status {status}", status=status)
        return ProgramError("bots/program-ended", problem, self.errors)

    def _farewell(self) -> None:
        self._sent.put(b"quit\n")
        self._sent.put(None)

    def _end_until(self, limit: float) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, limit - monotonic()))
        ended = self._process.returncode is not None
        self.kill()
        return ended

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (text := self._sent.get()) is not None:
                pipe.write(text)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            while not self._killed and (line := pipe.readline(LONGEST_LINE + 1)):
                self._hand_on(line)
        self._hand_on(b"")

    def _hand_on(self, line: bytes) -> None:
        """Put a line where `_line` finds it, as long as anyone might read it."""
        while not self._killed:
            with suppress(Full):
                self._lines.put(line, timeout=_PATIENCE)
                return

    def _keep_errors(self, pipe: IO[bytes]) -> None:
        with pipe:
            while text := os.read(pipe.fileno(), KEPT_ERRORS):
                self._errors = (self._errors + text)[-KEPT_ERRORS:]


_RUNNING: set[Program] = set()
"""All programs that have not been ended."""

_IDLE: dict[tuple[str, str], deque[Program]] = {}
"""Programs that wait for another game, by command and folder."""


class ExternalBot(DecidingBot):
    """A bot that is a program in any language, which runs as long as the bot is used.

    `command` is split into words as in a shell, but no shell runs. It has `start` seconds to begin
    and `seconds` for each decision. If it ends, takes too long or breaks the protocol, it is killed
    and `ProgramError` says why; the next decision starts it again. An answer may still be illegal,
    like that of every bot.

    Raises:
        SpadesError: if the program cannot be started, or does not say hello.
    """

    def __init__(
        self,
        command: str,
        seed: int | str = 0,
        *,
        seconds: Seconds = SECONDS,
        start: Seconds = START_SECONDS,
    ) -> None:
        super().__init__(seed)
        self._command, self._seconds, self._start = command, seconds, start
        self._game: tuple[Any, ...] | None = None
        self._round = 0
        try:
            self._program = self._taken()
        except ProgramError as error:
            raise SpadesError(
                "bots/no-program",
                Message("cannot start {command}: {problem}", command=repr(command), problem=error),
            ) from error
        self.name = self._program.name

    def decide(self, view: SeatView) -> Decision:
        """Return the program's action, with its reason if it gives one.

        Raises:
            ProgramError: if it gives no answer that is an action.
        """
        program = self._in_game(view)
        lines = [f"view {view.to_json()}", *_legal(view), f"act {self._seconds:g}"]
        answer, reason = program.ask(lines, "action", self._seconds)
        silent = Message("{bot} gives no reasons.", bot=self.name)
        return Decision(
            _action(view, answer), Message("{reason}", reason=reason) if reason else silent
        )

    def close(self) -> None:
        """Let the program wait for another game; the next decision takes one again."""
        self._give_back()

    def probe(self) -> None:
        """Send a word that does not exist, and a new game: only the game may be answered.

        Raises:
            ProgramError: if the program answers anything else, or has written too much before.
        """
        lines = ["unknown word", self._about(Seat.NORTH, Rules())]
        self._program.ask(lines, "ready", self._start)
        self._game = None

    def quit(self) -> bool:
        """End the program; return True if it ended itself, False if it had to be killed."""
        self._give_back.detach()
        return self._program.end()

    @property
    def pid(self) -> int:
        """The number of the program's process."""
        return self._program.pid

    @property
    def errors(self) -> str:
        """The last lines of its standard error."""
        return self._program.errors

    def _about(self, seat: Seat, rules: Rules) -> str:
        """Return the line that begins a game."""
        about = {"seat": seat, "seed": self._seed, "rules": rules}
        return f"game {json.encode(about).decode()}"

    def _taken(self) -> Program:
        """Return a program that is ready for a game."""
        key = (self._command, os.getcwd())  # noqa: PTH109 - as Python writes it there
        idle = _IDLE.setdefault(key, deque())
        try:
            program = idle.pop()
        except IndexError:
            program = Program(self._command, self._start)
        # The queue needs no lock: Python may give a program back at any moment, in any thread.
        self._give_back = weakref.finalize(self, _given_back, program)
        self._give_back.atexit = False
        return program

    def _in_game(self, view: SeatView) -> Program:
        """Return the program, and announce a new game to it if this view begins one."""
        if not self._give_back.alive or self._program not in _RUNNING:
            self._give_back.detach()
            self._program, self._game = self._taken(), None
        game = (view.seat, view.rules)
        if game != self._game or view.round_number < self._round:
            self._program.ask([self._about(view.seat, view.rules)], "ready", self._start)
        self._game, self._round = game, view.round_number
        return self._program


def external(name: str) -> tuple[str, dict[str, str]]:
    """Return the command and the options in the name of an external bot.

    >>> external("cmd:node my_bot.js")
    ('node my_bot.js', {})
    >>> external("cmd:seconds=2,start=60:java -jar bot.jar")
    ('java -jar bot.jar', {'seconds': '2', 'start': '60'})
    """
    rest = name.removeprefix(PREFIX)
    found = _OPTIONS.fullmatch(rest)
    if found is None:
        return rest, {}
    options, command = found.groups()
    return command, {key: value for key, _, value in (o.partition("=") for o in options.split(","))}


def is_program(name: str) -> bool:
    """Return True if this is the name of an external bot."""
    return name.startswith(PREFIX)


def files_of(name: str) -> list[Path]:
    """Return the files that the command of an external bot names, such as a script.

    >>> files_of("cmd:node no_such_file.js")
    []
    """
    with suppress(ValueError):
        return [Path(word) for word in shlex.split(external(name)[0]) if Path(word).is_file()]
    return []


def kill_programs() -> None:
    """End all programs at once, for a process that is about to end."""
    for program in list(_RUNNING):
        program.kill()


@atexit.register
def end_programs() -> None:
    """Ask all programs to quit, and kill those that do not."""
    _IDLE.clear()
    running = list(_RUNNING)
    for program in running:
        program._farewell()  # noqa: SLF001 - all of them first, so that they end together
    limit = monotonic() + _PATIENCE
    for program in running:
        program._end_until(limit)  # noqa: SLF001 - as above


def _given_back(program: Program) -> None:
    """Let a program wait for another game, if it has answered everything."""
    idle = _IDLE.setdefault(program.key, deque())
    if program not in _RUNNING:
        return
    if program.asked or len(idle) >= _MOST_IDLE:
        program.kill()
    else:
        idle.append(program)


def _begun(command: str) -> "subprocess.Popen[bytes]":
    try:
        # Windows splits the words itself.
        words: Any = command if os.name == "nt" else shlex.split(command) or [""]
        return subprocess.Popen(  # noqa: S603 - the command of the person who runs this
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that Ctrl-C reaches only us, and all of it can be killed
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except (OSError, ValueError) as error:
        problem = Message("{problem}", problem=refused_because(error))
        raise ProgramError("bots/program-ended", problem, "") from error


def _legal(view: SeatView) -> list[str]:
    """Return the lines that list the legal actions as text."""
    options, lines = view.options, []
    if options.actions:
        lines.append(f"legal {', '.join(map(format_action, options.actions))}")
    if options.choose:
        sizes = ",".join(map(str, options.choose.sizes))
        cards = " ".join(map(str, options.choose.cards))
        lines.append(f"choose {options.choose.purpose} {sizes} {cards}")
    if options.aside:
        lines.append(f"optional {', '.join(map(format_action, options.aside))}")
    return lines


def _action(view: SeatView, answer: str) -> PlayerAction:
    """Return the action in an answer; it may be illegal, or one of chance."""
    try:
        return parse_action(answer, packs=view.rules.deck.packs)  # type: ignore[return-value]
    except ParseError as error:
        problem = Message(
            "its answer {action} is illegal: {reason}; legal actions: {legal}",
            action=repr(answer),
            reason=error.message,
            legal=legal_in_words(view.options),
        )
        raise ProgramError("bots/illegal-action", problem, "") from None
