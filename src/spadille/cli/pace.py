"""How long bots take, as an option of commands."""

from argparse import ArgumentParser, ArgumentTypeError


def add_pace_option(parser: ArgumentParser, *, default: float | None) -> None:
    parser.add_argument(
        "--pace",
        metavar="S",
        type=_seconds,
        default=default,
        help="seconds that bots take for a bid or a card"
        + ("" if default is None else " (%(default)s)"),
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise ArgumentTypeError(f"{text!r} is no pace, expected seconds from 0 to 60")
    return seconds
