"""Map the repository's files to places on the site, and rewrite links to them.

Pages link to each other and to source files by their paths in the repository, so they can be read
there as well. On the site, a source file is plain text.
"""

import posixpath
import re
from collections.abc import Callable
from pathlib import PurePosixPath

from .made_page import ROOT

FIXED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "GOVERNANCE.md": "governance.md",
    "SECURITY.md": "security.md",
    "benchmarks/strength.md": "strength.md",
    "web/CREDITS.md": "credits.md",
    "docs/decisions": "decisions/index.md",
    "examples": "examples/index.md",
    "src/spadille/game/presets": "rule-sets/index.md",
    "src/spadille/game/rules": "rule-sets/options.md",
}
"""Pages that are elsewhere in the repository, and folders that have a page."""

SOURCES = "sources"
"""The site's folder with source files as plain text."""

_FENCED = re.compile(r"^(?P<fence> *(?:```+|~~~+)).*?^(?P=fence)`*~* *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(
    r"(?P<before>\]\(|\bsrc(?:set)?=\")(?P<target>[^)\s#\"]+)(?P<anchor>#[^)\s]*)?(?P<after>[)\"])"
)


class DeadLinkError(Exception):
    """A page points to a file that the repository does not have."""


def place_of(path: PurePosixPath) -> PurePosixPath:
    """Return the place of a repository file on the site.

    >>> print(place_of(PurePosixPath("docs/bots.md")), place_of(PurePosixPath("README.md")))
    bots.md index.md
    >>> print(place_of(PurePosixPath("examples/learn.py")))
    examples/learn.md
    >>> print(place_of(PurePosixPath("web/src/main.ts")))
    sources/web/src/main.ts.txt
    """
    name = str(path)
    if name in FIXED:
        return PurePosixPath(FIXED[name])
    if path.parts[0] == "docs":
        return path.relative_to("docs")
    if path.parts[0] == "examples" and path.suffix == ".py":
        return path.with_suffix(".md")
    if (ROOT / path).is_dir():
        return PurePosixPath(SOURCES, path, "index.md")
    # A site cannot have a folder whose name begins with a period.
    return PurePosixPath(
        SOURCES, *(part.lstrip(".") for part in path.parent.parts), f"{path.name}.txt"
    )


def on_the_site(text: str, path: PurePosixPath, wanted: Callable[[PurePosixPath], None]) -> str:
    """Return a page from the repository with its links rewritten for the site.

    `wanted` receives each file that the page points to.

    Raises:
        DeadLinkError: if a link's target does not exist.
    """
    here = place_of(path).parent

    def moved(link: re.Match[str]) -> str:
        target = link["target"]
        if re.match(r"[a-z]+:", target):
            return link[0]
        aim = PurePosixPath(posixpath.normpath(path.parent / target))
        if not (ROOT / aim).exists():
            raise DeadLinkError(f"{path}: there is no {target}")
        wanted(aim)
        there = PurePosixPath(posixpath.relpath(place_of(aim), here))
        return f"{link['before']}{there}{link['anchor'] or ''}{link['after']}"

    parts = []
    end = 0
    for fenced in _FENCED.finditer(text):
        parts += [_LINK.sub(moved, text[end : fenced.start()]), fenced[0]]
        end = fenced.end()
    return "".join([*parts, _LINK.sub(moved, text[end:])])
