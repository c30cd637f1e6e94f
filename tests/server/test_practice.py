"""Quick match: how many people wait, and the practice table of a player who waits alone."""

from pathlib import Path
from typing import Any

import pytest

from spadille.server.clock import AT_ONCE
from spadille.server.limits import USUAL
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.requests import Sit, Stand, Start
from spadille.table.rule_choice import RuleChoice
from support.house import House
from support.pages import client
from support.tabletop import ANN, BEN, CYD, new_table, settle


async def match(here: House, asker: Asker, **fields: Any) -> tuple[str, str | None]:
    """Return the table where a player waits, and their practice table."""
    new = new_table("standard", **fields)
    table = await here.registry.match(new, asker, lambda: None)
    return table, await here.registry.practice(table, new, asker, lambda: None)


async def test_practice_ends_without_outcome_when_someone_joins(here: House) -> None:
    waiting, practice = await match(here, ANN, turn_seconds=30)
    await here.enter(await here.registry.find(waiting), ANN)
    assert practice is not None
    actor = await here.registry.find(practice)
    ann = await here.enter(actor, ANN)
    actor.ask(ann, Start(practice))
    await settle(actor)
    assert actor.table.status == "playing"
    assert actor.table.rules.clock.turn_seconds == 0
    assert await match(here, BEN, turn_seconds=30) == (waiting, None)
    await here.registry._practice.stop()
    after = (await here.registry.find(practice)).table
    assert (after.status, after.resigned) == ("over", True)


async def test_practice_table_is_kept_while_its_player_waits(here: House) -> None:
    waiting, practice = await match(here, ANN)
    assert await match(here, ANN) == (waiting, practice)


async def test_practice_goes_on_after_its_player_stops_waiting(here: House) -> None:
    waiting, practice = await match(here, ANN)
    assert practice is not None
    room, game = await here.registry.find(waiting), await here.registry.find(practice)
    listeners = await here.enter(room, ANN), await here.enter(game, ANN)
    game.ask(listeners[1], Start(practice))
    room.ask(listeners[0], Stand(waiting))
    await settle(room)
    await here.enter(room, BEN)
    await here.registry._practice.stop()
    await settle(game)
    assert game.table.status == "playing"


@pytest.mark.parametrize("leaves", [False, True])
async def test_practice_goes_on_after_someone_else_has_played(
    here: House,
    leaves: bool,  # noqa: FBT001
) -> None:
    waiting, practice = await match(here, ANN)
    assert practice is not None
    game = await here.registry.find(practice)
    ann = await here.enter(game, ANN)
    await here.enter(game, BEN)
    await game.do(BEN, Sit(practice, game.table.seats.free[0]))
    game.ask(ann, Start(practice))
    if leaves:
        game.ask(ann, Stand(practice))
    await settle(game)
    await here.enter(await here.registry.find(waiting), ANN)
    assert await match(here, CYD) == (waiting, None)
    await here.registry._practice.stop()
    assert game.table.status == "playing"


async def test_practice_is_refused_when_no_table_may_be_made(here: House) -> None:
    table = await here.registry.match(new_table(), ANN, lambda: None)

    def refuse() -> None:
        raise RefusedError("rate/tables", "too many tables")

    with pytest.raises(RefusedError):
        await here.registry.practice(table, new_table(), ANN, refuse)
    assert await here.registry.practice(table, new_table(), CYD, refuse) is None


async def test_waiting_people_are_counted_by_exact_rules(here: House) -> None:
    waiting, _ = await match(here, ANN, turn_seconds=30)
    assert here.registry.waiting_for(RuleChoice("standard"), 30) == 0  # she has yet to arrive
    await here.enter(await here.registry.find(waiting), ANN)
    assert here.registry.waiting_for(RuleChoice("standard"), 30) == 1
    assert here.registry.waiting_for(RuleChoice("standard"), 60) == 0
    assert here.registry.waiting_for(RuleChoice("whiz"), 30) == 0


async def test_match_over_http_returns_the_seat_when_no_practice_is_possible(
    folder: Path,
) -> None:
    async with client(folder) as http:
        most = AT_ONCE * USUAL.tables_per_minute
        http.app.state.gate.rates.limit("tables", "testclient", most - 1)
        await http.post("/api/session", json={})
        found = await http.post("/api/match", json={"name": "Ann", "practice": True})
        assert found.status_code == 201
        assert found.json()["practice"] is None
        (own,) = (await http.get("/api/my/tables")).json()["mine"]
        assert own["table"] == found.json()["table"]


async def test_match_over_http_answers_with_the_practice_table(folder: Path) -> None:
    async with client(folder) as http:
        await http.post("/api/session", json={})
        found = (await http.post("/api/match", json={"name": "Ann", "practice": True})).json()
        assert found["table"] != found["practice"]
        plain = (await http.post("/api/match", json={"name": "Ann"})).json()
        assert plain == {"table": found["table"], "practice": None}
        counted = await http.get("/api/match?preset=standard&turn_seconds=60")
        assert counted.json() == {"waiting": 0}
        unknown = await http.get("/api/match?preset=nothing&turn_seconds=many")
        assert unknown.status_code == 400
