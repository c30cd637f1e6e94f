"""Games of a bot against the levels of a server, each at a new table."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from ..bots import LEVELS, Acting, refused_because
from .address import parse_url
from .connection import SILENCE, Client
from .errors import ClientError, RefusedError, gone
from .remote_bot import RemoteBot

_PAUSE = 10.0
"""Seconds to wait if the server creates no more tables for now."""

_PATIENCE = 60
"""The number of pauses after which the bot gives up."""


class LevelGame(Struct, frozen=True):
    """A game against bots of a level: the scores by side, the bot's side, and the winning side.

    `winner` is None in a draw.
    """

    level: str
    table: str
    scores: tuple[int, ...]
    side: int
    winner: int | None

    @property
    def won(self) -> float:
        """1 if the bot's side has won, 0 if another one has, and a half if no one has."""
        return 0.5 if self.winner is None else float(self.winner == self.side)


def play_levels(  # noqa: PLR0913 - the options of `spadille bot`
    url: str,
    token: str,
    bot: Acting,
    levels: tuple[str, ...],
    *,
    name: str = "Bot",
    games: int = 1,
    rules: str = "preset=standard",
    pace: float = 0.0,
    log: Callable[[str], object] = lambda _: None,
) -> Iterator[LevelGame]:
    """Yield games of a bot at a server, `games` against each level, which has all other seats.

    `url` is the address of the server, and the token needs the scopes `play` and `tables`. `rules`
    is a share code, and `pace` is the least number of seconds for an action. Each game has its own
    table and new cards, so that the results vary more than those of the arena. Errors of the bot
    are handled as in `play`.

    Raises:
        ClientError: if a level is unknown, or the bot cannot continue.
    """
    address = parse_url(url)
    if address.table is not None:
        raise ClientError(
            "visit/address",
            "{url} is the link of a table; levels need the address of the server, such as "
            "https://spades.example",
            url=url,
        )
    for level in levels:
        if level not in LEVELS:
            raise ClientError(
                "visit/unknown-level",
                "unknown level {level}; choose from {known}",
                level=level,
                known=", ".join(LEVELS),
            )
    server = url.partition("?")[0].partition("#")[0].rstrip("/")
    for level in levels:
        for _ in range(games):
            body = {"name": name, "code": rules, "level": level, "invite": False}
            table = _new_table(server, token, body, log)
            client = Client(f"{server}/t/{table}", token, name=name, pace="quick", log=log)
            RemoteBot(client, bot, pace=pace, log=log).run()
            yield _result(client, level)


def _result(client: Client, level: str) -> LevelGame:
    view = client.view
    assert view is not None
    assert client.table is not None
    return LevelGame(
        level,
        client.table,
        tuple(one.score for one in view.standings),
        view.rules.side_of(view.seat),
        view.outcome.winner if view.outcome else None,
    )


def _new_table(server: str, token: str, body: dict[str, Any], log: Callable[[str], object]) -> str:
    """Return the id of a new table; if the server wants a pause, wait.

    Raises:
        ClientError: if the server refuses to create one.
    """
    status, answer = _posted(f"{server}/api/tables", token, body)
    for _ in range(_PATIENCE):
        if status != HTTPStatus.TOO_MANY_REQUESTS:
            break
        log(f"{answer.get('text', 'too many tables')}; trying again in {_PAUSE:.0f} s")
        time.sleep(_PAUSE)
        status, answer = _posted(f"{server}/api/tables", token, body)
    if status == HTTPStatus.CREATED:
        return str(answer["table"])
    if "code" not in answer:
        raise ClientError("visit/gone", "the server answered HTTP {status}", status=status)
    raise RefusedError(answer["code"], "{text}", text=answer.get("text", ""))


def _posted(url: str, token: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of an answer.

    Raises:
        ClientError: if the server cannot be reached.
    """
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SILENCE) as answer:  # noqa: S310 - checked
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _read(error.read())
    except urllib.error.URLError as error:
        reason = error.reason
        raise gone(
            refused_because(reason) if isinstance(reason, Exception) else str(reason)
        ) from error
    except (OSError, ValueError) as error:
        raise gone(refused_because(error)) from error


def _read(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
