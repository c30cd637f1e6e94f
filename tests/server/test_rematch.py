"""Another game with the same people: the host asks, and the others say when they are ready."""

from pathlib import Path

import pytest

from spadille.game import Seat
from spadille.server.live.actor import TableActor
from spadille.table.apply import loaded
from spadille.table.requests import (
    AutoPlayRound,
    NextRound,
    Propose,
    Rematch,
    Respond,
    Sit,
    Stand,
    Start,
)
from spadille.table.seats import Person
from spadille.table.timers import READY_WITHIN, READY_WITHIN_AWAY
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, Room, pass_time, settle

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
    room.ask(ANN, Rematch(HERE))
    assert room.ask(ANN, Rematch(HERE)) == ()
    assert room.table.games == 1
    assert [info.ready for info in room.shown(BEN.person).seats] == [False, False, True, False]
    assert room.shown(BEN.person).absence is None
    room.ask(BEN, NextRound(HERE))
    room.step()
    assert room.table.games == 2
    assert not any(room.table.ready)
    assert loaded(HERE, room.events) == room.table


def test_again_with_bots_alone_starts_at_once() -> None:
    room = over()
    room.ask(BEN, Stand(HERE))
    room.ask(ANN, Rematch(HERE))
    assert room.table.status == "playing"


def test_ready_for_next_round_of_stopped_game_asks_for_no_rematch() -> None:
    room = Room("puzzle-pirates", invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    room.ask(ANN, Start(HERE))
    room.play_until(lambda table: table.between_rounds)
    room.ask(BEN, NextRound(HERE))
    room.ask(ANN, Propose(HERE, "stop"))
    room.ask(BEN, Respond(HERE, yes=True))
    assert room.table.status == "over"
    assert not room.table.rematch
    assert loaded(HERE, room.events) == room.table


async def ended(here: House) -> tuple[TableActor, Listener, Listener, Listener]:
    """Return a stopped game with Ann, Ben and Cyd, for which Ann has asked for a rematch."""
    actor = await here.make("standard", invite=True)
    ann, ben, cyd = [await here.enter(actor, one) for one in (ANN, BEN, CYD)]
    table = actor.table.id
    actor.ask(ben, Sit(table, Seat.NORTH))
    actor.ask(cyd, Sit(table, Seat.EAST))
    actor.ask(ann, Start(table))
    actor.ask(ann, Propose(table, "stop"))
    for other in (ben, cyd):
        actor.ask(other, Respond(table, yes=True))
    actor.ask(ann, Rematch(table))
    await settle(actor)
    assert ben.state["status"] == "over"
    assert ben.state["seconds_left"] == READY_WITHIN
    return actor, ann, ben, cyd


async def test_again_with_all_ready_starts_at_once(here: House) -> None:
    actor, ann, ben, cyd = await ended(here)
    actor.ask(ben, NextRound(actor.table.id))
    await pass_time(here.clock, 0, actor)
    assert ann.state["status"] == "over"
    actor.ask(cyd, NextRound(actor.table.id))
    await pass_time(here.clock, 0, actor)
    assert ann.state["status"] == "playing"
    assert not any(seat["covered"] for seat in ann.state["seats"])


async def test_again_bot_plays_for_people_until_they_are_ready(here: House) -> None:
    actor, ann, ben, cyd = await ended(here)
    actor.ask(ben, NextRound(actor.table.id))
    await pass_time(here.clock, READY_WITHIN - 0.1, actor)
    assert ann.state["status"] == "over"
    await pass_time(here.clock, 0.1, actor)
    assert cyd.state["status"] == "playing"
    assert [seat["covered"] for seat in ann.state["seats"]] == [False, True, False, False]
    actor.ask(cyd, AutoPlayRound(actor.table.id, on=False))
    await settle(actor)
    assert not any(seat["covered"] for seat in ann.state["seats"])


async def test_again_waits_less_for_absent_people(here: House) -> None:
    actor, ann, ben, cyd = await ended(here)
    actor.leave(cyd)
    actor.ask(ben, NextRound(actor.table.id))
    await settle(actor)
    assert ann.state["seconds_left"] == READY_WITHIN_AWAY
    await pass_time(here.clock, READY_WITHIN_AWAY, actor)
    assert ann.state["status"] == "playing"
    cyd = await here.enter(actor, CYD)
    one = actor.table.seats[Seat.EAST]
    assert isinstance(one, Person)
    assert not one.covered


@pytest.mark.parametrize("returns", [True, False])
async def test_again_with_all_ready_people_away_does_not_start(
    tmp_path: Path,
    returns: bool,  # noqa: FBT001
) -> None:
    async with house(tmp_path) as here:
        actor, ann, ben, cyd = await ended(here)
        actor.leave(ann)
        await pass_time(here.clock, 10 * READY_WITHIN, actor)
        assert ben.state["status"] == "over"
        if returns:
            await here.enter(actor, ANN)
        else:
            actor.ask(ben, NextRound(actor.table.id))
        await pass_time(here.clock, 0, actor)
        assert cyd.state["status"] == "playing"
