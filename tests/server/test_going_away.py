"""People who leave a game on purpose, and the turns of people who are away."""

from pathlib import Path
from typing import Any

from spadille.game import Seat
from spadille.server.live.actor import Keeper
from spadille.server.wire.protocol import Cover, Leave, Sit, Start
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, pass_time, run, settle

TURN = 20


async def playing(here: House, **fields: Any) -> tuple[Keeper, Listener, Listener, Listener]:
    keeper = await here.make("standard", invite=True, **fields)
    ann, ben, cyd = [await here.enter(keeper, one) for one in (ANN, BEN, CYD)]
    keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
    keeper.ask(cyd, Sit(keeper.table.id, Seat.EAST))
    keeper.ask(ann, Start(keeper.table.id))
    await settle(keeper)
    return keeper, ann, ben, cyd


async def leave(keeper: Keeper, listener: Listener) -> None:
    keeper.ask(listener, Leave(keeper.table.id))
    keeper.leave(listener)
    await settle(keeper)


def left(listener: Listener) -> list[bool]:
    return [seat["left"] for seat in listener.state["seats"]]


def test_leave_is_distinguished_from_lost_connection_until_return(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await playing(here)
            keeper.leave(cyd)
            await leave(keeper, ben)
            assert left(ann) == [True, False, False, False]
            assert not any(seat["connected"] for seat in ann.state["seats"][:2])
            await here.enter(keeper, BEN)
            assert not any(left(ann))

    run(main)


def test_leave_offers_a_bot_at_once_on_any_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await playing(here)
            gone, seat = (
                (ben, Seat.NORTH) if keeper.table.to_act != Seat.NORTH else (cyd, Seat.EAST)
            )
            others = [one for one in (ann, ben, cyd) if one is not gone]
            await leave(keeper, gone)
            assert ann.state["absence"] == {
                "seat": seat, "seconds_left": 0.0, "asked": [], "needed": 2,
            }  # fmt: skip
            for other in others:
                keeper.ask(other, Cover(keeper.table.id, seat))
            await settle(keeper)
            assert ann.state["seats"][seat]["covered"]
            assert ann.state["absence"] is None or ann.state["absence"]["seat"] != seat
            await here.enter(keeper, BEN if gone is ben else CYD)
            assert not ann.state["seats"][seat]["covered"]

    run(main)


def test_leave_with_a_turn_timer_offers_a_bot_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, _ = await playing(here, turn_seconds=TURN)
            before: Any = ann.state
            assert before["absence"] is None
            await leave(keeper, ben)
            assert ann.state["absence"]["seat"] == Seat.NORTH
            assert ann.state["absence"]["seconds_left"] == 0

    run(main)


def test_absent_player_with_turn_timer_costs_time_only_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, _ = await playing(here, turn_seconds=TURN)
            keeper.leave(ben)
            while keeper.table.to_act != Seat.NORTH:
                await pass_time(here.clock, 1, keeper)
            await pass_time(here.clock, TURN - 1, keeper)
            assert not ann.state["seats"][Seat.NORTH]["covered"]
            await pass_time(here.clock, 1, keeper)
            assert ann.state["seats"][Seat.NORTH]["covered"]
            assert ann.state["seats"][Seat.NORTH]["late"] == 1
            while not keeper.table.between_rounds:
                await pass_time(here.clock, 1, keeper)
            assert ann.state["seats"][Seat.NORTH]["late"] == 1
            await here.enter(keeper, BEN)
            assert not ann.state["seats"][Seat.NORTH]["covered"]

    run(main)


def test_leave_outside_a_game_is_like_a_lost_connection(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("standard", invite=True, public=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            await settle(keeper)
            await leave(keeper, ben)
            assert not any(left(ann))
            assert keeper.table.seat_of(BEN.person) == Seat.NORTH

    run(main)
