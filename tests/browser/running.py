"""A real server in a process of its own, to be started, killed and started again."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Protocol, Self

from playwright.sync_api import Page


class NewPage(Protocol):
    """Opens the page of another person."""

    def __call__(self, size: str = "desktop", lang: str = "en") -> Page: ...


class Running:
    """`spadille serve` on a free port of this machine, its games in a file of `folder`."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.db"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> Self:
        """Starts it, on the same port as before if it was running before."""
        command = [sys.executable, "-m", "spadille.cli", "serve", "--pace", "0"]
        options = ["--port", str(self.port), "--database", str(self.database)]
        self._process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert self._process.stdout is not None
        address = re.search(r"http://[^/]*:(\d+)/", self._process.stdout.readline())
        assert address, "the server prints its address"
        self.port = int(address[1])
        return self

    def kill(self) -> None:
        """Ends it at once, without a chance to tidy up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None
