"""Run the examples of docs/drawing.md, and keep the pictures that they save in docs/drawing.

python tools/drawings.py          make all pictures again
"""

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "drawing.md", DOCS / "drawing"
RECORD = "game.spades"


def examples() -> str:
    """Return the Python examples of the page, one after the other."""
    text = PAGE.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def draw(folder: Path) -> dict[str, Any]:
    """Run the examples in a folder, which then has their files; return the names they define."""
    shutil.copy(PICTURES / RECORD, folder)
    scope: dict[str, Any] = {}
    before = Path.cwd()
    os.chdir(folder)
    try:
        exec(compile(examples(), str(PAGE), "exec"), scope)  # noqa: S102 - our own page
    finally:
        os.chdir(before)
    return scope


def main() -> None:
    """Write the SVG files, and say how large they are."""
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
