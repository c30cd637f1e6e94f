"""A player who chooses a level that must be prepared sees the reason and the waiting time."""

import asyncio
import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from spadille.bots import LEVELS, load_level
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.preparing import Preparation, told_by
from spadille.cli.play.screens import PreparingScreen
from spadille.cli.streams import InputError
from support.keyboard import reach_table, table_of
from support.stepped_clock import SteppedClock
from support.terminal import my_turn, on_screen, reach_start, told, use


class Slow(Preparation):
    """Prepares a level in steps that the test controls."""

    def __init__(self, level: str = "beginner") -> None:
        self.level = level
        self.steps: asyncio.Queue[float | None] = asyncio.Queue()
        self.ended = False

    def needed(self, level: str) -> bool:
        return level == self.level

    async def shares(self, level: str) -> AsyncGenerator[float, None]:
        try:
            while (share := await self.steps.get()) is not None:
                if share < 0:
                    raise InputError("no compiler would help here")
                yield share
        finally:
            self.ended = True


async def reach_waiting(app: SpadilleApp, pilot: Pilot[None]) -> None:
    while not isinstance(app.screen, PreparingScreen):
        await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("lang", "what", "long", "left", "soon"),
    [
        ("en", "machine code", "one to three minutes", "about 2 minutes", "about 10 seconds"),
        ("de", "Maschinencode", "eine bis drei Minuten", "etwa 2 Minuten", "etwa 10 Sekunden"),
    ],
)
def test_preparation_screen_shows_reason_and_time_and_ignores_keys(
    lang: str, what: str, long: str, left: str, soon: str
) -> None:
    clock, slow = SteppedClock(), Slow()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_waiting(app, pilot)
        assert what in on_screen(app)
        assert long in on_screen(app)
        for seconds, share, said in ((40, 0.25, left), (80, 0.93, soon)):
            clock.go_on(seconds)
            slow.steps.put_nowait(share)
            while said not in on_screen(app):
                await pilot.pause()
        await pilot.press("enter", "l", "1", "3", "enter", "space", "q")
        slow.steps.put_nowait(None)
        await reach_table(app, pilot)
        game = table_of(app).game
        assert not any(event.seat == game.me for event in game.game.events)

    use(steps, "standard", "beginner", lang=lang, clock=clock, preparation=slow)


def test_preparation_of_coach_shows_heuristic_advice_meanwhile() -> None:
    slow = Slow("expert")

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        view = table.game.view
        await pilot.press("f4")
        await reach_waiting(app, pilot)
        thumb = load_level("intermediate").decide(view)
        shown = on_screen(app)
        assert "Quick advice" in shown
        assert str(thumb.reason).split(maxsplit=1)[0] in shown
        await pilot.press("escape")
        await pilot.pause()
        assert table_of(app).game.view == view

    use(steps, "standard", "beginner", preparation=slow)


def test_preparation_canceled_returns_to_start_and_ends_process() -> None:
    slow = Slow()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_waiting(app, pilot)
        await pilot.press("escape")
        page = await reach_start(app, pilot)
        assert page.query_one("#levels", OptionList).option_count == len(LEVELS)
        while not slow.ended:
            await pilot.pause()

    use(steps, "standard", "beginner", preparation=slow)


def test_preparation_failure_is_reported() -> None:
    slow = Slow()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_waiting(app, pilot)
        slow.steps.put_nowait(-1)
        await reach_start(app, pilot)
        assert "no compiler would help here" in told(app)

    use(steps, "standard", "beginner", preparation=slow)


def test_preparation_process_ends_with_the_wait() -> None:
    async def wait_a_little() -> int:
        numbers = told_by("import os, time; print(os.getpid(), flush=True); time.sleep(600)")
        process = int(await anext(numbers))
        await numbers.aclose()
        return process

    process = asyncio.run(wait_a_little())
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_preparation_error_is_last_output_line() -> None:
    async def wait() -> list[float]:
        return [share async for share in told_by("print(0.5); raise SystemExit('no room left')")]

    with pytest.raises(InputError, match=r"^no room left$"):
        asyncio.run(wait())


def test_level_without_kernels_needs_no_preparation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not Preparation().needed("beginner")

    async def wait() -> list[float]:
        return [share async for share in Preparation().shares("beginner")]

    assert asyncio.run(wait()) == []
