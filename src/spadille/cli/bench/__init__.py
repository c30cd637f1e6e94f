"""`spadille bench`: measure speed on this machine, compared with other libraries."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from ..options import add_command, real_number
from ..streams import print_json
from .figure import Figure

_ABOUT = """\
Measure the speed of the engine, the simulator, the solver and the environments
on this machine. Each is compared in the same run with another library that is
installed (OpenSpiel, and DDS by endplay). Times are processor times, so other
programs hardly matter; only work in several threads is timed by the clock, and
says so.

examples:
  spadille bench                      # everything; takes some minutes
  spadille bench solver --scale 0.1   # the solver, with a tenth of the work
"""

GROUPS = ("engine", "simulator", "solver", "environments")
"""The modules of this package that measure something."""


def add_to(commands: Any) -> None:
    """Add `spadille bench` and its options."""
    parser = add_command(commands, "bench", "Benchmark against other libraries", _ABOUT, run)
    parser.add_argument(
        "groups",
        metavar="GROUP",
        nargs="*",
        type=_group,
        help=f"what to measure: {', '.join(GROUPS)} [default: all]",
    )
    parser.add_argument(
        "--scale",
        type=real_number(
            "scale", "a number from 0.001 to 100", lambda scale: 0.001 <= scale <= 100
        ),
        default=1.0,
        help="factor on the amount of work [default: %(default)s]",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    """Print each figure as soon as it is measured, or all of them as JSON at the end."""
    found = []
    for group in dict.fromkeys(arguments.groups or GROUPS):
        for figure in measured(group, arguments.scale):
            found.append(figure)
            if not arguments.json:
                print(told(figure), flush=True)
    if arguments.json:
        print_json(found)


def measured(group: str, scale: float = 1.0) -> Iterator[Figure]:
    """Return an iterator over the figures of a group; each is measured when it is requested."""
    module = import_module(f".{group}", __name__)
    measure: Callable[[float], Iterator[Figure]] = module.figures
    return measure(scale)


def told(figure: Figure) -> str:
    """Return a figure as a line of text, with the peer's figure and the ratio if there are any."""
    line = f"{figure.what}: {number(figure.ours)} {figure.unit}"
    if figure.theirs is None:
        return line
    line += f"; {figure.peer} {number(figure.theirs)} {figure.unit}"
    return line if figure.ratio is None else f"{line}; {figure.ratio:.2f} times as fast"


def number(value: float) -> str:
    """Return a number with three digits, or with all of its digits if it is large."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _group(text: str) -> str:
    if text not in GROUPS:
        raise ArgumentTypeError(f"unknown group {text!r}; choose from {', '.join(GROUPS)}")
    return text
