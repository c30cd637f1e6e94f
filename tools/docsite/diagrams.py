"""Draw the diagrams of pages ahead of time, so that readers need no script for them."""

import re
import subprocess
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import web_build

from .made_page import ROOT

DRAWINGS = ROOT / "build" / "site" / "diagrams"
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def draw(texts: Iterable[str]) -> None:
    """Draw the diagrams in these pages that have not been drawn yet, which requires Node.

    Raises:
        WebBuildError: Node is missing, or a diagram cannot be drawn.
    """
    new = []
    for diagram in (diagram for text in texts for diagram in _DIAGRAM.findall(text)):
        if not _drawing(diagram).is_file():
            file = _drawing(diagram).with_suffix("")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(diagram, encoding="utf-8")
            new.append(file)
    if not new:
        return
    web_build.install(tools=True)
    command = [*web_build.node(), "scripts/draw-diagrams.js", *map(str, new)]
    done = subprocess.run(
        command, cwd=web_build.WEB, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise web_build.WebBuildError(done.stderr)


def with_drawings(text: str) -> str:
    """Return a page with its diagrams as drawings in the colors of the page."""

    def drawing(diagram: re.Match[str]) -> str:
        svg = _drawing(diagram[1]).read_text(encoding="utf-8")
        svg = re.sub(r"\n\s*\n", "\n", svg).strip()
        name = sha256(diagram[1].encode()).hexdigest()[:8]
        svg = re.sub(r'\bid="([\w-]+)"', rf'id="{name}-\1"', svg)  # ids are shared by the page
        svg = re.sub(r"url\(#([\w-]+)\)", rf"url(#{name}-\1)", svg)
        return f'<div class="diagram" role="img" aria-label="{_words(diagram[1])}">\n{svg}\n</div>'

    return _DIAGRAM.sub(drawing, text)


def _drawing(diagram: str) -> Path:
    return DRAWINGS / f"{sha256(diagram.encode()).hexdigest()[:16]}.mmd.svg"


def _words(diagram: str) -> str:
    """Return the words of a diagram, for screen readers."""
    lines = [re.sub(r'[\[\]"]', " ", line).strip() for line in diagram.splitlines()]
    return "; ".join(filter(None, lines)).replace("&", "&amp;").replace("<", "&lt;")
