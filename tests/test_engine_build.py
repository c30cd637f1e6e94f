"""The rebuilding of the engine for the browser, and its contents."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import engine_build


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the engine's sources, so that a test may change them."""
    packages = tmp_path / "src" / "spadille"
    for part in engine_build.PARTS:
        source = engine_build.SOURCE / "spadille" / part
        copytree(source, packages / part, ignore=ignore_patterns("*.pyc", "*.npz"))
    (packages / "__init__.py").write_text("")
    lock = tmp_path / "requirements.lock"
    lock.write_bytes(engine_build.LOCK.read_bytes())
    for path in (Path(engine_build.__file__), engine_build.CREDITS, *engine_build.COMPILER):
        copy = tmp_path / path.relative_to(engine_build.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    compiler = [tmp_path / path.relative_to(engine_build.ROOT) for path in engine_build.COMPILER]
    monkeypatch.setattr(engine_build, "ROOT", tmp_path)
    monkeypatch.setattr(engine_build, "SOURCE", tmp_path / "src")
    monkeypatch.setattr(engine_build, "LOCK", lock)
    monkeypatch.setattr(engine_build, "__file__", str(tmp_path / "engine_build.py"))
    monkeypatch.setattr(engine_build, "COMPILER", compiler)
    monkeypatch.setattr(engine_build, "CREDITS", tmp_path / "web" / "CREDITS.md")
    monkeypatch.setattr(engine_build, "BUILT_FROM", tmp_path / ".built-from")
    return tmp_path


@pytest.mark.parametrize(
    "file",
    [
        "src/spadille/game/cards.py",
        "src/spadille/game/presets/standard.toml",
        "src/spadille/locale/de/LC_MESSAGES/spadille.po",
        "web/scripts/compile_engine.py",
    ],
)
def test_is_built_with_changed_source_is_false(root: Path, file: str) -> None:
    assert not engine_build.is_built()
    engine_build.BUILT_FROM.write_text(engine_build.digest())
    assert engine_build.is_built()
    path = root / file
    path.write_bytes(path.read_bytes() + b"\n")
    assert not engine_build.is_built()


@pytest.mark.parametrize(
    "file", ["src/spadille/study/dataset.py", "src/spadille/locale/de/LC_MESSAGES/spadille.mo"]
)
def test_is_built_with_file_that_is_not_packed_stays_true(root: Path, file: str) -> None:
    engine_build.BUILT_FROM.write_text(engine_build.digest())
    (root / file).write_text("changed")
    assert engine_build.is_built()


def test_digest_with_changed_pin_differs(root: Path) -> None:
    before = engine_build.digest()
    text = engine_build.LOCK.read_text()
    engine_build.LOCK.write_text(text.replace("msgspec==0.", "msgspec==1."))
    assert engine_build.digest() != before


def test_sources_need_no_numpy() -> None:
    for path in engine_build.sources():
        if path.suffix == ".py":
            assert "\nimport numpy" not in path.read_text(encoding="utf-8"), path


def test_requirement_holds_all_pinned_hashes_of_msgspec_and_nothing_else() -> None:
    first, *hashes = engine_build.requirement().splitlines()
    assert first.startswith("msgspec==")
    assert len(hashes) > 20
    assert all(line.strip().startswith("--hash=sha256:") for line in hashes)


def test_build_without_wheel_says_how_to_do_without(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_build, "WHEELS", tmp_path / "wheels")
    monkeypatch.setattr(engine_build, "pips", lambda: iter([["false"]]))
    with pytest.raises(engine_build.EngineBuildError, match="SPADILLE_SKIP_ENGINE=1"):
        engine_build._wheel()
