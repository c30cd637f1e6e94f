"""Call a kernel without Numba's choice among argument types, for calls that take a microsecond."""

from collections.abc import Callable
from typing import Any

import numba

from .kernel import config


def direct(kernel: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return the compiled code of a kernel for arguments like these, compiling it if needed.

    A call of it takes half the time of a call of the kernel. Later arguments must have the types of
    these; arrays are not checked.
    """
    if config.DISABLE_JIT:
        return kernel
    dispatcher: Any = kernel
    type_of: Any = numba.typeof  # which is untyped
    signature = tuple(map(type_of, arguments))
    dispatcher.compile(signature)
    code: Callable[..., Any] = dispatcher.overloads[signature].entry_point
    return code
