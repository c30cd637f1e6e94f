"""Pictures as values: equal for equal games, saved as SVG and PNG, shown in notebooks."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import resvg_py

from spadille import Card, Game, Seat, SpadesError, parse_deal, svg
from spadille.game import Trick
from support.command import environment
from support.drawn import finished, parsed

SCRIPT = """
import hashlib
from spadille import Game, svg
game = Game.new(seed=7, players=("Ada", "Zoë", "Kay", "Jo"))
pictures = (svg.table(game), svg.round(game), svg.bids(game), svg.hand(game.round.hands[0]))
print(*[hashlib.sha256(svg.to_png(picture)).hexdigest() for picture in pictures])
print(*[hashlib.sha256(picture.encode()).hexdigest() for picture in pictures])
"""


def test_pictures_are_equal_in_every_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            env={**environment(), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_import_of_spadille_does_not_import_pictures() -> None:
    script = (
        "import sys, spadille\n"
        "spadille.Game.new(seed=7)\n"
        "assert not [name for name in sys.modules if name.startswith('spadille.svg')]\n"
        "assert spadille.Card.SA._repr_svg_().startswith('<svg')\n"
        "assert not {'numpy', 'PIL', 'resvg_py', 'numba'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env=environment())


def test_picture_is_a_string_that_keeps_its_size() -> None:
    picture = svg.card("SA")
    assert (picture.width, picture.height, picture.caption) == (100, 140, "ace of spades")
    assert repr(picture) == "<Picture: ace of spades, 100 x 140>"
    for same in (pickle.loads(pickle.dumps(picture)), copy.deepcopy(picture)):
        assert isinstance(same, svg.Picture)
        assert (same, same.width, same.caption) == (picture, 100, "ace of spades")
    assert picture._repr_svg_() == str(picture)


@pytest.mark.parametrize("name", ["card.svg", "CARD.SVG", "card.png"])
def test_save_writes_the_kind_that_the_name_says(tmp_path: Path, name: str) -> None:
    picture = svg.card("HK")
    picture.save(tmp_path / name)
    written = (tmp_path / name).read_bytes()
    if name.lower().endswith(".svg"):
        assert written.decode() == f"{picture}\n"
    else:
        assert written == svg.to_png(picture, width=200)


@pytest.mark.parametrize("name", ["card", "card.gif", "svg"])
def test_save_with_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpadesError, match=r"must end in \.svg or \.png"):
        svg.card("HK").save(tmp_path / name)


def test_png_has_the_wanted_width_and_a_transparent_ground() -> None:
    png = svg.to_png(svg.card("SA"), width=250)
    assert png.startswith(b"\x89PNG")
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [250, 350]
    assert png != svg.to_png(svg.card("SA"), width=250, background="#ffffff")


def test_array_has_the_pixels_of_the_picture() -> None:
    pixels = svg.to_array(svg.card("HA"), background="#0000ff")
    assert pixels.shape == (140, 100, 3)
    assert pixels.dtype == np.dtype(np.uint8)
    assert pixels[0, 0].tolist() == [0, 0, 255]  # outside the rounded corner
    assert pixels[70, 50].tolist() == [0xB9, 0x22, 0x2B]  # in the heart
    assert svg.to_array(svg.card("HA"), width=50).shape == (70, 50, 3)
    assert pixels.flags.writeable


def test_png_has_text_without_any_font_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The font of the package is used for names in its letters, and only then."""
    asked = []
    draw = resvg_py.svg_to_bytes

    def watched(**options: object) -> bytes:
        asked.append(options["skip_system_fonts"])
        return draw(**options)  # type: ignore[arg-type]

    monkeypatch.setattr(resvg_py, "svg_to_bytes", watched)
    tables = [
        svg.to_array(svg.table(Game.new(seed=7, players=(name, "B", "C", "D"))))
        for name in ("Zoë", "Ana", "李")
    ]
    assert asked == [True, True, False]
    assert (tables[0] != tables[1]).any()


@pytest.mark.parametrize("width", [0, -1, 8193, 2.5, "wide", True])
def test_png_of_impossible_width_is_refused(width: int) -> None:
    for draw in (svg.to_png, svg.to_array):
        with pytest.raises(SpadesError, match="expected 1 to 8192 pixels"):
            draw(svg.card("SA"), width=width)


def test_png_of_other_text_is_refused() -> None:
    with pytest.raises(SpadesError, match="cannot draw the picture"):
        svg.to_png("no picture")


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_png_without_the_extra_names_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"{missing} is not installed; .*spadille\[png\]"):
        svg.to_array(svg.card("SA"))
    svg.card("SA").save(tmp_path / "card.svg")


GAME = finished("standard", 1)
VALUES = (
    Card.SA,
    parse_deal("N:A... K... Q... J..."),
    Trick(Seat.NORTH, (Card.SA,)),
    Game.new(seed=7),
    Game.new(seed=7).round,
    Game.new(seed=7).view(Seat.NORTH),
    Game.new(seed=7).view(None),
    GAME,
    GAME.view(Seat.SOUTH),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_notebooks_show_values_as_pictures(value: Card) -> None:
    picture = svg.draw(value)
    parsed(picture)
    assert value._repr_svg_() == picture


def test_values_without_anything_to_draw_have_no_picture() -> None:
    assert Game.new()._repr_svg_() is None
    assert Trick(Seat.NORTH)._repr_svg_() is None
    with pytest.raises(SpadesError, match="cannot draw 7"):
        svg.draw(7)  # type: ignore[arg-type]  # as a caller may
