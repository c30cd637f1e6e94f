"""The work of a played card, from the request to the texts for four people at the table."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from spadille.game import Play, Seat
from spadille.server.live.actor import TableActor
from spadille.table.commands import Asker
from spadille.table.events import person_of
from spadille.table.requests import Act, Sit, Start
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, settle, think_randomly

DOT = Asker(person_of("Dot has a secret"), "Dot")

MOST_CALLS = 300
MOST_FILES = 28


async def full_table(here: House) -> tuple[TableActor, list[Listener]]:
    """Return a table with four people who want changes rather than whole states."""
    actor = await here.make(invite=True)
    people = [Listener(asker, updates=True) for asker in (ANN, BEN, CYD, DOT)]
    for listener in people:
        actor.join(listener)
    await settle(actor)
    for listener, seat in zip(people[1:], (Seat.NORTH, Seat.EAST, Seat.WEST), strict=True):
        actor.ask(listener, Sit(actor.table.id, seat))
    actor.ask(people[0], Start(actor.table.id))
    await settle(actor)
    return actor, people


async def calls_of(actor: TableActor, people: list[Listener], act: Act) -> Counter[str]:
    """Return how often functions of each file of Spadille are called for one action."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and "/spadille/" in file:
            calls[file] += 1

    seat_of = actor.table.seat_of
    asking = next(one for one in people if seat_of(one.asker.person) == act.seat)
    for one in people:
        one.texts.clear()
    sys.setprofile(count)
    try:
        actor.ask(asking, act)
        while not all(one.texts for one in people):  # noqa: ASYNC110 - events add calls
            await asyncio.sleep(0)
    finally:
        sys.setprofile(None)
    await settle(actor)
    return calls


async def test_played_card_takes_few_calls_in_few_files(tmp_path: Path) -> None:
    async with house(tmp_path, seed=1) as here:
        actor, people = await full_table(here)
        played = 0
        while played < 8:
            table = actor.table
            assert table.game is not None
            assert table.to_act is not None
            action = think_randomly("", table.game.view(table.to_act))
            act = Act(table.id, table.to_act, table.version, action)
            calls = await calls_of(actor, people, act)
            if isinstance(action, Play):
                played += 1
                assert calls.total() <= MOST_CALLS
                assert len(calls) <= MOST_FILES
