"""What tests of the server share."""

from pathlib import Path

import pytest

from support.pages import SCRIPT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A built client."""
    pages = tmp_path / "static"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Spadille</title>")
    (pages / "assets" / "index-B4DF00D.js").write_text(SCRIPT)
    (pages / "icon.svg").write_text("<svg/>")
    (pages / ".built-from").write_text("secret of the build")
    return pages
