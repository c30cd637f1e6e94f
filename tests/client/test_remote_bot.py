"""A bot at a table on a remote server: it plays, comes back, reports errors, and stops."""

import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from spadille.bots import Acting, load
from spadille.client import (
    Client,
    ClientError,
    RemoteBot,
    connection,
    parse_url,
    play,
    protocol,
    remote_bot,
)
from spadille.game import PlayerAction, Seat, SeatView
from support.command import assert_refused, spadille
from support.owners import owner_at
from support.robots import SHORT, robot_at, start_with
from support.servers import PATIENCE, Server, play_on, server

ROOT = Path(__file__).parents[2]
MADE_UP = f"spadille_{'x' * 43}"


@pytest.mark.parametrize(
    ("url", "socket", "table", "private"),
    [
        ("https://spades.example/t/k3v7p2mwq8xd", "wss://spades.example/ws", "k3v7p2mwq8xd", True),
        ("http://spades.example:81/", "ws://spades.example:81/ws", None, False),
        ("http://[::1]:8000/t/abc?lang=de#x", "ws://[::1]:8000/ws", "abc", True),
        ("http://localhost:8000", "ws://localhost:8000/ws", None, True),
    ],
)
def test_link_to_table_or_server_is_recognized(
    url: str, socket: str, table: str | None, *, private: bool
) -> None:
    assert parse_url(url) == (socket, table, private)


@pytest.mark.parametrize(
    "url",
    [
        "spades.example",
        "ftp://spades.example",
        "https://",
        "https://spades.example/g/abc",
        "https://spades.example:x/",
        "https://ann@spades.example/",
        "http://[::1/",
        "https://spades..example/",
    ],
)
def test_other_links_are_refused(url: str) -> None:
    with pytest.raises(ClientError, match="is not the link of a server or a table"):
        parse_url(url)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("client") / "games.db") as one:
        yield one


class Watching:
    """A bot that checks what it sees."""

    def __init__(self) -> None:
        self.bot = load("intermediate")
        self.turns = 0

    def act(self, view: SeatView) -> PlayerAction:
        assert all(len(trick.cards) == view.rules.players for trick in view.tricks)
        assert len(view.results) == view.round_number - 1
        self.turns += 1
        return self.bot.act(view)


class Failing:
    """A bot that alternately raises an error and answers with anything."""

    def __init__(self) -> None:
        self.turns = 0

    def act(self, view: SeatView) -> PlayerAction:
        self.turns += 1
        if self.turns % 2:
            raise LookupError("no idea")
        return "a good card"  # type: ignore[return-value]


class Robot:
    """A bot that plays in a separate thread."""

    def __init__(self, url: str, bot: Acting, secret: str, **more: Any) -> None:
        self.said: list[str] = []
        self._played: Future[int] = Future()
        client = Client(url, secret, name="Robot", log=self.said.append, **more)
        robot = RemoteBot(client, bot, log=self.said.append)

        def run() -> None:
            try:
                self._played.set_result(robot.run())
            except BaseException as error:  # noqa: BLE001 - for the thread that waits
                self._played.set_exception(error)

        threading.Thread(target=run, daemon=True).start()

    def played(self) -> int:
        """Return how many games it has played, once it has stopped."""
        return self._played.result(PATIENCE)

    def refusal(self) -> str:
        """Return why it stopped."""
        with pytest.raises(ClientError) as refused:
            self.played()
        return refused.value.code


def test_remote_bot_plays_whole_game_and_remembers_tricks(running: Server) -> None:
    table = running.make(invite=True, options=SHORT, turn_seconds=0)
    with running.client(table) as ann:
        bot = Watching()
        robot = Robot(f"{running.address}/t/{table}", bot, robot_at(running))
        start_with("Robot", ann)
        play_on(ann)
        assert robot.played() == 1
    assert bot.turns > 4  # a bid and cards; how many depends on when the rest is claimed
    assert len(robot.said) == 2, robot.said
    first, last = robot.said
    assert re.fullmatch(rf"at table {table}, (North|East|West)", first)
    assert re.fullmatch(r"the game is over: -?\d+ to -?\d+", last)


def test_remote_bot_plays_on_through_match_of_whole_games(running: Server) -> None:
    options = SHORT | {"end.max_rounds": 1}
    new = {"teams": ["Larks", "Owls"], "deals": 2, "level": "random", "options": options}
    with owner_at(running) as owner:
        match = owner.http.post("/api/duplicates", json=new).json()["duplicate"]
    with running.client(match) as ann:
        ann.send(protocol.Sit(match, Seat.NORTH))
        robot = Robot(f"{running.address}/t/{match}", Watching(), robot_at(running))
        start_with("Robot", ann)
        ann.stand()
        assert robot.played() == 1


def test_remote_bot_failure_is_reported_and_its_turn_played(running: Server) -> None:
    table = running.make(invite=True, options=SHORT, turn_seconds=0)
    with running.client(table) as ann:
        robot = Robot(f"{running.address}/t/{table}", Failing(), robot_at(running))
        start_with("Robot", ann)
        play_on(ann)
        assert robot.played() == 1
    told = set(robot.said[1:-1])
    raised = re.compile(
        r"the bot raised LookupError: no idea \(test_remote_bot\.py, line \d+, in act\); "
        "intermediate decides"
    )
    answered = re.compile(r"illegal answer 'a good card' \(legal: \S.*\); intermediate decides")
    assert all(raised.fullmatch(line) or answered.fullmatch(line) for line in told)
    assert any(map(raised.fullmatch, told))
    assert any(map(answered.fullmatch, told))


def test_remote_bot_reconnects_after_server_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST_PAUSE", 0.2)
    with server(tmp_path / "games.db") as first:
        table = first.make(invite=True, options=SHORT, turn_seconds=0)
        with first.client(table) as ann:
            robot = Robot(f"{first.address}/t/{table}", Watching(), robot_at(first))
            start_with("Robot", ann)
            play_on(ann, lambda view: len(view.tricks) > 2)
        first.kill()
    with server(tmp_path / "games.db", port=first.port) as second:
        second.play(table)
        assert robot.played() == 1
    assert any("trying again in" in line for line in robot.said)


def test_remote_bot_finds_open_table_and_ends_with_its_token(running: Server) -> None:
    with owner_at(running) as owner:
        made = owner.token("play")
        asked = owner.http.post(
            "/api/tables",
            json={"name": "Ann", "preset": "two-player", "invite": True, "public": True},
        )
        table = asked.json()["table"]
        with Client(f"{running.address}/t/{table}", name="Ann", headers=owner.cookie) as ann:
            robot = Robot(running.address, Watching(), made["secret"])
            while ann.view is None:  # begins when all seats are taken
                ann.receive()
            assert "Robot" in people(ann)
            owner.http.post("/api/my/tokens/end", json={"id": made["info"]["id"]})
            assert robot.refusal() == "visit/sent-away"
    assert robot.said[0] == "looking for an open table"


def test_remote_bot_that_cannot_play_is_told_why(running: Server) -> None:
    secret = robot_at(running)
    assert Robot(f"{running.address}/t/abc", Watching(), secret).refusal() == "table/unknown"
    alone = running.make(invite=False)
    assert Robot(f"{running.address}/t/{alone}", Watching(), secret).refusal() == "visit/no-seat"
    table = running.make(invite=True)
    for address in (f"{running.address}/t/{table}", running.address):
        assert Robot(address, Watching(), MADE_UP).refusal() == "token/unknown"


def test_remote_bot_gives_up_on_missing_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "LONGEST_PAUSE", 0.01)
    robot = Robot("http://127.0.0.1:9/t/abc", Watching(), MADE_UP, patience=0.02)
    assert robot.refusal() == "visit/gone"
    assert "refused" in robot.said[0]
    assert "Errno" not in robot.said[0]


def test_client_says_how_long_it_waits_for_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", sys.exit)
    said: list[str] = []
    with pytest.raises(SystemExit), Client("http://127.0.0.1:9/t/abc", log=said.append):
        pass
    assert "for 10 minutes at most" in said[0]


def test_remote_bot_in_endless_loop_gives_up_its_seat(
    running: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_bot, "MOST_ACTIONS", 4)
    table = running.make(invite=True, turn_seconds=0)
    with running.client(table) as ann:
        robot = Robot(f"{running.address}/t/{table}", Watching(), robot_at(running))
        start_with("Robot", ann)
        play_on(ann, lambda _: "Robot" not in people(ann))
        assert robot.refusal() == "visit/circles"


def people(table: Client) -> set[str]:
    assert table.state is not None
    return {info.name for info in table.state.seats if info.occupant == "person"}


def test_remote_bot_with_invalid_proxy_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.setenv("socks_proxy", "ftp://nowhere")
    with pytest.raises(ClientError, match="cannot reach the server"):
        play("http://spades.example", MADE_UP, load("random"))


def test_bot_command_plays_and_names_missing_arguments(running: Server) -> None:
    table = running.make(invite=True, options=SHORT, turn_seconds=0)
    link = f"{running.address}/t/{table}"
    assert_refused(
        spadille("bot", "--url", link, "random"), "missing token: use --token or SPADILLE_TOKEN"
    )
    assert_refused(spadille("bot", "--url", link, "--token", MADE_UP, "nobody"), "nobody")
    assert_refused(spadille("bot", "--url", "x", "--token", MADE_UP, "random"), "visit/address")
    with running.client(table) as ann, ThreadPoolExecutor(1) as thread:
        done = thread.submit(
            spadille, "bot", "--url", link, "--token", robot_at(running), "--pace", "0",
            "--name", "Robot", "random",
        )  # fmt: skip
        start_with("Robot", ann)
        play_on(ann)
        finished = done.result(PATIENCE)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "the game is over" in finished.stdout


NODE = shutil.which("node")


def has_websocket() -> bool:
    asked = "process.exit(typeof WebSocket === 'function' ? 0 : 1)"
    words = [str(NODE), "--experimental-websocket", "-e", asked]
    return (
        NODE is not None and not subprocess.run(words, check=False, capture_output=True).returncode
    )


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    """Return the command that runs the program on the page."""
    if not has_websocket():
        pytest.skip("needs a platform with WebSocket")
    page = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```js\n(.*?)```", page, re.DOTALL)
    assert len(text.splitlines()) <= 40
    (tmp_path / "bot.mjs").write_text(text)
    return [str(NODE), "--experimental-websocket", str(tmp_path / "bot.mjs")]


SCORES = re.compile(r"^scores: -?\d+ to -?\d+$", re.MULTILINE)


def test_documented_example_plays_at_table_of_a_link(running: Server, program: list[str]) -> None:
    table = running.make(invite=True, options=SHORT, turn_seconds=0)
    words = [*program, running.address, robot_at(running), table]
    with (
        running.client(table) as ann,
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as playing,
    ):
        start_with("First game", ann)
        play_on(ann)
        told, _ = playing.communicate(timeout=PATIENCE)
    assert SCORES.search(told)


def test_documented_example_creates_and_plays_own_game(running: Server, program: list[str]) -> None:
    words = [*program, running.address, robot_at(running, "tables")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert SCORES.search(done.stdout)
    words[-1] = MADE_UP
    refused = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert refused.returncode == 1
    assert "Error: this token" in refused.stderr
