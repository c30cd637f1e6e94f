"""What the command offers and says about itself."""

import re
import subprocess
import sys

import pytest

from cli.command import environment, spadille
from spadille import __version__
from spadille.bots import LEVELS

COMMANDS = [
    "serve", "play", "rules", "score", "perft", "replay", "solve", "simulate", "arena", "bench",
]  # fmt: skip


def test_version() -> None:
    assert spadille("--version").stdout == f"spadille {__version__}\n"


def test_help_offers_the_commands_there_are_and_no_others() -> None:
    told = spadille("--help").stdout
    listed = re.findall(r"^    (\w+) ", told.partition("  COMMAND\n")[2], re.MULTILINE)
    assert listed == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = spadille(command, "--help")
    assert done.returncode == 0
    assert f"\n  spadille {command}" in done.stdout


def test_the_help_of_play_names_every_level() -> None:
    told = " ".join(spadille("play", "--help").stdout.split())
    for level in LEVELS:
        assert level in told


def test_help_loads_nothing_heavy() -> None:
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
