"""The cookie by which a browser says who it is."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

LASTS = 400 * 86400
"""Seconds; browsers keep none for longer."""


def cookie_name(headers: Mapping[str, str]) -> str:
    """Its name, one for each server: browsers send cookies to all ports of an address.

    >>> cookie_name({"host": "localhost:8000"}), cookie_name({"host": "spades.example"})
    ('spadille-8000', 'spadille')
    """
    try:
        port = urlsplit(f"//{headers.get('host', '')}").port
    except ValueError:
        port = None
    return "spadille" if port is None else f"spadille-{port}"


def session_cookie(headers: Mapping[str, str], secret: str, *, secure: bool) -> Cookie:
    """A secret as a cookie that no script reads and no other site has sent.

    Where the page came over TLS, perhaps to a proxy (`Origin`), it goes back over TLS only.
    """
    return Cookie(
        key=cookie_name(headers),
        value=secret,
        max_age=LASTS,
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure or headers.get("origin", "").lower().startswith("https:"),
    )
