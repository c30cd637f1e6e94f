"""Bots think on a real Dask cluster, or on the server while the cluster is away."""

import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep

import pytest

from spadille.arena import ArenaError, program
from spadille.bots import load
from spadille.game import Game, SeatView
from spadille.server.live import cluster as clusters
from spadille.server.live import executors as preparing
from spadille.server.live.bots import think, think_alike
from spadille.server.live.cluster import ClusterExecutor
from spadille.server.live.executors import BotExecutor
from support.cluster import (
    LocalCluster,
    as_what,
    local_cluster,
    until_there,
    until_told,
    where,
    where_after_a_crash,
    where_that_works,
)
from support.dealt_otherwise import dealt_otherwise
from support.servers import PATIENCE, Server, play_on, server

LogLines = SimpleQueue[str]
"""The log messages about the cluster."""


def some_view() -> SeatView:
    game, bot = Game.new(seed=7), load("beginner")
    while game.round is None or not game.view_to_act.tricks:
        game = game.apply(bot.act(game.view_to_act))
    return game.view_to_act


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    with local_cluster() as some:
        yield some


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the time limits, so that nothing is late on a busy machine."""
    monkeypatch.setattr(clusters, "PATIENCE", PATIENCE)


@pytest.fixture
def elsewhere(cluster: LocalCluster) -> Iterator[ClusterExecutor]:
    """Yield two workers that can think."""
    cluster.start(workers=2)
    some = ClusterExecutor(cluster.url, BotExecutor(1))
    try:
        await_places(some, 2)
        yield some
    finally:  # otherwise its threads would draw random numbers during the next tests
        some.shutdown()


@pytest.fixture
def told() -> Iterator[LogLines]:
    lines = LogLines()

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.put(record.getMessage())

    listener = Listener()
    clusters.log.addHandler(listener)
    yield lines
    clusters.log.removeHandler(listener)


def await_places(some: ClusterExecutor, count: int) -> None:
    wait_until(lambda: some.elsewhere == count)


def wait_until(holds: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < until
        sleep(0.05)


def test_cluster_runs_slow_levels_and_server_runs_quick_ones(elsewhere: ClusterExecutor) -> None:
    assert elsewhere.submit(where, "beginner").result() == (False, os.getpid())
    there, process = elsewhere.submit(where, "expert").result()
    assert there
    assert process != os.getpid()
    assert elsewhere.preparing("expert") is None


def test_cluster_bot_with_seed_decides_as_local_bot(elsewhere: ClusterExecutor) -> None:
    for seed in ("one", "another"):
        asked = elsewhere.submit(think_alike, "expert", "expert", some_view(), seed)
        assert asked.result() == think_alike("expert", "expert", some_view(), seed)
    assert elsewhere._here._processes == []


def test_cluster_bots_hurry_only_when_others_wait_for_a_place(
    elsewhere: ClusterExecutor, tmp_path: Path
) -> None:
    """Two can think at the same time: the third waits, and those after it hurry."""
    sign = tmp_path / "go"
    asked = [elsewhere.submit(until_told, level, sign) for level in ("master", "master")]
    wait_until(lambda: len(list(tmp_path.glob("go.*"))) == 2)  # both think, in whatever order
    asked += [elsewhere.submit(as_what, level) for level in ("master", "expert", "master")]
    sign.touch()
    levels = ["master", "master", "master", "expert", "expert"]
    assert [future.result() for future in asked] == [(level, True) for level in levels]


def test_cluster_without_room_leaves_decisions_to_server(
    elsewhere: ClusterExecutor, tmp_path: Path
) -> None:
    sign = tmp_path / "go"
    most = 2 * clusters.MOST_PER_PLACE
    asked = [elsewhere.submit(until_told, "expert", sign) for _ in range(most)]
    assert elsewhere.submit(where, "expert").result()[0] is False
    sign.touch()
    assert {future.result() for future in asked} == {("expert", True)}
    assert elsewhere.submit(where, "expert").result()[0] is True


def test_cluster_decision_that_is_late_is_made_locally_and_keeps_its_place(
    elsewhere: ClusterExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 2.0)
    sign = tmp_path / "go"
    late = elsewhere.submit(until_there, "expert", sign)
    assert late.result() is False
    await_places(elsewhere, 1)
    sign.touch()
    await_places(elsewhere, 2)


def test_cluster_failure_is_decided_locally(
    elsewhere: ClusterExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    there, _ = elsewhere.submit(where_that_works, "expert").result()
    assert not there
    assert "a bot failed on the cluster: ValueError" in caplog.text


def test_cluster_decision_survives_worker_crash(elsewhere: ClusterExecutor, tmp_path: Path) -> None:
    there, _ = elsewhere.submit(where_after_a_crash, "expert", tmp_path / "crashed").result()
    assert there
    await_places(elsewhere, 1)


def test_cluster_that_does_not_answer_is_not_waited_for(
    elsewhere: ClusterExecutor,
    cluster: LocalCluster,
    told: LogLines,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.3)
    cluster.halt()
    there, _ = elsewhere.submit(where, "expert").result()
    assert not there
    assert "bots decide on this server, not at" in told.get(timeout=PATIENCE)
    assert elsewhere.elsewhere == 0
    cluster.kill()


def test_cluster_worker_with_other_version_is_not_used(
    cluster: LocalCluster, told: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.start()
    monkeypatch.setattr(clusters, "program", lambda: "another")
    some = ClusterExecutor(cluster.url, BotExecutor(1))
    while "bots decide on this server" in (line := told.get(timeout=PATIENCE)):
        pass  # possibly no worker was there yet
    assert f"is not used: it has Spadille {program()}, not another" in line
    assert some.elsewhere == 0
    some.shutdown()


def test_cluster_data_reveals_no_hidden_cards() -> None:
    game, bot, differ = Game.new(seed=7), load("beginner"), 0
    while not game.results:
        if game.round is not None and game.phase == "play":
            other = dealt_otherwise(game, seed=1)
            assert other.round is not None
            differ += other.round.hands != game.round.hands
            sent = [
                pickle.dumps(partial(think, "expert", one.view_to_act)) for one in (game, other)
            ]
            assert sent[0] == sent[1]
        game = game.apply(bot.act(game.view_to_act))
    assert differ > 20


def test_cluster_that_is_missing_is_replaced_by_local_bots(
    told: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr(clusters, "PATIENCE", 0.1)
    some = ClusterExecutor("tcp://127.0.0.1:9", BotExecutor(1))
    there, _ = some.submit(where, "expert").result()
    assert not there
    assert "bots decide on this server, not at tcp://127.0.0.1:9: " in told.get(timeout=PATIENCE)
    assert some.preparing("expert") is None
    some.shutdown()


def test_cluster_without_dask_names_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    here = BotExecutor(1)
    with pytest.raises(ArenaError, match="spadille\\[dask\\]"):
        ClusterExecutor("tcp://127.0.0.1:9", here)
    here.shutdown()


def test_cluster_worker_with_other_version_prepares_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared: list[object] = []
    monkeypatch.setattr(preparing, "prepare", prepared.append)
    assert preparing.prepare_elsewhere("another") == program()
    assert prepared == []
    assert preparing.prepare_elsewhere(program()) == program()
    assert len(prepared) == 1


def test_cluster_loss_and_return_keeps_table_playing(cluster: LocalCluster, tmp_path: Path) -> None:
    """The log reports both, and the server stops without any other complaint.

    On a busy machine the cluster may be lost for a moment, and a bot may take too long.
    """
    cluster.start()
    with server(tmp_path / "games.db", serve=["--bot-cluster", cluster.url]) as running:
        hear(running, "bots decide at")
        with running.client(running.make(level="expert")) as ann:
            play_on(ann, until=lambda view: len(view.tricks) >= 2)
            cluster.kill()
            hear(running, "bots decide on this server, not at")
            play_on(ann, until=lambda view: len(view.tricks) >= 4)
            cluster.start()
            hear(running, "bots decide at")
            play_on(ann, until=lambda view: len(view.tricks) >= 6)
        status, complaints = running.interrupt()
        assert status == 0
        assert [line for line in complaints.splitlines() if not of_a_busy_machine(line)] == []


def hear(running: Server, told: str) -> None:
    while told not in (line := running.complaint()):
        assert of_a_busy_machine(line)


def of_a_busy_machine(line: str) -> bool:
    return "bots decide" in line or "a bot took too long" in line
