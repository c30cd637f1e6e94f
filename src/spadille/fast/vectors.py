"""Add rows of single-precision numbers, several numbers at a time.

By default, the compiler processes them one by one, because it does not know that two rows of one
record are disjoint. Each number is multiplied and added in the same order as if processed alone, so
all machines agree.
"""
# ruff: noqa: ARG001 - Numba says arguments by their places

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .kernel import config, lean_kernel

LANES = 8
AT_ONCE = 4
BLOCK = LANES * AT_ONCE
"""The number of sums computed at once; row lengths are a multiple of it."""

_BYTES = 4


@intrinsic
def _add_rows(  # noqa: PLR0913, PLR0917 - kernels take numbers
    typing: Any, sums: Any, rows: Any, numbers: Any, places: Any, count: Any
) -> Any:
    vector = ir.VectorType(ir.FloatType(), LANES)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, source, scales, order = (
            context.make_array(kind)(context, builder, array)
            for kind, array in zip(signature.args[:4], arguments[:4], strict=True)
        )
        width = builder.extract_value(target.shape, 0)
        block = ir.Constant(width.type, BLOCK)
        totals = [cgutils.alloca_once(builder, vector) for _ in range(AT_ONCE)]  # type: ignore[no-untyped-call]
        with cgutils.for_range(builder, builder.udiv(width, block)) as blocks:
            first = builder.mul(blocks.index, block)
            into = _vectors(builder, vector, target.data, first)
            for total, pointer in zip(totals, into, strict=True):
                builder.store(builder.load(pointer, align=_BYTES), total)
            with cgutils.for_range(builder, arguments[4]) as terms:
                place = builder.load(builder.gep(order.data, [terms.index]))
                scale = _spread(builder, vector, builder.load(builder.gep(scales.data, [place])))
                row = builder.add(builder.mul(place, width), first)
                more = _vectors(builder, vector, source.data, row)
                for total, pointer in zip(totals, more, strict=True):
                    term = builder.fmul(builder.load(pointer, align=_BYTES), scale)
                    builder.store(builder.fadd(builder.load(total), term), total)
            for total, pointer in zip(totals, into, strict=True):
                builder.store(builder.load(total), pointer, align=_BYTES)
        return context.get_dummy_value()

    return types.none(sums, rows, numbers, places, types.int64), build


def _vectors(builder: Any, vector: Any, data: Any, first: Any) -> list[Any]:
    """Return where the vectors of a block are."""
    places = [
        builder.add(first, ir.Constant(first.type, LANES * number)) for number in range(AT_ONCE)
    ]
    return [builder.bitcast(builder.gep(data, [at]), vector.as_pointer()) for at in places]


def _spread(builder: Any, vector: Any, number: Any) -> Any:
    """Return a vector of the same number everywhere."""
    spread = ir.Constant(vector, ir.Undefined)
    for lane in range(LANES):
        spread = builder.insert_element(spread, number, ir.Constant(ir.IntType(32), lane))
    return spread


if config.DISABLE_JIT:

    def add_rows(sums: Any, rows: Any, numbers: Any, places: Any) -> None:
        """Add each row, multiplied by the number at its place."""
        for place in range(len(rows)):
            sums += numbers[place] * rows[place]

else:

    @lean_kernel
    def add_rows(sums: Any, rows: Any, numbers: Any, places: Any) -> None:
        """Add each row, multiplied by the number at its place.

        `places` is workspace with one number for each row; rows with a factor of zero are skipped.
        """
        count = 0
        for place in range(len(rows)):
            places[count] = place
            count += 1 if numbers[place] != 0.0 else 0
        _add_rows(sums, rows, numbers, places, count)  # type: ignore[call-arg]
