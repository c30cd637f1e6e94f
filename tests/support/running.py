"""A real server in a separate process that can be started, killed and restarted."""

from pathlib import Path
from typing import Protocol, Self

from playwright.sync_api import Page

from support.servers import Server


class NewPage(Protocol):
    """Opens another person's page."""

    def __call__(self, size: str = "desktop", lang: str = "en") -> Page: ...


class Running:
    """`spadille serve` on a free port of this machine, with its games in a file in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.db"
        self._port = 0
        self._server: Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    @property
    def port(self) -> int:
        return self._port

    @property
    def server(self) -> Server:
        """The process itself, for people who use no page."""
        assert self._server is not None
        return self._server

    @property
    def alive(self) -> bool:
        return self._server is not None

    def start(self) -> Self:
        """Start it, on the same port as before if it was already running once."""
        names = ("tables_per_minute", "guests_per_minute")
        many = [word for name in names for word in ("--limit", f"{name}=600")]
        self._server = Server(self.database, port=self._port, serve=many)
        self._port = self._server.port
        return self

    def kill(self) -> None:
        """Stop it at once, without a chance to clean up."""
        if self._server is not None:
            self._server.kill()
            self._server = None
