"""Levels that think use separate processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic

import pytest

from spadille.game import Game, Look, SeatView
from spadille.server.live.bots import think
from spadille.server.live.executors import PREPARATION, BotExecutor
from support.servers import PATIENCE


@pytest.fixture
def thinkers() -> Iterator[BotExecutor]:
    some = BotExecutor(1)
    yield some
    some.shutdown()


def where(level: str) -> int:
    return os.getpid()


def as_what(level: str) -> str:
    return level


def until_told(level: str, sign: Path) -> str:
    while not sign.exists():
        pass
    return level


def fail(level: str) -> int:
    raise ValueError(f"{level} cannot")


def die(level: str) -> int:
    os._exit(1)


def hang(level: str) -> None:
    while True:
        pass


def first_view() -> SeatView:
    game = Game.new(seed=7)
    return game.view_to_act


def test_slow_level_runs_in_another_process(thinkers: BotExecutor) -> None:
    assert thinkers.submit(where, "beginner").result() == os.getpid()
    first = thinkers.submit(where, "expert").result()
    assert first != os.getpid()
    assert thinkers.submit(where, "expert").result() == first


def test_bot_process_returns_decisions(thinkers: BotExecutor) -> None:
    for level in ("beginner", "expert"):
        assert thinkers.submit(think, level, first_view()).result() == Look()


def test_long_decision_is_shortened_while_others_wait(
    thinkers: BotExecutor, tmp_path: Path
) -> None:
    """In a single process, every decision except the last finds another one waiting."""
    sign = tmp_path / "go"
    first = thinkers.submit(until_told, "expert", sign)
    asked = [thinkers.submit(as_what, level) for level in ("master", "expert", "master", "master")]
    sign.touch()
    assert first.result() == "expert"
    assert [future.result() for future in asked] == ["expert", "expert", "expert", "master"]


def test_bot_process_returns_failures(thinkers: BotExecutor) -> None:
    with pytest.raises(ValueError, match="expert cannot"):
        thinkers.submit(fail, "expert").result()
    assert thinkers.submit(where, "expert").result()


def test_submit_does_not_wait_for_process_start(
    thinkers: BotExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, free = BaseProcess.start, []

    def look_and_start(process: BaseProcess) -> None:
        free.append(thinkers._lock.acquire(timeout=PATIENCE))
        if free[-1]:
            thinkers._lock.release()
        start(process)

    monkeypatch.setattr(BaseProcess, "start", look_and_start)
    assert thinkers.submit(where, "expert").result()
    assert free == [True]


def test_dead_bot_process_is_replaced(thinkers: BotExecutor) -> None:
    first = thinkers.submit(where, "expert").result()
    with pytest.raises((EOFError, OSError)):
        thinkers.submit(die, "expert").result()
    assert thinkers.submit(where, "expert").result() != first


def test_bot_process_after_server_kill_exits_silently() -> None:
    code = """
from multiprocessing import Pipe, Value
from spadille.server.live.executors import _work
here, there = Pipe()
here.send(int)
here.close()
_work(there, Value("d", 0.0), 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_endless_bot_process_is_replaced() -> None:
    thinkers = BotExecutor(1, longest_call=0.2)
    first = thinkers.submit(where, "expert").result()
    with pytest.raises(TimeoutError):
        thinkers.submit(hang, "expert").result()
    assert thinkers.submit(where, "expert").result() != first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    thinkers.shutdown()


def test_shutdown_ends_a_running_decision() -> None:
    some = BotExecutor(1)
    process = some.submit(where, "expert").result()
    some.shutdown()
    with pytest.raises(RuntimeError):
        some.submit(where, "expert")
    (child,) = some._processes
    assert child.pid == process
    child.join(PATIENCE)
    assert child.exitcode is not None


def test_bot_process_ignores_interrupt_from_its_start(thinkers: BotExecutor) -> None:
    decision = thinkers.submit(where, "expert")
    while not thinkers._processes:
        wait([], timeout=0.001)
    (child,) = thinkers._processes
    assert child.pid is not None
    os.kill(child.pid, signal.SIGINT)
    assert decision.result() == child.pid


def test_terminated_bot_process_is_not_logged_as_failure(
    thinkers: BotExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers.warm_up()
    while not thinkers._processes:
        wait([], timeout=0.001)
    (child,) = thinkers._processes
    child.terminate()
    assert thinkers.submit(where, "expert").result() != child.pid
    assert caplog.text == ""


def test_server_process_imports_neither_numba_nor_dask() -> None:
    script = (
        "import sys\n"
        "from spadille.game import Game\n"
        "from spadille.server import serving\n"
        "from spadille.server.live.executors import BotExecutor\n"
        "from spadille.server.live.bots import think\n"
        "if __name__ == '__main__':\n"
        "    thinkers = BotExecutor(1)\n"
        "    game = Game.new(seed=7)\n"
        "    view = game.view_to_act\n"
        "    print(thinkers.submit(think, 'expert', view).result())\n"
        "    print({'numba', 'numpy', 'distributed'} & set(sys.modules))\n"
        "    thinkers.shutdown()\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert told.stdout.split() == ["look", "set()"]


def test_warm_up_on_new_machine_reports_remaining_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    some = BotExecutor(1)
    try:
        assert some.preparing("expert") is None  # as far as it knows
        some.warm_up()
        end = monotonic() + PATIENCE
        while some.preparing("expert") is None:
            assert monotonic() < end, "nothing is compiled"
            wait([process.sentinel for process in some._processes], timeout=0.02)
        assert 0 < (some.preparing("expert") or 0) <= PREPARATION
        assert some.preparing("intermediate") is None
        for process in some._processes:
            process.kill()
        while some.preparing("expert") is not None:  # no one waits for a process that has exited
            assert monotonic() < end, "a process that has died is waited for"
    finally:
        some.shutdown()
