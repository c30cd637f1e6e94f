"""The commands and their help texts."""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spadille import __version__
from spadille.bots import LEVELS
from spadille.cli.command_line import GROUPS, command_parser
from support.command import PATIENCE, environment, spadille

ROOT = Path(__file__).parents[2]

COMMANDS = [
    "play", "serve", "backup", "restore", "transfer", "admin", "bot", "rules", "score", "replay",
    "draw", "deals", "verify", "hint", "review", "puzzle", "solve", "simulate", "arena", "dataset",
    "bench", "perft", "completion",
]  # fmt: skip


def test_version_is_printed() -> None:
    for option in ("--version", "-V"):
        assert spadille(option).stdout == f"spadille {__version__}\n"


def test_help_lists_exactly_the_existing_commands() -> None:
    told = spadille("--help").stdout
    listed = re.findall(r"^    (\w+) ", told.partition("  COMMAND\n")[2], re.MULTILINE)
    assert listed == COMMANDS


def test_help_groups_the_commands() -> None:
    told = spadille("--help").stdout
    assert re.findall(r"^  (\w+)$", told, re.MULTILINE)[1:] == [*GROUPS]
    assert sorted(COMMANDS) == sorted(sum(GROUPS.values(), ()))


@pytest.mark.parametrize(
    ("words", "same"),
    [((), ("--help",)), (("help",), ("--help",)), (("help", "solve"), ("solve", "--help"))],
)
def test_help_command_equals_help_option(words: tuple[str, ...], same: tuple[str, ...]) -> None:
    done = spadille(*words)
    assert (done.returncode, done.stdout) == (0, spadille(*same).stdout)


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("sovle",), "solve"), (("rules", "shwo"), "show"), (("serve", "--prot", "1"), "--port")],
)
def test_unknown_words_get_the_closest_suggestion(words: tuple[str, ...], meant: str) -> None:
    done = spadille(*words)
    assert done.returncode == 2
    assert f"did you mean '{meant}'?" in done.stderr


def test_help_lists_every_documented_exit_status() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    told = spadille("--help").stdout.partition("exit status:\n")[2]
    statuses = re.findall(r"^\| (\d+) \|", page, re.MULTILINE)
    assert statuses == re.findall(r"^  (\d+) ", told, re.MULTILINE) == ["0", "1", "2", "3", "130"]


@pytest.mark.parametrize("width", ["80", "200"])
def test_help_fits_80_columns(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for command in (command_parser(), *commands(command_parser())):
        lines = command.format_help().splitlines()
        assert [line for line in lines if len(line) > 80] == []


def test_help_shows_defaults_and_descriptive_placeholders() -> None:
    for command in commands(command_parser()):
        for action in command._actions:
            assert not re.search(r"\(%\(default\)s\)", action.help or "")
            assert action.metavar is None or len(str(action.metavar)) > 1 or action.metavar == "N"


@pytest.mark.parametrize(
    ("words", "older"),
    [
        (("serve", "--retention-days", "x"), ("serve", "--keep-days", "x")),
        (("serve", "--end-idle-games-after", "x"), ("serve", "--abandon-days", "x")),
        (("serve", "--bot-cluster", "x"), ("serve", "--think-at", "x")),
        (("serve", "--limit", "sockets_per_client=x"), ("serve", "--limit", "sockets_a_client=x")),
        (("arena", "random", "random", "--start-scores", "x"),
         ("arena", "random", "random", "--before", "x")),
        (("arena", "random", "random", "--stop-within", "x"),
         ("arena", "random", "random", "--until-within", "x")),
        (("arena", "random", "beginner", "intermediate", "--stop-when-significant"),
         ("arena", "random", "beginner", "intermediate", "--until-clear")),
        (("arena", "random", "random", "--checkpoint", "."),
         ("arena", "random", "random", "--journal", ".")),
        (("verify", "--commitment", "x", "-"), ("verify", "--seal", "x", "-")),
        (("admin", "sanctions", "--database", "/no/such/x"),
         ("admin", "measures", "--database", "/no/such/x")),
        (("admin", "recompute-ratings", "--database", "/no/such/x"),
         ("admin", "rate-anew", "--database", "/no/such/x")),
    ],
)  # fmt: skip
def test_old_option_names_still_work(words: tuple[str, ...], older: tuple[str, ...]) -> None:
    done, before = spadille(*words), spadille(*older)
    assert done.returncode == before.returncode == 2
    for name, once in zip(words, older, strict=True):
        before.stderr = before.stderr.replace(once, name)
    assert done.stderr == before.stderr
    changed = next(once for name, once in zip(words, older, strict=True) if name != once)
    assert changed.partition("=")[0] not in spadille(words[0], "--help").stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_lists_every_command(shell: str) -> None:
    script = spadille("completion", shell).stdout
    for command in COMMANDS:
        assert command in script
    assert "--retention-days" in script or "retention-days" in script


def test_language_comes_from_option_then_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    german = spadille("rules", "list", "--lang", "de").stdout
    assert spadille("--lang", "de", "rules", "list").stdout == german
    monkeypatch.setenv("SPADILLE_LANG", "de")
    assert spadille("rules", "list").stdout == german
    assert spadille("rules", "list", "--lang", "en").stdout != german
    monkeypatch.setenv("SPADILLE_LANG", "xx")
    assert spadille("rules", "list").stderr.startswith("error: SPADILLE_LANG: unknown language")


def test_verbose_shows_the_traceback_of_an_error() -> None:
    quiet, verbose = spadille("solve", "missing"), spadille("-v", "solve", "missing")
    assert "Traceback" not in quiet.stderr
    assert "Traceback" in verbose.stderr
    assert verbose.stderr.endswith(quiet.stderr)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = spadille(command, "--help")
    assert done.returncode == 0
    assert f"\n  spadille {command}" in done.stdout


def test_help_of_play_names_every_level() -> None:
    told = " ".join(spadille("play", "--help").stdout.split())
    for level in LEVELS:
        assert level in told


def test_help_imports_no_heavy_modules() -> None:
    script = (
        "import sys, spadille.cli\n"
        "spadille.cli.main(['--help'])\n"
        "heavy = {'textual', 'rich', 'litestar', 'uvicorn', 'sqlalchemy', 'numba', 'asyncio'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers of all commands, including those nested in others."""
    within = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    for choices in within:
        for command in choices.values():
            yield from commands(command)
    if not within:
        yield parser


def test_cli_docs_name_every_command_and_option() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(spadille [^`]+)` \| .+ \|$", page, re.MULTILINE)
    told = {
        re.match(r"spadille( [a-z][a-z-]*)+", row)[0]: set(re.findall(r"--[a-z-]+", row))  # type: ignore[index]
        for row in rows
    }
    usual = {"-h", "--help", "--json", "-o", "-q", "--quiet", "-v", "--verbose"}  # said only once
    assert told == {
        command.prog: {
            word
            for action in command._actions
            if action.help != argparse.SUPPRESS
            for word in action.option_strings
        }
        - usual
        for command in commands(command_parser())
    }


def test_dev_py_answers_quickly_without_setup(tmp_path: Path) -> None:
    for file in ("dev.py", "web_build.py", "engine_build.py", "docs/cli.md"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    for told, words in (
        (0, ["--help"]),
        (0, ["start", "--help"]),
        (0, ["start", "-h"]),
        (0, ["test", "--help"]),
        (1, ["start", "--port=8001", "--prot", "8001"]),
    ):
        done = subprocess.run(
            [sys.executable, tmp_path / "dev.py", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == told
        assert ("does not know --prot." if told else "dev.py start") in done.stdout
        assert "--port" in done.stdout
    assert not (tmp_path / ".venv").exists()
