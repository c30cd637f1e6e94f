"""Compile kernels without the GIL, once, into the user's cache folder."""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import caching
from numba.core import config as numba_config

from .compiling import Kernel, is_part

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba_config  # its stubs have none of its options
_NumbaCache: Any = caching.FunctionCache  # which is untyped

_OPTIONS = {"nopython": True, "error_model": "numpy", "boundscheck": None}
"""Numba's options for all kernels; its environment variable can still turn on bounds checks."""

_KEPT = 4
"""The number of compiled versions of a file kept on disk, for parallel environments."""

_IMPORT = re.compile(r"^[ \t]*from (\.+)([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
"""Matches imports from this package; parsing all files would take as long as loading kernels.
"""
_NAME = re.compile(r"(\w+)(?: as \w+)?")
_COMMENT = re.compile(r"#.*")


def records(count: int, kind: "np.dtype[Any]") -> Any:
    """Return an array of zeroed records in the form that is fastest to pass to kernels.

    Compiled code receives an ordinary array in a quarter of a microsecond. A `numpy.recarray` takes
    ten times as long, and a single record of many fields a hundred times.
    """
    return as_records(np.zeros(count * kind.itemsize, np.int8), kind)


def as_records(memory: "np.ndarray[Any, np.dtype[np.int8]]", kind: "np.dtype[Any]") -> Any:
    """Return memory as records; plain memory copies in a microsecond, records in a hundred."""
    made: Any = np.frombuffer(memory, kind)
    return made.view(np.recarray) if config.DISABLE_JIT else made


def kernel(function: Function) -> Function:
    """Compile a function for machine numbers when it is first called.

    Compiled code has no bounds checks, so callers must check the arguments, and a negative index
    does not count from the end. With `NUMBA_BOUNDSCHECK=1`, an index past either end raises an
    `IndexError`; with `NUMBA_DISABLE_JIT=1`, the function stays ordinary Python.
    """
    return _compiled(function)


def lean_kernel(function: Function) -> Function:
    """Return a kernel that creates no arrays, and so need not count references to its arguments.

    Counting is an atomic operation on every call, which can take most of a small kernel's time.
    """
    return _compiled(function, _nrt=False)


def inlined_kernel(function: Function) -> Function:
    """Return a lean kernel whose code becomes part of each of its callers.

    A call passes every field of every array, which can cost more than a small kernel's work.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def compiled(*modules: ModuleType, known: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return kernels for all functions in some modules of plain Python, by function.

    The modules stay as they are for the interpreter. Each kernel is made from a copy of its
    function that calls kernels where the function calls functions. No kernels are made for
    functions in `known`.
    """
    kernels: dict[Any, Any] = dict(known)
    scopes = []
    for module in modules:
        scope = dict(vars(module))
        scopes.append(scope)
        for function in list(scope.values()):
            if (
                isinstance(function, FunctionType)
                and function.__module__ == module.__name__
                and function not in known
            ):
                twin = FunctionType(function.__code__, scope, function.__name__)
                twin.__module__, twin.__qualname__ = module.__name__, function.__qualname__
                kernels[function] = lean_kernel(twin)
    for scope in scopes:
        scope |= {
            name: kernels[value]
            for name, value in scope.items()
            if isinstance(value, FunctionType) and value in kernels
        }
    return kernels


def _compiled(function: Function, **options: Any) -> Function:
    if config.DISABLE_JIT:
        return function
    made: Any = dispatcher(function, nogil=True, no_cfunc_wrapper=True, **options)
    return cast("Function", made)


def dispatcher(function: Callable[..., Any], **options: Any) -> Kernel:
    """Return a function to be compiled, with these options of Numba's, and kept on disk."""
    made = Kernel(function, targetoptions=_OPTIONS | options)
    folder = cache_folder(Path(function.__code__.co_filename))
    if folder is None:
        return made
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        made._cache = _Cache(function)  # noqa: SLF001 - as `cache=True` does
    finally:
        config.CACHE_DIR = before
    return made


class _Cache(_NumbaCache):  # type: ignore[misc]
    """Numba's cache for kernels called from Python, which ignores what a crash left incomplete."""

    def load_overload(self, *what: Any) -> Any:
        try:
            return super().load_overload(*what)
        except Exception:  # noqa: BLE001 - half a pickle raises what it likes
            self.flush()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Save compiled code, unless it is part of another kernel."""
        if not is_part(result):
            super().save_overload(signature, result)


@cache
def cache_folder(file: Path) -> Path | None:
    """Return the folder for a source file's compiled kernels; None if nothing can be written.

    Numba checks only whether a kernel's own file has changed, not the files it imports. The folder
    is therefore named after the contents of all of them, and after whether bounds are checked.
    """
    root = cache_root()
    digest = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK}".encode())
    for source in sorted(sources(file)):
        digest.update(_content(source))
    folder = root / f"{file.stem}-{digest.hexdigest()[:16]}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(root, file.stem)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


def cache_root() -> Path:
    """Return the folder of all compiled kernels, which need not exist."""
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR)
    try:
        return platformdirs.user_cache_path("spadille") / "kernels"
    except RuntimeError:  # without HOME, and for a user without an account entry
        return Path(os.devnull, "kernels")  # where nothing can be written


def kernels_are_kept() -> bool:
    """Return True if compiled kernels can be saved for other processes."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return True
    except OSError:
        return False


def sources(file: Path) -> set[Path]:
    """Return a file and all files of this package that it imports, directly or indirectly."""
    found: set[Path] = set()
    waiting = {file.resolve()}
    while waiting:
        source = waiting.pop()
        found.add(source)
        waiting |= _imported(source) - found
    return found


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _imported(file: Path) -> set[Path]:
    """Return where the relative imports of a file lead."""
    paths = set()
    for dots, module, names in _IMPORT.findall(_content(file).decode()):
        base = file.parents[len(dots) - 1].joinpath(*module.split("."))
        for name in _NAME.findall(_COMMENT.sub("", names)):
            paths |= _module(base / name) or _module(base)
    return paths


def _module(path: Path) -> set[Path]:
    """Return the file of a module or a package, if it is one."""
    return {file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()}


def _prune(root: Path, name: str) -> None:
    """Remove the compiled kernels of older versions of a file."""
    versions = sorted(root.glob(f"{name}-{'?' * 16}"), key=os.path.getmtime, reverse=True)
    for old in versions[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
