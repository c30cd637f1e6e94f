"""When the browser client is rebuilt, and with which Node."""

from pathlib import Path

import pytest

import web_build


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    sources = tmp_path / "web"
    (sources / "src").mkdir(parents=True)
    (sources / "src" / "main.ts").write_text("start();")
    monkeypatch.setattr(web_build, "WEB", sources)
    monkeypatch.setattr(web_build, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(web_build, "BUILT_FROM", tmp_path / "pages" / ".built-from")
    return sources


def put_node(folder: Path, says: str) -> None:
    for name in ("node", "npm"):
        (folder / name).write_text(f"#!/bin/sh\necho {says}\n")
        (folder / name).chmod(0o755)


def test_digest_changes_with_sources_but_not_build_output(web: Path) -> None:
    before = web_build.digest()
    for produced in ("node_modules/vite/index.js", "dist/index.html", "src/paraglide/runtime.js"):
        (web / produced).parent.mkdir(parents=True)
        (web / produced).write_text("produced")
    assert web_build.digest() == before
    (web / "src" / "main.ts").rename(web / "src" / "begin.ts")
    renamed = web_build.digest()
    assert renamed != before
    (web / "src" / "begin.ts").write_text("start(1);")
    assert web_build.digest() not in {before, renamed}


def test_is_built_with_changed_sources_is_false(web: Path) -> None:
    assert not web_build.is_built()
    web_build.PAGES.mkdir()
    web_build.BUILT_FROM.write_text(web_build.digest())
    assert web_build.is_built()
    (web / "index.html").write_text("<html></html>")
    assert not web_build.is_built()


@pytest.mark.parametrize("says", ["v20.18.9", "v18.20.4", "v8.0.0", "nothing"])
def test_machine_npm_with_old_node_is_not_used(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_node(tmp_path, says)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert web_build.machine_npm() is None


@pytest.mark.parametrize("says", ["v20.19.0", "v22.1.0", "v100.0.0"])
def test_machine_npm_with_new_node_is_used(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_node(tmp_path, says)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert web_build.machine_npm() == [str(tmp_path / "npm")]
