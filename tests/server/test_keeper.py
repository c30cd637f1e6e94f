"""Tables in memory: their readers, and the data that survives."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from spadille.game import Bid, Look, PlayerAction, Seat, View
from spadille.server.live.actor import TableActor
from spadille.server.live.registry import IDLE_SECONDS, Registry
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.requests import Act, Rematch, Resync, Sit, Stand, Start
from support.house import PACE, House, house
from support.tabletop import (
    ANN,
    BEN,
    CYD,
    Listener,
    WhenTold,
    new_table,
    pass_time,
    settle,
    think_randomly,
)


async def test_table_shows_players_own_cards_and_watchers_none(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make("gold-blue", invite=True)
        ann, ben, cyd = [await here.enter(actor, who) for who in (ANN, BEN, CYD)]
        actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)
        await here.act(actor, ann, Look())
        assert len(ann.state["view"]["hand"]) == 13
        assert ben.state["view"]["hand"] is None
        assert cyd.state["view"]["hand"] is None
        assert [ann.state["you"], ben.state["you"], cyd.state["you"]] == [2, 0, None]
        assert ben.state["view"]["looked"][Seat.SOUTH]


async def test_table_in_two_windows_of_one_person_is_the_same(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make()
        first, second = await here.enter(actor, ANN), await here.enter(actor, ANN)
        await here.act(actor, first, Look())
        assert first.texts[-1] == second.texts[-1]
        actor.leave(first)
        await settle(actor)
        assert second.state["seats"][Seat.SOUTH]["connected"]


async def test_table_with_many_requests_does_not_delay_others(tmp_path: Path) -> None:
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


async def test_refusal_goes_to_asker_only_and_uses_player_names(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make("puzzle-pirates", invite=True)
        ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
        ann.lang = "de"
        actor.ask(ann, Start(actor.table.id))
        while actor.table.to_act in {Seat.SOUTH, None}:
            await pass_time(here.clock, 0.5, actor)
        assert actor.table.to_act is not None
        bot = actor.table.names[actor.table.to_act]
        await here.act(actor, ann, Bid(3))
        refusal = ann.messages[-1]
        assert refusal["code"] == "turn/not-yours"
        assert bot in refusal["text"]
        assert "Ann" in refusal["text"]
        assert " ist " in refusal["text"]
        assert ben.refusals == []


async def test_failing_bot_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def think(level: str, view: View) -> PlayerAction:
        if view.phase == "bidding":
            raise ValueError(f"the cards {view.hand} confuse me")
        return Bid(99)

    async with house(tmp_path, think=think) as here:
        actor = await here.make("puzzle-pirates")
        ann = await here.enter(actor, ANN)
        actor.ask(ann, Stand(actor.table.id))
        await pass_time(here.clock, 100, actor)
        assert actor.table.game is not None
        assert actor.table.game.round is not None
        assert actor.table.game.round.tricks
    assert "a bot failed" in caplog.text
    assert "illegal action" in caplog.text
    assert "Card." not in caplog.text


async def test_table_after_restart_is_unchanged(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make("gold-blue", invite=True)
        ann = await here.enter(actor, ANN)
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)

        def in_mid_trick() -> bool:
            round = actor.table.game and actor.table.game.round
            return bool(round and len(round.tricks) == 3 and len(round.trick) == 2)

        for _ in range(2000):
            if in_mid_trick():
                break
            if actor.table.to_act == Seat.SOUTH:
                assert actor.table.game is not None
                view = actor.table.game.view(Seat.SOUTH)
                await here.act(actor, ann, think_randomly("", view))
            else:
                await pass_time(here.clock, 0.1, actor)
        assert in_mid_trick()
        before, table = ann.texts[-1], actor.table
    async with house(tmp_path, seed=4) as here:
        actor = await here.registry.find(table.id)
        assert actor.table == table
        ann = await here.enter(actor, ANN)
        assert ann.texts[-1] == before
        await pass_time(here.clock, 10, actor)
        assert actor.table.version > table.version or actor.table.to_act == Seat.SOUTH


async def test_table_remembers_leaving_times_of_players_only(here: House) -> None:
    actor = await here.make(invite=True)
    for asker in (ANN, *(Asker(f"{number:032}", "Eve") for number in range(20))):
        actor.leave(await here.enter(actor, asker))
    assert set(actor._times.left) == {ANN.person}


async def test_idle_table_is_unloaded_but_stays_stored(here: House) -> None:
    here.registry.start()
    used, unused = await here.make(), await here.make()
    ann = await here.enter(used, ANN)
    await pass_time(here.clock, 2.5 * IDLE_SECONDS, used)
    assert await here.registry.find(used.table.id) is used
    again = await here.registry.find(unused.table.id)
    assert again is not unused
    assert again.table == unused.table
    assert not ann.hung_up


@pytest.mark.usefixtures("no_search_for_garbage")
async def test_unloaded_table_leaves_no_object_in_memory(here: House) -> None:
    here.registry.start()
    actor = await here.make()
    actor.leave(await here.enter(actor, ANN))
    await settle(actor)
    kept = ref(actor)
    await pass_time(here.clock, 2.5 * IDLE_SECONDS, actor)
    del actor
    assert kept() is None


async def test_table_used_before_idle_time_stays_loaded(here: House) -> None:
    here.registry.start()
    actor = await here.make()
    await pass_time(here.clock, 1.5 * IDLE_SECONDS, actor)
    ann = await here.enter(actor, ANN)
    await pass_time(here.clock, 1.5 * IDLE_SECONDS, actor)
    assert not ann.hung_up
    assert await here.registry.find(actor.table.id) is actor


async def test_player_returning_while_bot_thinks_acts_instead(tmp_path: Path) -> None:
    thinkers = WhenTold()
    async with house(tmp_path, executor=thinkers) as here:
        actor = await here.make("puzzle-pirates", invite=True, turn_seconds=600)
        ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
        actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
        actor.ask(ann, Start(actor.table.id))
        actor.ask(ben, Stand(actor.table.id))
        here.clock.fire(here.clock.time())
        while not thinkers.asked or actor.table.to_act != Seat.NORTH:
            thinkers.finish()
            if actor.table.to_act == Seat.SOUTH:
                actor.ask(ann, Act(actor.table.id, Seat.SOUTH, actor.table.version, Bid(3)))
            for _ in range(5):  # an answer takes several turns of the loop to arrive
                await asyncio.sleep(0)
            here.clock.fire(here.clock.time() + PACE)
        actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
        await actor._jobs.join()
        assert ben.state["you"] == Seat.NORTH
        seq = actor.table.version
        thinkers.finish()
        await settle(actor)
        assert actor.table.version == seq
        actor.ask(ben, Act(actor.table.id, Seat.NORTH, seq, Bid(4)))
        await actor._jobs.join()
        assert actor.table.version > seq


async def test_tables_in_memory_are_limited(here: House) -> None:
    registry = Registry(here.deps, most_tables=2)
    first, _ = [await registry.make(new_table(), ANN) for _ in range(2)]
    await here.enter(first, ANN)
    # It replaces the one that no one uses.
    third = await registry.make(new_table(), ANN)
    await here.enter(third, ANN)
    with pytest.raises(RefusedError) as refusal:
        await registry.make(new_table(), ANN)
    assert refusal.value.code == "server/full"
    await registry.stop()


async def test_tables_in_memory_include_those_being_created(here: House) -> None:
    registry = Registry(here.deps, most_tables=2)
    making = [registry.make(new_table(), ANN) for _ in range(4)]
    made = await asyncio.gather(*making, return_exceptions=True)
    codes = [one.code for one in made if isinstance(one, RefusedError)]
    assert codes == ["server/full"] * 2
    assert len(registry.tables) == 2
    await registry.stop()


async def test_table_found_while_being_created_is_the_same_object(
    monkeypatch: pytest.MonkeyPatch, here: House
) -> None:
    registry, found, store = here.registry, list[TableActor](), here.store.add

    async def add(tables: Any, *more: Any) -> None:
        await store(tables, *more)
        found.extend([await registry.find(id) for id in tables])

    monkeypatch.setattr(here.store, "add", add)
    made = await here.make()
    assert found == [made]
    assert await registry.find(made.table.id) is made


async def test_table_storing_a_request_is_not_unloaded(here: House) -> None:
    """People need not be connected, but are shown the result of their request."""
    registry = Registry(here.deps, most_tables=1)
    actor = await registry.make(new_table(invite=True), ANN)
    id = actor.table.id
    sitting = asyncio.create_task(actor.do(BEN, Sit(id, Seat.NORTH)))
    for _ in range(3):  # it is in progress by then
        await asyncio.sleep(0)
    with pytest.raises(RefusedError) as refusal:
        await registry.make(new_table(), ANN)
    assert refusal.value.code == "server/full"
    await sitting
    assert actor.table.seat_of(BEN.person) == Seat.NORTH
    await registry.stop()


async def test_unknown_table_is_refused(here: House) -> None:
    with pytest.raises(RefusedError) as refusal:
        await here.registry.find("nowhere")
    assert refusal.value.code == "table/unknown"


@asynccontextmanager
async def two_servers(
    folder: Path,
) -> AsyncIterator[tuple[TableActor, House, TableActor, Listener]]:
    """Yield a table on two servers with one database, and a person on the second.

    The second to store finds the table changed.
    """
    async with house(folder, seed=3) as here, house(folder, seed=3) as there:
        mine = await here.make()
        theirs = await there.registry.find(mine.table.id)
        ann, other = await here.enter(mine, ANN), await there.enter(theirs, ANN)
        await here.act(mine, ann, Look())
        yield mine, there, theirs, other


async def test_request_that_cannot_be_stored_has_no_effect(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (mine, there, theirs, other):
        stood = theirs.table
        await there.act(theirs, other, Look())
        assert other.refusals == ["store/failed"]
        assert other.hung_up
        assert theirs.table is stood
        loaded = await there.registry.find(mine.table.id)
        assert loaded is not theirs
        assert loaded.table == mine.table


async def test_person_entering_while_table_is_given_up_must_reconnect(tmp_path: Path) -> None:
    """The answer that would have shown them the table never arrives."""
    async with two_servers(tmp_path) as (_, _, theirs, other):
        ben = Listener(BEN)
        state = other.state
        theirs.ask(other, Act(theirs.table.id, Seat(state["you"]), state["seq"], Look()))
        theirs.join(ben)
        await settle(theirs)
        assert other.refusals == ["store/failed"]
        assert other.hung_up
        assert ben.hung_up


async def test_answer_after_moving_to_another_table_is_not_sent(here: House) -> None:
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


async def test_person_leaving_before_table_is_shown_is_not_present(here: House) -> None:
    actor = await here.make()
    ben = Listener(BEN)
    actor.join(ben)
    actor.leave(ben)
    await settle(actor)
    assert BEN.person not in actor.present
    assert not ben.messages


async def test_rematch_request_starts_another_game(here: House) -> None:
    actor = await here.make()
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: actor.table.status == "over")
    assert ann.state["view"]["outcome"]["reason"]
    actor.ask(ann, Rematch(actor.table.id))
    await settle(actor)
    assert ann.state["status"] == "playing"
    assert ann.refusals == []
