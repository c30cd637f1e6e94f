"""Draw the pictures of cards in the documentation: `python tools/drawings.py`.

They are saved by the examples of docs/drawing.md, assigned by the examples of other pages, or made
here for pages without examples. All of them are in docs/drawing.
"""

import doctest
import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from spadille import Card, Seat, svg
from spadille.game import Trick

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "drawing.md", DOCS / "drawing"
RECORD = "game.spades"
WITH_EXAMPLES = (DOCS / "tutorials" / "round-in-python.md",)
"""The other pages whose examples assign pictures."""


def examples() -> str:
    """Return the Python examples of docs/drawing.md, one after the other."""
    text = PAGE.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def run_examples(folder: Path) -> dict[str, Any]:
    """Run the examples of docs/drawing.md in a folder; return the names they define."""
    shutil.copy(PICTURES / RECORD, folder)
    scope: dict[str, Any] = {}
    before = Path.cwd()
    os.chdir(folder)
    try:
        exec(compile(examples(), str(PAGE), "exec"), scope)  # noqa: S102 - our own page
    finally:
        os.chdir(before)
    return scope


def assigned(page: Path) -> dict[str, svg.Picture]:
    """Return the pictures that the examples of a page assign to names."""
    text = page.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    doctest.DocTestRunner(verbose=False).run(test, clear_globs=False)
    return {
        f"{page.stem}-{name}.svg": value
        for name, value in test.globs.items()
        if isinstance(value, svg.Picture)
    }


def others() -> dict[str, svg.Picture]:
    """Return the pictures of pages without examples."""
    cards = ("SA", "SK", "SJ", "S5", "S2", "HK", "H4", "CQ", "CJ", "C3", "D9", "D8", "D5")
    trick = Trick(Seat.SOUTH, (Card.H9, Card.HK, Card.S3, Card.H2))
    names = ("Your partner", "Your right", "You", "Your left")
    return {
        "how-to-play-hand.svg": svg.hand(cards),
        "how-to-play-trick.svg": svg.trick(trick, names=names),
    }


def draw(folder: Path) -> dict[str, Any]:
    """Write all pictures into a folder; return the names that docs/drawing.md defines."""
    scope = run_examples(folder)
    made = others()
    for page in WITH_EXAMPLES:
        made |= assigned(page)
    for name, picture in made.items():
        picture.save(folder / name)
    return scope


def main() -> None:
    """Write the pictures, and say how large they are."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        draw(folder)
        for old in PICTURES.glob("*.svg"):
            old.unlink()
        for file in sorted(folder.glob("*.svg")):
            shutil.copy(file, PICTURES)
            print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
