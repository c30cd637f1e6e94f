"""Kernels that take and return bytes objects, for calls that take a fifth of a microsecond.

A call of a kernel with arrays spends most of its time on the arrays. These kernels hold the GIL,
read bytes where they are, and make new ones that they fill before anyone else sees them. They use
only public functions of Python's C interface.
"""
# ruff: noqa: ARG001 - Numba says arguments by their places

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import OpaqueModel
from numba.extending import NativeValue, box, intrinsic, register_model, unbox

from .kernel import config, dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

_BYTE = ir.IntType(8).as_pointer()
_SIZE = ir.IntType(64)
_unbox: Any = unbox  # Numba is mostly untyped
_box: Any = box
_NativeValue: Any = NativeValue
_declared: Any = cgutils.get_or_insert_function


class _Object(types.Opaque):
    """Any Python object, as a pointer to it."""

    def __init__(self) -> None:
        super().__init__(name="spadille.object")


OBJECT = _Object()
register_model(_Object)(OpaqueModel)


@_unbox(_Object)  # type: ignore[untyped-decorator]
def _take_in(kind: Any, value: Any, context: Any) -> Any:
    return _NativeValue(value)


@_box(_Object)  # type: ignore[untyped-decorator]
def _give_out(kind: Any, value: Any, context: Any) -> Any:
    return value


def object_kernel(*arguments: Any, returns: Any = OBJECT) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function of objects and numbers, which holds the GIL.

    The result is the compiled code itself, which does not check the types of its arguments. Without
    compilation, the function stays as it is.
    """

    def made(function: Function) -> Function:
        if config.DISABLE_JIT:
            return function
        compiled: Any = dispatcher(function, _nrt=False)
        compiled.compile(returns(*arguments))
        entry: Any = compiled.overloads[arguments].entry_point
        return entry  # type: ignore[no-any-return]

    return made


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Call a function of Python's C interface."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = _declared(builder.module, kind, name)
    return builder.call(function, arguments)


def record_at(kind: "np.dtype[Any]") -> Any:
    """Return an intrinsic that gives the record of this type at an address."""
    record: Any = numba.from_dtype(kind)

    @intrinsic
    def at(typing: Any, address: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(record))

        return record(types.int64), build

    return at


@intrinsic
def _address_of(typing: Any, value: Any, size: Any) -> Any:
    """Return where the contents of a bytes object of this size are; 0 for any other object.

    In that case raise an error, because Python has one pending.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        begin = cgutils.alloca_once(builder, _BYTE)  # type: ignore[no-untyped-call]
        length = cgutils.alloca_once(builder, _SIZE)  # type: ignore[no-untyped-call]
        builder.store(ir.Constant(_SIZE, 0), length)
        builder.store(ir.Constant(_BYTE, None), begin)
        _call(builder, "PyBytes_AsStringAndSize", ir.IntType(32), arguments[0], begin, length)
        fits = builder.icmp_signed("==", builder.load(length), arguments[1])
        address = builder.ptrtoint(builder.load(begin), _SIZE)
        return builder.select(fits, address, ir.Constant(_SIZE, 0))

    return types.int64(OBJECT, types.int64), build


@intrinsic
def _new_bytes(typing: Any, size: Any) -> Any:
    """Return a bytes object of this size, to be filled before it is returned."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        nothing = ir.Constant(_BYTE, None)
        return _call(builder, "PyBytes_FromStringAndSize", _BYTE, nothing, arguments[0])

    return OBJECT(types.int64), build


@intrinsic
def _new_list(typing: Any, size: Any) -> Any:
    """Return a list of this size, to be filled with `put_number` or `put_real`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call(builder, "PyList_New", _BYTE, arguments[0])

    return OBJECT(types.int64), build


def _putter(maker: str, kind: Any) -> Any:
    """Return an intrinsic that puts a number at a place of a new list."""

    @intrinsic
    def put(typing: Any, target: Any, place: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            target, place, value = arguments
            number = _call(builder, maker, _BYTE, value)
            _call(builder, "PyList_SetItem", ir.IntType(32), target, place, number)
            return context.get_dummy_value()

        return types.none(OBJECT, types.int64, kind), build

    return put


put_number = _putter("PyLong_FromLongLong", types.int64)
put_real = _putter("PyFloat_FromDouble", types.float64)
address_of: Any = _address_of
new_bytes: Any = _new_bytes
new_list: Any = _new_list
