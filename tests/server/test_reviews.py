"""Reviews are computed in parts, stored, and continued later; no one waits for them."""

import asyncio
import zlib
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from spadille.game import Record, SpadesError
from spadille.notation import format_record, parse_record
from spadille.server.features.games import reviews as reviewing_module
from spadille.server.features.games.library import ReviewInfo
from spadille.server.features.games.reviews import ReviewService
from spadille.server.features.games.store import GameStore, ReviewStore
from spadille.server.live.executors import BackgroundQueue
from spadille.study import luck_of, review, summaries
from support.house import House, house
from support.records import played_record
from support.tabletop import ANN, BEN, AtOnce, worked_off


@pytest.fixture(scope="module")
def record() -> Record:
    return parse_record(played_record("standard", 1))


@pytest.fixture(scope="module")
def expected(record: Record) -> list[Any]:
    return list(review(record))


async def opened(here: House, record: Record, person: str = ANN.person) -> str:
    return await here.library.open(format_record(record), person)


def same(info: ReviewInfo, record: Record, expected: list[Any]) -> None:
    """Check that this is the review that `study` produces from the record."""
    assert info.status == "done"
    assert info.reached == info.events == len(record.events)
    told = [(one.event, one.seat, one.mark, one.action, one.best) for one in info.decisions]
    assert told == [(one.event, one.seat, one.mark, one.action, one.best) for one in expected]
    for judged, one in zip(info.decisions, expected, strict=True):
        assert judged.loss == pytest.approx(one.loss, abs=0.01)
        assert judged.weighed == {str(each.action): each.action for each in one.candidates}
        loss = judged.values[str(one.best)] - judged.values[str(one.action)]
        assert judged.loss == pytest.approx(max(0, loss), abs=0.02)
        assert judged.reason
    for judged_seat, seat in zip(info.seats, summaries(expected), strict=True):
        assert judged_seat.marks == seat.marks
        assert judged_seat.accuracy == pytest.approx(seat.accuracy, abs=0.1)
    assert info.luck == luck_of(record)


async def test_review_in_parts_equals_review_by_study(
    tmp_path: Path, record: Record, expected: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing_module, "SECONDS_A_PART", 0.0)
    async with house(tmp_path) as here:
        game = await opened(here, record)
        assert (await here.library.review(game, -1, "en")).status == "none"
        await here.reviewing.ask(game, ANN.person)
        await worked_off(here.reviewing)
        same(await here.library.review(game, -1, "en"), record, expected)
        kept = await here.store.section(GameStore).find(game)
        assert [one.decisions for one in kept.outline.losses] == [
            sum(one.seat == seat for one in expected) for seat in record.rules.seats
        ]
        assert any(one.cost > 0 for one in kept.outline.losses)
        later = await here.library.review(game, expected[4].event, "de")
        assert [one.event for one in later.decisions] == [one.event for one in expected[5:]]
        assert later.seats == (await here.library.review(game, -1, "en")).seats
        await here.reviewing.ask(game, BEN.person)  # which is already finished
        assert here.reviewing._jobs.idle


async def test_review_is_resumed_after_restart(
    tmp_path: Path, record: Record, expected: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing_module, "SECONDS_A_PART", 0.2)
    async with house(tmp_path) as here:
        game = await opened(here, record)
        parts = 0
        add = here.store.section(ReviewStore).add

        async def counted(id: str, part: Any) -> None:
            nonlocal parts
            await add(id, part)
            parts += 1
            if parts == 2:
                here.reviewing._jobs.end()

        monkeypatch.setattr(here.store.section(ReviewStore), "add", counted)
        await here.reviewing.ask(game, ANN.person)
        await worked_off(here.reviewing)
        broken = await here.library.review(game, -1, "en")
        assert broken.status == "made"
        assert 0 < broken.reached < broken.events
        again = ReviewService(here.store, BackgroundQueue(AtOnce()), here.deps.preparing)
        await again.start()
        await worked_off(again)
        same(await here.library.review(game, -1, "en"), record, expected)


async def test_review_is_read_off_the_event_loop(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading one for a hundred rounds takes long, and may be requested again and again."""
    threads, decompress = [], zlib.decompress

    def look(text: bytes) -> bytes:
        threads.append(get_ident())
        return decompress(text)

    def sum_up(decisions: Any) -> Any:
        threads.append(get_ident())
        return summaries(decisions)

    async with house(tmp_path) as here:
        game = await opened(here, record)
        await here.reviewing.ask(game, ANN.person)
        await worked_off(here.reviewing)
        monkeypatch.setattr("spadille.server.features.games.store.zlib.decompress", look)
        monkeypatch.setattr("spadille.server.features.games.library.summaries", sum_up)
        assert (await here.library.review(game, -1, "en")).status == "done"
    assert len(threads) > 1
    assert get_ident() not in threads


async def test_reviews_waiting_are_limited_per_person_and_in_all(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing_module, "MOST_ASKED", 4)
    async with house(tmp_path, preparing=lambda _: 30.0) as here:
        for person in (ANN.person,) * 3 + (BEN.person,):
            await here.reviewing.ask(await opened(here, record), person)
        for person in (ANN.person, BEN.person):
            with pytest.raises(SpadesError) as refused:
                await here.reviewing.ask(await opened(here, record), person)
            assert refused.value.code == "review/too-many"


async def test_reviews_requested_at_once_stay_within_limit(tmp_path: Path, record: Record) -> None:
    async with house(tmp_path, preparing=lambda _: 30.0) as here:
        most = reviewing_module.MOST_OF_ONE
        games = [await opened(here, record) for _ in range(most + 2)]
        asked = [here.reviewing.ask(game, ANN.person) for game in games]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        codes = [one.code for one in answers if isinstance(one, SpadesError)]
        assert codes == ["review/too-many"] * 2
        assert len(await here.store.section(ReviewStore).unfinished()) == most


async def test_review_while_coach_is_preparing_tells_so(tmp_path: Path, record: Record) -> None:
    async with house(tmp_path, preparing=lambda _: 30.0) as here:
        game = await opened(here, record)
        await here.reviewing.ask(game, ANN.person)
        assert (await here.library.review(game, -1, "en")).status == "preparing"


async def test_review_that_fails_is_reported_and_can_be_repeated(
    tmp_path: Path, record: Record, expected: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("as if a worker were lost")

    async with house(tmp_path) as here:
        game = await opened(here, record)
        with monkeypatch.context() as patch:
            patch.setattr(reviewing_module, "judge_some", broken)
            await here.reviewing.ask(game, ANN.person)
            await worked_off(here.reviewing)
            assert (await here.library.review(game, -1, "en")).status == "failed"
        await here.reviewing.ask(game, ANN.person)
        await worked_off(here.reviewing)
        same(await here.library.review(game, -1, "en"), record, expected)
