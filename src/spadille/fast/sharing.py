"""Share the work of one kernel among threads: whichever thread is free takes the next piece.

Waking a thread takes as long as many pieces, and it may arrive late. So no thread is assigned a
share: the caller's thread begins at once, others join, and one that arrives when everything is
taken has nothing to do.
"""
# ruff: noqa: ARG001 - Numba says arguments by their places

from threading import Lock
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from .encoding import Number, Numbers
from .kernel import config, lean_kernel

_TAKEN, _DONE = range(2)

_PATIENCE = 100_000
"""How often to check whether others are done: about ten microseconds, as long as a sleep."""


def new_shares() -> Numbers:
    """Return the counts of taken and finished pieces of a task, both zero."""
    return np.zeros(2, np.int64)


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@intrinsic
def _atomic_add(typing: Any, array: Any, index: Any, number: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], "acq_rel")

    return types.int64(array, types.int64, types.int64), build


@intrinsic
def _atomic_read(typing: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments)
        return builder.load_atomic(place, "acquire", 8)

    return types.int64(array, types.int64), build


if config.DISABLE_JIT:
    _lock = Lock()

    def _add_one(shares: Numbers, place: Number) -> Number:
        with _lock:
            shares[place] += 1
            return int(shares[place]) - 1

    def _read(shares: Numbers, place: Number) -> Number:
        with _lock:
            return int(shares[place])

else:

    @lean_kernel
    def _add_one(shares: Numbers, place: Number) -> Number:
        return _atomic_add(shares, place, 1)  # type: ignore[call-arg]

    @lean_kernel
    def _read(shares: Numbers, place: Number) -> Number:
        return _atomic_read(shares, place)  # type: ignore[call-arg]


@lean_kernel
def take(shares: Numbers, pieces: Number) -> Number:
    """Return the number of a piece that no one else gets, or `pieces` if all are taken."""
    return min(_add_one(shares, _TAKEN), pieces)


@lean_kernel
def finish(shares: Numbers) -> None:
    """Report that a taken piece is done."""
    _add_one(shares, _DONE)


@lean_kernel
def all_done(shares: Numbers, pieces: Number) -> Number:
    """Return True if all pieces are done, after a short wait if necessary."""
    looks = 0
    while _read(shares, _DONE) != pieces:
        looks += 1
        if looks == _PATIENCE:
            return False
    return True
