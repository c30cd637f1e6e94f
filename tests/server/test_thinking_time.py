"""The time of a move reveals nothing about the cards, and endless thinking holds up no one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from spadille.game import Bid, PlayerAction, Seat, SeatView
from spadille.server.live.actor import TableActor
from spadille.server.live.bots import FALLBACK, LESS_PATIENCE, LONGEST_THOUGHT, TICKS_A_PACE
from spadille.table.requests import Act, NextRound, Stand
from support.house import PACE, House, house
from support.tabletop import ANN, FakeClock, Listener, think_randomly

Duration = Callable[[str, SeatView], float | None]

TICK = PACE / TICKS_A_PACE


class Slow(Executor):
    """An executor whose calls take as long as `duration` says; None means forever."""

    clock: FakeClock

    def __init__(self, duration: Duration) -> None:
        self._duration = duration

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def finish() -> None:
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args, **kwargs))

        seconds = self._duration(*args)
        if seconds is not None:
            self.clock.call_later(seconds, finish)
        return future


@asynccontextmanager
async def slow_house(folder: Path, duration: Duration) -> AsyncIterator[House]:
    thinkers = Slow(duration)
    async with house(folder, seed=5, executor=thinkers) as here:
        thinkers.clock = here.clock
        yield here


async def next_moment(here: House, actor: TableActor) -> None:
    """Let the next automatic event happen, along with everything that follows at once."""
    at = here.clock.next_at()
    assert at is not None
    here.clock.fire(at)
    for _ in range(5):
        await actor._jobs.join()
        await asyncio.sleep(0)


def free(view: SeatView) -> bool:
    return len(view.options.actions) > 1


async def times_of_bots(
    here: House, actor: TableActor, ann: Listener, rounds: int
) -> dict[tuple[bool, bool], set[float]]:
    """Return the times of bots by whether a trick was shown first, and whether they chose."""
    taken: dict[tuple[bool, bool], set[float]] = {}
    while True:
        table, game = actor.table, actor.table.game
        assert game is not None
        if game.over or len(game.results) == rounds:
            return taken
        if table.between_rounds:
            actor.ask(ann, NextRound(table.id))
            await actor._jobs.join()
            await next_moment(here, actor)
            continue
        assert game.to_act is not None
        view = game.view_to_act
        if view.seat == Seat.SOUTH:
            actor.ask(ann, Act(table.id, view.seat, table.version, think_randomly("", view)))
            await actor._jobs.join()
            continue
        began = here.clock.time()
        while actor.table.moved == table.moved:
            await next_moment(here, actor)
        if view.phase == "play":
            waits = not (view.trick and view.trick.cards) and bool(view.tricks)
            took = round(here.clock.time() - began, 6)
            taken.setdefault((waits, free(view)), set()).add(took)


async def test_bot_move_takes_same_time_with_and_without_choice(tmp_path: Path) -> None:
    def duration(_level: str, view: SeatView) -> float:
        return 0.1 * PACE * len(view.options.actions) if free(view) else 0.0

    async with slow_house(tmp_path, duration) as here:
        actor = await here.make(level="expert")
        ann = Listener(ANN)
        actor.join(ann)
        await actor._jobs.join()
        taken = await times_of_bots(here, actor, ann, 3)
        assert taken.pop((False, True)) == taken.pop((False, False)) == {PACE}
        assert taken == {(True, True): {2 * PACE}, (True, False): {2 * PACE}}


async def test_slow_bot_move_and_forced_card_appear_at_fixed_moments(
    tmp_path: Path,
) -> None:
    def duration(_level: str, view: SeatView) -> float:
        return 2.3 * PACE if free(view) else 0.0

    async with slow_house(tmp_path, duration) as here:
        actor = await here.make(level="expert")
        ann = Listener(ANN)
        actor.join(ann)
        await actor._jobs.join()
        taken = await times_of_bots(here, actor, ann, 1)
        assert len(taken) == 4
        assert set().union(*taken.values()) == {PACE + 3 * TICK}


async def test_endless_decision_is_replaced_by_simpler_rules(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    def duration(level: str, _view: SeatView) -> float | None:
        asked.append(level)
        return None if level == "expert" else 0.0

    async with slow_house(tmp_path, duration) as here:
        actor = await here.make(level="expert")
        ann = Listener(ANN)
        actor.join(ann)
        actor.ask(ann, Stand(actor.table.id))
        await actor._jobs.join()
        moves = []
        for _ in range(3):
            began, before = here.clock.time(), actor.table.moved
            while actor.table.moved == before:
                await next_moment(here, actor)
            moves.append(here.clock.time() - began)
        assert moves[0] == pytest.approx(LONGEST_THOUGHT)
        assert moves[1:] == pytest.approx([LESS_PATIENCE] * 2)
        assert asked[:4] == ["expert", FALLBACK] * 2
    assert "took too long" in caplog.text


async def test_first_legal_action_is_played_when_no_bot_decides(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def illegal(_level: str, _view: SeatView) -> PlayerAction:
        return Bid(99)

    async with house(tmp_path, think=illegal) as here:
        actor = await here.make("puzzle-pirates", level="expert")
        ann = await here.enter(actor, ANN)
        actor.ask(ann, Stand(actor.table.id))
        await actor._jobs.join()
        while actor.table.game and not actor.table.game.view(None).tricks:
            await next_moment(here, actor)
    assert "illegal action" in caplog.text


async def test_level_in_preparation_uses_simpler_rules_and_is_announced(tmp_path: Path) -> None:
    asked: list[str] = []
    left: list[float | None] = [41.3]

    def think(level: str, view: SeatView) -> PlayerAction:
        asked.append(level)
        return think_randomly(level, view)

    def preparing(level: str) -> float | None:
        return left[0] if level == "expert" else None

    async with house(tmp_path, think=think, preparing=preparing) as here:
        actor = await here.make(level="expert")
        ann = await here.enter(actor, ANN)
        await here.play(actor, ann, lambda: len(asked) > 3)
        assert set(asked) == {FALLBACK}
        assert ann.state["preparing"] == 42
        left[0] = None
        asked.clear()
        await here.play(actor, ann, lambda: len(asked) > 3)
        assert asked[-1] == "expert"
        assert ann.state["preparing"] is None
        plain = await here.make(level="beginner")
        left[0] = 41.3
        assert (await here.enter(plain, ANN)).state["preparing"] is None
