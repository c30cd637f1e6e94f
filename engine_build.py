"""Build the engine for the browser: Pyodide, and the part of Spadille that needs no server.

The build hook and dev.py both use this. The files are kept compressed, as the server sends them.

    python engine_build.py      build the engine into the package, unless it is up to date
"""

import gzip
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import web_build

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
ENGINE = web_build.PAGES / "engine"
BUILT_FROM = ENGINE / ".built-from"
PYODIDE = web_build.WEB / "node_modules" / "pyodide"
COMPILER = [web_build.WEB / "scripts" / f"compile{end}" for end in ("-engine.js", "_engine.py")]
CREDITS = web_build.WEB / "CREDITS.md"
LOCK = ROOT / "requirements.lock"
WHEELS = ROOT / "build" / "engine"

SKIP = "SPADILLE_SKIP_ENGINE"  # the environment variable for building without the engine
PIP_REQUIREMENT = "pip==26.0"

PARTS = ("game", "notation", "locale", "bots", "study", "table", "offline")
"""The packages in the engine: those that need nothing but msgspec."""

LEFT_OUT = ("bots/expert/*", "bots/heuristics/kernels.py", "study/dataset.py")
"""Modules of these packages that need NumPy, and their data."""

YET_NEEDED = {f"bots/expert/{name}.py" for name in ("__init__", "expert", "position")}
"""Modules of these folders that need no NumPy, and that others import."""

ARCHIVES = ("stdlib.zip", "msgspec.zip", "engine.zip")
"""The archives that Pyodide loads. Usually, only the last one changes with a release."""

NOT_PACKED = {".mo", ".po", ".pyc", ".pyi"}
"""The suffixes of files that no engine needs, except for catalogs of the wanted kind."""

PACKED = ".packed"
"""The suffix of compressed files on plain hosts; some treat `.gz` in their own way."""

WHEEL_TAGS = (
    *("--python-version=3.14", "--implementation=cp", "--abi=cp314"),
    "--platform=pyemscripten_2026_0_wasm32",
)
"""The msgspec wheel for the Python in Pyodide; a new Pyodide needs other tags."""


class EngineBuildError(web_build.WebBuildError):
    """The engine could not be built; the text says what to do about it."""


def sources(catalogs: str = ".mo") -> list[Path]:
    """Return the files of Spadille in the engine, with catalogs that have this suffix."""
    package = SOURCE / "spadille"
    without = {path for pattern in LEFT_OUT for path in package.glob(pattern)}
    without -= {package / name for name in YET_NEEDED}
    files = (path for part in PARTS for path in package.joinpath(part).rglob("*"))
    wanted = (path for path in files if path.is_file() and _is_packed(path, catalogs))
    return [package / "__init__.py", *sorted(set(wanted) - without)]


def _is_packed(path: Path, catalogs: str) -> bool:
    return path.suffix == catalogs or path.suffix not in NOT_PACKED


def requirement() -> str:
    """Return the lines of the lock that pin msgspec, with the hashes of all its wheels."""
    found = re.search(r"^msgspec==(?:.*\\\n)*.*\n", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        message = f"cannot find msgspec in {LOCK.name}"
        raise EngineBuildError(message)
    return found[0]


def digest() -> str:
    """Return a hash of everything that the engine is made from, by content and not by time."""
    packages = json.loads((web_build.WEB / "package-lock.json").read_text(encoding="utf-8"))
    pyodide = packages["packages"]["node_modules/pyodide"]
    total = hashlib.sha256(f"{pyodide['integrity']} {requirement()}".encode())
    for path in (Path(__file__), CREDITS, *COMPILER, *sources(catalogs=".po")):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()


def is_built() -> bool:
    """Return True if the package contains the engine built from the current sources."""
    return BUILT_FROM.is_file() and BUILT_FROM.read_text() == digest()


def is_skipped() -> bool:
    """Return True if the environment asks for a build without the engine."""
    return bool(os.environ.get(SKIP))


def build() -> None:
    """Put the engine into the package, unless it is there already."""
    if is_built():
        return
    built_from = digest()
    web_build.install(tools=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _pack(folder / "source.zip", _wheel())
        command = [*web_build.node(), str(COMPILER[0]), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            message = f"compiling the engine failed:\n{done.stdout}{done.stderr}"
            raise EngineBuildError(message)
        runtime = [PYODIDE / f"pyodide{end}" for end in (".mjs", ".asm.mjs", ".asm.wasm")]
        _place([runtime, *([folder / name] for name in ARCHIVES)], built_from)


def _pack(archive: Path, wheel: Path) -> None:
    """Write the sources of the engine and the contents of the msgspec wheel."""
    if not any(path.suffix == ".mo" for path in sources()):
        message = "the catalogs are not compiled: install Spadille first, python3 dev.py start"
        raise EngineBuildError(message)
    with ZipFile(archive, "w") as packed, ZipFile(wheel) as installed:
        for path in sources():
            packed.write(path, path.relative_to(SOURCE).as_posix())
        for name in installed.namelist():
            packed.writestr(name, installed.read(name))


def _wheel() -> Path:
    """Return the msgspec wheel that the lock pins by its hash; fetch it the first time."""
    pinned = requirement()
    for wheel in WHEELS.glob("*.whl"):
        if hashlib.sha256(wheel.read_bytes()).hexdigest() in pinned:
            return wheel
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    wanted = WHEELS / "msgspec.txt"
    wanted.write_text(pinned, encoding="utf-8")
    options = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--retries=1", *WHEEL_TAGS]
    answer = "no pip found"
    for pip in pips():
        command = [*pip, "download", *options, f"--dest={WHEELS}", f"--requirement={wanted}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if wheels := list(WHEELS.glob("*.whl")):
            return wheels[0]
        answer = done.stderr.strip()
    message = (
        "cannot fetch the msgspec wheel for Pyodide, which the engine for the browser needs; "
        f"to build without offline games, set {SKIP}=1\n{answer}"
    )
    raise EngineBuildError(message)


def pips() -> Iterator[list[str]]:
    """Yield the commands that may run pip; uv has no command that fetches wheels."""
    if importlib.util.find_spec("pip"):
        yield [sys.executable, "-m", "pip"]
    elif found := importlib.util.find_spec("ensurepip"):
        bundled = Path(str(found.origin)).parent / "_bundled"
        yield from ([sys.executable, str(wheel / "pip")] for wheel in bundled.glob("pip-*.whl"))
    if uv := shutil.which("uv"):
        yield [uv, "tool", "run", PIP_REQUIREMENT]


def _place(groups: list[list[Path]], built_from: str) -> None:
    """Put compressed files into folders with names that depend on the contents of each group.

    A browser that has an older engine downloads only the groups that have changed.
    """
    web_build.PAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".engine-", dir=web_build.PAGES) as name:
        new = Path(name, "engine")
        sizes: dict[str, int] = {}
        for group in groups:
            total = hashlib.sha256()
            for file in group:
                total.update(file.name.encode() + file.read_bytes())
            folder = total.hexdigest()[:16]
            (new / folder).mkdir(parents=True)
            for file in group:
                packed = gzip.compress(file.read_bytes(), 9, mtime=0)
                (new / folder / f"{file.name}.gz").write_bytes(packed)
                sizes[f"/engine/{folder}/{file.name}"] = file.stat().st_size
        packed_bytes = sum(file.stat().st_size for file in new.glob("*/*.gz"))
        manifest = json.dumps({"bytes": packed_bytes, "files": sizes})
        (new / "manifest.json").write_text(f"{manifest}\n", encoding="utf-8")
        shutil.copy(CREDITS, new / "CREDITS.txt")
        (new / BUILT_FROM.name).write_text(built_from)
        shutil.rmtree(ENGINE, ignore_errors=True)
        new.rename(ENGINE)


def copy_to(folder: Path) -> None:
    """Copy the built engine into a folder, for hosts of plain files, which compress nothing.

    The page unpacks the files. Some hosts allow only scripts that come from them as they are.
    """
    for packed in ENGINE.glob("*/*.gz"):
        file = folder / packed.relative_to(ENGINE).with_suffix("")
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(packed, f"{file}{PACKED}")
        if file.suffix == ".mjs":
            file.write_bytes(gzip.decompress(packed.read_bytes()))
    for name in ("manifest.json", "CREDITS.txt"):
        shutil.copy(ENGINE / name, folder)


def main() -> None:
    try:
        build()
    except web_build.WebBuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
