"""Who may speak to the server from within a browser: its own pages."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from .protocol import Lang


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return place != "" and place == headers.get("host", "").lower()


def language(headers: Mapping[str, str]) -> Lang:
    """The language to refuse things in, before anything better is known."""
    return "de" if headers.get("accept-language", "").lower().startswith("de") else "en"
