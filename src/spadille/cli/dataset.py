"""`spadille dataset`: decisions of self-play as a file of columns."""

import os
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from .kernels import prepare_levels
from .options import (
    add_command,
    add_seed_option,
    add_workers_options,
    bots_of,
    executor_of,
    whole_number,
)
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, counted, progress_bar, tell

_ABOUT = """\
Let bots play whole games and write all their decisions to a file for NumPy (.npz): what the seat
saw, what it weighed, what it did, and where the cards were. docs/dataset.md describes the columns.

Equal seeds give equal files, on any number of workers.

examples:
  spadille dataset games.npz --bots intermediate --games 1000
  spadille dataset expert.npz --bots expert:nodes=500 --games 200 --seed 7
  spadille dataset two.npz --rules two-player --bots expert,intermediate --games 100
"""

_AT_ONCE = 8
"""Games in a part of the work."""


def add_to(commands: Any) -> None:
    parser = add_command(commands, "dataset", "Export self-play decisions", _ABOUT, run)
    parser.add_argument("file", metavar="FILE", help="where to, such as games.npz")
    add_rules_options(parser, "standard")
    parser.add_argument(
        "--bots", metavar="B,B,B,B", default="intermediate", help="who plays (%(default)s)"
    )
    parser.add_argument(
        "--games", metavar="N", type=whole_number(1, 1_000_000), default=100, help="(%(default)s)"
    )
    add_seed_option(parser)
    add_workers_options(parser, "processes (one a processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    import numpy as np

    from ..arena import watched
    from ..study import decided_in, joined

    rules = asked_rules(arguments).rules
    bots = bots_of(arguments.bots, rules.players)
    file = Path(arguments.file)
    if file.suffix != ".npz" or not file.parent.is_dir():
        raise InputError(f"{file}: expected the name of a file that ends in .npz, in a folder")
    if not os.access(file.parent, os.W_OK):
        raise InputError(f"{file}: expected a folder in which files may be made")
    if file.exists():
        raise InputError(f"{file}: exists already, expected the name of a new file")
    prepare_levels(*bots)
    numbers = range(arguments.games)
    parts = [numbers[first : first + _AT_ONCE] for first in numbers[::_AT_ONCE]]
    work = partial(decided_in, rules, bots, arguments.seed)
    with executor_of(arguments) as executor, progress_bar("Playing", arguments.games) as advance:
        found = []
        with watched(executor):
            for part in (executor.map if executor else map)(work, parts):
                found.append(part)
                advance(len(part["record"]))
    whole = joined(found)
    draft = file.with_suffix(".part.npz")
    try:
        np.savez_compressed(draft, **whole)  # type: ignore[arg-type]  # columns are not its options
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{file} cannot be written: {error.strerror or error}") from error
    counts = {
        "games": len(whole["record"]),
        "rounds": len(whole["round_of"]),
        "decisions": len(whole["game"]),
        "candidates": len(whole["candidate_of"]),
    }
    told = ", ".join(counted(count, name, ",") for name, count in counts.items())
    tell(arguments, {"file": str(file), **counts}, f"{file}: {told}")
