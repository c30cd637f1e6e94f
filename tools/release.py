"""Check a release, from its changelog to a game with the installed wheel, and tag it.

python tools/release.py --check       everything but the tag, for the version as it is
python tools/release.py X.Y.Z         the same for a version that is written down, and the tag

`python3 dev.py release` sets up what this needs. The built packages are in dist/.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
VERSION = re.compile(r"\d+\.\d+\.\d+")
BROUGHT = (  # files in the wheel but not in the repository
    "spadille/server/static/index.html",
    "spadille/locale/de/LC_MESSAGES/spadille.mo",
    "spadille/locale/es/LC_MESSAGES/spadille.mo",
)


class ReleaseError(Exception):
    """The reason why this version cannot be released yet."""


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each file names."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module = (root / "src" / "spadille" / "__init__.py").read_text(encoding="utf-8")
    named = re.search(r'^__version__ = "(.*)"$', module, re.MULTILINE)
    client = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    return {
        "pyproject.toml": project["version"],
        "src/spadille/__init__.py": named[1] if named else "none",
        "web/package.json": client["version"],
        "web/package-lock.json": lock["version"],
    }


def news(text: str, version: str | None) -> str:
    """Return the changelog's section of a version, or of the unreleased changes."""
    name = r"Unreleased\]" if version is None else rf"{re.escape(version)}\] - \d{{4}}-\d\d-\d\d"
    found = re.search(rf"^## \[{name}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def problems(version: str | None, root: Path = ROOT) -> Iterator[str]:
    """Yield the obstacles to a release that are found before anything is built."""
    there = versions(root)
    wanted = version or there["pyproject.toml"]
    for file, named in there.items():
        if named != wanted:
            yield f"{file} has version {named}, not {wanted}"
    if not (root / "tests" / "versions" / wanted).is_dir():
        yield f"tests/versions has no samples of {wanted}; see docs/versions.md"
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if version is not None:
        yield from _in_the_way_of_a_tag(version, changelog)
    elif not (news(changelog, None) or news(changelog, wanted)):
        yield f"CHANGELOG.md says nothing of what is new, nor of {wanted}"


def _in_the_way_of_a_tag(version: str, changelog: str) -> Iterator[str]:
    if not VERSION.fullmatch(version):
        yield f"{version} is no version like 1.2.3"
    elif not news(changelog, version):
        yield f"CHANGELOG.md has no section `## [{version}] - YEAR-MONTH-DAY` with what is new"
    elif news(changelog, None):
        yield f"CHANGELOG.md has news that are not in the section of {version}"
    if git("status", "--porcelain"):
        yield "there are changes that are not committed"
    if git("tag", "--list", f"v{version}"):
        yield f"there is a tag v{version} already"


def git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.strip()


def run(*words: object, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a command and return what it prints.

    Raises:
        ReleaseError: it failed; the error has its complete output.
    """
    command = [str(word) for word in words]
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise ReleaseError(f"{done.stdout}\nThis failed: {' '.join(command)}")
    return done.stdout


def build(source: Path, target: Path, *kinds: str) -> list[Path]:
    """Build the `sdist` or the `wheel` with the time of the last commit."""
    moment = git("log", "-1", "--format=%ct")
    env = {**os.environ, "SOURCE_DATE_EPOCH": moment}
    shutil.rmtree(target, ignore_errors=True)
    words = [word for kind in kinds for word in ("--target", kind)]
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        *words,
        "--directory",
        target,
        cwd=source,
        env=env,
    )
    return sorted(target.iterdir())


def built_again(sdist: Path, folder: Path) -> Path:
    """Return the wheel built from the sdist, with the client and the catalogs rebuilt."""
    shutil.unpack_archive(sdist, folder)
    (source,) = folder.iterdir()
    shutil.rmtree(source / "src" / "spadille" / "server" / "static")
    for catalogue in source.rglob("*.mo"):
        catalogue.unlink()
    (wheel,) = build(source, folder / "again", "wheel")
    return wheel


def differences(one: Path, other: Path) -> list[str]:
    """Return the files in which two wheels differ."""
    with ZipFile(one) as first, ZipFile(other) as second:
        names = {*first.namelist(), *second.namelist()}
        return sorted(
            name
            for name in names
            if name not in first.namelist()
            or name not in second.namelist()
            or first.read(name) != second.read(name)
        )


def played(wheel: Path, folder: Path) -> str:
    """Install the wheel without sources or Node, play a game with it, and return the times.

    It is installed with pip alone, from the index, so the network affects the time.
    """
    began = time.monotonic()
    venv.create(folder / "env", with_pip=True)
    made = time.monotonic()
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    kept = {"PATH": str(scripts), "HOME": str(folder), "PYTHONUTF8": "1"}
    of_the_machine = ("SYSTEMROOT", "TEMP", "LANG")
    kept |= {name: value for name in of_the_machine if (value := os.environ.get(name))}
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    run(*pip, "--require-hashes", "--only-binary=:all:", "-r", ROOT / "requirements.lock")
    run(*pip, wheel, env=kept)
    installed = time.monotonic()
    script = shutil.copy(ROOT / "tools" / "play_through.py", folder)
    told = run(python, "-I", script, cwd=folder, env=kept).strip()
    return (
        f"{told}; before that an empty environment in {made - began:.1f} s, "
        f"all packages in {installed - made:.1f} s"
    )


def check(version: str | None) -> None:
    """Check the release and report each step; leave a wheel and an sdist in dist/.

    Raises:
        ReleaseError: says what is wrong.
    """
    found = list(problems(version))
    if found:
        raise ReleaseError("\n".join(found))
    print("The versions agree, and the changelog knows of them.", flush=True)
    sdist, wheel = sorted(build(ROOT, DIST, "sdist", "wheel"), key=lambda file: file.suffix)
    with ZipFile(wheel) as packed:
        lacking = set(BROUGHT) - set(packed.namelist())
    if lacking:
        raise ReleaseError(f"{wheel.name} lacks {', '.join(sorted(lacking))}")
    with tempfile.TemporaryDirectory() as folder:
        again = built_again(sdist, Path(folder))
        if (
            hashlib.sha256(again.read_bytes()).digest()
            != hashlib.sha256(wheel.read_bytes()).digest()
        ):
            names = differences(wheel, again) or ["the same files, packed otherwise"]
            raise ReleaseError(f"built from the sdist, {wheel.name} differs: {', '.join(names)}")
    print(f"{sdist.name} gives the same {wheel.name}, byte for byte.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(f"Installed alone, it plays: {played(wheel, Path(folder))}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="everything but the tag")
    what.add_argument("version", nargs="?", metavar="X.Y.Z", help="the version to be tagged")
    version = parser.parse_args().version
    try:
        check(version)
        if version is not None:
            git("tag", "--annotate", f"v{version}", "--message", f"Spadille {version}")
            print(f"Tagged v{version}. To publish it: git push origin v{version}")
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
