"""Challenges: everyone plays the same cards with the same bots, and learns how others did."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from spadille.bots import load_level
from spadille.game import Game, Seat, SpadesError, presets, seal_of
from spadille.notation import check_deals
from spadille.server.clock import SECONDS_A_DAY
from spadille.server.features.contests import solo
from spadille.server.features.contests.store import Played, write_played
from spadille.server.limits import Retention
from spadille.server.live.registry import Registry
from spadille.server.net.credentials import SessionStore
from spadille.table.commands import Moment, answer
from spadille.table.consent import Presence
from spadille.table.permissions import ALLOWED, check_sight
from spadille.table.requests import Hint, Speak, TableRequest
from support.browsers import NAME, Browser
from support.challenges import Rivals, rivals
from support.pages import Http
from support.tabletop import ANN, BEN, pass_time, refused, seeded, settle, worked_off


def refused_by(asked: Callable[[], object]) -> str:
    with pytest.raises(SpadesError) as refusal:
        asked()
    return refusal.value.code


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Rivals]:
    async with rivals(tmp_path) as opened:
        yield opened


async def test_challenge_with_same_play_gives_same_cards_and_bots(here: Rivals) -> None:
    challenge = await here.challenge(level="intermediate")
    ann, ben = [await here.begin(challenge, asker) for asker in (ANN, BEN)]
    for deal, seed in enumerate(challenge.seeds, start=1):
        played = []
        for actor, asker in ((ann, ANN), (ben, BEN)):
            if deal > 1:
                await here.go_on(actor, asker)
            seat = actor.table.seat_of(asker.person)
            assert seat == challenge.seat == Seat.SOUTH
            assert actor.table.seal is not None
            assert actor.table.seal.seal == seal_of(seed)
            game = await here.play_deal(actor, asker)
            played.append(game.events)
            assert [standing.score for standing in game.standings] == [
                side.points for side in game.results[-1].sides
            ], "each deal begins with nothing"
        assert played[0] == played[1]
    assert ann.table.status == ben.table.status == "over"


async def test_challenge_bots_decide_by_revealed_seed_and_position_only(here: Rivals) -> None:
    """A bot's decisions follow from the revealed seed, so anyone can check them."""
    challenge = await here.challenge(level="random")
    actor = await here.begin(challenge, ANN)
    end = await here.play_deal(actor, ANN)
    seed = actor.table.opened_deal(1).seed
    game = Game.new(end.rules, players=end.players)
    for event in end.events:
        if event.seat not in {None, challenge.seat}:
            assert event.seat is not None
            view = game.view(event.seat)
            alike = load_level("random", seed=_bots_seed(seed)).act(view)
            assert event.action == alike
        game = game.apply(event.action, event.seat)


def _bots_seed(seed: str) -> str:
    return sha256(f"bots/{seed}".encode()).hexdigest()


async def test_challenge_attempt_is_resumed_and_only_first_counts(here: Rivals) -> None:
    challenge = await here.challenge()
    actor = await here.begin(challenge, ANN)
    for again in (False, True):
        assert await here.begin(challenge, ANN, again=again) is actor
    await here.play_deal(actor, ANN)
    assert await here.begin(challenge, ANN) is actor
    first = (await here.info(challenge, ANN)).results
    await here.play_all(challenge, ANN)
    assert await refused(here.begin(challenge, ANN)) == "challenge/played"
    second = await here.play_all(challenge, ANN, again=True)
    assert second is not actor
    info = await here.info(challenge, ANN)
    assert [(one.number, one.played) for one in info.attempts] == [(1, 2), (2, 2)]
    assert [one.players for one in info.results] == [1, 1]
    assert info.results[0].own == first[0].own
    assert [len(one.later) for one in info.results] == [1, 1]
    assert all(one.later[0].attempt == 2 for one in info.results)
    assert info.ranking is not None
    assert info.ranking.players == 1


async def test_challenge_attempt_is_listed_with_deal_and_without_score(here: Rivals) -> None:
    actor = await here.begin(await here.challenge(level="random"), ANN)
    for deal in (1, 2):
        await here.play_deal(actor, ANN)
        ((_, summary),) = await here.registry.tables_of(ANN.person)
        assert (summary.round, summary.scores) == (deal, ())
        assert summary.titles["en"].startswith("Challenge: ")
        if deal == 1:
            await here.go_on(actor, ANN)


async def test_own_challenges_tell_number_of_first_attempts(here: Rivals) -> None:
    one, other = [await here.challenge(level="random") for _ in range(2)]

    async def tried() -> dict[str, int]:
        found = await here.challenge_service.kept.tried_by(ANN.person)
        return {challenge.id: played for challenge, played in found}

    await here.play_all(one, BEN)
    assert await tried() == {}
    await here.play_deal(await here.begin(one, ANN), ANN)
    await here.begin(other, ANN)
    assert await tried() == {one.id: 1, other.id: 0}
    await here.play_all(one, ANN)
    await here.play_all(one, ANN, again=True)
    assert await tried() == {one.id: 2, other.id: 0}


async def test_challenge_deal_comparison_needs_own_attempt(here: Rivals) -> None:
    challenge = await here.challenge(level="random")
    await here.play_all(challenge, BEN)
    info = await here.info(challenge, ANN)
    assert (info.players, info.results, info.ranking) == (1, (), None)
    assert info.seals == tuple(map(seal_of, challenge.seeds))
    actor = await here.begin(challenge, ANN)
    await here.play_deal(actor, ANN)
    info = await here.info(challenge, ANN)
    assert [one.deal for one in info.results] == [1]
    assert info.ranking is None
    (result,) = info.results
    assert result.seed == challenge.seeds[0]
    assert result.players == 2
    assert result.own is not None
    theirs = (await here.info(challenge, BEN)).results[0].own
    assert theirs is not None
    margins = [result.own.margin, theirs.margin]
    assert result.mean == sum(margins) / 2
    assert (result.lowest, result.best.margin) == (min(margins), max(margins))
    assert result.rank == 1 + (margins[1] > margins[0])
    await here.play_all(challenge, ANN)
    info = await here.info(challenge, ANN)
    assert info.ranking is not None
    totals = [row.margin for row in info.ranking.rows]
    assert totals == sorted(totals, reverse=True)
    assert sorted(row.name for row in info.ranking.rows) == ["Ann", "Ben"]
    assert sum(row.you for row in info.ranking.rows) == 1
    assert info.ranking.mean == pytest.approx(sum(totals) / 2)


async def test_challenge_deal_without_first_attempts_has_no_comparison(here: Rivals) -> None:
    challenge = await here.challenge(level="random")
    await (await here.begin(challenge, ANN)).close()
    await here.play_all(challenge, ANN, again=True)
    info = await here.info(challenge, ANN)
    assert (info.results, info.ranking) == ((), None)
    await here.play_all(challenge, BEN)
    info = await here.info(challenge, ANN)
    assert [(one.own, len(one.later)) for one in info.results] == [(None, 1)] * 2
    assert info.ranking is not None
    assert [(row.name, row.you) for row in info.ranking.rows] == [("Ben", False)]
    assert info.ranking.bots is None


async def test_challenge_result_tells_points_and_margin(here: Rivals) -> None:
    challenge = await here.challenge()
    actor = await here.begin(challenge, ANN)
    game = await here.play_deal(actor, ANN)
    own = (await here.info(challenge, ANN)).results[0].own
    assert own is not None
    north, east = (side.points - 10 * side.overtricks for side in game.results[-1].sides)
    assert own.margin == north - east
    assert own.points == tuple(side.points for side in game.results[-1].sides)


async def test_challenge_benchmark_is_played_by_bots_in_same_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(solo, "LEVEL", "beginner")
    async with rivals(tmp_path) as here:
        challenge = await here.challenge(deals=1)
        await here.play_all(challenge, ANN)
        for _ in range(2):
            here.challenge_service.baselines.want(challenge, 1)
        await worked_off(here.challenge_service.baselines)
        info = await here.info(challenge, ANN)
        assert info.results[0].bots is not None
        assert info.results[0].players == 1
        assert info.ranking is not None
        assert info.ranking.bots == info.results[0].bots.margin
        # for a person who looked a moment before
        here.challenge_service.baselines.want(challenge, 1)
        await worked_off(here.challenge_service.baselines)
    assert "bots have not played" not in caplog.text


def requests(table: str) -> list[TableRequest]:
    """Return one request of every kind that a table can receive and that is not for attempts."""
    kinds = [kind for kind in get_args(TableRequest) if kind not in get_args(ALLOWED)]
    values = {"table": table, "seat": Seat.SOUTH, "seal": "0" * 64, "salt": "0" * 32}
    values |= {"wish": "undo", "yes": True, "phrase": "thanks", "text": "psst", "lang": "en"}
    values |= {"other": Seat.WEST}
    return [
        kind(**{name: values[name] for name in kind.__struct_fields__ if name in values})
        for kind in kinds
        if "table" in kind.__struct_fields__
    ]


async def test_challenge_attempt_allows_no_hints_and_no_undo(here: Rivals) -> None:
    actor = await here.begin(await here.challenge(), ANN)
    ann = await here.here.enter(actor, ANN)
    await here.here.play(actor, ann, lambda: actor.table.to_act == Seat.SOUTH)
    assert not ann.state["hint"]
    asked = requests(actor.table.id)
    assert Hint in {type(request) for request in asked}
    assert Speak in {type(request) for request in asked}
    for request in asked:
        before = actor.table
        actor.ask(ann, request)
        await settle(actor)
        assert ann.messages[-1]["code"] == "challenge/not-here", request
        assert actor.table is before
        moment = Moment(Presence(frozenset({ANN.person})), seeded(1))
        assert refused_by(partial(answer, before, ANN, request, moment)) == ("challenge/not-here")


async def test_challenge_attempt_of_other_person_is_hidden(here: Rivals) -> None:
    actor = await here.begin(await here.challenge(), ANN)
    check_sight(actor.table, ANN.person)
    for person in (BEN.person, None):
        assert refused_by(partial(check_sight, actor.table, person)) == "challenge/not-yours"


@pytest.mark.parametrize("preset", presets())
async def test_challenge_works_with_every_preset(preset: str, here: Rivals) -> None:
    challenge = await here.challenge(preset=preset, level="random")
    actor = await here.play_all(challenge, ANN)
    assert actor.table.status == "over"
    assert actor.table.persons == (ANN.person,)
    for deal in (1, 2):
        record = await here.here.store.record(actor.table.id, deal)
        assert record is not None
        assert {check.finding for check in check_deals(record)} == {"fair"}


async def test_challenge_creator_chooses_the_seat(here: Rivals) -> None:
    challenge = await here.challenge(seat=Seat.EAST)
    actor = await here.begin(challenge, ANN)
    assert actor.table.seat_of(ANN.person) == Seat.EAST
    wanted = here.challenge(preset="three-player", seat=Seat.WEST)
    assert await refused(wanted) == "seat/unknown"


async def test_daily_challenge_is_the_same_for_all_until_next_day(here: Rivals) -> None:
    today = await here.challenge_service.today()
    assert await here.challenge_service.today() == today
    assert today.day is not None
    assert len(set(today.seeds)) == len(today.seeds) == solo.OF_DAY.deals
    here.clock.midnight += SECONDS_A_DAY
    tomorrow = await here.challenge_service.today()
    assert tomorrow.day is not None
    assert (tomorrow.day - today.day).days == 1
    assert not set(tomorrow.seeds) & set(today.seeds)


async def test_challenge_bots_wait_until_their_level_is_ready(tmp_path: Path) -> None:
    left = {"beginner": 3.0}
    async with rivals(tmp_path, preparing=left.get) as here:
        actor = await here.begin(await here.challenge(level="beginner"), ANN)
        ann = await here.here.enter(actor, ANN)
        await here.here.play(actor, ann, lambda: actor.table.to_act != Seat.SOUTH)
        before = actor.table
        await pass_time(here.clock, 30, actor)
        assert actor.table is before
        assert ann.state["preparing"] == 3
        left.clear()
        await pass_time(here.clock, 5, actor)
        assert actor.table.version > before.version


async def test_challenge_attempts_and_players_are_limited(
    monkeypatch: pytest.MonkeyPatch, here: Rivals
) -> None:
    monkeypatch.setattr(solo, "MOST_ATTEMPTS", 2)
    challenge = await here.challenge(deals=1, level="random")
    for number in range(2):
        await here.play_all(challenge, ANN, again=number > 0)
    wanted = here.begin(challenge, ANN, again=True)
    assert await refused(wanted) == "challenge/too-many-attempts"
    monkeypatch.setattr(solo, "MOST_PLAYERS", 1)
    assert await refused(here.begin(challenge, BEN)) == "challenge/full"
    assert await refused(here.challenge_service.kept.find("nothing")) == "challenge/unknown"


async def test_unused_challenge_is_forgotten(here: Rivals) -> None:
    challenge = await here.challenge(deals=1, level="random")
    await here.play_all(challenge, ANN)
    here.clock.midnight = 4e9
    await Registry(here.here.deps._replace(retention=Retention(keep_days=30))).tidy_up()
    assert await refused(here.challenge_service.kept.find(challenge.id)) == "challenge/unknown"
    assert await here.challenge_service.kept.tried_by(ANN.person) == []
    assert await here.challenge_service.kept.played_by(challenge.id, ANN.person) == []


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "tables.db")) as file:
        file.execute(statement, values)
        file.commit()


@pytest.mark.parametrize("left", ["", "{", "{}", "7"])
async def test_damaged_challenge_or_result_affects_only_itself(
    tmp_path: Path, left: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with rivals(tmp_path) as here:
        kept = here.challenge_service.kept
        first = await here.challenge(deals=2, level="random")
        second = await here.challenge(deals=1, level="random")
        for challenge in (first, second):
            await here.play_all(challenge, ANN)
        played = "UPDATE played SET body = ? WHERE challenge_id = ? AND deal = 1"
        change(tmp_path, played, left, first.id)
        assert [one.deal for one in await kept.played_by(first.id, ANN.person)] == [2]
        assert 1 not in await kept.compared(first.id)
        change(tmp_path, "UPDATE challenges SET body = ? WHERE id = ?", left, first.id)
        assert [one.id for one, _ in await kept.tried_by(ANN.person)] == [second.id]
        assert await refused(here.challenge_service.kept.find(first.id)) == "challenge/damaged"
        assert await here.challenge_service.kept.find(second.id) == second
    for row in ("a result of challenge", "omitted: challenge"):
        assert row in caplog.text


async def test_challenge_deal_of_forgotten_table_is_not_called_running(http: Http) -> None:
    ann = await Browser(http).come()
    id = (await ann.ask("/api/challenges", name="Ann"))["challenge"]
    store = http.app.state.deps.store
    person = await store.section(SessionStore).known(ann.cookie)
    gone = Played(
        0.0, (0, 0), (), (), challenge=id, deal=1, attempt=1, person=person, name="Ann", table=""
    )
    await store.write([partial(write_played, now=datetime.now(UTC), played=gone)])
    for which in ("own", "best"):
        answer = await http.get(
            f"/api/challenges/{id}/deals/1/{which}",
            headers={"cookie": f"{NAME}={ann.cookie}"},
        )
        assert (answer.status_code, answer.json()["code"]) == (404, "game/unknown")
