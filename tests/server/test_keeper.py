"""Tables in memory: what happens by itself, who is shown what, and what survives."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from server.tabletop import (
    ANN,
    BEN,
    CYD,
    AtOnce,
    FakeClock,
    Listener,
    WhenTold,
    new_table,
    pass_time,
    run,
    seeded_shuffles,
    settle,
    think_randomly,
)
from spadille.game import Bid, Look, PlayerAction, Seat, View
from spadille.server.due import HOST_GRACE, PAUSE
from spadille.server.hub import IDLE_SECONDS, Hub
from spadille.server.keeper import Keeper, Surroundings
from spadille.server.protocol import Act, Again, Continue, Resync, Sit, Stand, Start
from spadille.server.refusals import RefusedError
from spadille.server.requests import Asker
from spadille.server.store import Store

PACE = 1.0


class House:
    """A server without a network, on a clock that stands still."""

    def __init__(self, store: Store, seed: int, think: Any, executor: Executor) -> None:
        self.clock = FakeClock()
        self.store = store
        self.around = Surroundings(store, executor, self.clock, think, PACE, seeded_shuffles(seed))
        self.hub = Hub(self.around)

    async def make(self, preset: str = "standard", **fields: Any) -> Keeper:
        return await self.hub.make(new_table(preset, **fields))

    async def enter(self, keeper: Keeper, asker: Asker) -> Listener:
        listener = Listener(asker)
        keeper.join(listener)
        await settle(keeper)
        return listener

    async def act(self, keeper: Keeper, listener: Listener, action: PlayerAction) -> None:
        state = listener.state
        keeper.ask(listener, Act(keeper.table.id, Seat(state["you"]), state["seq"], action))
        await settle(keeper)

    async def play(self, keeper: Keeper, listener: Listener, until: Callable[[], bool]) -> None:
        """Plays at random for a listener, whoever else is at the table, for at most a game."""
        for _ in range(3000):
            if until():
                return
            table = keeper.table
            assert table.game is not None
            if table.between_rounds:
                keeper.ask(listener, Continue(table.id))
            elif table.to_act is not None and table.to_act == listener.state["you"]:
                await self.act(keeper, listener, think_randomly("", table.game.view(table.to_act)))
            await pass_time(self.clock, 2 * PACE, keeper)
        raise AssertionError("never came to that")


@asynccontextmanager
async def house(
    folder: Path,
    seed: int = 1,
    think: Callable[[str, View], PlayerAction] = think_randomly,
    executor: Executor | None = None,
) -> AsyncIterator[House]:
    store = await Store.open(str(folder / "tables.db"))
    here = House(store, seed, think, executor or AtOnce())
    try:
        yield here
    finally:
        await here.hub.stop()
        await store.close()


def test_bots_move_at_a_pace_that_people_can_follow(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("puzzle-pirates")
            ann = await here.enter(keeper, ANN)
            await here.play(keeper, ann, lambda: keeper.table.to_act == Seat.WEST)
            seq = keeper.table.version
            await pass_time(here.clock, 0.9 * PACE, keeper)
            assert keeper.table.version == seq
            await pass_time(here.clock, 0.2 * PACE, keeper)
            assert keeper.table.version == seq + 1

            def bot_leads() -> bool:
                round = keeper.table.game and keeper.table.game.round
                return bool(round and round.tricks and not round.trick) and (
                    keeper.table.to_act not in {Seat.SOUTH, None}
                )

            for _ in range(500):  # step by step, so as not to run past the moment
                if bot_leads():
                    break
                if keeper.table.to_act == Seat.SOUTH:
                    assert keeper.table.game is not None
                    view = keeper.table.game.view(Seat.SOUTH)
                    await here.act(keeper, ann, think_randomly("", view))
                else:
                    await pass_time(here.clock, 0.1 * PACE, keeper)
            assert bot_leads()
            seq = keeper.table.version
            await pass_time(here.clock, 1.8 * PACE, keeper)
            assert keeper.table.version == seq
            await pass_time(here.clock, 0.3 * PACE, keeper)
            assert keeper.table.version == seq + 1

    run(main)


def test_nothing_moves_while_nobody_is_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make(turn_seconds=30)
            await pass_time(here.clock, 1000, keeper)
            assert keeper.table.version == keeper.table.moved
            ann = await here.enter(keeper, ANN)
            seq = keeper.table.version
            keeper.leave(ann)
            await pass_time(here.clock, 1000, keeper)
            assert keeper.table.version == seq

    run(main)


def test_when_the_sand_has_run_out_a_legal_card_is_played(tmp_path: Path) -> None:
    levels = []

    def think(level: str, view: View) -> PlayerAction:
        levels.append((level, view.phase, view.seat))
        return think_randomly(level, view)

    async def main() -> None:
        async with house(tmp_path, think=think) as here:
            keeper = await here.make("puzzle-pirates", turn_seconds=20)
            ann = await here.enter(keeper, ANN)
            await pass_time(here.clock, 200, keeper)
            game = keeper.table.game
            assert game is not None
            assert game.round is not None
            assert game.round.tricks
            assert ann.refusals == []

    run(main)
    own = [(level, phase) for level, phase, seat in levels if seat == Seat.SOUTH]
    assert own[0] == ("beginner", "bidding")
    assert ("random", "play") in own
    assert {phase for level, phase in own if level == "random"} == {"play"}


def test_the_sand_runs_for_a_turn_and_looking_does_not_turn_it_over(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make(turn_seconds=20)
            ann = await here.enter(keeper, ANN)
            while keeper.table.to_act != Seat.SOUTH:
                await pass_time(here.clock, 0.5, keeper)
            assert ann.state["seconds_left"] == 20
            await pass_time(here.clock, 12, keeper)
            await here.act(keeper, ann, Look())
            assert ann.state["seconds_left"] == 8
            keeper.ask(ann, Resync(keeper.table.id))
            await pass_time(here.clock, 7.9, keeper)
            assert keeper.table.to_act == Seat.SOUTH
            await pass_time(here.clock, 0.2, keeper)
            assert keeper.table.to_act != Seat.SOUTH

    run(main)


def test_without_a_sand_glass_nobody_is_hurried(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make()
            ann = await here.enter(keeper, ANN)
            await pass_time(here.clock, 100_000, keeper)
            assert keeper.table.to_act == Seat.SOUTH
            assert ann.state["seconds_left"] is None

    run(main)


async def scored(here: House, **fields: Any) -> tuple[Keeper, Listener, Listener]:
    """A table of Ann and Ben after the first round."""
    keeper = await here.make("puzzle-pirates", invite=True, **fields)
    ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
    keeper.ask(ann, Start(keeper.table.id))
    await settle(keeper)
    await here.play(keeper, ann, lambda: keeper.table.between_rounds)
    keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
    await settle(keeper)
    return keeper, ann, ben


def test_the_next_round_is_dealt_when_all_have_asked(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben = await scored(here)
            await pass_time(here.clock, 1000, keeper)
            keeper.ask(ann, Continue(keeper.table.id))
            await pass_time(here.clock, 1000, keeper)
            assert ann.state["view"]["phase"] == "score"
            assert [seat["ready"] for seat in ben.state["seats"]] == [False, False, True, False]
            keeper.ask(ben, Continue(keeper.table.id))
            await pass_time(here.clock, 0, keeper)
            assert not keeper.table.between_rounds
            assert not any(seat["ready"] for seat in ben.state["seats"])

    run(main)


def test_nobody_waits_between_rounds_for_somebody_who_is_gone(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben = await scored(here)
            keeper.ask(ann, Continue(keeper.table.id))
            await pass_time(here.clock, 100, keeper)
            assert ann.state["view"]["phase"] == "score"
            keeper.leave(ben)
            await pass_time(here.clock, 0, keeper)
            assert not keeper.table.between_rounds
            seats = ann.state["seats"]
            assert seats[Seat.NORTH]["occupant"] == "person"
            assert not seats[Seat.NORTH]["connected"]

    run(main)


def test_with_a_sand_glass_the_pause_between_rounds_ends_by_itself(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, _ = await scored(here, turn_seconds=30)
            left = ann.state["seconds_left"]
            assert PAUSE - 2 * PACE <= left <= PAUSE
            await pass_time(here.clock, left - 0.2, keeper)
            assert keeper.table.between_rounds
            await pass_time(here.clock, 0.4, keeper)
            assert not keeper.table.between_rounds

    run(main)


def test_a_table_of_bots_goes_on_for_those_who_watch(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("puzzle-pirates")
            ann = await here.enter(keeper, ANN)
            keeper.ask(ann, Stand(keeper.table.id))
            await pass_time(here.clock, 20_000, keeper)
            assert keeper.table.status == "over"
            assert ann.state["you"] is None
            assert ann.state["view"]["hand"] is None

    run(main)


def test_a_waiting_table_whose_host_is_gone_finds_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make(invite=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            keeper.leave(ann)
            await pass_time(here.clock, HOST_GRACE - 1, keeper)
            ann = await here.enter(keeper, ANN)  # a reload does not cost the place
            await pass_time(here.clock, 2 * HOST_GRACE, keeper)
            assert ann.state["host"]
            keeper.leave(ann)
            await pass_time(here.clock, HOST_GRACE + 1, keeper)
            assert ben.state["host"]

    run(main)


def test_people_see_their_own_cards_and_those_who_watch_see_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make("gold-blue", invite=True)
            ann, ben, cyd = [await here.enter(keeper, who) for who in (ANN, BEN, CYD)]
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            keeper.ask(ann, Start(keeper.table.id))
            await settle(keeper)
            await here.act(keeper, ann, Look())
            assert len(ann.state["view"]["hand"]) == 13
            assert ben.state["view"]["hand"] is None
            assert cyd.state["view"]["hand"] is None
            assert [ann.state["you"], ben.state["you"], cyd.state["you"]] == [2, 0, None]
            assert ben.state["view"]["looked"][Seat.SOUTH]

    run(main)


def test_two_windows_of_one_person_show_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make()
            first, second = await here.enter(keeper, ANN), await here.enter(keeper, ANN)
            await here.act(keeper, first, Look())
            assert first.texts[-1] == second.texts[-1]
            keeper.leave(first)
            await settle(keeper)
            assert second.state["seats"][Seat.SOUTH]["connected"]

    run(main)


def test_a_refusal_goes_to_the_one_who_asked_and_calls_players_by_name(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make("puzzle-pirates", invite=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            ann.lang = "de"
            keeper.ask(ann, Start(keeper.table.id))
            while keeper.table.to_act in {Seat.SOUTH, None}:
                await pass_time(here.clock, 0.5, keeper)
            assert keeper.table.to_act is not None
            bot = keeper.table.names[keeper.table.to_act]
            await here.act(keeper, ann, Bid(3))
            refusal = ann.messages[-1]
            assert refusal["code"] == "turn/not-yours"
            assert bot in refusal["text"]
            assert "Ann" in refusal["text"]
            assert " ist " in refusal["text"]
            assert ben.refusals == []

    run(main)


def test_a_bot_that_fails_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def think(level: str, view: View) -> PlayerAction:
        if view.phase == "bidding":
            raise ValueError(f"the cards {view.hand} confuse me")
        return Bid(99)

    async def main() -> None:
        async with house(tmp_path, think=think) as here:
            keeper = await here.make("puzzle-pirates")
            ann = await here.enter(keeper, ANN)
            keeper.ask(ann, Stand(keeper.table.id))
            await pass_time(here.clock, 100, keeper)
            assert keeper.table.game is not None
            assert keeper.table.game.round is not None
            assert keeper.table.game.round.tricks

    run(main)
    assert "a bot failed" in caplog.text
    assert "illegal action" in caplog.text
    assert "Card." not in caplog.text


def test_after_a_restart_a_table_stands_where_it_stood(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            keeper = await here.make("gold-blue", invite=True)
            ann = await here.enter(keeper, ANN)
            keeper.ask(ann, Start(keeper.table.id))
            await settle(keeper)

            def in_mid_trick() -> bool:
                round = keeper.table.game and keeper.table.game.round
                return bool(round and len(round.tricks) == 3 and len(round.trick) == 2)

            for _ in range(2000):
                if in_mid_trick():
                    break
                if keeper.table.to_act == Seat.SOUTH:
                    assert keeper.table.game is not None
                    view = keeper.table.game.view(Seat.SOUTH)
                    await here.act(keeper, ann, think_randomly("", view))
                else:
                    await pass_time(here.clock, 0.1, keeper)
            assert in_mid_trick()
            before, table = ann.texts[-1], keeper.table
        async with house(tmp_path, seed=4) as here:
            keeper = await here.hub.find(table.id)
            assert keeper.table == table
            ann = await here.enter(keeper, ANN)
            assert ann.texts[-1] == before
            await pass_time(here.clock, 10, keeper)
            assert keeper.table.version > table.version or keeper.table.to_act == Seat.SOUTH

    run(main)


def test_a_table_nobody_uses_leaves_memory_but_not_the_store(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            here.hub.start()
            used, unused = await here.make(), await here.make()
            ann = await here.enter(used, ANN)
            await pass_time(here.clock, 2.5 * IDLE_SECONDS, used)
            assert await here.hub.find(used.table.id) is used
            again = await here.hub.find(unused.table.id)
            assert again is not unused
            assert again.table == unused.table
            assert not ann.hung_up

    run(main)


def test_a_table_that_is_used_again_in_time_stays(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            here.hub.start()
            keeper = await here.make()
            await pass_time(here.clock, 1.5 * IDLE_SECONDS, keeper)
            ann = await here.enter(keeper, ANN)
            await pass_time(here.clock, 1.5 * IDLE_SECONDS, keeper)
            assert not ann.hung_up
            assert await here.hub.find(keeper.table.id) is keeper

    run(main)


def test_who_takes_the_seat_of_a_bot_that_is_thinking_decides_himself(tmp_path: Path) -> None:
    async def main() -> None:
        thinkers = WhenTold()
        async with house(tmp_path, executor=thinkers) as here:
            keeper = await here.make("puzzle-pirates", invite=True, turn_seconds=600)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ann, Start(keeper.table.id))
            here.clock.fire(here.clock.time())
            while not thinkers.asked:
                if keeper.table.to_act == Seat.SOUTH:
                    await here.act(keeper, ann, Bid(3))
                await asyncio.sleep(0)
                here.clock.fire(here.clock.time() + PACE)
            seat = keeper.table.to_act
            assert seat is not None
            keeper.ask(ben, Sit(keeper.table.id, seat))
            await keeper._jobs.join()
            assert ben.state["you"] == seat
            seq = keeper.table.version
            thinkers.finish()
            await settle(keeper)
            assert keeper.table.version == seq
            await here.act(keeper, ben, Bid(4))
            assert keeper.table.version > seq

    run(main)


def test_there_is_a_limit_to_the_tables_in_use(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=2)
            first, _ = await hub.make(new_table()), await hub.make(new_table())
            await here.enter(first, ANN)
            third = await hub.make(new_table())  # takes the place of the one nobody uses
            await here.enter(third, ANN)
            with pytest.raises(RefusedError) as refusal:
                await hub.make(new_table())
            assert refusal.value.code == "server/full"
            await hub.stop()

    run(main)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(RefusedError) as refusal:
                await here.hub.find("nowhere")
            assert refusal.value.code == "table/unknown"

    run(main)


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    """Two servers on one database: the second to store finds the table changed."""

    async def main() -> None:
        async with house(tmp_path, seed=3) as here, house(tmp_path, seed=3) as there:
            mine = await here.make()
            theirs = await there.hub.find(mine.table.id)
            ann, other = await here.enter(mine, ANN), await there.enter(theirs, ANN)
            await here.act(mine, ann, Look())
            stood = theirs.table
            await there.act(theirs, other, Look())
            assert other.refusals == ["store/failed"]
            assert other.hung_up
            assert theirs.table is stood
            loaded = await there.hub.find(mine.table.id)
            assert loaded is not theirs
            assert loaded.table == mine.table

    run(main)


def test_asking_for_another_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make()
            ann = await here.enter(keeper, ANN)
            await here.play(keeper, ann, lambda: keeper.table.status == "over")
            assert ann.state["view"]["outcome"]["reason"]
            keeper.ask(ann, Again(keeper.table.id))
            await settle(keeper)
            assert ann.state["status"] == "playing"
            assert ann.refusals == []

    run(main)
