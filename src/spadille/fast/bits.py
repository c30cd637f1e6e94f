"""Count, find and choose the bits of a word."""
# ruff: noqa: ARG001, FBT001 - Numba says arguments by their places

from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import types
from numba.extending import intrinsic

from .encoding import ONE, Number, Word
from .kernel import config, lean_kernel

_SLOW = ("znver1", "znver2", "bdver4")
"""Processors that have the instruction but run it slowly."""

_ZERO_COUNTS = ir.IntType(1)(0)
"""Makes the zero count of a word without set bits its width instead of undefined."""


def _deposits() -> bool:
    """Return True if the target processor deposits bits with one fast instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:  # compiled for a different machine
        return "+bmi2" in (config.CPU_FEATURES or "")
    return bool(get_host_cpu_features().get("bmi2")) and get_host_cpu_name() not in _SLOW


def _instruction(name: str, *constants: Any) -> Any:
    """Return a builder for an LLVM instruction on words; `constants` are its other arguments."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        taken = [*arguments, *constants]
        kind = ir.FunctionType(ir.IntType(64), [each.type for each in taken])
        return builder.call(builder.module.declare_intrinsic(name, fnty=kind), taken)

    return build


@intrinsic
def _population(typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), _instruction("llvm.ctpop.i64")


@intrinsic
def _trailing(typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), _instruction("llvm.cttz.i64", _ZERO_COUNTS)


@intrinsic
def _leading(typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), _instruction("llvm.ctlz.i64", _ZERO_COUNTS)


@intrinsic
def _deposit(typing: Any, bits: Any, word: Any) -> Any:
    return types.uint64(types.uint64, types.uint64), _instruction("llvm.x86.bmi.pdep.64")


@intrinsic
def _extract(typing: Any, word: Any, mask: Any) -> Any:
    return types.int64(types.int64, types.int64), _instruction("llvm.x86.bmi.pext.64")


@intrinsic
def _fetch(typing: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = context.make_array(signature.args[0])(context, builder, arguments[0])
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), (byte, number, number, number))
        function = builder.module.declare_intrinsic("llvm.prefetch.p0i8", fnty=kind)
        place = builder.bitcast(builder.gep(found.data, [arguments[1]]), byte)
        builder.call(function, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.uint64), build


@intrinsic
def _select(typing: Any, condition: Any, one: Any, other: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        chosen = builder.select(*arguments)
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.int64(types.boolean, types.int64, types.int64), build


if config.DISABLE_JIT:

    def choose(condition: bool, one: int, other: int) -> int:
        """Return one of two numbers without a branch, for conditions that are hard to predict."""
        return one if condition else other

    def fetch(array: Any, index: int) -> None:
        """Prefetch an element of an array before it is read."""

    def count(word: Word) -> Number:
        """Return how many bits are set."""
        return int(word).bit_count()

    def lowest(word: Word) -> Number:
        """Return the number of the lowest bit set; 64 without one."""
        return (int(word) & -int(word)).bit_length() - 1 if word else 64

    def highest(word: Word) -> Number:
        """Return the number of the highest bit set; -1 without one."""
        return int(word).bit_length() - 1

else:

    @lean_kernel
    def choose(condition: bool, one: int, other: int) -> int:
        """Return one of two numbers without a branch, for conditions that are hard to predict."""
        return _select(condition, one, other)  # type: ignore[call-arg]

    @lean_kernel
    def fetch(array: Any, index: int) -> None:
        """Prefetch an element of an array before it is read."""
        _fetch(array, np.uint64(index))  # type: ignore[call-arg]

    @lean_kernel
    def count(word: Word) -> Number:
        """Return how many bits are set."""
        return _population(word)  # type: ignore[call-arg]

    @lean_kernel
    def lowest(word: Word) -> Number:
        """Return the number of the lowest bit set; 64 without one."""
        return _trailing(word)  # type: ignore[call-arg]

    @lean_kernel
    def highest(word: Word) -> Number:
        """Return the number of the highest bit set; -1 without one."""
        return 63 - _leading(word)  # type: ignore[call-arg]


@lean_kernel
def nth_portable(word: Word, n: Word) -> Word:
    """Do the same as `nth` on any machine."""
    for _ in range(np.int64(n)):
        word &= word - ONE
    return word ^ (word & (word - ONE))


@lean_kernel
def gather_portable(word: int, mask: int) -> int:
    """Do the same as `gather` on any machine."""
    found = 0
    bit = 1
    while mask:
        if word & mask & -mask:
            found |= bit
        bit <<= 1
        mask &= mask - 1
    return found


@lean_kernel
def scatter_portable(word: int, mask: int) -> int:
    """Do the same as `scatter` on any machine."""
    found = 0
    while mask:
        if word & 1:
            found |= mask & -mask
        word >>= 1
        mask &= mask - 1
    return found


if config.DISABLE_JIT or not _deposits():
    nth, gather, scatter = nth_portable, gather_portable, scatter_portable
else:

    @lean_kernel
    def nth(word: Word, n: Word) -> Word:
        """Return only the set bit of `word` that has `n` others below it; it must exist."""
        return _deposit(ONE << n, word)  # type: ignore[call-arg]

    @lean_kernel
    def gather(word: int, mask: int) -> int:
        """Return the bits of a word at the places of a mask, packed together from the lowest."""
        return _extract(word, mask)  # type: ignore[call-arg]

    @lean_kernel
    def scatter(word: int, mask: int) -> int:
        """Return the lowest bits of a word, put at the places of a mask; undoes `gather`."""
        return np.int64(_deposit(np.uint64(word), np.uint64(mask)))  # type: ignore[call-arg,return-value]
