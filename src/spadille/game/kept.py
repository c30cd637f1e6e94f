"""A property that is computed only once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class kept(Generic[Value]):  # noqa: N801 - it reads like a property
    """Like `functools.cached_property`, but without the lock that it takes before Python 3.12.

    A lock would cost more than most of the values cached here; two threads may compute the same
    value.
    """

    def __init__(self, work_out: Callable[[Any], Value]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> "kept[Value]": ...

    @overload
    def __get__(self, of: object, owner: type) -> Value: ...

    def __get__(self, of: object | None, owner: type) -> "Value | kept[Value]":
        if of is None:
            return self
        value = of.__dict__[self._name] = self._work_out(of)
        return value
