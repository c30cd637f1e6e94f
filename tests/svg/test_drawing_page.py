"""The examples of `docs/drawing.md` run, and the pictures on the page are theirs."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import drawings
from support.command import spadille

PAGE = drawings.PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("drawn")
    return folder, drawings.draw(folder)


def test_pictures_of_the_pages_are_made_by_their_examples(
    drawn: tuple[Path, dict[str, Any]],
) -> None:
    """If this fails, run `python tools/drawings.py` and look at the pictures."""
    made = {file.name: file.read_text("utf-8") for file in drawn[0].glob("*.svg")}
    assert made == {file.name: file.read_text("utf-8") for file in drawings.PICTURES.glob("*.svg")}


def test_pages_show_every_picture_in_its_size_with_words() -> None:
    form = r"!\[([^\]]+)\]\((?:\.\./)?drawing/([\w-]+\.svg)\)\{ width=(\d+) height=(\d+) \}"
    shown = [
        found
        for page in drawings.DOCS.rglob("*.md")
        for found in re.findall(form, page.read_text(encoding="utf-8"))
    ]
    assert sorted(name for _, name, _, _ in shown) == sorted(
        file.name for file in drawings.PICTURES.glob("*.svg")
    )
    for words, name, width, height in shown:
        text = (drawings.PICTURES / name).read_text("utf-8")
        assert f'width="{width}" height="{height}"' in text
        assert len(words) > 20


def test_page_examples_make_pixels_of_the_shape_it_names(
    drawn: tuple[Path, dict[str, Any]],
) -> None:
    folder, scope = drawn
    assert scope["pixels"].shape == (244, 450, 3)
    assert (folder / "table.png").read_bytes().startswith(b"\x89PNG")


def test_page_commands_write_their_files(tmp_path: Path) -> None:
    (tmp_path / drawings.RECORD).write_bytes((drawings.PICTURES / drawings.RECORD).read_bytes())
    commands = re.findall(r"^\$ spadille (draw .*)$", PAGE, re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        words = shlex.split(command)
        done = spadille(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / words[-1]).stat().st_size > 1000


def test_page_states_true_file_sizes() -> None:
    sizes = {file.name: file.stat().st_size for file in drawings.PICTURES.glob("*.svg")}
    assert "a table 10 to 40 KB, a round 30 KB" in PAGE
    assert all(10_000 < sizes[name] < 40_000 for name in ("table.svg", "moment.svg"))
    assert 25_000 < sizes["round.svg"] < 35_000
