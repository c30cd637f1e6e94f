"""Tournaments: pairs enter, meet round after round, and are ranked by how they play."""

import asyncio
import csv
import io
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from spadille.game import Seat, SpadesError
from spadille.server.features.contests.standings import TournamentInfo, result_rows, tournament_info
from spadille.server.features.contests.store import TOURNAMENT_EVENTS, TOURNAMENTS, TournamentStore
from spadille.server.features.contests.tournament import BREAK, MOST_HOSTED, NewTournament
from spadille.server.features.games.store import GameStore
from spadille.server.live.actor import TableActor
from spadille.table.commands import Asker
from spadille.table.ids import game_id
from spadille.table.permissions import check_sight
from spadille.table.replay import Wanted, steps_of
from spadille.table.requests import AddClientSeed, AutoPlayRound, Hint, Propose, Sit
from spadille.table.timers import HOST_GRACE
from support.pages import client
from support.tabletop import ANN, BEN, CYD, pass_time, refused, settle
from support.tournaments import SHORT, USUAL, Friday, friday


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Friday]:
    async with friday(tmp_path) as opened:
        yield opened


async def test_tournament_of_32_bot_pairs_finishes_across_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host sends every request over HTTP, half of them to the other server."""
    monkeypatch.setattr("spadille.server.features.contests.tournament.EVERY", 0.05)

    async def until(http: Any, rounds: int, *, over: bool = False) -> Any:
        while True:
            told = (await http.get(f"/api/evenings/{made['evening']}?lang=en")).json()
            if told["status"] == "over" if over else len(told["rounds"]) >= rounds:
                return told
            await asyncio.sleep(0.05)  # so the requests leave the players enough time

    made: dict[str, Any] = {}

    async def first() -> None:
        async with client(folder) as http:
            await http.post("/api/session", json={})
            new = {"name": "Friday", "form": "knock-out", "deals": 1, "level": "random"}
            answer = await http.post("/api/evenings", json={**new, "options": SHORT})
            made.update(answer.json(), cookies=dict(http.cookies))
            for number in range(32):
                entered = await http.post(
                    f"/api/evenings/{made['evening']}/pairs", json={"name": f"Pair {number + 1}"}
                )
                assert entered.status_code == 200
            told = await http.post(f"/api/evenings/{made['evening']}/run", json={"what": "begin"})
            assert [len(round) for round in told.json()["rounds"]] == [16]
            told = await until(http, 2)
            assert told["status"] == "playing"

    async def second() -> None:
        async with client(folder) as http:
            http.cookies.update(made["cookies"])
            told = await until(http, 5, over=True)
            assert told["host"]
            assert [len(round) for round in told["rounds"]] == [16, 8, 4, 2, 1]
            assert all(match["gains"] for round in told["rounds"] for match in round)
            best = told["standing"][0]
            assert (best["won"], best["place"]) == (5, 1)
            assert sorted(line["played"] for line in told["standing"]) == sorted(
                [1] * 16 + [2] * 8 + [3] * 4 + [4] * 2 + [5] * 2
            )
            file = (await http.get(f"/api/evenings/{made['evening']}/results.csv")).text
            lines = list(csv.DictReader(io.StringIO(file)))
            assert lines[0]["pair"] == told["pairs"][best["pair"]]["name"]
            assert len(lines) == 32

    await first()
    await second()


async def test_tournament_seats_pairs_and_does_not_wait_for_absent_players(tmp_path: Path) -> None:
    async with friday(tmp_path, form="round-robin", turn_seconds=5) as here:
        await here.enter(BEN, name="Larks", player="Ben")
        await here.enter(CYD, pair=0, player="Cyd")
        for name in ("Owls", "Jays"):
            await here.enter(ANN, name=name)
        await here.begin()
        (actor,) = await here.tables()
        assert actor.table.names.keys() == set(actor.table.rules.seats)
        evening = await here.play()
        assert evening.rounds[0].over
        assert tournament_info(evening, BEN.person, "en", None).table is None
        here.here.clock.midnight += BREAK - 1
        assert len((await here.looked_at()).rounds) == 1
        assert here.evenings.seconds_to_next(evening) == pytest.approx(1, abs=0.5)
        here.here.clock.midnight += 2
        evening = await here.looked_at()
        assert len(evening.rounds) == 2
        told = tournament_info(evening, BEN.person, "en", None)
        actor = await here.here.registry.find(told.table or "")
        seats = [actor.table.seat_of(one.person) for one in (BEN, CYD)]
        assert seats in ([0, 2], [1, 3])
        assert actor.table.made.side_names[0 if seats == [0, 2] else 1] == "Larks"
        ben = await here.here.enter(actor, BEN)
        assert ben.state["evening"]["evening"] == here.id
        assert ben.state["consent"]["may_ask"] == []
        for request, code in (
            (Hint(actor.table.id), "duplicate/not-here"),
            (AddClientSeed(actor.table.id, "00" * 32, "00" * 16), "duplicate/not-here"),
            (AutoPlayRound(actor.table.id), "duplicate/not-here"),
            (Propose(actor.table.id, "pause"), "consent/not-now"),
        ):
            actor.ask(ben, request)
            await settle(actor)
            assert ben.messages[-1]["code"] == code
        assert await refused(actor.do(ANN, Sit(actor.table.id, 1))) == "duplicate/begun"  # type: ignore[arg-type]
        with pytest.raises(SpadesError, match="may watch"):
            check_sight(actor.table, ANN.person)


async def test_tournament_pair_leaving_finishes_round_and_keeps_results(
    tmp_path: Path,
) -> None:
    async with friday(tmp_path, form="round-robin", turn_seconds=5) as here:
        await here.enter(BEN, name="Larks", player="Ben")
        for name in ("Owls", "Jays", "Wrens"):
            await here.enter(ANN, name=name)

        async def told() -> TournamentInfo:
            return tournament_info(await here.evenings.kept.find(here.id), BEN.person, "en", None)

        await here.begin()
        table = (await told()).table
        assert table
        await here.leave(BEN)
        info = await told()
        assert (info.own, info.left, info.table) == (0, True, table)
        assert await refused(here.leave(BEN)) == "evening/no-place"
        evening = await here.play()
        assert len(evening.rounds) == 2, "only bots play on, who need no break"
        for actor in await here.tables():
            assert actor.table.seat_of(BEN.person) is None
        info = await told()
        assert (info.own, info.left, info.table) == (None, True, None)
        ben, nobody = info.pairs[0].players
        assert (ben and ben.name, ben and ben.left, nobody) == ("Ben", True, None)
        assert [row[2] for row in result_rows(evening, "en") if row[1] == "Larks"] == ["Ben"]


async def test_tournament_page_does_not_query_its_tables(
    monkeypatch: pytest.MonkeyPatch, here: Friday
) -> None:
    for name in ("Owls", "Jays", "Larks", "Wrens"):
        await here.enter(ANN, name=name)
    await here.begin()
    asked: list[str] = []
    at_table = asyncio.Event()

    async def slow(table: str) -> TableActor:
        asked.append(table)
        at_table.set()
        return await asyncio.Future()

    monkeypatch.setattr(here.here.registry, "find_unless_lost", slow)
    looking = asyncio.ensure_future(here.evenings.look())
    await at_table.wait()
    for _ in range(20):
        told = tournament_info(await here.evenings.kept.find(here.id), BEN.person, "en", None)
        assert told.status == "playing"
    assert len(asked) == 1
    looking.cancel()


async def test_tournament_table_that_is_done_is_not_offered_to_players(tmp_path: Path) -> None:
    async with friday(tmp_path, form="round-robin", turn_seconds=5) as here:
        await here.enter(BEN, name="Larks", player="Ben")
        await here.enter(ANN, name="Owls")
        await here.begin()
        assert (await here.evenings.info(here.id, BEN.person, "en")).table
        await here.play_out()
        told = await here.evenings.info(here.id, BEN.person, "en")
        assert (told.table, told.status) == (None, "playing")


async def test_tournament_that_is_unreadable_does_not_stop_others(here: Friday) -> None:
    store = here.here.store.section(TournamentStore)
    no_event = {"evening_id": here.id, "version": 2, "person": "", "body": "no event"}
    await store.execute(TOURNAMENT_EVENTS.insert().values(no_event))
    await store.execute(TOURNAMENTS.update().values(status="playing"))
    here.id = await here.evenings.make(NewTournament(**USUAL), ANN.person)
    for name in ("Owls", "Jays"):
        await here.enter(ANN, name=name)
    await here.begin()
    assert len(await store.playing()) == 2
    evening = await here.play()
    assert evening.rounds[0].over


async def test_tournament_round_out_of_time_starts_no_deal(tmp_path: Path) -> None:
    async with friday(tmp_path, deals=16, minutes=1) as here:
        for name in ("Owls", "Jays"):
            await here.enter(ANN, name=name)
        await here.begin()
        (actor,) = await here.tables()
        evening = await here.play()
        assert evening.status == "over"
        (result,) = evening.rounds[0].results
        assert result is not None
        assert 1 <= len(result.margins) < 16
        assert len(result.margins) == len(actor.table.deals_played)


async def test_tournament_whole_game_allows_salts_but_no_rematch(
    tmp_path: Path,
) -> None:
    """The players' pages send salts automatically, and report refusals."""
    options = {**SHORT, "end.max_rounds": 1}
    async with friday(tmp_path, deals=0, options=options, turn_seconds=5) as here:
        await here.enter(BEN, name="Owls", player="Ben")
        await here.enter(ANN, name="Jays")
        await here.begin()
        (actor,) = await here.tables()
        await here.play_out()
        ben = await here.here.enter(actor, BEN)
        sealed = ben.state["seal"]
        assert sealed["open"]
        actor.ask(ben, AddClientSeed(actor.table.id, sealed["seal"], "00" * 16))
        await settle(actor)
        assert ben.state["seal"]["salted"] == [actor.table.seat_of(BEN.person)]
        await pass_time(here.here.clock, HOST_GRACE + 1, actor)
        assert actor.table.host == BEN.person
        assert not ben.state["host"], "nobody begins another game there"


async def test_tournament_without_deals_plays_whole_games_with_own_cards(tmp_path: Path) -> None:
    options = {**SHORT, "end.max_rounds": 2}
    async with friday(tmp_path, deals=0, options=options) as here:
        for name in ("Owls", "Jays"):
            await here.enter(ANN, name=name)
        await here.begin()
        (actor,) = await here.tables()
        evening = await here.play()
        assert evening.status == "over"
        game = actor.table.game
        assert game is not None
        assert game.over
        told = tournament_info(evening, None, "en", None).rounds[0][0]
        assert told.points == tuple(one.score for one in game.standings)
        kept = await here.here.store.section(GameStore).find(game_id(actor.table.id, 1))
        assert kept.outline.side_names == ("Owls", "Jays")
        steps = json.loads(steps_of(kept.id, kept.record, kept.outline, Wanted(Seat.NORTH)))
        assert steps["state"]["side_names"] == ["Owls", "Jays"]


async def test_tournament_with_invalid_settings_is_refused(tmp_path: Path) -> None:
    async with friday(tmp_path, form="round-robin") as here:
        evenings, id = here.evenings, here.id
        assert await refused(evenings.kept.find("nothing")) == "evening/unknown"
        solo = NewTournament(name="Friday", preset="solo")
        assert await refused(evenings.make(solo, BEN.person)) == "evening/rules"
        for _ in range(MOST_HOSTED - 1):
            await evenings.make(NewTournament(name="Saturday"), ANN.person)
        more = NewTournament(name="Sunday")
        assert await refused(evenings.make(more, ANN.person)) == "evening/too-many"
        assert await refused(here.begin()) == "evening/too-few"
        await here.enter(BEN, name="Larks", player="Ben")
        for asker, asked, code in (
            (BEN, {"name": "Owls", "player": "Ben"}, "evening/entered"),
            (CYD, {"name": "LARKS", "player": "Cyd"}, "evening/name"),
            (CYD, {"name": "Owls"}, "host/only"),
            (CYD, {"pair": 1, "player": "Cyd"}, "evening/no-pair"),
            (CYD, {"pair": 0, "name": "Owls", "player": "Cyd"}, "evening/no-pair"),
            (CYD, {"pair": 0}, "name/empty"),
        ):
            assert await refused(here.enter(asker, **asked)) == code
        await here.enter(CYD, pair=0, name="Larks", player="Cyd")
        assert await refused(here.leave(ANN, 0, "Owls")) == "evening/no-pair"
        assert await refused(here.enter(ANN, pair=0, player="Ann")) == "evening/taken"
        assert await refused(here.leave(ANN)) == "evening/no-place"
        assert await refused(here.leave(BEN, 0)) == "host/only"
        await here.leave(BEN)
        await evenings.forget(CYD.person)
        assert (await evenings.kept.find(id)).pairs == ()
        for name in ("Owls", "Jays"):
            await here.enter(ANN, name=name)
        assert await refused(evenings.begin(id, BEN.person)) == "host/only"
        await here.begin()
        assert await refused(here.begin()) == "evening/begun"
        assert await refused(here.enter(ANN, name="Larks")) == "evening/begun"
        assert await refused(evenings.end(id, BEN.person)) == "host/only"
        await evenings.end(id, ANN.person)
        assert await refused(evenings.end(id, ANN.person)) == "evening/over"


async def test_tournament_host_can_end_break_early(tmp_path: Path) -> None:
    async with friday(tmp_path, form="round-robin", turn_seconds=5) as here:
        await here.enter(BEN, name="Larks", player="Ben")
        for name in ("Owls", "Jays"):
            await here.enter(ANN, name=name)
        await here.begin()
        await here.play()
        assert await refused(here.evenings.begin(here.id, BEN.person)) == "host/only"
        await here.begin()
        evening = await here.evenings.kept.find(here.id)
        assert len(evening.rounds) == 2
        assert await refused(here.begin()) == "evening/begun"
        here.here.clock.midnight += BREAK + 1
        assert len((await here.looked_at()).rounds) == 2, "it begins once"


async def test_tournament_that_was_ended_starts_no_other_round(tmp_path: Path) -> None:
    async with friday(tmp_path, form="round-robin") as here:
        for name in ("Larks", "Owls", "Jays"):
            await here.enter(ANN, name=name)
        await here.begin()
        await here.play()
        for actor in await here.tables():
            await actor.close()
        begun = len((await here.evenings.kept.find(here.id)).rounds)
        await here.evenings.end(here.id, ANN.person)
        evening = await here.evenings.kept.find(here.id)
        assert (evening.status, len(evening.rounds)) == ("over", begun)
        assert evening.rounds[-1].over


async def test_tournaments_in_progress_are_listed_for_host_and_players(
    tmp_path: Path, here: Friday
) -> None:
    evenings = here.evenings

    async def listed(asker: Asker) -> list[str]:
        return [evening.id for evening in await evenings.of(asker.person)]

    here.here.clock.midnight += 60
    later = await evenings.make(NewTournament(name="Saturday"), ANN.person)
    assert await listed(ANN) == [later, here.id], "the newest first"
    assert await listed(BEN) == []
    await here.enter(BEN, name="Larks", player="Ben")
    await here.enter_in(later, BEN, name="Larks", player="Ben")
    await here.enter_in(later, CYD, pair=0, player="Cyd")
    assert await listed(BEN) == [later, here.id]
    await here.leave(BEN, id=later)
    assert await listed(BEN) == [here.id]
    await evenings.end(later, ANN.person)
    assert [await listed(one) for one in (ANN, CYD)] == [[here.id], []]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        file.execute("UPDATE evening_events SET body = '{' WHERE version = 1")
        file.commit()
    assert await listed(ANN) == []


async def test_tournament_entry_changes_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spadille.server.features.contests.tournament.MOST_CHANGES", 10)
    async with friday(tmp_path) as here:
        await here.enter(ANN, name="Owls")
        for _ in range(3):
            await here.enter(BEN, name="Larks", player="Ben")
            await here.leave(BEN)
        more = here.enter(BEN, name="Larks", player="Ben")
        assert await refused(more) == "evening/too-many-changes"
        await here.leave(ANN, 0)
        assert (await here.evenings.kept.find(here.id)).pairs == ()
