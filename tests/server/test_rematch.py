"""Another game with the same people: the host asks, and the others say when they are ready."""

from pathlib import Path

import pytest

from spadille.game import Seat
from spadille.server.live.actor import Keeper
from spadille.server.table.apply import loaded
from spadille.server.table.seats import Person
from spadille.server.table.timers import READY_WITHIN, READY_WITHIN_AWAY
from spadille.server.wire.protocol import (
    Again,
    Continue,
    Finish,
    Propose,
    Respond,
    Sit,
    Stand,
    Start,
)
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, Room, pass_time, run, settle

HERE = "room"


def over() -> Room:
    """Return a stopped game with Ann and Ben."""
    room = Room("standard", invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    room.ask(ANN, Propose(HERE, "stop"))
    room.ask(BEN, Respond(HERE, yes=True))
    assert room.table.status == "over"
    return room


def test_again_with_other_people_waits_until_they_are_ready() -> None:
    room = over()
    room.ask(ANN, Again(HERE))
    assert room.ask(ANN, Again(HERE)) == ()
    assert room.table.games == 1
    assert [info.ready for info in room.shown(BEN.person).seats] == [False, False, True, False]
    assert room.shown(BEN.person).absence is None
    room.ask(BEN, Continue(HERE))
    room.step()
    assert room.table.games == 2
    assert not any(room.table.ready)
    assert loaded(HERE, room.events) == room.table


def test_again_with_bots_alone_starts_at_once() -> None:
    room = over()
    room.ask(BEN, Stand(HERE))
    room.ask(ANN, Again(HERE))
    assert room.table.status == "playing"


def test_ready_for_next_round_of_stopped_game_asks_for_no_rematch() -> None:
    room = Room("puzzle-pirates", invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    room.play_until(lambda table: table.between_rounds)
    room.ask(BEN, Continue(HERE))
    room.ask(ANN, Propose(HERE, "stop"))
    room.ask(BEN, Respond(HERE, yes=True))
    assert room.table.status == "over"
    assert not room.table.rematch
    assert loaded(HERE, room.events) == room.table


async def ended(here: House) -> tuple[Keeper, Listener, Listener, Listener]:
    """Return a stopped game with Ann, Ben and Cyd, for which Ann has asked for a rematch."""
    keeper = await here.make("standard", invite=True)
    ann, ben, cyd = [await here.enter(keeper, one) for one in (ANN, BEN, CYD)]
    table = keeper.table.id
    keeper.ask(ben, Sit(table, Seat.NORTH))
    keeper.ask(cyd, Sit(table, Seat.EAST))
    keeper.ask(ann, Start(table))
    keeper.ask(ann, Propose(table, "stop"))
    for other in (ben, cyd):
        keeper.ask(other, Respond(table, yes=True))
    keeper.ask(ann, Again(table))
    await settle(keeper)
    assert ben.state["status"] == "over"
    assert ben.state["seconds_left"] == READY_WITHIN
    return keeper, ann, ben, cyd


def test_again_with_all_ready_starts_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await ended(here)
            keeper.ask(ben, Continue(keeper.table.id))
            await pass_time(here.clock, 0, keeper)
            assert ann.state["status"] == "over"
            keeper.ask(cyd, Continue(keeper.table.id))
            await pass_time(here.clock, 0, keeper)
            assert ann.state["status"] == "playing"
            assert not any(seat["covered"] for seat in ann.state["seats"])

    run(main)


def test_again_bot_plays_for_people_until_they_are_ready(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await ended(here)
            keeper.ask(ben, Continue(keeper.table.id))
            await pass_time(here.clock, READY_WITHIN - 0.1, keeper)
            assert ann.state["status"] == "over"
            await pass_time(here.clock, 0.1, keeper)
            assert cyd.state["status"] == "playing"
            assert [seat["covered"] for seat in ann.state["seats"]] == [False, True, False, False]
            keeper.ask(cyd, Finish(keeper.table.id, on=False))
            await settle(keeper)
            assert not any(seat["covered"] for seat in ann.state["seats"])

    run(main)


def test_again_waits_less_for_absent_people(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await ended(here)
            keeper.leave(cyd)
            keeper.ask(ben, Continue(keeper.table.id))
            await settle(keeper)
            assert ann.state["seconds_left"] == READY_WITHIN_AWAY
            await pass_time(here.clock, READY_WITHIN_AWAY, keeper)
            assert ann.state["status"] == "playing"
            cyd = await here.enter(keeper, CYD)
            one = keeper.table.seats[Seat.EAST]
            assert isinstance(one, Person)
            assert not one.covered

    run(main)


@pytest.mark.parametrize("returns", [True, False])
def test_again_with_all_ready_people_away_does_not_start(tmp_path: Path, returns: bool) -> None:  # noqa: FBT001
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await ended(here)
            keeper.leave(ann)
            await pass_time(here.clock, 10 * READY_WITHIN, keeper)
            assert ben.state["status"] == "over"
            if returns:
                await here.enter(keeper, ANN)
            else:
                keeper.ask(ben, Continue(keeper.table.id))
            await pass_time(here.clock, 0, keeper)
            assert cyd.state["status"] == "playing"

    run(main)
