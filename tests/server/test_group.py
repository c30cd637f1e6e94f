"""N19: more people than one table holds, at tables that know about each other."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from spadille.game import RulesError, Seat
from spadille.server.live.actor import TableActor
from spadille.server.live.registry import NewGroup, Registry, make_group
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.requests import Sit, Stand, Start
from spadille.table.rule_choice import RuleChoice, splits
from support.house import House, house
from support.servers import Server, server
from support.tabletop import ANN, BEN, new_table


def ids() -> Iterator[str]:
    return (f"table{number}" for number in count(1))


def people(number: int) -> list[Asker]:
    return [Asker(f"person {n}", f"Person {n}") for n in range(number)]


def refusal_of(**fields: Any) -> str:
    with pytest.raises((RefusedError, RulesError)) as refused:
        make_group(NewGroup(**fields), ids().__next__)
    return refused.value.code


@pytest.mark.parametrize("number", range(7, 25))
def test_N19_group_of_every_split_has_tables_with_fitting_rules(number: int) -> None:
    for sizes in splits(number):
        made = make_group(NewGroup(number, sizes), ids().__next__)
        assert tuple(table.rules.players for table in made.values()) == sizes
        assert {table.group for table in made.values()} == {tuple(made)}
        assert all(table.invite and not table.host for table in made.values())


@pytest.mark.parametrize("number", range(7, 25))
async def test_N19_group_seats_all_at_random_and_every_table_plays(
    number: int, here: House
) -> None:
    group = await here.registry.make_group(NewGroup(number))
    for asker in people(number):
        await here.registry.take_seat(group[-1], asker, None)
    for actor in await here.registry.find_group(group[0]):
        assert len(actor.table.names) == actor.table.rules.players
        host = Asker(actor.table.host, "the first to sit down")
        await actor.do(host, Start(actor.table.id))
        assert actor.table.game is not None
        assert actor.table.to_act is not None
    with pytest.raises(RefusedError) as refused:
        await here.registry.take_seat(group[0], ANN, None)
    assert refused.value.code == "group/full"


def test_N19_group_tables_get_rules_for_their_size() -> None:
    rules = (RuleChoice("solo", {"end.target": 250}), RuleChoice("three-player", title="Ours"))
    made = make_group(NewGroup(7, rules=rules, turn_seconds=45), ids().__next__)
    four, three = made.values()
    assert (four.preset, four.rules.end.target, four.rules.clock.turn_seconds) == ("solo", 250, 45)
    assert (three.preset, three.title, three.rules.players) == ("three-player", "Ours", 3)
    (_, usual) = make_group(NewGroup(7, rules=rules[:1]), ids().__next__).values()
    assert (usual.preset, usual.title) == ("three-player", "")


def test_N19_group_with_invalid_settings_is_refused() -> None:
    assert refusal_of(people=6) == refusal_of(people=101) == refusal_of(people=-8) == "split/people"
    assert refusal_of(people=9, sizes=(5, 3)) == refusal_of(people=8, sizes=(6, 2)) == "group/sizes"
    two = RuleChoice("two-player")
    assert refusal_of(people=8, rules=(two,)) == "group/rules"
    assert refusal_of(people=8, rules=(RuleChoice(), RuleChoice("solo"))) == "group/rules"
    assert refusal_of(people=8, rules=(RuleChoice("none"),)) == "rules/unknown-preset"


async def test_N19_group_random_seat_reaches_every_seat(here: House) -> None:
    group = await here.registry.make_group(NewGroup(7))
    seen = set()
    for _ in range(150):  # the chance that a seat never comes up is below 1 in 10**9
        actor = await here.registry.find(await here.registry.take_seat(group[0], ANN, None))
        seen.add((actor.table.id, actor.table.seat_of(ANN.person)))
        await actor.do(ANN, Stand(actor.table.id))
    tables = [(await here.registry.find(id)).table for id in group]
    assert seen == {(table.id, seat) for table in tables for seat in table.rules.seats}


async def two_tables(here: House) -> tuple[TableActor, TableActor]:
    first, second = await here.registry.find_group((await here.registry.make_group(NewGroup(8)))[0])
    return first, second


async def test_group_with_lost_table_still_offers_the_others(here: House) -> None:
    first, second = await two_tables(here)
    gone = here.store.remove_tables([second.table.id])
    await here.registry.rewrite(second.table.id, gone)
    assert await here.registry.find_group(first.table.id) == (first,)
    await here.registry.sit(first, ANN, Sit(first.table.id, Seat.NORTH))
    assert await here.registry.take_seat(first.table.id, BEN, None) == first.table.id


async def test_group_table_in_use_is_not_unloaded_for_another(here: House) -> None:
    group = await here.registry.make_group(NewGroup(8))
    await here.registry.stop()
    registry = Registry(here.deps, most_tables=2)
    await registry.find(group[0])
    await registry.make(new_table(invite=True), ANN)
    assert await registry.take_seat(group[0], BEN, group[0]) == group[0]
    await registry.stop()


async def refused_seat(here: House, asker: Asker, at: TableActor, table: str | None) -> str:
    with pytest.raises(RefusedError) as refused:
        await here.registry.take_seat(at.table.id, asker, table)
    return refused.value.code


async def test_N19_group_member_sits_at_one_table_only(here: House) -> None:
    first, second = await two_tables(here)
    chosen = second.table.id
    assert await here.registry.take_seat(first.table.id, ANN, chosen) == chosen
    seats = second.table.seats
    for table in (None, chosen):
        assert await here.registry.take_seat(first.table.id, ANN, table) == chosen
    assert second.table.seats == seats
    assert await refused_seat(here, ANN, first, first.table.id) == "seat/elsewhere"
    with pytest.raises(RefusedError):
        await here.registry.sit(first, ANN, Sit(first.table.id, Seat.NORTH))
    await second.do(ANN, Stand(chosen))
    assert await here.registry.take_seat(chosen, ANN, first.table.id) == first.table.id


async def test_N19_group_member_sitting_twice_at_once_has_one_seat(here: House) -> None:
    tables = await two_tables(here)
    asked = [here.registry.sit(one, ANN, Sit(one.table.id, Seat.NORTH)) for one in tables]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    (refusal,) = filter(None, answers)
    assert isinstance(refusal, RefusedError)
    assert refusal.code == "seat/elsewhere"
    assert sum(one.table.has(ANN.person) for one in tables) == 1


async def test_N19_group_member_disconnected_while_sitting_has_one_seat(here: House) -> None:
    """The first seat is still being stored when they ask for the second one."""
    one, other = await two_tables(here)
    first = asyncio.create_task(here.registry.sit(one, ANN, Sit(one.table.id, Seat.NORTH)))
    while one.idle:  # noqa: ASYNC110 - until it is under way
        await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(RefusedError) as refusal:
        await here.registry.sit(other, ANN, Sit(other.table.id, Seat.NORTH))
    assert refusal.value.code == "seat/elsewhere"
    assert first.cancelled()
    assert (one.table.has(ANN.person), other.table.has(ANN.person)) == (True, False)


async def test_N19_group_first_player_hosts_the_table(here: House) -> None:
    first, second = await two_tables(here)
    with pytest.raises(RefusedError) as refused:
        await first.do(ANN, Start(first.table.id))
    assert refused.value.code == "host/only"
    await first.do(ANN, Sit(first.table.id, first.table.rules.seats[0]))
    await first.do(BEN, Sit(first.table.id, first.table.rules.seats[1]))
    assert (first.table.host, second.table.host) == (ANN.person, "")


async def test_N19_group_seat_that_cannot_be_stored_is_not_taken(tmp_path: Path) -> None:
    """With two servers on one database, the second to store finds the table changed."""
    async with house(tmp_path) as here, house(tmp_path) as there:
        mine, _ = await two_tables(here)
        id = mine.table.id
        await there.registry.find_group(id)
        await here.registry.take_seat(id, ANN, id)
        assert await refused_seat(there, BEN, mine, id) == "store/failed"
        assert await there.registry.take_seat(id, BEN, id) == id
        theirs = await there.registry.find(id)
        assert set(theirs.table.names.values()) == {"Ann", "Ben"}


async def test_N19_group_request_for_single_table_is_refused(here: House) -> None:
    alone = await here.make(invite=True)
    assert await refused_seat(here, BEN, alone, None) == "group/unknown"
    first, _ = await two_tables(here)
    assert await refused_seat(here, BEN, first, alone.table.id) == "table/unknown"


def ask(running: Server, path: str, by: str = "Ann", **body: Any) -> httpx.Response:
    return running.post(f"/api/groups{path}", by, **body)


def take(running: Server, group: str, by: str, **more: Any) -> httpx.Response:
    return ask(running, f"/{group}/seats", by, **{"name": by} | more)


def test_N19_group_is_unchanged_after_server_kill(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with server(database) as before:
        made = ask(before, "", people=8, rules=[{"preset": "gold-blue"}])
        assert made.status_code == 201
        one, two = made.json()["group"]
        taken = take(before, one, "Ann", table=two)
        assert (taken.status_code, taken.json()) == (201, {"table": two})
        seen = before.get(f"/api/groups/{one}?lang=en").json()
        before.kill()
    with server(database) as after:
        for id in (one, two):
            assert after.get(f"/api/groups/{id}?lang=en").json() == seen
        assert [table["table"] for table in seen["tables"]] == [one, two]
        assert [table["title"] for table in seen["tables"]] == ["Gold and Blue"] * 2
        assert take(after, two, "Ann").json() == {"table": two}
        assert take(after, two, "Ben", table=one).json() == {"table": one}
        with after.enter(two) as ann:
            assert (ann.state["group"], ann.state["host"]) == ([one, two], True)
            assert ann.state["you"] is not None
        with after.enter(one) as ann:
            ann.send("sit", seat=0)
            assert ann.refusal() == "seat/elsewhere"


def test_N19_group_refuses_invalid_http_requests(tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as running:
        assert ask(running, "", people=6).json()["code"] == "split/people"
        assert ask(running, "", people="x").json()["code"] == "message/bad-field"
        missing = running.get("/api/groups/nowhere")
        assert (missing.status_code, missing.json()["code"]) == (404, "table/unknown")
        assert running.get("/api/groups/nowhere?lang=tlh").json()["code"] == "lang/unknown"
        alone = running.get(f"/api/groups/{running.make(invite=True)}")
        assert (alone.status_code, alone.json()["code"]) == (404, "group/unknown")
        group = ask(running, "", people=7).json()["group"][0]
        assert take(running, group, "Ben", name=" ").json()["code"] == "message/bad-field"
        assert take(running, group, "Ben", name="\u200b").json()["code"] == "name/empty"
        for path in ("", f"/{group}/seats"):
            body = {"people": 8} if path == "" else {"name": "Ann"}
            address, origin = f"{running.address}/api/groups{path}", "https://elsewhere.example"
            refused = httpx.post(address, json=body, headers={"Origin": origin})
            assert refused.json()["code"] == "origin/other"
