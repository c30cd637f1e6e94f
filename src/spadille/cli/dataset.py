"""`spadille dataset`: export self-play decisions as a columnar file."""

import os
from argparse import Namespace
from functools import partial
from importlib import import_module
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
Let bots play whole games and export all their decisions to a file for NumPy
(.npz) or to a table (.parquet): what the seat saw, the actions it compared, its
choice, and the hidden cards. docs/dataset.md describes the columns.

Equal seeds give equal files, with any number of workers.

examples:
  spadille dataset games.npz --bots intermediate --games 1000
  spadille dataset expert.npz --bots expert:nodes=500 --games 200 --seed 7
  spadille dataset learn.parquet --observations --games 50
  spadille dataset two.npz --rules two-player --bots expert,intermediate
"""

_AT_ONCE = 8
"""Games in each part of the work."""


def add_to(commands: Any) -> None:
    """Add `spadille dataset` and its options."""
    parser = add_command(commands, "dataset", "Export self-play decisions", _ABOUT, run)
    parser.add_argument("file", metavar="FILE", help="the file to write, .npz or .parquet")
    add_rules_options(parser, "standard")
    parser.add_argument("--bots", default="intermediate", help="the players [default: %(default)s]")
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number(1, 1_000_000),
        default=100,
        help="number of games [default: %(default)s]",
    )
    parser.add_argument(
        "--observations",
        action="store_true",
        help="add what a learner needs: observations, masks, action numbers and returns to go",
    )
    add_seed_option(parser)
    add_workers_options(parser, "number of processes [default: one for each processor]")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    """Print the numbers of games and decisions written to a new file."""
    from ..arena import watched
    from ..study import decided_in, joined

    rules = asked_rules(arguments).rules
    bots = bots_of(arguments.bots, rules.players)
    file = Path(arguments.file)
    if file.suffix not in _WRITERS or not file.parent.is_dir():
        raise InputError(
            f"invalid file {str(file)!r}: expected a name ending in .npz or .parquet, in an "
            "existing folder"
        )
    if file.suffix == ".parquet":
        _arrow()
    if not os.access(file.parent, os.W_OK):
        raise InputError(f"cannot write to the folder of {file}")
    if file.exists():
        raise InputError(f"{file} already exists; choose another name")
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
    if arguments.observations:
        from ..envs import with_observations

        whole = with_observations(whole)
    draft = file.with_suffix(f".part{file.suffix}")
    try:
        _WRITERS[file.suffix](draft, whole)
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"cannot write {file}: {error.strerror or error}") from error
    counts = {
        "games": len(whole["record"]),
        "rounds": len(whole["round_of"]),
        "decisions": len(whole["game"]),
        "candidates": len(whole["candidate_of"]),
    }
    told = ", ".join(counted(count, name, ",") for name, count in counts.items())
    tell(arguments, {"file": str(file), **counts}, f"{file}: {told}")


def _write_npz(file: Path, data: dict[str, Any]) -> None:
    import numpy as np

    np.savez_compressed(file, **data)


def _write_parquet(file: Path, data: dict[str, Any]) -> None:
    """Write a row for each decision; columns with several values are lists of a fixed size."""
    import numpy as np

    arrow, parquet = _arrow()
    columns = {"record": arrow.array(data["record"][data["game"]]).dictionary_encode()}
    for name, values in data.items():
        if name in _OF_OTHERS:
            continue
        column = arrow.array(values.reshape(-1))
        if values.ndim > 1:
            column = arrow.FixedSizeListArray.from_arrays(column, int(np.prod(values.shape[1:])))
        columns[name] = column
    parquet.write_table(arrow.table(columns), file, compression="zstd")


def _arrow() -> tuple[Any, Any]:
    """Return the packages that write Parquet.

    Raises:
        InputError: if they are not installed.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise InputError(
            "a .parquet file needs pyarrow; it comes with: pip install 'spadille[parquet]'"
        ) from None


_WRITERS = {".npz": _write_npz, ".parquet": _write_parquet}

_OF_OTHERS = {
    "record", "candidate_of", "candidate", "value", "error", "round_of", "round_number",
    "round_won", "round_points",
}  # fmt: skip
"""The columns that have no row for each decision."""
