"""Add rows of single-precision numbers, and their products, several numbers at a time.

By default, the compiler processes them one by one, because it does not know that two rows of one
record are disjoint. Products are added in a fixed order, each with a single rounding, so all
machines agree; one without such an instruction takes much longer.
"""
# ruff: noqa: ARG001 - Numba says arguments by their places

from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .kernel import config, lean_kernel

LANES = 8
MANY, FEW = 8, 4
"""How many vectors of sums are computed at once: many for whole blocks of a row, and few for the
rest. Rows are whole numbers of few vectors."""

_IN_A_WORD = 64
_BYTES = 4
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_NOTHING = ir.Constant(_VECTOR, [0.0] * LANES)


def _chosen(comparison: str) -> Any:
    """Return an intrinsic that sets the bit of each number for which `number <comparison> 0`."""

    @intrinsic
    def chosen(typing: Any, numbers: Any, first: Any, count: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source = context.make_array(signature.args[0])(context, builder, arguments[0])
            start = builder.gep(source.data, [arguments[1]])
            compare = builder.fcmp_unordered if comparison == "!=" else builder.fcmp_ordered
            word = cgutils.alloca_once_value(builder, ir.Constant(_WORD, 0))  # type: ignore[no-untyped-call]

            def note(found: Any, at: Any) -> None:
                bits = builder.shl(builder.zext(found, _WORD), at)
                builder.store(builder.or_(builder.load(word), bits), word)

            lanes = ir.Constant(_WORD, LANES)
            whole = builder.udiv(arguments[2], lanes)
            with cgutils.for_range(builder, whole) as loop:
                at = builder.mul(loop.index, lanes)
                place = builder.bitcast(builder.gep(start, [at]), _VECTOR.as_pointer())
                several = builder.load(place, align=_BYTES)
                found = compare(comparison, several, _NOTHING)
                note(builder.bitcast(found, ir.IntType(LANES)), at)
            done = builder.mul(whole, lanes)
            with cgutils.for_range(builder, builder.sub(arguments[2], done)) as loop:
                at = builder.add(done, loop.index)
                one = builder.load(builder.gep(start, [at]))
                note(compare(comparison, one, ir.Constant(ir.FloatType(), 0.0)), at)
            return builder.load(word)

        return types.uint64(numbers, types.int64, types.int64), build

    return chosen


_not_zero, _positive = _chosen("!="), _chosen(">")


class _Sums(NamedTuple):
    """What `_add_chosen` was given: data of arrays, and numbers."""

    target: Any
    start: Any
    rows: Any
    numbers: Any
    width: Any
    first: Any
    word: Any


@intrinsic
def _add_chosen(  # noqa: PLR0913, PLR0917 - kernels take numbers
    typing: Any, sums: Any, start: Any, rows: Any, numbers: Any, first: Any, word: Any
) -> Any:
    """Set sums to `start` plus the rows from `first` on whose bits are set, times their numbers."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        into, begun, source, factors = (
            context.make_array(kind)(context, builder, array)
            for kind, array in zip(signature.args[:4], arguments[:4], strict=True)
        )
        width = builder.extract_value(into.shape, 0)
        first, word = arguments[4:]
        given = _Sums(into.data, begun.data, source.data, factors.data, width, first, word)
        done = ir.Constant(_WORD, 0)
        for vectors in (MANY, FEW):
            block = ir.Constant(_WORD, LANES * vectors)
            blocks = builder.udiv(builder.sub(width, done), block)
            with cgutils.for_range(builder, blocks) as loop:
                at = builder.add(done, builder.mul(loop.index, block))
                _add_block(builder, given, at, vectors)
            done = builder.add(done, builder.mul(blocks, block))
        return context.get_dummy_value()

    return types.none(sums, start, rows, numbers, types.int64, types.uint64), build


def _add_block(builder: Any, given: _Sums, at: Any, vectors: int) -> None:
    """Compute the sums of some vectors.

    If there are few vectors, each has two sums, of every other row, so that the processor has more
    to do while each addition waits for the one before it.
    """
    totals = [_new_sums(builder, vectors) for _ in range(MANY // vectors)]
    begun = _vectors(builder, given.start, at, vectors)
    for total, pointer in zip(totals[0], begun, strict=True):
        builder.store(builder.load(pointer, align=_BYTES), total)
    left = cgutils.alloca_once(builder, _WORD)  # type: ignore[no-untyped-call]
    builder.store(given.word, left)
    count, chains = builder.ctpop(given.word), ir.Constant(_WORD, len(totals))
    with cgutils.for_range(builder, builder.udiv(count, chains)):
        for total in totals:
            _add_next(builder, given, at, left, total)
    with cgutils.for_range(builder, builder.urem(count, chains)):
        _add_next(builder, given, at, left, totals[0])
    into = _vectors(builder, given.target, at, vectors)
    for pointer, first, *others in zip(into, *totals, strict=True):
        found = builder.load(first)
        for other in others:
            found = builder.fadd(found, builder.load(other))
        builder.store(found, pointer, align=_BYTES)


def _new_sums(builder: Any, count: int) -> list[Any]:
    sums = [cgutils.alloca_once(builder, _VECTOR) for _ in range(count)]  # type: ignore[no-untyped-call]
    for one in sums:
        builder.store(_NOTHING, one)
    return sums


def _add_next(builder: Any, given: _Sums, at: Any, left: Any, totals: list[Any]) -> None:
    """Add the next row whose bit is left, times its number, and clear the bit."""
    bits = builder.load(left)
    place = builder.add(builder.cttz(bits, ir.Constant(ir.IntType(1), 1)), given.first)
    builder.store(builder.and_(bits, builder.sub(bits, ir.Constant(_WORD, 1))), left)
    scale = _spread(builder, builder.load(builder.gep(given.numbers, [place])))
    row = builder.add(builder.mul(place, given.width), at)
    for total, pointer in zip(totals, _vectors(builder, given.rows, row, len(totals)), strict=True):
        more = builder.load(pointer, align=_BYTES)
        builder.store(_multiplied(builder, more, scale, builder.load(total)), total)


@intrinsic
def _dot_positive(typing: Any, numbers: Any, factors: Any) -> Any:
    """Return the sum of the positive numbers, each times its factor, for whole vectors."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, scales = (
            context.make_array(kind)(context, builder, array)
            for kind, array in zip(signature.args, arguments, strict=True)
        )
        total = cgutils.alloca_once_value(builder, _NOTHING)  # type: ignore[no-untyped-call]
        width = builder.extract_value(source.shape, 0)
        lanes = ir.Constant(_WORD, LANES)
        with cgutils.for_range(builder, builder.udiv(width, lanes)) as loop:
            at = builder.mul(loop.index, lanes)
            one, scale = (
                builder.load(_vectors(builder, data, at, 1)[0], align=_BYTES)
                for data in (source.data, scales.data)
            )
            one = builder.select(builder.fcmp_ordered(">", one, _NOTHING), one, _NOTHING)
            builder.store(_multiplied(builder, one, scale, builder.load(total)), total)
        found = builder.load(total)
        half = LANES
        while half > 1:
            half //= 2
            order = ir.Constant(ir.VectorType(ir.IntType(32), LANES), _turned(half))
            found = builder.fadd(found, builder.shuffle_vector(found, found, order))
        return builder.extract_element(found, ir.Constant(ir.IntType(32), 0))

    return types.float32(numbers, factors), build


def _turned(places: int) -> list[int]:
    return [(lane + places) % LANES for lane in range(LANES)]


def _multiplied(builder: Any, one: Any, other: Any, added: Any) -> Any:
    """Multiply and add vectors with a single rounding."""
    kind = ir.FunctionType(_VECTOR, [_VECTOR, _VECTOR, _VECTOR])
    fused = builder.module.declare_intrinsic(f"llvm.fma.v{LANES}f32", fnty=kind)
    return builder.call(fused, [one, other, added])


def _vectors(builder: Any, data: Any, first: Any, count: int) -> list[Any]:
    """Return where the vectors of a block are."""
    places = [
        builder.add(first, ir.Constant(first.type, LANES * number)) for number in range(count)
    ]
    return [builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer()) for at in places]


def _spread(builder: Any, number: Any) -> Any:
    """Return a vector of the same number everywhere."""
    spread = ir.Constant(_VECTOR, ir.Undefined)
    for lane in range(LANES):
        spread = builder.insert_element(spread, number, ir.Constant(ir.IntType(32), lane))
    return spread


_add: Any = _add_chosen
_dot: Any = _dot_positive

if config.DISABLE_JIT:

    def add_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
        """Set sums to `start` plus each row, multiplied by the number at its place.

        Numbers are of single precision, and rows are as long as a multiple of `FEW * LANES`.
        """
        sums[:] = start + numbers[: len(rows)] @ rows

    def add_positive_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
        """Set sums to `start` plus each row whose number is positive, multiplied by it."""
        sums[:] = start + numbers[: len(rows)].clip(0.0) @ rows

    def dot_positive(numbers: Any, factors: Any) -> Any:
        """Return the sum of the positive numbers, a multiple of `LANES`, times their factors."""
        return numbers.clip(0.0) @ factors

else:

    @lean_kernel
    def add_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
        """Set sums to `start` plus each row, multiplied by the number at its place.

        Numbers are of single precision, and rows are as long as a multiple of `FEW * LANES`.
        """
        for first in range(0, len(rows), _IN_A_WORD):
            word = _not_zero(numbers, first, min(_IN_A_WORD, len(rows) - first))
            _add(sums, start, rows, numbers, first, word)
            start = sums

    @lean_kernel
    def add_positive_rows(sums: Any, start: Any, rows: Any, numbers: Any) -> None:
        """Set sums to `start` plus each row whose number is positive, multiplied by it."""
        for first in range(0, len(rows), _IN_A_WORD):
            word = _positive(numbers, first, min(_IN_A_WORD, len(rows) - first))
            _add(sums, start, rows, numbers, first, word)
            start = sums

    @lean_kernel
    def dot_positive(numbers: Any, factors: Any) -> Any:
        """Return the sum of the positive numbers, a multiple of `LANES`, times their factors."""
        return _dot(numbers, factors)
