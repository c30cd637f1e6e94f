"""The checkpoint that every match has by default: a file until the match is over."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..game import Rules
from .streams import report

if TYPE_CHECKING:
    from ..arena import Checkpoint

_KEPT_DAYS = 30
"""Days after which the checkpoint of an interrupted match is deleted."""


@contextmanager
def usual_checkpoint(
    bots: Sequence[str],
    rules: Rules,
    seed: str,
    on_illegal: Literal["stop", "count"],
    *,
    whole_games: bool,
) -> "Iterator[Checkpoint | None]":
    """Yield a checkpoint for exactly this match, or None if it cannot be written.

    The file is deleted when the match is over, so that the same command plays it again.
    """
    from ..arena import ArenaError, Checkpoint
    from ..arena.checkpoint import identity
    from ..arena.contestant import contestant
    from ..arena.match import order_of

    players = [contestant(bot) for bot in bots]
    orders = [
        order_of(pair, rules, seed, whole_games, on_illegal) for pair in combinations(players, 2)
    ]
    name = sha256(b"\n".join(map(identity, orders))).hexdigest()[:16]
    try:
        file = _folder() / f"{name}.jsonl"
        checkpoint = Checkpoint(file, durable=False)
    except (ArenaError, OSError, RuntimeError):  # in use, nowhere to write, or no user account
        yield None
        return
    over = False
    try:
        with checkpoint:
            if played := sum(map(checkpoint.played, orders)):
                report(
                    f"resuming after {played:,} deals; --no-checkpoint starts again", kind="note"
                )
            yield checkpoint
        over = True
    finally:
        with suppress(OSError):
            if over or file.stat().st_size == 0:
                file.unlink()
                file.with_name(f"{file.name}.lock").unlink()


def _folder() -> Path:
    """Return the folder for the checkpoints, without those that are too old."""
    from platformdirs import user_state_path

    folder = user_state_path("spadille") / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for file in folder.glob("*.jsonl*"):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()
    return folder
