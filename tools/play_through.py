"""Start an installed Spadille and play a whole game, as its page would; print the outcome.

python tools/play_through.py

It needs only what is installed with Spadille, and no file from the repository.
"""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.request import Request, urlopen

from spadille.bots import load
from spadille.client import Client

NO_COOKIE: Mapping[str, str] = MappingProxyType({})
SECONDS = 120
SHORT = {"preset": "standard", "options": {"end.target": 100, "end.max_rounds": 3}}


def main() -> int:
    began = time.monotonic()
    command = shutil.which("spadille", path=sysconfig.get_path("scripts"))
    if command is None:
        sys.exit("There is no command `spadille` beside this Python.")
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.db")
        served = [command, "serve", "--port", "0", "--pace", "0", "--database", str(games)]
        with subprocess.Popen(served, stdout=subprocess.PIPE, encoding="utf-8") as server:
            try:
                assert server.stdout is not None
                url = server.stdout.readline().strip()
                if not url.startswith("http://127.0.0.1:"):
                    sys.exit(f"The server did not tell its address, but {url!r}.")
                answered = time.monotonic() - began
                look_at_the_page(url)
                rounds, scores = play(url, began + SECONDS)
            finally:
                server.terminate()
    took = time.monotonic() - began
    print(
        f"{rounds} rounds, scores {scores}; served after {answered:.1f} s, played in {took:.1f} s"
    )
    return 0


def look_at_the_page(url: str) -> None:
    """Check that the page is served with its script, and that texts are available in German."""
    page = get(url)
    (script,) = re.findall(r'<script type="module"[^>]* src="/([^"]+)"', page)
    assert len(get(url + script)) > 10_000
    presets = json.loads(get(f"{url}api/presets?lang=de"))
    assert "Stiche" in json.dumps(presets)


def get(url: str) -> str:
    with urlopen(url, timeout=20) as answer:  # noqa: S310 - of this machine
        text: str = answer.read().decode()
    return text


def post(url: str, body: dict[str, Any], headers: Mapping[str, str] = NO_COOKIE) -> Any:
    """Return an open response; the caller closes it."""
    said = {"content-type": "application/json", **headers}
    asked = Request(url, json.dumps(body).encode(), said)  # noqa: S310 - as above
    return urlopen(asked, timeout=20)  # noqa: S310


def play(url: str, until: float) -> tuple[int, list[int]]:
    """Play against bots to the end; return the number of rounds and the scores."""
    with post(f"{url}api/session", {}) as answer:
        cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
    wish = {**SHORT, "name": "Ann", "level": "beginner", "invite": False}
    with post(f"{url}api/tables", wish, cookie) as answer:
        table = json.load(answer)["table"]
    bot = load("beginner", seed=1)
    with Client(f"{url}t/{table}", name="Ann", headers=cookie, patience=0, timeout=20) as client:
        for view in client.views():
            if time.monotonic() > until:
                sys.exit(f"The game was not over after {SECONDS} s.")
            client.act(bot.act(view))
        assert client.view is not None
        standings = client.view.standings
        return len(client.view.results), [standing.score for standing in standings]


if __name__ == "__main__":
    sys.exit(main())
