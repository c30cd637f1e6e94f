"""A person who has all their data erased is erased from tournaments, too."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.features.contests.standings import result_rows, tournament_info
from spadille.server.features.contests.store import TOURNAMENT_EVENTS, TournamentStore
from spadille.server.features.contests.tournament import NewTournament
from spadille.server.features.personal_data import PersonalData
from support.house import House
from support.tabletop import ANN, BEN, refused
from support.tournaments import Friday, friday


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Friday]:
    async with friday(tmp_path) as opened:
        yield opened


async def stored_events(here: House, id: str) -> str:
    """Return the events of a tournament as stored."""
    own = TOURNAMENT_EVENTS.c.evening_id == id
    return "".join(await here.store.scalars(sa.select(TOURNAMENT_EVENTS.c.body).where(own)))


async def test_tournament_player_after_deletion_is_anonymous(here: Friday) -> None:
    await here.enter(BEN, name="Larks", player="Ben")
    await here.enter(ANN, name="Owls")
    await here.begin()
    kept = b"".join(
        [part async for part in here.here.store.section(PersonalData).data_of(BEN.person, EXPORTS)]
    )
    assert b'"Ben"' in kept
    await here.evenings.forget(BEN.person)
    await here.evenings.forget(BEN.person)
    evening = await here.evenings.kept.find(here.id)
    assert evening.place_of(BEN.person) is None
    await here.here.store.section(PersonalData).forget({BEN.person}, FORGET_PEOPLE)
    assert "Ben" not in await stored_events(here.here, here.id)
    evening = await here.evenings.kept.find(here.id)
    larks, _ = tournament_info(evening, ANN.person, "de", None).pairs
    assert [player.name for player in larks.players if player] == ["Jemand"]
    assert "Alguien" in next(result_rows(evening, "es"))


async def test_tournament_damage_is_refused_and_does_not_block_deletion(
    tmp_path: Path, here: Friday
) -> None:
    other = await here.evenings.make(NewTournament(name="Saturday"), ANN.person)
    for id in (here.id, other):
        await here.enter_in(id, BEN, name="Larks", player="Ben")
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        file.execute(
            "UPDATE evening_events SET body = '{' WHERE version = 1 AND evening_id = ?",
            (here.id,),
        )
        file.commit()
    assert await refused(here.evenings.kept.find(here.id)) == "evening/damaged"
    await here.evenings.forget(BEN.person)
    assert (await here.evenings.kept.find(other)).pairs == ()
    await here.evenings.forget(ANN.person)
    assert (await here.evenings.kept.find(other)).status == "over"


async def test_tournament_ending_during_deletion_does_not_block_it(
    monkeypatch: pytest.MonkeyPatch, here: Friday
) -> None:
    await here.enter(BEN, name="Larks", player="Ben")
    await here.enter(ANN, name="Owls")
    await here.begin()
    kept = here.here.store.section(TournamentStore)
    concerning = kept.concerning

    async def and_then_it_ends(person: str) -> list[str]:
        found = await concerning(person)
        await here.evenings.end(here.id, ANN.person)
        return found

    monkeypatch.setattr(kept, "concerning", and_then_it_ends)
    await here.evenings.forget(BEN.person)
    assert (await here.evenings.kept.find(here.id)).status == "over"


async def test_tournament_host_after_deletion_is_not_named_and_pairs_play_on(here: Friday) -> None:
    store, evenings = here.here.store, here.evenings
    waiting = await evenings.make(NewTournament(name="Saturday"), ANN.person)
    await here.enter(ANN, name="Larks")
    await here.enter(ANN, name="Owls")
    await here.begin()
    kept = b"".join(
        [part async for part in store.section(PersonalData).data_of(ANN.person, EXPORTS)]
    )
    hosted = json.loads(kept)["hosted_evenings"]
    assert {one["id"] for one in hosted} == {here.id, waiting}
    await evenings.forget(ANN.person)
    await store.section(PersonalData).forget({ANN.person}, FORGET_PEOPLE)
    assert [(await evenings.kept.find(id)).status for id in (here.id, waiting)] == [
        "playing",
        "over",
    ]
    for id in (here.id, waiting):
        assert ANN.person not in await stored_events(here.here, id)
    assert await store.section(TournamentStore).hosted(ANN.person) == 0
    assert (await here.play()).status == "over"
