"""The engine for the browser, in Node: it plays as this Python does."""

import gzip
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
    for packed in engine_build.ENGINE.glob("*/*.gz"):
        (folder / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


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
    manifest = json.loads((engine_build.ENGINE / "manifest.json").read_text())
    sizes = {Path(path).name: size for path, size in manifest["files"].items()}
    assert sizes == {file.name: file.stat().st_size for file in engine.iterdir()}
    assert set(sizes) == {
        *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", *engine_build.ARCHIVES)
    }
    assert 5_000_000 < manifest["bytes"] < 8_000_000


def test_new_spadille_changes_the_address_of_its_own_archive_only(
    engine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    monkeypatch.setattr(web_build, "PAGES", pages)
    monkeypatch.setattr(engine_build, "ENGINE", pages / "engine")
    files = {file.name: file for file in engine.iterdir()}
    runtime = [file for name, file in files.items() if name.startswith("pyodide")]
    listed: list[set[str]] = []
    for more in (b"", b"another release"):
        new = tmp_path / "engine.zip"
        new.write_bytes(files["engine.zip"].read_bytes() + more)
        engine_build._place([runtime, [files["stdlib.zip"]], [files["msgspec.zip"]], [new]], "")
        listed.append(set(json.loads((pages / "engine" / "manifest.json").read_text())["files"]))
    before, after = listed
    assert {Path(path).name for path in before ^ after} == {"engine.zip"}
    assert len(before & after) == 5


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
