"""A folder with the record of every game of a match."""

import re
from collections.abc import Sequence
from pathlib import Path

from ..bots import refused_because
from .batch import Batch, Order, seatings
from .checkpoint import identity
from .contestant import ArenaError
from .result import MatchResult

_MATCH = "match.json"
"""The file that says which match the games belong to."""


class SavedGames:
    """The games of one match in a folder, or those of several in a folder for each."""

    def __init__(self, folder: Path | str, orders: Sequence[Order]) -> None:
        """Create the folders, or use those of an earlier run of the same matches.

        Raises:
            ArenaError: if that is impossible, or if the folder has the games of another match.
        """
        self._folders = {
            order.names: Path(folder) if len(orders) == 1 else Path(folder, _named(*order.names))
            for order in orders
        }
        for order in orders:
            _begin(self._folders[order.names], identity(order))

    def files(self, order: Order, deal: int) -> list[Path]:
        """Return the files for the games of a deal, one for each seating."""
        return files_of_deal(self._folders[order.names], deal, len(seatings(order.rules)))

    def have(self, order: Order, deals: range) -> bool:
        """Return True if all games of some deals are there."""
        return all(file.exists() for deal in deals for file in self.files(order, deal))

    def keep(self, order: Order, deals: range, batch: Batch) -> None:
        """Write the games of some deals.

        Raises:
            ArenaError: if that is impossible.
        """
        for deal, records in zip(deals, batch.records, strict=True):
            for file, record in zip(self.files(order, deal), records, strict=True):
                write_file(file, record.encode())


def files_of_deal(folder: Path, deal: int, seatings: int) -> list[Path]:
    """Return the names of the games of a deal in a folder.

    >>> [file.name for file in files_of_deal(Path("games"), 17, 2)]
    ['deal-000017-1.spades', 'deal-000017-2.spades']
    """
    return [folder / f"deal-{deal:06}-{seating}.spades" for seating in range(1, seatings + 1)]


WORST = "worst.txt"
"""The file with the games of the worst deals, in the folder of all games."""


def write_worst(folder: Path, heading: str, result: MatchResult) -> None:
    """Write the worst deals of a match with their games as one text.

    Raises:
        ArenaError: if that is impossible.
    """
    parts = [f"{heading}: the deals that {result.bots[0].bot} lost by most\n"]
    for one in result.worst:
        points = f"{one.value:+.1f} points" if result.points_per_deal else f"{one.value:.0%} won"
        parts.append(f"\ndeal {one.deal}: {points}\n")
        for file in files_of_deal(folder, one.deal, result.seatings):
            lines = file.read_text(encoding="utf-8").splitlines()
            game = [line for line in lines[1:] if not line.startswith("rule ")]
            parts.append("\n".join(["", file.name, *game, ""]))
    write_file(folder / WORST, "".join(parts).encode())


def _named(*bots: str) -> str:
    return " vs ".join(re.sub(r"[^\w=.,-]+", "_", bot) for bot in bots)


def _begin(folder: Path, match: bytes) -> None:
    file = folder / _MATCH
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = file.read_bytes() if file.exists() else None
    except OSError as error:
        raise _refused(folder, error) from error
    if found not in {None, match}:
        raise ArenaError(
            "arena/games-of-another-match",
            "{folder} has the games of another match; choose a new folder",
            folder=folder,
        )
    write_file(file, match)


def write_file(file: Path, text: bytes) -> None:
    """Write a file as a whole, so that a game that is there is complete.

    Raises:
        ArenaError: if that is impossible.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_bytes(text)
        part.replace(file)
    except OSError as error:
        raise _refused(file.parent, error) from error


def _refused(folder: Path, error: OSError) -> ArenaError:
    return ArenaError(
        "arena/no-folder",
        "cannot save games in {folder}: {problem}",
        folder=folder,
        problem=refused_because(error),
    )
