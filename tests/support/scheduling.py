"""Distributes tests to processes so that a server or cluster is started once for its module."""

from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).parents[2]


class Schedule(LoadScopeScheduling):  # type: ignore[misc]
    """One process runs all tests of a module that share a fixture; these modules come first.

    All other tests are distributed one at a time and in order, so that no process is left with
    several long ones at the end.
    """

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        """Do as the base class does, and drop what is done; it would be counted for each test."""
        super().mark_test_complete(node, item_index, duration)
        mine = self.assigned_work[node]
        part = self._split_scope(self.registered_collections[node][item_index])
        if all(mine[part].values()):
            del mine[part]

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if _shares_fixture(file) else nodeid


@cache
def _shares_fixture(file: str) -> bool:
    """Return True if the tests in a file share a fixture that would be made for each process."""
    return file.endswith(".py") and 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")
