"""Who may speak to the server from within a browser: its own pages."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

from .protocol import Lang


def own_page(headers: Mapping[str, str], origins: AbstractSet[str] = frozenset()) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    Its pages are those at the address that was asked (`Host`), and those at `origins`.
    """
    origin = headers.get("origin")
    if origin is None or origin.lower() in origins:
        return True
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return place != "" and place == headers.get("host", "").lower()


def host_asked(headers: Mapping[str, str]) -> str:
    """The name or address by which somebody found the server, empty where there is none."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def language(headers: Mapping[str, str]) -> Lang:
    """The language to refuse things in, before anything better is known."""
    return "de" if headers.get("accept-language", "").lower().startswith("de") else "en"
