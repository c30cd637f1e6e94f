"""Tables in memory: their readers, and the data that survives."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from spadille.game import Bid, Look, PlayerAction, Seat, View
from spadille.server.errors import RefusedError
from spadille.server.live.actor import Keeper
from spadille.server.live.registry import IDLE_SECONDS, Hub
from spadille.server.table.commands import Asker
from spadille.server.wire.protocol import Act, Again, Resync, Sit, Stand, Start
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


def test_table_shows_players_own_cards_and_watchers_none(tmp_path: Path) -> None:
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


def test_table_in_two_windows_of_one_person_is_the_same(tmp_path: Path) -> None:
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


def test_table_with_many_requests_does_not_delay_others(tmp_path: Path) -> None:
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


def test_refusal_goes_to_asker_only_and_uses_player_names(tmp_path: Path) -> None:
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


def test_failing_bot_does_not_stop_the_game(
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


def test_table_after_restart_is_unchanged(tmp_path: Path) -> None:
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


def test_table_remembers_leaving_times_of_players_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make(invite=True)
            for asker in (ANN, *(Asker(f"{number:032}", "Eve") for number in range(20))):
                keeper.leave(await here.enter(keeper, asker))
            assert set(keeper._times.left) == {ANN.person}

    run(main)


def test_idle_table_is_unloaded_but_stays_stored(tmp_path: Path) -> None:
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
def test_unloaded_table_leaves_no_object_in_memory(tmp_path: Path) -> None:
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


def test_table_used_before_idle_time_stays_loaded(tmp_path: Path) -> None:
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


def test_player_returning_while_bot_thinks_acts_instead(tmp_path: Path) -> None:
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
                for _ in range(5):  # an answer takes several turns of the loop to arrive
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


def test_tables_in_memory_are_limited(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=2)
            first, _ = [await hub.make(new_table(), ANN) for _ in range(2)]
            await here.enter(first, ANN)
            # It replaces the one that no one uses.
            third = await hub.make(new_table(), ANN)
            await here.enter(third, ANN)
            with pytest.raises(RefusedError) as refusal:
                await hub.make(new_table(), ANN)
            assert refusal.value.code == "server/full"
            await hub.stop()

    run(main)


def test_tables_in_memory_include_those_being_created(tmp_path: Path) -> None:
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


def test_table_found_while_being_created_is_the_same_object(
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


def test_table_storing_a_request_is_not_unloaded(tmp_path: Path) -> None:
    """People need not be connected, but are shown the result of their request."""

    async def main() -> None:
        async with house(tmp_path) as here:
            hub = Hub(here.around, most_tables=1)
            keeper = await hub.make(new_table(invite=True), ANN)
            id = keeper.table.id
            sitting = asyncio.create_task(keeper.do(BEN, Sit(id, Seat.NORTH)))
            for _ in range(3):  # it is in progress by then
                await asyncio.sleep(0)
            with pytest.raises(RefusedError) as refusal:
                await hub.make(new_table(), ANN)
            assert refusal.value.code == "server/full"
            await sitting
            assert keeper.table.seat_of(BEN.person) == Seat.NORTH
            await hub.stop()

    run(main)


def test_unknown_table_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            with pytest.raises(RefusedError) as refusal:
                await here.hub.find("nowhere")
            assert refusal.value.code == "table/unknown"

    run(main)


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Keeper, House, Keeper, Listener]]:
    """Yield a table on two servers with one database, and a person on the second.

    The second to store finds the table changed.
    """
    async with house(folder, seed=3) as here, house(folder, seed=3) as there:
        mine = await here.make()
        theirs = await there.hub.find(mine.table.id)
        ann, other = await here.enter(mine, ANN), await there.enter(theirs, ANN)
        await here.act(mine, ann, Look())
        yield mine, there, theirs, other


def test_request_that_cannot_be_stored_has_no_effect(tmp_path: Path) -> None:
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


def test_person_entering_while_table_is_given_up_must_reconnect(tmp_path: Path) -> None:
    """The answer that would have shown them the table never arrives."""

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


def test_answer_after_moving_to_another_table_is_not_sent(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            first, second = await here.make(invite=True), await here.make(invite=True)
            ann, cyd = await here.enter(first, ANN), await here.enter(first, CYD)
            first.ask(ann, Start(first.table.id))
            first.ask(cyd, Resync(first.table.id))
            for _ in range(3):  # it is being stored by then
                await asyncio.sleep(0)
            first.leave(cyd)
            before = len(cyd.messages)
            second.join(cyd)
            await settle(second, first)
            assert first.table.status == "playing"
            assert {told["table"] for told in cyd.messages[before:]} == {second.table.id}
            assert ann.state["status"] == "playing"

    run(main)


def test_person_leaving_before_table_is_shown_is_not_present(tmp_path: Path) -> None:
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


def test_rematch_request_starts_another_game(tmp_path: Path) -> None:
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
