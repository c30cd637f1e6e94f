"""Check that the built site works without a network and with a screen reader.

Each picture describes what it shows, each link and button has a name, headings go down step by
step, and styles, scripts and fonts are local. Pictures state their sizes, so nothing jumps while
they load.
"""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "source": "srcset", "video": "src", "iframe": "src"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
NAMED = {"a": "link", "button": "button"}
LOGO = "site/spade.svg"
"""The logo, whose size is set by styles."""

STYLES = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "modulepreload"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.faults: list[str] = []
        self._level = 0
        self._ids: set[str] = set()
        self._within: str | None = None
        self._name = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self._judge(tag, has)
        if tag == "link" and STYLES & set(has.get("rel", "").split()):
            self.loads.append(has.get("href", ""))
        elif has.get(LOADED.get(tag, "")):
            self.loads.append(has[LOADED[tag]])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self._name += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            if not self._name:
                self.faults.append(f"a {NAMED[tag]} without a name")
            self._within = None

    def _judge(self, tag: str, has: Mapping[str, str]) -> None:
        """Check for whatever people miss when they hear the page, or see it while it loads."""
        faults = self.faults
        if tag == "html" and not has.get("lang"):
            faults.append("it does not say its language")
        elif tag == "img":
            self._name += has.get("alt", "")
            if "alt" not in has:
                faults.append(f"a picture without words: {has.get('src')}")
            if not {"width", "height"} <= has.keys() and not has.get("src", "").endswith(LOGO):
                faults.append(f"a picture that does not say its size: {has.get('src')}")
        elif tag in HEADINGS:
            level = HEADINGS.index(tag) + 1
            if level > self._level + 1 or level == self._level == 1:
                faults.append(f"a heading of level {level} after one of level {self._level}")
            self._level = level
        elif tag in NAMED and (tag == "button" or "href" in has):
            self._within = tag
            self._name = has.get("aria-label", "") + has.get("title", "")
        if "id" in has and has["id"] in self._ids:
            faults.append(f"two places are called {has['id']}")
        self._ids.add(has.get("id", ""))


def problems(site: Path) -> Iterator[str]:
    """Yield what is wrong with the site in a folder."""
    for file in sorted(site.rglob("*.html")):
        name = file.relative_to(site)
        page = _Reader()
        page.feed(file.read_text(encoding="utf-8"))
        yield from (f"{name}: {fault}" for fault in page.faults)
        for target in page.loads:
            path = unquote(urlsplit(target).path)
            folder = site if path.startswith("/") else file.parent
            if urlsplit(target).netloc:
                yield f"{name}: fetches {target}"
            elif not target.startswith("data:") and not (folder / path.lstrip("/")).is_file():
                yield f"{name}: there is no {target}"
