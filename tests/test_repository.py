"""Rules for the repository as a whole: its files, its locks, its internal boundaries."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "spadille"
NOT_OURS = {
    "node_modules",
    "paraglide",
    "static",
    "dist",
    "build",
    "coverage",
    "htmlcov",
    "__pycache__",
}
PACKAGES = {init.parent.name for init in PACKAGE.glob("*/__init__.py")}


def _texts() -> Iterator[tuple[Path, str]]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name not in NOT_OURS and (name[0] != "." or name in {".ci", ".github"})
        ]
        for name in set(names) - {".git"}:  # in a worktree, a file with its location on the machine
            path = Path(folder, name)
            try:
                yield path.relative_to(ROOT), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # a picture or another binary file


@pytest.mark.parametrize(
    "foreign",
    [
        pytest.param(r"\b(?:registry|files|deb|index)\.[\w-]+\.(?:org|com|io)\b", id="registry"),
        pytest.param(r"\bpypi\.[a-z]+\b", id="package index"),
        pytest.param(r"(?<![\w.])/(?:root|work|home/\w+|Users/\w+)/", id="path of a machine"),
        pytest.param(r"\.\./shared\b", id="folder beside the repository"),
    ],
)
def test_files_contain_no_machine_specific_names(foreign: str) -> None:
    found = [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path, text in _texts()
        for match in re.finditer(foreign, text)
    ]
    assert found == []


def _pins(lock: str) -> dict[str, list[Requirement]]:
    pins: dict[str, list[Requirement]] = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "# ":
            pin = Requirement(line.removesuffix("\\"))
            pins.setdefault(pin.name.lower(), []).append(pin)
    return pins


@pytest.mark.parametrize(
    "lock", ["requirements.lock", "requirements-dev.lock", "requirements-docs.lock"]
)
def test_python_locks_have_hashes_and_no_urls(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert len(re.findall(r"==[^\n]*\\\n    --hash=sha256:", text)) == len(
        re.findall(r"^[^#\s]", text, flags=re.MULTILINE)
    )


def test_lock_command_without_uv_links_to_it(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "dev.py"), "lock"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Locking needs uv: https://docs.astral.sh/uv/\n"


def test_npm_lock_has_hashes_and_no_urls() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []


def test_locks_match_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime, development = _pins("requirements.lock"), _pins("requirements-dev.lock")
    for pins, wanted in (
        (runtime, project["project"]["dependencies"]),
        (runtime, project["project"]["optional-dependencies"]["postgresql"]),
        (development, project["dependency-groups"]["dev"]),
        (_pins("requirements-docs.lock"), project["dependency-groups"]["docs"]),
    ):
        for requirement in map(Requirement, wanted):
            for pin in pins[requirement.name.lower().replace("_", "-")]:
                (exact,) = pin.specifier
                assert exact.version in requirement.specifier, requirement
    for name, pinned in runtime.items():
        # Packages that development adds may be needed on more systems, but never in another
        # version.
        assert {pin.specifier for pin in development[name]} == {pin.specifier for pin in pinned}


SOURCES = sorted(PACKAGE.rglob("*.py"))


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def _imports(file: Path) -> tuple[tuple[int, str, str | None], ...]:
    """Return the line, the module and, for a from-import, the name for all that a file imports."""
    inside = ["spadille", *file.relative_to(PACKAGE).parent.parts]
    found: list[tuple[int, str, str | None]] = []
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = inside[: len(inside) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            found += [(node.lineno, module, alias.name) for alias in node.names]
    return tuple(found)


@cache
def _offers(package: str) -> set[str]:
    door = PACKAGE / package / "__init__.py"
    return {
        name
        for node in (_tree(door).body if door.exists() else [])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }


def _trespasses(file: Path) -> Iterator[str]:
    at_home = file.relative_to(PACKAGE).parts[0]
    for line, module, name in _imports(file):
        parts = module.split(".")
        if parts[0] != "spadille":
            continue
        if len(parts) == 1 and name in PACKAGES:  # from spadille import game
            continue
        package = parts[1] if len(parts) > 1 else None
        if package not in PACKAGES or package == at_home:
            continue
        if len(parts) > 2 and parts[2] in _offers(parts[1]):  # a module that its package offers
            continue
        door = "/".join(parts[1:])  # a package, or a package inside it with its own `__init__`
        if (name is None and len(parts) > 2) or (name is not None and name not in _offers(door)):
            wanted = module if name is None else f"{module}.{name}"
            yield f"{file.relative_to(ROOT)}:{line}: {wanted}"


def _module(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_imports_have_no_cycle() -> None:
    files = {_module(file): file for file in SOURCES}
    order = TopologicalSorter[str]()
    for module, file in files.items():
        wanted = {
            inner if (inner := f"{outer}.{name}") in files else outer
            for _, outer, name in _imports(file)
        }
        order.add(module, *(wanted & files.keys()) - {module})
    circle: list[str] = []
    try:
        order.prepare()
    except CycleError as error:
        circle = error.args[1]
    assert circle == []


LATE_IMPORTS = {
    "__init__.py": "`import spadille` must not bring Numba",
    "cli/": "a command imports what it needs, so that --help is instant",
    "arena/contestant.py": "only some bots need kernels, and Numba takes its time",
    "bots/expert/expert.py": "Numba takes its time",
    "bots/expert/position.py": "Numba takes its time",
    "envs/drawing.py": "only types; rounds are drawn as text without NumPy",
    "envs/extras.py": "Gymnasium may be absent",
    "envs/vector.py": "only those who have opponents pay for their kernels",
    "search/states.py": "the kernels are compiled when they are imported",
    "server/__init__.py": "so that the command line need not wait for what runs a server",
    "server/limits.py": "the module is not there on Windows",
    "server/logs.py": "processes that think log too, and need no database",
    "server/serving.py": "most do without a cluster and metrics, which load slowly",
    "server/live/executors.py": "in a separate process",
    "svg/raster.py": "only PNG needs an extra, and only arrays need NumPy",
    "study/__init__.py": "a server that tells of reviews does without NumPy",
}
"""The only files that import inside functions or only for types, with their reasons."""


def test_imports_are_at_module_top() -> None:
    inside = (ast.FunctionDef, ast.AsyncFunctionDef, ast.If)
    late = [
        file.relative_to(PACKAGE).as_posix()
        for file in SOURCES
        for node in ast.walk(_tree(file))
        if isinstance(node, inside)
        and any(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
    ]
    assert [file for file in late if not file.startswith(tuple(LATE_IMPORTS))] == []
    unused = [place for place in LATE_IMPORTS if not any(file.startswith(place) for file in late)]
    assert unused == []


def test_packages_import_only_exported_names() -> None:
    assert [trespass for file in SOURCES for trespass in _trespasses(file)] == []


def test_packages_declare_their_exports() -> None:
    assert [package for package in sorted(PACKAGES) if not _offers(package)] == []


@cache
def _wanted() -> dict[str, set[str]]:
    """Return the packages that each package imports from."""
    wanted: dict[str, set[str]] = {package: set() for package in PACKAGES}
    for package in PACKAGES:
        for file in (PACKAGE / package).rglob("*.py"):
            for _, module, name in _imports(file):
                parts = [*module.split("."), name]
                if parts[0] == "spadille" and parts[1] in PACKAGES - {package}:
                    wanted[package].add(str(parts[1]))
    return wanted


def test_contributing_table_lists_packages_above_their_imports() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`\w+`[^|]*) \|", page, re.MULTILINE)
    rows = [re.findall(r"`(\w+)`", row) for row in table]
    assert sorted(package for row in rows for package in row) == sorted(PACKAGES)
    for number, row in enumerate(rows):
        below = {package for lower in rows[number + 1 :] for package in lower}
        assert {other for package in row for other in _wanted()[package]} <= below


def test_architecture_page_arrows_match_imports() -> None:
    """The page has all of them, except those that packages in between imply."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    graph = page.partition("```mermaid\ngraph")[2].partition("```")[0]
    arrows = set(re.findall(r"^  (\w+).* --> (\w+)$", graph, re.MULTILINE))
    wanted = _wanted()
    assert arrows == {
        (package, other)
        for package, others in wanted.items()
        for other in others
        if not any(other in wanted[between] for between in others)
    }


def test_architecture_page_names_existing_files() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    here = {file.relative_to(ROOT).as_posix() for file in ROOT.glob("src/**/*.*")}
    here |= {file.relative_to(ROOT).as_posix() for file in ROOT.glob("tools/*.py")}
    named = re.findall(r"`([\w/]+\.py)`", page)
    assert named
    gone = [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in here)]
    assert gone == []


def test_decisions_are_numbered_without_gaps() -> None:
    pages = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(page[:4]) for page in pages] == list(range(1, len(pages) + 1))
