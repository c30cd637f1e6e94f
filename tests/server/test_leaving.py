"""A person's data is shown to them in full, and erased at their request."""

import asyncio
import json
import sqlite3
import zlib
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille.game import Card, Play, Seat
from spadille.notation import load_game
from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.features.contests.solo import challenge_info
from spadille.server.features.games.store import GameStore, ReviewStore, without_names_in
from spadille.server.features.moderation import SanctionStore
from spadille.server.features.personal_data import PersonalData, forget
from spadille.server.features.ratings import Ratings, RatingStore
from spadille.server.net.credentials import SessionStore, TokenStore
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.finished import PLACES, Part, StoredDecision
from spadille.table.requests import Sit, Start
from spadille.table.seats import SOMEBODY
from support.challenges import Rivals, rivals
from support.house import house
from support.kept_person import NAMES, TABLE, among_people, going_on, kept, over
from support.tabletop import ANN, BEN, CYD, Room, WhenTold, worked_off


def everything(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        reviews = database.execute("SELECT body FROM review_parts").fetchall()
        judged = [zlib.decompress(body).decode() for (body,) in reviews]
        return "\n".join([*database.iterdump(), *judged])


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Rivals]:
    async with rivals(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("gone", [ANN, CYD], ids=["who played to the end", "who left"])
async def test_deletion_keeps_games_of_others_without_the_name(tmp_path: Path, gone: Asker) -> None:
    async with house(tmp_path) as here:
        table = await kept(here, among_people(over))
        assert table.game is not None
        (before,) = await here.store.section(GameStore).games_of(BEN.person)
        await kept(here, among_people(going_on), "k3v8")
        assert await here.store.section(PersonalData).tables_of({gone.person}) == [
            TABLE,
            "k3v8",
        ]
        assert NAMES[gone] in everything(tmp_path)
        await forget(here.registry, here.store, {gone.person}, FORGET_PEOPLE)
        assert NAMES[gone] not in everything(tmp_path)
        (after,) = await here.store.section(GameStore).games_of(BEN.person)
        assert load_game(after.record).results == load_game(before.record).results
        assert SOMEBODY in load_game(after.record).players
        assert {NAMES[one] for one in NAMES if one != gone} <= set(load_game(after.record).players)
        assert after.outline.scores == before.outline.scores
        assert after.outline.figures == before.outline.figures
        again = (await here.registry.find("k3v8")).table
        assert again.seat_of(gone.person) is None
        assert again.seat_of(BEN.person) == Seat.NORTH
        assert again.status == "playing"
        assert NAMES[gone] not in str(again.game and again.game.players)


async def test_deleted_person_is_described_in_language_of_reader(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await kept(here, among_people(over))
        await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
        (game,) = await here.library.games_of(BEN.person, "de")
        info = await here.library.info(game.game, BEN.person, "es")
        assert "Jemand" in game.others
        assert "Alguien" in {player.name for player in info.players}


async def test_deletion_removes_name_from_new_and_old_reviews(tmp_path: Path) -> None:
    now = StoredDecision(
        event=5,
        round=1,
        trick=1,
        seat=Seat.NORTH,
        area="tricks",
        action=Play(Card.S2),
        best=Play(Card.S2),
        reasons={"en": f"{PLACES[Seat.SOUTH]} has bid nil, not {PLACES[Seat.NORTH]}."},
        values={},
        unit="points",
        loss=0.0,
        mark="best",
        unnamed=True,
    )
    earlier = structs.replace(
        now, unnamed=False, reasons={"en": f"{NAMES[ANN]} has bid nil, not {NAMES[BEN]}."}
    )
    async with house(tmp_path) as here:
        await kept(here, among_people(over))
        (game,) = await here.store.section(GameStore).games_of(BEN.person)
        await here.store.section(ReviewStore).ask(game.id, BEN.person)
        await here.store.section(ReviewStore).add(game.id, Part(0, [earlier, now], 9))
        info = await here.library.review(game.id, -1, "en")
        assert [one.reason for one in info.decisions] == [earlier.reasons["en"]] * 2
        await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
        info = await here.library.review(game.id, -1, "en")
        told = f"{SOMEBODY} has bid nil, not {NAMES[BEN]}."
        assert [one.reason for one in info.decisions] == [told] * 2
        assert NAMES[ANN] not in everything(tmp_path)
        assert without_names_in(b"damaged", {NAMES[ANN]}) == b"damaged"


async def test_damaged_summary_affects_only_its_row(tmp_path: Path) -> None:
    """A damaged row affects only itself: in lists, ratings, exports and when forgetting."""
    async with house(tmp_path) as here:
        for id in ("k3v7", "k3v8", "k3v9"):
            await kept(here, among_people(over), id)
        lost, unread, whole = await here.store.section(GameStore).games_of(BEN.person)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
            file.execute("UPDATE games SET summary = '{' WHERE id = ?", (lost.id,))
            file.execute("UPDATE games SET record = '?' WHERE id = ?", (unread.id,))
            file.execute("UPDATE tables SET summary = '{}' WHERE id = 'k3v7'")
            file.commit()
        listed = await here.store.section(GameStore).games_of(BEN.person)
        assert [game.id for game in listed] == [unread.id, whole.id]
        counted = await here.store.section(GameStore).counted(BEN.person)
        assert [game.id for game in counted] == [unread.id, whole.id]
        with pytest.raises(RefusedError, match="there is no such"):
            await here.store.section(GameStore).find(lost.id)
        found = await here.registry.tables_of(BEN.person)
        assert {listed.table for listed, _ in found} == {"k3v7", "k3v8", "k3v9"}
        await Ratings(here.store).catch_up()
        assert await here.store.section(RatingStore).unrated(3) == []
        told = [
            part async for part in here.store.section(PersonalData).data_of(BEN.person, EXPORTS)
        ]
        assert len(json.loads(b"".join(told))["games"]) == 3
        await forget(here.registry, here.store, {BEN.person}, FORGET_PEOPLE)
        assert NAMES[BEN] not in everything(tmp_path)
        (left,) = await here.store.section(GameStore).games_of(ANN.person)
        assert left.id == whole.id


async def test_deletion_removes_tables_and_games_without_other_people(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        made = await here.store.section(TokenStore).make(here.clock, ANN.person, "Robby", ["play"])
        (program,) = await here.store.section(TokenStore).suspend(ANN.person)
        room = Room("short", invite=True, options={"end.max_rounds": 1})
        room.ask(Asker(program, "Robby", program=True), Sit("room", Seat.NORTH))
        room.ask(ANN, Start("room"))
        room.play_until(over)
        table = await kept(here, room.events)
        (kept_game,) = await here.store.section(GameStore).games_of(ANN.person)
        ann = await here.enter(await here.registry.find(TABLE), ANN)
        await here.store.section(SessionStore).welcome(here.clock, ANN.person)
        data = b"".join(
            [part async for part in here.store.section(PersonalData).data_of(ANN.person, EXPORTS)]
        )
        told = json.loads(data)
        assert [one["name"] for one in told["programs"]] == ["Robby"]
        assert [one["id"] for one in told["tables"]] == [TABLE]
        assert [one["id"] for one in told["games"]] == [kept_game.id]
        assert load_game(told["games"][0]["record"]).over
        assert (told["account"], len(told["browsers"])) == ([], 1)
        assert made.secret not in data.decode()
        await forget(here.registry, here.store, {ANN.person, program}, FORGET_PEOPLE)
        assert ANN.person not in everything(tmp_path)
        assert program not in everything(tmp_path)
        assert ann.hung_up
        for asked in (
            here.registry.find(table.id),
            here.store.section(GameStore).find(kept_game.id),
        ):
            with pytest.raises(RefusedError, match="there is no such"):
                await asked
        data = b"".join(
            [part async for part in here.store.section(PersonalData).data_of(ANN.person, EXPORTS)]
        )
        assert not any(json.loads(data).values())


async def test_deletion_keeps_name_of_another_person_called_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(NAMES, BEN, NAMES[ANN])
            await kept(here, among_people(over))
        await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
        (game,) = await here.store.section(GameStore).games_of(BEN.person)
        names = load_game(game.record).players
        assert (names[Seat.NORTH], names[Seat.SOUTH]) == (NAMES[ANN], SOMEBODY)


async def test_deletion_during_review_keeps_name_removed(tmp_path: Path) -> None:
    executor = WhenTold()

    async def asked() -> None:
        while not executor.asked:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0)

    async with house(tmp_path, executor=executor) as here:
        await kept(here, among_people(over))
        (game,) = await here.store.section(GameStore).games_of(BEN.person)
        await here.reviewing.ask(game.id, BEN.person)
        await asked()
        while (await here.library.review(game.id, -1, "en")).reached < game.outline.events:
            executor.finish()
            await asked()
        await forget(
            here.registry, here.store, {ANN.person}, FORGET_PEOPLE
        )  # the last question is still open
        executor.finish()
        await worked_off(here.reviewing)
        assert (await here.library.review(game.id, -1, "en")).status == "done"
        assert NAMES[ANN] not in everything(tmp_path)
        (after,) = await here.store.section(GameStore).games_of(BEN.person)
        assert len(after.outline.losses) == len(after.outline.names)


async def test_deletion_of_two_people_at_once_removes_both_names(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        table = await kept(here, among_people(over))
        await here.store.remove_tables([table.id])
        personal = here.store.section(PersonalData)
        await asyncio.gather(
            personal.forget({ANN.person}, FORGET_PEOPLE),
            personal.forget({BEN.person}, FORGET_PEOPLE),
        )
        assert NAMES[ANN] not in everything(tmp_path)
        assert NAMES[BEN] not in everything(tmp_path)


def told(data: list[bytes]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(b"".join(data))
    return found


async def test_export_contains_no_ids_of_others(tmp_path: Path) -> None:
    """An id would identify a person wherever they say something."""
    async with house(tmp_path) as here:
        table = await kept(here, among_people(over))
        own = told(
            [part async for part in here.store.section(PersonalData).data_of(BEN.person, EXPORTS)]
        )
        (sat,), (played,) = own["tables"], own["games"]
        only_own = ["", "", "", ""]
        only_own[Seat.NORTH] = BEN.person
        assert sat["summary"]["people"] == played["summary"]["people"] == only_own
        assert NAMES[ANN] in played["summary"]["names"]
        assert sat["summary"]["names"] == [one.name for one in table.seats]
        assert CYD.person in everything(tmp_path)
        for other in (ANN, CYD):
            assert other.person not in json.dumps(own)


async def test_requested_reviews_are_exported_and_anonymized(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        await kept(here, among_people(over))
        (game,) = await here.store.section(GameStore).games_of(BEN.person)
        await here.store.section(ReviewStore).ask(game.id, BEN.person)
        personal = here.store.section(PersonalData)
        for asker, reviews in ((ANN, []), (BEN, [(game.id, "asked")])):
            own = told([part async for part in personal.data_of(asker.person, EXPORTS)])
            assert [(one["game_id"], one["status"]) for one in own["reviews"]] == reviews
            assert all(one["asked"] > 0 for one in own["reviews"])
        await forget(here.registry, here.store, {BEN.person}, FORGET_PEOPLE)
        review = await here.store.section(ReviewStore).find(game.id)
        assert review is not None
        assert review.person == ""


async def test_challenge_attempts_are_exported_and_anonymized(tmp_path: Path, here: Rivals) -> None:
    personal = here.here.store.section(PersonalData)
    challenge = await here.challenge(name="Dee")
    await here.play_all(challenge, ANN)
    await here.play_all(challenge, BEN)
    before = await here.info(challenge, BEN)
    own = told([one async for one in personal.data_of(ANN.person, EXPORTS)])
    (tried,) = own["attempts_at_challenges"]
    assert (tried["challenge_id"], tried["number"]) == (challenge.id, 1)
    assert len(own["deals_of_challenges"]) == len(challenge.seeds)
    await forget(here.registry, here.here.store, {ANN.person}, FORGET_PEOPLE)
    assert ANN.person not in everything(tmp_path)
    assert ANN.name not in everything(tmp_path)
    after = await here.info(challenge, BEN)
    assert after.players == before.players
    assert after.ranking is not None
    assert before.ranking is not None
    assert after.ranking.mean == before.ranking.mean
    assert after.ranking.players == before.ranking.players == 2
    in_german = await challenge_info(here.challenge_service.kept, challenge, BEN.person, "de")
    assert in_german.ranking is not None
    assert "Jemand" in {one.name for one in in_german.ranking.rows}
    assert {one.best.name for one in in_german.results} <= {"Jemand", BEN.name}


async def test_sanctions_are_exported_and_survive_deletion(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        moderation, personal = (
            here.store.section(SanctionStore),
            here.store.section(PersonalData),
        )
        await moderation.impose("ban", ANN.person, 1000.0)
        await moderation.impose("mute", ANN.person, 2000.0, days=1)
        await moderation.impose("mute", BEN.person, 3000.0)
        for _ in range(2):
            own = told([one async for one in personal.data_of(ANN.person, EXPORTS)])["measures"]
            assert sorted(own, key=lambda one: str(one["kind"])) == [
                {"kind": "ban", "until": None, "made": 1000.0},
                {"kind": "mute", "until": 2000.0 + 86400, "made": 2000.0},
            ]
            await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
