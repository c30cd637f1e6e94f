"""Start processes that ignore interruptions; the process that started them ends them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def undisturbed() -> Iterator[None]:
    """Make processes that this thread starts ignore Ctrl-C, even while they start.

    A terminal says all of a program at once; on Windows processes have to make sure themselves.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets interruptions through again where it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
