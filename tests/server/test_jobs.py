"""Jobs that a task does one after another; the task comes and goes."""

import asyncio
from collections.abc import Awaitable, Callable

from spadille.server.live.actor import Jobs


def saying(word: str, said: list[str]) -> Callable[[], Awaitable[None]]:
    async def job() -> None:
        await asyncio.sleep(0)
        said.append(word)

    return job


def failing(problem: str) -> Callable[[], Awaitable[None]]:
    async def job() -> None:
        raise ValueError(problem)

    return job


async def test_jobs_run_in_order_even_after_a_pause() -> None:
    said: list[str] = []
    jobs = Jobs("a table", lambda _: None)
    for word in "abc":
        jobs.put(saying(word, said))
    await jobs.join()
    assert jobs.put(saying("d", said))
    await jobs.join()
    assert said == ["a", "b", "c", "d"]
    assert jobs.idle


async def test_jobs_done_leave_no_task() -> None:
    jobs = Jobs("a table", lambda _: None)
    for _ in range(3):
        jobs.put(saying("a", []))
    await jobs.join()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_jobs_report_failure_and_run_the_next() -> None:
    said: list[str] = []
    jobs = Jobs("a table", lambda problem: said.append(str(problem)))
    jobs.put(failing("no room"))
    jobs.put(saying("a", said))
    await jobs.join()
    assert said == ["no room", "a"]


async def test_jobs_after_close_start_nothing_and_release_waiters() -> None:
    said: list[str] = []
    jobs = Jobs("a table", lambda _: None)
    jobs.put(saying("a", said))
    jobs.end()
    assert jobs.put(saying("b", said)) is None
    await jobs.join()
    assert said == []


async def test_jobs_close_cancels_the_running_job() -> None:
    said: list[str] = []
    begun = asyncio.Event()

    async def job() -> None:
        begun.set()
        await asyncio.Event().wait()
        said.append("never")

    jobs = Jobs("a table", lambda _: None)
    working = jobs.put(job)
    assert working is not None
    jobs.put(saying("b", said))
    await begun.wait()
    jobs.end()
    await jobs.join()
    assert working.cancelled()
    assert said == []


async def test_jobs_are_idle_when_none_waits_or_runs() -> None:
    go_on = asyncio.Event()
    jobs = Jobs("a table", lambda _: None)
    jobs.put(lambda: waiting_for(go_on))
    await asyncio.sleep(0)
    assert not jobs.idle
    go_on.set()
    await jobs.join()
    assert jobs.idle


async def waiting_for(event: asyncio.Event) -> None:
    await event.wait()
