"""People who leave a game on purpose, and the turns of people who are away."""

from typing import Any

from spadille.game import Seat
from spadille.server.live.actor import TableActor
from spadille.table.requests import Cover, Leave, Sit, Start
from support.house import House
from support.tabletop import ANN, BEN, CYD, Listener, pass_time, settle

TURN = 20


async def playing(here: House, **fields: Any) -> tuple[TableActor, Listener, Listener, Listener]:
    actor = await here.make("standard", invite=True, **fields)
    ann, ben, cyd = [await here.enter(actor, one) for one in (ANN, BEN, CYD)]
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(cyd, Sit(actor.table.id, Seat.EAST))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    return actor, ann, ben, cyd


async def leave(actor: TableActor, listener: Listener) -> None:
    actor.ask(listener, Leave(actor.table.id))
    actor.leave(listener)
    await settle(actor)


def left(listener: Listener) -> list[bool]:
    return [seat["left"] for seat in listener.state["seats"]]


async def test_leave_is_distinguished_from_lost_connection_until_return(here: House) -> None:
    actor, ann, ben, cyd = await playing(here)
    actor.leave(cyd)
    await leave(actor, ben)
    assert left(ann) == [True, False, False, False]
    assert not any(seat["connected"] for seat in ann.state["seats"][:2])
    await here.enter(actor, BEN)
    assert not any(left(ann))


async def test_leave_offers_a_bot_at_once_on_any_turn(here: House) -> None:
    actor, ann, ben, cyd = await playing(here)
    gone, seat = (ben, Seat.NORTH) if actor.table.to_act != Seat.NORTH else (cyd, Seat.EAST)
    others = [one for one in (ann, ben, cyd) if one is not gone]
    await leave(actor, gone)
    assert ann.state["absence"] == {
        "seat": seat, "seconds_left": 0.0, "asked": [], "needed": 2,
    }  # fmt: skip
    for other in others:
        actor.ask(other, Cover(actor.table.id, seat))
    await settle(actor)
    assert ann.state["seats"][seat]["covered"]
    assert ann.state["absence"] is None or ann.state["absence"]["seat"] != seat
    await here.enter(actor, BEN if gone is ben else CYD)
    assert not ann.state["seats"][seat]["covered"]


async def test_leave_with_a_turn_timer_offers_a_bot_at_once(here: House) -> None:
    actor, ann, ben, _ = await playing(here, turn_seconds=TURN)
    before: Any = ann.state
    assert before["absence"] is None
    await leave(actor, ben)
    assert ann.state["absence"]["seat"] == Seat.NORTH
    assert ann.state["absence"]["seconds_left"] == 0


async def test_absent_player_with_turn_timer_costs_time_only_once(here: House) -> None:
    actor, ann, ben, _ = await playing(here, turn_seconds=TURN)
    actor.leave(ben)
    while actor.table.to_act != Seat.NORTH:
        await pass_time(here.clock, 1, actor)
    await pass_time(here.clock, TURN - 1, actor)
    assert not ann.state["seats"][Seat.NORTH]["covered"]
    await pass_time(here.clock, 1, actor)
    assert ann.state["seats"][Seat.NORTH]["covered"]
    assert ann.state["seats"][Seat.NORTH]["late"] == 1
    while not actor.table.between_rounds:
        await pass_time(here.clock, 1, actor)
    assert ann.state["seats"][Seat.NORTH]["late"] == 1
    await here.enter(actor, BEN)
    assert not ann.state["seats"][Seat.NORTH]["covered"]


async def test_leave_outside_a_game_is_like_a_lost_connection(here: House) -> None:
    actor = await here.make("standard", invite=True, public=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    await settle(actor)
    await leave(actor, ben)
    assert not any(left(ann))
    assert actor.table.seat_of(BEN.person) == Seat.NORTH
