"""A bot as a separate program, which misbehaves as its first argument says.

It takes the first legal action, and answers nothing else than the protocol says by default.
"""

import os
import signal
import sys
import time
from collections.abc import Callable


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def crash() -> None:
    raise LookupError("no idea")


def sleep() -> None:
    time.sleep(600)


def flood() -> None:
    while True:
        say("reason and so on\n")


def close_output() -> None:
    os.close(1)
    sleep()


def make_noise() -> None:
    sys.stderr.write("0123456789" * 10_000 + "\nthe end\n")
    crash()


def leave_child() -> None:
    """Answer, and leave a process behind that would outlive this one."""
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep()
    say("action 3\n")


MISDEEDS: dict[str, Callable[[], object]] = {
    "crash": crash,
    "sleep": sleep,
    "flood": flood,
    "exit": lambda: sys.exit(3),
    "silence": close_output,
    "child": leave_child,
    "long": lambda: say("x" * 100_000),
    "bytes": lambda: os.write(1, b"action \xff\n"),
    "chatter": lambda: say("thinking\n"),
    "nonsense": lambda: say("action the best card\n"),
    "illegal": lambda: say("action JB\n"),
    "chance": lambda: say("action flip 3\n"),
    "noise": make_noise,
    "twice": lambda: say(f"action {legal[0]}\naction {legal[0]}\n"),
    "stubborn": lambda: say(f"action {legal[0]}\n"),
    "reasons": lambda: say(f"reason first\nreason \x1b[31m{'because ' * 100}\naction {legal[0]}\n"),
}
"""Things to do instead of answering."""

legal: list[str] = []


def main(misdeed: str = "", at: str = "act") -> None:
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if misdeed and word == at:
            MISDEEDS[misdeed]()
            continue
        match word:
            case "hello":
                say("hello 1 Tester\n")
            case "game":
                say("ready\n")
            case "legal":
                legal[:] = rest.split(", ")
            case "choose":
                purpose, sizes, *cards = rest.split()
                legal[:] = [" ".join([purpose, *(cards[: int(sizes.split(",")[-1])] or ["-"])])]
            case "act":
                say(f"action {legal[0]}\n")
            case "quit" if misdeed != "stubborn":
                return
    if misdeed == "stubborn":
        sleep()


if __name__ == "__main__":
    main(*sys.argv[1:])
