"""A standby server that takes over when the first one stops."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from spadille.game import SeatView
from spadille.server.net.origin import page_address
from support.postgresql import Cluster
from support.servers import Server, server


@contextmanager
def standing_by(database: Path | str, port: int = 0) -> Iterator[Server]:
    with server(database, port=port, serve=["--standby"], at_once=False) as second:
        assert "waits on standby" in second.complaint()
        yield second


def in_mid_trick(view: SeatView) -> bool:
    return bool(view.trick and view.tricks)


def test_standby_takes_over_from_killed_server(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with server(database) as first, standing_by(database) as second:
        table = first.make(level="random")
        first.play(table, in_mid_trick)
        with first.enter(table) as ann:
            seen = ann.state
            first.kill()
            ann.listen_to_the_end()
        second.begin()
        assert "active now" in second.complaint()
        with second.enter(table) as ann:
            assert ann.state == seen
        second.play(table, lambda view: len(view.tricks) > len(seen["view"]["tricks"]))


def test_standby_of_new_version_takes_over_from_stopped_server(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with server(database) as first, standing_by(database) as second:
        table = first.make()
        assert first.interrupt() == (0, "")
        second.begin()
        with second.enter(table) as ann:
            assert ann.state["status"] == "playing"


@contextmanager
def as_in_the_background() -> Iterator[None]:
    """Act like a shell that starts a script's commands in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_standby_answers_no_requests_and_can_be_interrupted(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        server(tmp_path / "games.db"),
        as_in_the_background(),
        standing_by(tmp_path / "games.db", port) as second,
    ):
        with pytest.raises(httpx.ConnectError):
            httpx.get(page_address("localhost", port))
        assert second.interrupt() == (0, "")


def test_standby_on_taken_address_is_refused_at_once(tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as first:
        port = first.port
        with server(tmp_path / "b.db", port=port, serve=["--standby"], at_once=False) as second:
            assert "is in use" in second.complaint()


def test_stalled_server_yields_to_standby_and_stands_by(postgresql: Cluster, own_name: str) -> None:
    """This happens to a machine that freezes for a while, and resumes as if nothing had changed."""
    database = postgresql.empty_database(own_name)
    with server(database, serve=["--standby"]) as first, standing_by(database) as second:
        table = first.make(level="random")
        first.play(table, in_mid_trick)
        with first.enter(table) as ann:
            seen = ann.state
            os.kill(first.process.pid, signal.SIGSTOP)
            postgresql.hang_up(own_name)
            second.begin()
            with second.enter(table) as again:
                assert again.state == seen
            second.play(table, lambda view: len(view.tricks) > len(seen["view"]["tricks"]))
            with second.enter(table) as again:
                played = again.state["view"]["tricks"]
            os.kill(first.process.pid, signal.SIGCONT)
            ann.listen_to_the_end()
        while "waits on standby" not in first.complaint():
            pass
        second.kill()
        first.begin()
        with first.enter(table) as ann:
            assert ann.state["view"]["tricks"][: len(played)] == played
