"""Places to think elsewhere: the threads of workers, handed out first come, first served."""

from collections import deque
from collections.abc import Mapping
from threading import Condition


class Worker:
    """A worker that can think, and how many of its places are taken.

    `late` counts the places whose decision did not come in time. Those places do not count until
    the decision comes.
    """

    def __init__(self, address: str, places: int) -> None:
        self.address = address
        self.places = places
        self.taken = self.late = 0


class Turn:
    """A position in the line."""


class Places:
    """Hands out places for all the workers; threads wait in line for them."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}
        self._line: deque[Turn] = deque()
        self._changed = Condition()

    def __len__(self) -> int:
        """Return how many places there are, taken or not."""
        return sum(worker.places - worker.late for worker in self._workers.values())

    def set(self, workers: Mapping[str, int]) -> None:
        """Set the number of places for workers at these addresses, and remove all others."""
        with self._changed:
            known = self._workers
            self._workers = {
                address: known.get(address) or Worker(address, places)
                for address, places in workers.items()
            }
            self._changed.notify_all()

    def queue(self) -> Turn:
        """Join the line, without waiting."""
        turn = Turn()
        with self._changed:
            self._line.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Leave the line, if the turn is still in it."""
        with self._changed:
            if turn in self._line:
                self._line.remove(turn)
                self._changed.notify_all()

    def take(self, turn: Turn, patience: float) -> tuple[Worker, bool]:
        """Return a worker with a free place, and whether others are still waiting for one.

        Raises:
            TimeoutError: if none is free within `patience` seconds, or all places are gone.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self or self._is_next(turn), patience)
            found = bool(self) and self._is_next(turn)
            if turn in self._line:
                self._line.remove(turn)
                self._changed.notify_all()
            if not found:
                raise TimeoutError("no worker is free")
            worker = max(self._workers.values(), key=lambda one: one.places - one.taken)
            worker.taken += 1
            return worker, bool(self._line)

    def give_back(self, worker: Worker) -> None:
        """Free a place after its decision has come."""
        with self._changed:
            worker.taken -= 1
            self._changed.notify_all()

    def miss(self, worker: Worker) -> None:
        """Note that a decision did not come in time."""
        with self._changed:
            worker.late += 1
            self._changed.notify_all()

    def find(self, worker: Worker) -> None:
        """Note that a late decision has come after all."""
        with self._changed:
            worker.late -= 1
        self.give_back(worker)

    def _is_next(self, turn: Turn) -> bool:
        free = any(worker.taken < worker.places for worker in self._workers.values())
        return free and bool(self._line) and self._line[0] is turn
