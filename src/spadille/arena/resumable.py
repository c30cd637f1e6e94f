"""A checkpoint for a match that may be interrupted: a file until the match is over."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from platformdirs import user_state_path

from ..game import Rules
from .checkpoint import Checkpoint, identity
from .contestant import ArenaError, contestant
from .match import order_of
from .referee import OnIllegal

_KEPT_DAYS = 30
"""Days after which the checkpoint of an interrupted match is deleted."""


@contextmanager
def resumable(  # noqa: PLR0913 - the settings of a match
    bots: Sequence[str],
    rules: Rules,
    *,
    seed: str,
    whole_games: bool,
    on_illegal: OnIllegal,
    log: Callable[[str], object] = lambda _: None,
) -> Iterator[Checkpoint | None]:
    """Yield a checkpoint for exactly this match, or None if it cannot be written.

    It is a file in the user's account, which is deleted when the match is over, so that the same
    command plays it again. `log` gets a line if the match resumes.
    """
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
                log(f"resuming after {played:,} deals; --no-checkpoint starts again")
            yield checkpoint
        over = True
    finally:
        with suppress(OSError):
            if over or file.stat().st_size == 0:
                file.unlink()
                file.with_name(f"{file.name}.lock").unlink()


def _folder() -> Path:
    """Return the folder for the checkpoints, without those that are too old."""
    folder = user_state_path("spadille") / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for file in folder.glob("*.jsonl*"):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()
    return folder
