"""Your own loop over the views of a table, with and without asyncio."""

import asyncio
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

from spadille.bots import Acting, load
from spadille.client import AsyncClient, Client, ClientError, RefusedError, connection, protocol
from spadille.game import Bid, ParseError, Seat
from support.owners import owner_at
from support.servers import PATIENCE, Server, server

ROOT = Path(__file__).parents[2]
SHORT = {"end.target": 100, "end.floor": -100, "end.max_rounds": 2}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("client") / "games.db") as one:
        yield one


def link_to_own_table(running: Server) -> tuple[str, str]:
    """Return the link to a table where a robot plays alone with bots, and its token."""
    with owner_at(running) as owner:
        secret = str(owner.token("play", "tables")["secret"])
    body = {"name": "Robot", "options": SHORT, "level": "beginner"}
    headers = {"Authorization": f"Bearer {secret}"}
    made = httpx.post(f"{running.address}/api/tables", json=body, headers=headers).json()
    return f"{running.address}/t/{made['table']}", secret


def example_of(kind: type) -> str:
    """Return the example in a docstring."""
    (code,) = re.findall(r"\n\n((?: {4}.*\n)+)", inspect.getdoc(kind) or "")
    return textwrap.dedent(code)


def test_client_example_plays_whole_game(running: Server) -> None:
    url, token = link_to_own_table(running)
    names = {"Client": Client, "url": url, "token": token, "bot": load("beginner", seed=1)}
    exec(example_of(Client), names)
    table = names["table"]
    assert isinstance(table, Client)
    assert table.view is not None
    assert table.view.outcome is not None


def test_examples_on_bot_page_play_whole_games(
    running: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    calling, looping = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    for code, wanted in ((calling, "the game is over"), (looping, "Standing(")):
        url, token = link_to_own_table(running)
        (link,) = re.findall('"(http.*?)"', calling)
        text = code.replace(link, url).replace("spadille_...", token)
        exec(text, {"url": url, "token": token, "bot": load("beginner", seed=1)})
        assert wanted in capsys.readouterr().out


def test_async_client_example_plays_whole_game(running: Server) -> None:
    url, token = link_to_own_table(running)
    body = textwrap.indent(example_of(AsyncClient), "    ")
    names: dict[str, Any] = {"AsyncClient": AsyncClient}
    exec(f"async def main(url, token, bot):\n{body}    return table", names)
    table = asyncio.run(names["main"](url, token, load("beginner", seed=1)))
    assert table.view.outcome is not None


def test_client_sends_actions_in_text(running: Server) -> None:
    url, token = link_to_own_table(running)
    bot: Acting = load("beginner", seed=1)
    with Client(url, token, timeout=PATIENCE) as table:
        for view in table.views():
            if view.trick_number == 2:
                break
            table.act(str(bot.act(view)))
        assert len(view.tricks) == 1
        with pytest.raises(ParseError, match="'banana' is not an action"):
            table.act("banana")


def test_client_after_refusal_yields_decision_again(running: Server) -> None:
    url, token = link_to_own_table(running)
    bot: Acting = load("beginner", seed=1)
    with Client(url, token, timeout=PATIENCE) as table:
        for view in table.views():
            if any(isinstance(action, Bid) for action in view.options):
                table.act(Bid(99))
            else:
                table.act(bot.act(view))
                continue
            with pytest.raises(RefusedError) as refused:
                next(table.views())
            assert refused.value.code == "bid/out-of-range"
            assert next(table.views()) == view
            break


def test_client_left_unanswered_decision_is_yielded_to_next_loop(running: Server) -> None:
    url, token = link_to_own_table(running)
    with Client(url, token, timeout=PATIENCE) as table:
        assert next(table.views()) == next(table.views())


def test_client_after_silence_asks_for_state_again(
    running: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.2)
    url, token = link_to_own_table(running)
    with Client(url, token, timeout=PATIENCE) as table:
        view = next(view for view in table.views() if view.to_act == view.seat)
        table._answered = connection.question(view)  # as if the answer was lost on its way
        assert next(table.views()) == view


async def test_async_client_after_silence_asks_for_state_again(
    running: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.2)
    url, token = link_to_own_table(running)
    async with AsyncClient(url, token, timeout=PATIENCE) as table:
        views = table.views()
        while (view := await anext(views)).to_act != view.seat:
            pass
        table._answered = connection.question(view)  # as above
        assert await anext(views) == view


async def test_async_client_reconnects_after_server_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST_PAUSE", 0.2)
    said: list[str] = []
    with server(tmp_path / "games.db") as first:
        url, token = link_to_own_table(first)
        async with AsyncClient(url, token, timeout=PATIENCE, log=said.append) as table:
            views = table.views()
            while (view := await anext(views)).to_act != view.seat:
                pass
            first.kill()
            with server(tmp_path / "games.db", port=first.port):
                await table.receive()
                assert table.view == view
    assert [line for line in said if "trying again" in line]


def test_client_without_messages_times_out(running: Server) -> None:
    table = running.make(invite=True)
    with running.client(table) as ann:
        ann.receive()
        ann.send(protocol.Chat(table, "hello"))
        ann._timeout = 0.1
        with pytest.raises(TimeoutError):
            list(iter(ann.receive, None))


def test_client_receives_refusals_and_talk(running: Server) -> None:
    table = running.make(invite=True, talk="free")
    with running.client(table) as ann, running.client(table, "Ben") as ben:
        ben.send(protocol.Sit(table, Seat.SOUTH))  # where Ann sits
        while not isinstance(message := ben.receive(), protocol.Refusal):
            pass
        assert message.code == "seat/taken"
        assert not ben.seated
        ann.send(protocol.Chat(table, "hello"))
        while (message := ben.receive()).__struct_config__.tag != "talk":
            pass


def test_client_ignores_messages_of_later_versions() -> None:
    table = Client("http://localhost/t/abc")
    assert table._read(json.dumps({"type": "fireworks"})) is None


def test_client_with_wrong_link_is_refused() -> None:
    with pytest.raises(ClientError) as refused:
        Client("http://localhost/lobby")
    assert refused.value.code == "visit/address"


def test_remote_bot_example_plays_whole_game(
    running: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import_module("remote_bot").main(*link_to_own_table(running))
    out = capsys.readouterr().out
    assert "play: " in out
    assert re.search(r"^scores: -?\d+ -?\d+$", out, re.MULTILINE)
