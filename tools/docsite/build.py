"""Build the documentation as a site in build/site/html, from docs/ and from the program.

Every page must be in the navigation. The generator checks links between pages and their anchors.
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from json import dumps
from pathlib import Path, PurePosixPath

from . import check, diagrams, search
from .links import FIXED, DeadLinkError, on_the_site, place_of
from .made_page import DOCS, ROOT
from .program_pages import generated

BUILD = ROOT / "build" / "site"
SOURCES, CONFIG, HTML = BUILD / "pages", BUILD / "zensical.toml", BUILD / "html"
SETTINGS = DOCS / "site.toml"
DEMO = ROOT / "build" / "demo"
"""The game as plain files, if `python3 dev.py demo` has built it; the site then contains it."""

PLAY = '<p><a class="md-button md-button--primary" href="demo/">Play now in your browser</a></p>'
FIRST = "index.md"
WHOLE_WIDTH = "---\nhide:\n  - navigation\n  - toc\n---\n\n"


class SiteError(Exception):
    """The site could not be built correctly; the text says what is wrong."""


Pages = dict[str, str]


def collect() -> tuple[Pages, set[PurePosixPath]]:
    """Return the pages by their places on the site, and the repository files they point to.

    Raises:
        SiteError: a link is dead.
    """
    wanted: set[PurePosixPath] = set()
    pages = dict(generated())
    for path in _hand_written():
        text = (ROOT / path).read_text(encoding="utf-8")
        try:
            pages[str(place_of(path))] = on_the_site(text, path, wanted.add)
        except DeadLinkError as error:
            raise SiteError(str(error)) from None
    if FIRST in pages:
        play = f"\n{PLAY}\n" if DEMO.is_dir() else ""
        first = pages[FIRST].replace("\n", f"\n{play}", 1)  # below its title
        pages[FIRST] = f"{WHOLE_WIDTH}{first}"
    return pages, wanted


def assemble() -> None:
    """Put together the input for the generator.

    Raises:
        SiteError: a link is dead, or a page is missing from the navigation, or the reverse.
    """
    pages, wanted = collect()
    settings = settings_for(pages)
    diagrams.draw(pages.values())
    for name, text in pages.items():
        _write(SOURCES / name, diagrams.with_drawings(text))
    for path in sorted(wanted):
        if str(place_of(path)) not in pages:
            _bring(path)
    shutil.copytree(DOCS / "site", SOURCES / "site", dirs_exist_ok=True)
    _write(CONFIG, settings)


def _hand_written() -> Iterable[PurePosixPath]:
    """Yield the hand-written pages by their paths; the site has its own first page."""
    files = [*DOCS.rglob("*.md"), *(ROOT / name for name in FIXED if name.endswith(".md"))]
    paths = (PurePosixPath(file.relative_to(ROOT).as_posix()) for file in files if file.is_file())
    return sorted(path for path in paths if path != PurePosixPath("README.md"))


def _bring(path: PurePosixPath) -> None:
    """Copy a file that a page points to: a picture, or a source file as plain text."""
    there, origin = SOURCES / place_of(path), ROOT / path
    there.parent.mkdir(parents=True, exist_ok=True)
    if not origin.is_dir():
        shutil.copy(origin, there)
        return
    files = sorted(file for file in origin.iterdir() if file.is_file())
    for file in files:
        shutil.copy(file, there.parent / f"{file.name}.txt")
    lines = (f"- [{file.name}]({file.name}.txt)" for file in files)
    _write(there, f"# {path}\n\n" + "\n".join(lines) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def settings_for(pages: Iterable[str]) -> str:
    """Return the generator's settings, with every `folder/*` in the navigation expanded.

    Raises:
        SiteError: a page is missing from the navigation, or the reverse.
    """
    pages = sorted(pages)
    text = SETTINGS.read_text(encoding="utf-8")
    named = set(re.findall(r'"([\w/.-]+\.md)"', text))

    def spelled(pattern: re.Match[str]) -> str:
        folder = pattern[1]
        inside = [
            name
            for name in pages
            if str(PurePosixPath(name).parent) == folder and name not in named
        ]
        named.update(inside)
        return ", ".join(map(dumps, inside))

    text = re.sub(r'"([\w/-]+)/\*"', spelled, text)
    missing = [name for name in pages if name not in named]
    if missing:
        raise SiteError(f"docs/site.toml does not name {', '.join(missing)}")
    gone = sorted(named - set(pages))
    if gone:
        raise SiteError(f"docs/site.toml names {', '.join(gone)}, which are not there")
    return text


def build(generator: str) -> None:
    """Make the site and check it.

    Raises:
        SiteError: says what is wrong.
    """
    began = time.monotonic()
    shutil.rmtree(SOURCES, ignore_errors=True)
    assemble()
    command = [generator, "build", "--strict", "--clean", "--config-file", str(CONFIG)]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise SiteError(f"{error}\nTo set up what the site needs: python3 dev.py docs") from error
    if done.returncode:
        raise SiteError(f"{done.stdout}{done.stderr}\nThis failed: {' '.join(command)}")
    found = sorted(set(check.problems(HTML)))
    found += [f"the search finds nothing for '{query}'" for query in search.unfound(HTML)]
    if found:
        raise SiteError("\n".join(found))
    if DEMO.is_dir():
        shutil.copytree(DEMO, HTML / "demo")
    count = sum(1 for _ in HTML.rglob("*.html"))
    print(f"{count} pages in {time.monotonic() - began:.1f} s: {HTML / 'index.html'}")


def serve(generator: str) -> None:
    """Serve the site, and bring its pages up to date whenever something in docs/ changes."""
    with subprocess.Popen([generator, "serve", "--config-file", str(CONFIG)]) as server:
        seen = _newest()
        while server.poll() is None:
            time.sleep(1)
            if (now := _newest()) != seen:
                seen = now
                try:
                    assemble()
                except SiteError as error:
                    print(error, file=sys.stderr)


def _newest() -> float:
    """Return the time when a page, an example or a picture last changed."""
    files = [*DOCS.rglob("*"), *ROOT.glob("*.md"), *ROOT.glob("examples/*.py")]
    return max(file.stat().st_mtime for file in files)
