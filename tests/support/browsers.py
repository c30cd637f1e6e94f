"""Browsers that send requests to the server's application, each with its own cookie."""

import re
from typing import Any

from litestar.testing import AsyncTestClient

from spadille.server.net.identity import SECRET

NAME = SECRET.name({"host": "testserver.local"})


class Browser:
    """A browser with its own cookie, at a server that others use as well."""

    def __init__(self, http: AsyncTestClient[Any]) -> None:
        self.http = http
        self.cookie = ""
        self.set_cookie = ""

    async def ask(self, path: str, **fields: Any) -> dict[str, Any]:
        """Return the answer, including its status; a request without data is a GET."""
        self.http.cookies.clear()
        headers = {"cookie": f"{NAME}={self.cookie}"} if self.cookie else {}
        if path in {"", "/data"}:
            answer = await self.http.get(f"/api/me{path}", headers=headers)
        else:
            place = path if path.startswith("/api/") else f"/api/me/{path}"
            answer = await self.http.post(place, json=fields, headers=headers)
        self.set_cookie = answer.headers.get("set-cookie", "")
        found = re.match(f"{NAME}=([^;]*)", self.set_cookie)
        if found:
            self.cookie = found[1].strip('"')
        told: dict[str, Any] = answer.json()
        return {"status": answer.status_code, **told}

    async def come(self) -> "Browser":
        await self.ask("/api/session")
        return self

    async def name(self) -> str | None:
        name: str | None = (await self.ask(""))["registered"]
        return name
