"""A bot as it was at an earlier commit, to measure today's bot against.

In the folder benchmarks/, in a clone with its history:

    spadille arena expert baselines.older:Older:at=TAG,bot=expert
"""

import importlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs
from msgspec import NODEFAULT, Struct, structs

import spadille.game
from spadille.game import Message, PlayerAction, Rules, SeatView, SpadesError

ROOT = Path(__file__).parents[2]


class Older:
    """The bot with a given name at a commit; it sees whatever today's bot would see in its place.

    The package of the commit is kept in the user's cache folder, under a separate name. Views are
    translated into its terms, and its answers into ours. Newer features that it has no terms for,
    such as new rule options, are refused unless they have their old values.
    """

    def __init__(self, seed: int | str, *, at: str, bot: str = "expert") -> None:
        package = package_at(commit_of(at))
        self._theirs = importlib.import_module(f"{package}.game")
        bots = importlib.import_module(f"{package}.bots")
        self._bot = bots.load(bot, seed)
        _compile(package, bots.KERNELS.get(bot.partition(":")[0], ()))

    def act(self, view: SeatView) -> PlayerAction:
        answer: PlayerAction = put(self._bot.act(put(view, self._theirs)), spadille.game)
        return answer


@cache
def _compile(package: str, kernels: tuple[str, ...]) -> None:
    importlib.import_module(f"{package}.fast").ready(*kernels)


@cache
def commit_of(name: str) -> str:
    """Return the commit named by a tag, a branch or the beginning of a hash.

    Raises:
        SpadesError: if it does not exist.
    """
    done = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if done.returncode:
        raise SpadesError(
            "baselines/no-commit",
            Message("there is no commit {name} in {place}", name=name, place=ROOT),
        )
    return done.stdout.decode().strip()


@cache
def package_at(commit: str) -> str:
    """Return the name under which the package of a commit can be imported from now on."""
    name = f"spadille_at_{commit[:12]}"
    shelf = platformdirs.user_cache_path("spadille") / "older"
    if not (shelf / name).is_dir():
        shelf.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=shelf) as fresh:
            with tempfile.TemporaryFile() as archive:
                packing = _git("archive", "--format=zip", commit, "src/spadille", to=archive)
                packing.check_returncode()
                with zipfile.ZipFile(archive) as packed:
                    packed.extractall(fresh)
            rename(Path(fresh) / "src" / "spadille", name)
            try:
                (Path(fresh) / "src" / name).rename(shelf / name)
            except OSError:  # another process was faster
                assert (shelf / name).is_dir()
    if str(shelf) not in sys.path:
        sys.path.append(str(shelf))
        paths = (os.environ.get("PYTHONPATH"), str(shelf))  # for processes that compile its engine
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return name


def rename(package: Path, name: str) -> None:
    """Rename one of our packages, including where it refers to itself by name."""
    for file in package.rglob("*.py"):
        text = re.sub(r'"spadille\.(?=[a-z])', f'"{name}.', file.read_text(encoding="utf-8"))
        # The last line keeps its compiled engine separate from ours, even if nothing has changed.
        file.write_text(f"{text}# {name}\n", encoding="utf-8")
    package.rename(package.with_name(name))


def _git(*words: str, to: Any = subprocess.PIPE) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["git", "-C", str(ROOT), *words],
        check=False,
        stdout=to,
        stderr=subprocess.DEVNULL,
    )


def put(value: Any, home: ModuleType) -> Any:
    """Return the same value in the terms of another `game` package.

    Raises:
        SpadesError: if that package has no terms for part of it.
    """
    match value:
        case Rules():
            return _put_rules(value, home)
        case Enum():
            return _twin(type(value), home)[value.name]
        case Struct():
            return _put_fields(value, home)
        case tuple():
            return tuple(put(part, home) for part in value)
        case _:
            return value


@lru_cache(maxsize=64)
def _put_rules(rules: Rules, home: ModuleType) -> Any:
    return _put_fields(rules, home)


def _put_fields(value: Struct, home: ModuleType) -> Any:
    twin = _twin(type(value), home)
    names = _names(type(value))
    known = _names(twin)
    for field in structs.fields(value):
        if field.encode_name not in known and getattr(value, field.name) != _usual(field):
            raise SpadesError(
                "baselines/no-words",
                Message(
                    "the earlier version does not know {field} of {what}",
                    field=field.name,
                    what=type(value).__name__,
                ),
            )
    ours = {name: names.get(sent, name) for sent, name in known.items()}
    given = {name: getattr(value, own) for name, own in ours.items() if hasattr(value, own)}
    return twin(**{name: put(part, home) for name, part in given.items()})


@cache
def _names(kind: type[Struct]) -> dict[str, str]:
    """Return the fields of a class by the names they are sent as, which survive a renaming."""
    return {field.encode_name: field.name for field in structs.fields(kind)}


def _usual(field: structs.FieldInfo) -> Any:
    """Return the default of a field, or None if the field is always sent."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


@cache
def _twin(kind: type, home: ModuleType) -> Any:
    """Return the class of the same name in another `game` package, wherever it is defined."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{home.__name__}."):
            found = getattr(module, kind.__name__, None)
            if isinstance(found, type) and found.__module__.startswith(home.__name__):
                return found
    raise SpadesError(
        "baselines/no-words",
        Message("the earlier version does not know {what}", what=kind.__name__),
    )
