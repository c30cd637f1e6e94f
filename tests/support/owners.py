"""Guests with browsers on a real server, who create tokens for bots."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from support.servers import Server


class Owner:
    """A guest with their browser's cookie."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        assert http.post("/api/session", json={}).json()["fresh"]

    @property
    def cookie(self) -> dict[str, str]:
        """The header that identifies them to a websocket."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}

    def token(self, *scopes: str, name: str = "Robot") -> dict[str, Any]:
        """Return a new token with all its details."""
        asked = self.http.post("/api/my/tokens", json={"name": name, "scopes": scopes})
        assert asked.status_code == 201, asked.text
        made: dict[str, Any] = asked.json()
        return made


@contextmanager
def owner_at(running: Server) -> Iterator[Owner]:
    with httpx.Client(base_url=running.address) as http:
        yield Owner(http)
