"""A hash of the code of custom bots, so that results of changed bots are not mixed."""

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from ..bots import files_of

_MOST_FILES = 1000


def code_of_module(name: str) -> str:
    """Return a hash of a module's file and of the files in its folder that it imports.

    It is empty for modules without a file and for installed packages, including this one.
    """
    module = sys.modules.get(name)
    file = None if module is None else _file_of(module)
    installed = name.partition(".")[0] == __package__.partition(".")[0]
    if module is None or file is None or installed or "site-packages" in file.parts:
        return ""
    return _hash(_imported(module, file.parent, set()))


def code_of_program(name: str) -> str:
    """Return a hash of the files that a command names, and of their neighbors with that suffix."""
    named = files_of(name)
    alike = (one for file in named if file.suffix for one in file.parent.glob(f"*{file.suffix}"))
    return _hash({*named, *alike})


def _imported(module: ModuleType, folder: Path, seen: set[Path]) -> set[Path]:
    """Return the files of a module, and of the modules in a folder that its names come from."""
    file = _file_of(module)
    if file is None or file in seen or not file.is_relative_to(folder):
        return seen
    seen.add(file)
    for one in _modules_in(module):
        _imported(one, folder, seen)
    return seen


def _modules_in(module: ModuleType) -> Iterator[ModuleType]:
    for value in list(vars(module).values()):
        if isinstance(value, ModuleType):
            yield value
        elif isinstance(name := getattr(value, "__module__", None), str) and name in sys.modules:
            yield sys.modules[name]


def _file_of(module: ModuleType) -> Path | None:
    name = getattr(module, "__file__", None)
    return Path(os.path.realpath(name)) if isinstance(name, str) else None


def _hash(files: Iterable[Path]) -> str:
    digest = sha256()
    for file in sorted(files)[:_MOST_FILES]:
        try:
            text = file.read_bytes()
        except OSError:
            continue
        digest.update(file.name.encode())
        digest.update(text)
    return digest.hexdigest()[:12]
