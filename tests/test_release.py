"""Obstacles to a release are reported; `dev.py release` itself works with the wheel."""

import json
from pathlib import Path

import pytest

import release

CHANGELOG = """\
# Changelog

## [Unreleased]

- A new rule.

## [0.1.0] - 2026-12-01

- The first.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "src" / "spadille").mkdir(parents=True)
    (tmp_path / "web").mkdir()
    (tmp_path / "tests" / "versions" / "0.2.0").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    (tmp_path / "src" / "spadille" / "__init__.py").write_text('__version__ = "0.2.0"\n')
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "web" / name).write_text(json.dumps({"version": "0.2.0"}))
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


@pytest.fixture(autouse=True)
def _a_clean_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "git", lambda *_: "")


def test_release_version_has_its_own_changelog_section(root: Path) -> None:
    assert list(release.problems(None, root)) == []
    (problem,) = release.problems("0.2.0", root)
    assert "has no section `## [0.2.0] - YEAR-MONTH-DAY`" in problem
    released = CHANGELOG.replace("[Unreleased]", "[Unreleased]\n\n## [0.2.0] - 2027-01-31")
    (root / "CHANGELOG.md").write_text(released)
    assert list(release.problems("0.2.0", root)) == []
    assert release.news(released, "0.2.0") == "- A new rule."
    (root / "CHANGELOG.md").write_text(released.replace("d]\n", "d]\n\n- More.\n"))
    assert list(release.problems("0.2.0", root)) == [
        "CHANGELOG.md has news that are not in the section of 0.2.0"
    ]


def test_release_version_is_the_same_in_every_file(root: Path) -> None:
    (root / "web" / "package.json").write_text('{"version": "0.1.9"}')
    (root / "tests" / "versions" / "0.2.0").rmdir()
    assert list(release.problems(None, root)) == [
        "web/package.json has version 0.1.9, not 0.2.0",
        "tests/versions has no samples of 0.2.0; see docs/versions.md",
    ]


def test_release_of_existing_version_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"status": " M README.md", "tag": "v0.2.0"}
    monkeypatch.setattr(release, "git", lambda what, *_: said[what])
    assert "there are changes that are not committed" in release.problems("0.2.0", root)
    assert "there is a tag v0.2.0 already" in release.problems("0.2.0", root)
    assert "0.2 is no version like 1.2.3" in release.problems("0.2", root)
