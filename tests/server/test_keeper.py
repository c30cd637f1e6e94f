"""Tables in memory: their readers, and the data that survives."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from spadille.game import Bid, Look, PlayerAction, Seat, View
from spadille.server.asking.requests import Asker
from spadille.server.messages.protocol import Act, Again, Resync, Sit, Stand, Start
from spadille.server.refusals import RefusedError
from spadille.server.running.hub import IDLE_SECONDS, Hub
from spadille.server.running.keeper import Keeper
from support.house import PACE, House, house
from support.tabletop import (
    ANN,
    BEN,
    CYD,
    Listener,
    WhenTold,
    new_table,
    pass_time,
    run,
    settle,
    think_randomly,
)


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


def test_who_asks_much_at_one_table_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, seed=3) as here:
            busy, quiet = await here.make(), await here.make()
            ann, ben = await here.enter(busy, ANN), await here.enter(quiet, BEN)
            ann.texts.clear()
            ben.texts.clear()
            for _ in range(100):
                busy.ask(ann, Resync(busy.table.id))
            quiet.ask(ben, Resync(quiet.table.id))
            await settle(quiet)
            assert len(ben.texts) == 1
            assert len(ann.texts) < 10
            await settle(busy)
            assert len(ann.texts) == 100

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


def test_of_those_who_come_and_go_only_players_are_remembered(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make(invite=True)
            for asker in (ANN, *(Asker(f"{number:032}", "Eve") for number in range(20))):
                keeper.leave(await here.enter(keeper, asker))
            assert set(keeper._times.left) == {ANN.person}

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


@pytest.mark.usefixtures("no_search_for_garbage")
def test_a_table_that_leaves_memory_leaves_nothing_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            here.hub.start()
            keeper = await here.make()
            keeper.leave(await here.enter(keeper, ANN))
            await settle(keeper)
            kept = ref(keeper)
            await pass_time(here.clock, 2.5 * IDLE_SECONDS, keeper)
            del keeper
            assert kept() is None

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


def test_who_comes_back_while_the_bot_is_thinking_decides_for_themselves(tmp_path: Path) -> None:
    async def main() -> None:
        thinkers = WhenTold()
        async with house(tmp_path, executor=thinkers) as here:
            keeper = await here.make("puzzle-pirates", invite=True, turn_seconds=600)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            keeper.ask(ann, Start(keeper.table.id))
            keeper.ask(ben, Stand(keeper.table.id))
            here.clock.fire(here.clock.time())
            while not thinkers.asked or keeper.table.to_act != Seat.NORTH:
                thinkers.finish()
                if keeper.table.to_act == Seat.SOUTH:
                    keeper.ask(ann, Act(keeper.table.id, Seat.SOUTH, keeper.table.version, Bid(3)))
                for _ in range(5):  # an answer takes some turns of the loop to be heard
                    await asyncio.sleep(0)
                here.clock.fire(here.clock.time() + PACE)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            await keeper._jobs.join()
            assert ben.state["you"] == Seat.NORTH
            seq = keeper.table.version
            thinkers.finish()
            await settle(keeper)
            assert keeper.table.version == seq
            keeper.ask(ben, Act(keeper.table.id, Seat.NORTH, seq, Bid(4)))
            await keeper._jobs.join()
            assert keeper.table.version > seq

    run(main)


def test_there_is_a_limit_to_the_tables_in_use(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=2)
            first, _ = [await hub.make(new_table(), ANN) for _ in range(2)]
            await here.enter(first, ANN)
            # It takes the place of the one no one uses.
            third = await hub.make(new_table(), ANN)
            await here.enter(third, ANN)
            with pytest.raises(RefusedError) as refusal:
                await hub.make(new_table(), ANN)
            assert refusal.value.code == "server/full"
            await hub.stop()

    run(main)


def test_tables_that_are_being_made_count_as_well(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=2)
            making = [hub.make(new_table(), ANN) for _ in range(4)]
            made = await asyncio.gather(*making, return_exceptions=True)
            codes = [one.code for one in made if isinstance(one, RefusedError)]
            assert codes == ["server/full"] * 2
            assert len(hub.tables) == 2
            await hub.stop()

    run(main)


def test_who_finds_a_table_in_the_store_before_it_is_made_is_at_the_same_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            hub, found, store = here.hub, list[Keeper](), here.store.add

            async def add(tables: Any, *more: Any) -> None:
                await store(tables, *more)
                found.extend([await hub.find(id) for id in tables])

            monkeypatch.setattr(here.store, "add", add)
            made = await here.make()
            assert found == [made]
            assert await hub.find(made.table.id) is made

    run(main)


def test_no_table_is_given_up_while_what_somebody_asks_is_being_stored(tmp_path: Path) -> None:
    """People need not be connected, and are shown the result of their request."""

    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=1)
            keeper = await hub.make(new_table(invite=True), ANN)
            id = keeper.table.id
            sitting = asyncio.create_task(keeper.do(BEN, Sit(id, Seat.NORTH)))
            for _ in range(3):  # it is under way then
                await asyncio.sleep(0)
            with pytest.raises(RefusedError) as refusal:
                await hub.make(new_table(), ANN)
            assert refusal.value.code == "server/full"
            await sitting
            assert keeper.table.seat_of(BEN.person) == Seat.NORTH
            await hub.stop()

    run(main)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(RefusedError) as refusal:
                await here.hub.find("nowhere")
            assert refusal.value.code == "table/unknown"

    run(main)


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Keeper, House, Keeper, Listener]]:
    """Yield a table at two servers on one database, and a person at the second.

    The second to store finds the table changed.
    """
    async with house(folder, seed=3) as here, house(folder, seed=3) as there:
        mine = await here.make()
        theirs = await there.hub.find(mine.table.id)
        ann, other = await here.enter(mine, ANN), await there.enter(theirs, ANN)
        await here.act(mine, ann, Look())
        yield mine, there, theirs, other


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_servers(tmp_path) as (mine, there, theirs, other):
            stood = theirs.table
            await there.act(theirs, other, Look())
            assert other.refusals == ["store/failed"]
            assert other.hung_up
            assert theirs.table is stood
            loaded = await there.hub.find(mine.table.id)
            assert loaded is not theirs
            assert loaded.table == mine.table

    run(main)


def test_who_comes_while_a_table_is_given_up_is_to_come_back(tmp_path: Path) -> None:
    """The answer that would have shown them the table no longer comes."""

    async def main() -> None:
        async with two_servers(tmp_path) as (_, _, theirs, other):
            ben = Listener(BEN)
            state = other.state
            theirs.ask(other, Act(theirs.table.id, Seat(state["you"]), state["seq"], Look()))
            theirs.join(ben)
            await settle(theirs)
            assert other.refusals == ["store/failed"]
            assert other.hung_up
            assert ben.hung_up

    run(main)


def test_who_has_gone_to_another_table_is_not_told_what_is_still_stored_at_the_first(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            first, second = await here.make(invite=True), await here.make(invite=True)
            ann, cyd = await here.enter(first, ANN), await here.enter(first, CYD)
            first.ask(ann, Start(first.table.id))
            first.ask(cyd, Resync(first.table.id))
            for _ in range(3):  # it is being stored then
                await asyncio.sleep(0)
            first.leave(cyd)
            before = len(cyd.messages)
            second.join(cyd)
            await settle(second, first)
            assert first.table.status == "playing"
            assert {told["table"] for told in cyd.messages[before:]} == {second.table.id}
            assert ann.state["status"] == "playing"

    run(main)


def test_who_goes_before_the_table_was_shown_is_not_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make()
            ben = Listener(BEN)
            keeper.join(ben)
            keeper.leave(ben)
            await settle(keeper)
            assert BEN.person not in keeper.present
            assert not ben.messages

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
