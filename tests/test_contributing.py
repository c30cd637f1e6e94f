"""The steps in CONTRIBUTING.md work as described; `test_repository.py` checks its table."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import environment

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = ("src", "tests", "tools", "docs", "web/src", "web/messages")
FILES = ("pyproject.toml", "dev.py", "hatch_build.py", "web_build.py", "engine_build.py")


def steps(title: str) -> Iterator[tuple[str, str, str]]:
    """Yield the blocks under a heading: the kind, the last file named before it, and the text."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    for before, kind, text in re.findall(r"(.*?)\n```(\w+)\n(.*?)```\n", section, re.DOTALL):
        files = [name for name in re.findall(r"`([\w./]+)`", before) if "/" in name]
        yield kind, files[-1] if files else "", text


def patched(text: str, change: str) -> str:
    """Return a text after the change shown by a diff; each part of it fits in only one place."""
    for hunk in change.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def follow(title: str, copy: Path) -> list[str]:
    """Follow a section's steps in a copy of the repository; return the output of its commands."""
    printed = []
    for kind, file, text in steps(title):
        path = copy / file
        match kind:
            case "diff":
                path.write_text(patched(path.read_text(encoding="utf-8"), text), encoding="utf-8")
            case "console":
                printed += [run(line.removeprefix("$ "), copy) for line in text.splitlines()]
            case _:
                assert not path.exists()
                path.write_text(text, encoding="utf-8")
    return printed


def run(line: str, copy: Path) -> str:
    """Return the output of a command that succeeds."""
    told, _, file = line.partition(" > ")
    program, *words = shlex.split(told)
    command = [sys.executable, *(["-m", "pytest", "-q"] if program == "pytest" else []), *words]
    done = subprocess.run(
        command,
        cwd=copy,
        env=environment() | {"PYTHONPATH": str(copy / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    if file:
        (copy / file).write_text(done.stdout, encoding="utf-8")
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the files needed for a change."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path)
    return tmp_path


def test_contributing_steps_add_a_level(copy: Path) -> None:
    _, catalogue, match, _ = follow("Add a bot level", copy)
    assert "3 texts want a translation" in catalogue
    assert "timid against random" in match
    types = copy / "web" / "src" / "generated" / "protocol.ts"
    assert '"timid"' in types.read_text(encoding="utf-8")


def test_contributing_steps_add_a_preset(copy: Path) -> None:
    _, sheet, match, _ = follow("Add a preset", copy)
    assert "Pik darf jederzeit" in sheet
    assert "village" in match
    assert "village" in (copy / "docs" / "rules.md").read_text(encoding="utf-8")


def test_contributing_steps_add_an_option(copy: Path) -> None:
    *_, catalogue, sheet, match, _ = follow("Add an option", copy)
    assert "0 texts want a translation" in catalogue
    assert "Ein Spieler sagt höchstens 4 Stiche an." in sheet
    assert "intermediate against beginner" in match
    types = copy / "web" / "src" / "generated" / "protocol.ts"
    assert "player_maximum: number" in types.read_text(encoding="utf-8")
