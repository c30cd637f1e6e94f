"""The engine for the browser, in Node: it plays as this Python does."""

import json
import subprocess
from pathlib import Path

import pytest

import engine_build
import web_build
from support import engine_games

SUPPORT = Path(engine_games.__file__).parent


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the files of the engine."""
    engine_build.build()
    folder = tmp_path_factory.mktemp("engine")
    engine_build.unpack(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    return folder / Path(manifest["path"]).name


def start(engine: Path, script: Path) -> subprocess.Popen[str]:
    command = [*web_build.node(), str(SUPPORT / "engine.mjs"), str(engine), str(script)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def test_engine_plays_every_preset_as_cpython_does(engine: Path) -> None:
    with start(engine, SUPPORT / "engine_games.py") as node:
        here = engine_games.everything()
        said, faults = node.communicate()
    assert node.returncode == 0, faults[-2000:]
    assert json.loads(said) == here


def test_manifest_names_all_files_with_their_sizes(engine: Path) -> None:
    manifest = json.loads((engine.parent / "manifest.json").read_text())
    assert manifest["files"] == {file.name: file.stat().st_size for file in engine.iterdir()}
    assert set(manifest["files"]) == {
        *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "stdlib.zip", "engine.zip")
    }
    assert 5_000_000 < manifest["bytes"] < 8_000_000


def test_engine_holds_bytecode_without_sources(engine: Path, tmp_path: Path) -> None:
    script = tmp_path / "look.py"
    script.write_text(
        "import pathlib, sys, spadille.game\n"
        "assert spadille.game.__file__.endswith('.pyc')\n"
        "assert not list(pathlib.Path('/engine').rglob('*.py'))\n"
        "assert list(pathlib.Path('/engine').rglob('msgspec*/licenses/LICENSE'))\n"
        "assert 'numpy' not in sys.modules\n"
    )
    with start(engine, script) as node:
        _, faults = node.communicate()
    assert node.returncode == 0, faults[-2000:]
