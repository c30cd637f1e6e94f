"""Ratings: the games that count, the ratings of all players, and the people in the list."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille.bots import Rating, after_game
from spadille.game import Game
from spadille.notation import format_record
from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.features import administration
from spadille.server.features import ratings as stored
from spadille.server.features.accounts import AccountStore
from spadille.server.features.games.store import GameStore
from spadille.server.features.personal_data import PersonalData
from spadille.server.features.rated_games import (
    ANCHORS,
    BOT,
    Changed,
    Key,
    Rated,
    Unrated,
    rated_after,
    result_of,
)
from spadille.server.features.ratings import FEWEST_GAMES, RatingCourse, Ratings, RatingStore
from spadille.server.net.credentials import SessionStore
from spadille.server.store.schema import GAMES
from spadille.server.store.store import Store
from spadille.table.errors import RefusedError
from spadille.table.finished import KeptGame, Outline, finished_game
from spadille.table.requests import Sit, Stand, Start
from support.rated import PAIRS, outline
from support.tabletop import ANN, BEN, CYD, FakeClock, Room


def after(games: Iterable[Outline], known: Mapping[Key, Rated] | None = None) -> Changed:
    """Return the ratings produced by games that end one second apart."""
    ended = [Unrated(str(second), game, second) for second, game in enumerate(games)]
    return rated_after(ended, known or {})


def test_rating_rises_for_winner_and_stays_for_bot_on_both_sides() -> None:
    changed = after([outline(levels=(None, None, "master", "master"))] * 3).ratings
    ann, ben, bot = (changed[Key("2x2", who)] for who in ("a", "b", "bot/master"))
    assert ann.rating.mu > 25 > ben.rating.mu
    assert (ann.games, ann.won, ben.games, ben.won) == (3, 3, 3, 0)
    assert abs(bot.rating.mu - 25) < 0.5
    assert (bot.games, bot.won) == (6, 3), "a game for each side"
    assert bot.rating.sigma < ben.rating.sigma < 25 / 3


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_level_keeps_its_fixed_rating_between_two_pairs(level: str) -> None:
    """It counts for people's ratings: with a strong partner, a person gains less by winning."""
    key = Key("2x2", BOT + level)
    stale = {key: Rated(Rating(40.0, 3.0), 7, 4)}
    changed = after([outline(levels=(None, None, level, level))] * 3, stale).ratings
    assert changed[key] == Rated(ANCHORS[key.who], 13, 7)
    gain = changed[Key("2x2", "a")].rating.mu - 25
    alone = outline(levels=(None, None, "master", level), sides=PAIRS)
    mixed = after([alone] * 3, {Key("2x2", "bot/master"): Rated(Rating(50.0, 0.5))}).ratings
    assert 0 < mixed[Key("2x2", "a")].rating.mu - 25 < gain


def test_level_is_rated_like_people_at_other_tables() -> None:
    three = outline(
        0, "ab", sides=((0,), (1,), (2,)), scores=(9, 1, 5), levels=(None, None, "expert")
    )
    assert after([three]).ratings[Key("3x1", "bot/expert")].rating != ANCHORS["bot/expert"]


def test_rating_of_two_player_game_equals_arena_rating() -> None:
    """There is one implementation, but people may have changed a little from game to game."""
    two = outline(0, "ab", sides=((0,), (1,)), scores=(9, 1), levels=(None,) * 2)
    changed = after([two]).ratings
    (best,), (other,) = after_game(((Rating(),), (Rating(),)), (1, 2))
    for who, plain in (("a", best), ("b", other)):
        rated = changed[Key("2x1", who)].rating
        assert rated.mu == pytest.approx(plain.mu, abs=0.01)
        assert rated.sigma == pytest.approx(plain.sigma, abs=0.01)


@pytest.mark.parametrize(
    "game",
    [
        outline(people="a"),
        outline(people=("a", "", "c", ""), levels=(None, "expert", None, "expert")),
        outline(undone=1),
        outline(branched=True),
        outline(over=False, winner=None),
        outline(levels=()),
        outline(sides=((0, 1, 2), (3,))),
    ],
    ids=["alone", "partners alone", "undone", "branched", "not over", "older", "uneven"],
)
def test_game_that_does_not_qualify_is_not_rated(game: Outline) -> None:
    assert result_of(game) is None
    assert after([game]) == ({}, [])


def test_places_without_winner_follow_the_scores() -> None:
    three = outline(
        2,
        "abc",
        sides=((0,), (1,), (2,)),
        scores=(90, 120, 110),
        levels=(None,) * 3,
    )
    result = result_of(three)
    assert result is not None
    assert result.places == (3, 2, 1)
    even = result_of(outline(None, scores=(200, 200)))
    assert even is not None
    assert even.places == (1, 1)


def test_leaving_a_game_is_counted_but_not_rated_as_loss() -> None:
    changed = after([outline(left=("c",))])
    assert changed.ratings[Key("2x2", "c")] == Rated(left=1)
    assert {one.key.who for one in changed.course} == {"a", "b"}
    alone = outline(people="a", left=("b",))
    assert after([alone]) == ({Key("2x2", "b"): Rated(left=1)}, [])


def test_finished_game_names_players_that_left_for_good() -> None:
    room = Room("short", invite=True, options={"end.max_rounds": 1})
    for asker, seat in ((BEN, 1), (CYD, 0)):
        room.ask(asker, Sit("room", seat))  # type: ignore[arg-type]
    room.ask(ANN, Start("room"))
    room.play_until(lambda table: table.game is not None and table.game.phase == "play")
    for asker in (CYD, BEN):
        room.ask(asker, Stand("room"))
    room.ask(BEN, Sit("room", 1))  # type: ignore[arg-type]
    room.play_until(lambda table: table.status == "over")
    game = finished_game(room.table)
    assert game is not None
    assert game.outline.left == (CYD.person,)
    assert result_of(game.outline) is not None


async def test_rating_list_has_bots_and_opted_in_people_and_is_rebuilt(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    clock = FakeClock()

    async def played() -> Any:
        store = await Store.open(database)
        for name in ("Ann", "Ben", "Cyd"):
            await store.section(AccountStore).add(clock, name[0].lower(), name, "a digest")
        await store.section(AccountStore).show("a", shown=True)
        for number in range(FEWEST_GAMES):
            await store.section(GameStore).keep(
                KeptGame(f"game{number}", "", outline(number % 3 and 1))
            )
        return await told(store)

    async def told(store: Store) -> Any:
        ratings = Ratings(store)
        board = await ratings.board(None)
        assert [(one.name, one.bot) for one in board.ranked] in (
            [("expert", True), ("Ann", False)],
            [("Ann", False), ("expert", True)],
        )
        assert (board.family, board.families) == ("2x2", ("2x2",))
        with pytest.raises(RefusedError, match="have no ratings"):
            await ratings.board("9x9")
        (own,) = await ratings.of("b")
        assert (own.games, own.won, own.left) == (FEWEST_GAMES, 3, 0)
        course = await ratings.shown_course("Ann", None)
        await store.close()
        return board, own, course

    before = await played()
    assert await asyncio.to_thread(administration.rate_anew, database) == FEWEST_GAMES
    assert await told(await Store.open(database)) == before


async def test_rating_list_shows_fixed_ratings_of_levels(tmp_path: Path) -> None:
    """The database may hold earlier ratings, because older versions rated these levels."""
    store = await Store.open(str(tmp_path / "games.db"))
    ratings = store.section(RatingStore)
    rated = Rated(Rating(26.0, 3.0), FEWEST_GAMES, 4)
    stale = {Key("2x2", BOT + level): rated for level in ("beginner", "expert", "master")}
    await ratings.write([], stale, [])
    found = await ratings.ranked("2x2", FEWEST_GAMES)
    assert [(one.name, one.mu, one.games, one.won) for one in found] == [
        ("expert", ANCHORS["bot/expert"].mu, FEWEST_GAMES, 4),
        ("master", 26.0, FEWEST_GAMES, 4),
        ("beginner", ANCHORS["bot/beginner"].mu, FEWEST_GAMES, 4),
    ]
    await store.close()


def test_ratings_are_independent_of_batch_size() -> None:
    games = [outline(number % 2, left=("c",) * (number == 3)) for number in range(6)]
    together = after(games).ratings
    known: dict[Key, Rated] = {}
    for game in games:
        known |= after([game], known).ratings
    assert known == together
    assert structs.asdict(known[Key("2x2", "a")])["games"] == 6


def test_rating_history_has_a_step_for_each_finished_game() -> None:
    games = [outline(0), outline(people="a"), outline(1, left=("c",)), outline(0)]
    ratings, course = after(games)
    assert [(one.key, one.number, one.won, one.ended) for one in course] == [
        (Key("2x2", who), number, won, second)
        for number, (second, winner) in enumerate(((0, "a"), (2, "b"), (3, "a")), 1)
        for who in "ab"
        for won in [who == winner]
    ]
    for who in "ab":
        last = [one for one in course if one.key.who == who][-1]
        assert last.rating == ratings[Key("2x2", who)].rating
    rise = [one.rating.mu for one in course if one.key.who == "a"]
    assert 25 < rise[0] > rise[1] < rise[2]


async def test_rating_history_shows_dates_to_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others see the data in the list, but not when a person has played."""
    monkeypatch.setattr(stored, "MOST_KEPT", 3)
    three = {
        "sides": ((0,), (1,), (2,)),
        "names": ("Ann", "Ben", "Cyd"),
        "scores": (1, 2, 3),
        "levels": (None,) * 3,
    }
    record = format_record(Game.new(seed=1).record())
    store = await Store.open(str(tmp_path / "games.db"))
    ratings = Ratings(store)
    for name in ("Ann", "Ben", "Cyd"):
        await store.section(AccountStore).add(FakeClock(), name[0].lower(), name, "a digest")
    await store.section(AccountStore).show("a", shown=True)

    async def refused(name: str, family: str | None = None) -> tuple[str, str]:
        with pytest.raises(RefusedError) as refusal:
            await ratings.shown_course(name, family)
        return refusal.value.code, str(refusal.value)

    assert await ratings.own_course("a", None) == RatingCourse("Ann", (), "2x2", ())
    unknown = await refused("Nobody at all")
    assert unknown[0] == "ratings/nobody"
    assert await refused("Ann") == unknown
    await store.section(GameStore).keep(KeptGame("alone", record, outline(2, "abc", **three)))
    await store.section(GameStore).keep(KeptGame("early", record, outline(people="cd")))
    for number in range(FEWEST_GAMES):
        await store.section(GameStore).keep(KeptGame(f"game{number}", record, outline(number % 2)))

    own = await ratings.own_course("a", None)
    assert [one.number for one in own.games] == [3, 4, 5]
    assert [one.won for one in own.games] == [True, False, True]
    assert all(one.ended is not None for one in own.games)
    assert [one.family for one in own.ratings] == ["2x2", "3x1"]
    assert own.games[-1].mu == pytest.approx(own.ratings[0].mu, abs=0.001)
    assert [one.number for one in await store.section(RatingStore).course(Key("2x2", "c"))] == [1]
    (step,) = (await ratings.own_course("a", "3x1")).games
    assert (step.number, step.won) == (1, False)

    shown = await ratings.shown_course(" ann", None)
    assert shown.ratings == own.ratings[:1]
    assert [one.ended for one in shown.games] == [None] * 3
    assert [structs.replace(one, ended=None) for one in own.games] == list(shown.games)
    for name in ("Ben", "c", "", "\0", "Ann" * 100):
        assert await refused(name) == unknown
    assert (await refused("Ann", "3x1"))[0] == "ratings/unknown"
    with pytest.raises(RefusedError, match="have no ratings"):
        await ratings.own_course("a", "5x1")

    data = b"".join([part async for part in store.section(PersonalData).data_of("a", EXPORTS)])
    kept = json.loads(data)["rated_games"]
    assert len(kept) == 4
    assert {one["number"] for one in kept if one["family"] == "2x2"} == {3, 4, 5}
    await store.section(PersonalData).forget({"a"}, FORGET_PEOPLE)
    assert await store.section(RatingStore).course(Key("2x2", "a")) == []
    assert await ratings.own_course("a", None) == RatingCourse(None, (), "2x2", ())
    assert len(await store.section(RatingStore).course(Key("2x2", "b"))) == 3
    await store.close()


async def test_unreadable_games_do_not_stop_rating_of_others(database: str) -> None:
    store = await Store.open(database)
    for number in range(6):
        await store.section(GameStore).keep(KeptGame(f"game{number}", "", outline()))
    async with store.writing() as connection:
        lost = GAMES.c.id.in_(("game0", "game1", "game2", "game4"))
        await connection.execute(GAMES.update().where(lost).values(summary="{"))
    for most in (1, 2, 3):
        found = await store.section(RatingStore).unrated(most)
        assert [game.id for game in found] == ["game3", "game5"][:most]
    await store.close()


async def test_deleted_person_gets_no_rating_again_and_others_do(tmp_path: Path) -> None:
    database, clock = str(tmp_path / "games.db"), FakeClock()
    record = format_record(Game.new(seed=1).record())

    async def nothing_of(store: Store, person: str) -> None:
        assert await store.section(RatingStore).known([person]) == {}
        assert await store.section(RatingStore).course(Key("2x2", person)) == []

    store = await Store.open(database)
    ratings = Ratings(store)
    for person in "abc":
        await store.section(SessionStore).welcome(clock, person)
    await store.section(GameStore).keep(KeptGame("one", record, outline()))
    await ratings.catch_up()
    assert set(await store.section(RatingStore).known("ab")) == {
        Key("2x2", "a"),
        Key("2x2", "b"),
    }
    await store.section(GameStore).keep(KeptGame("two", record, outline()))
    await store.section(PersonalData).forget({"a"}, FORGET_PEOPLE)
    left = outline(people="bc", left=("a",))  # which continued without the person who left
    await store.section(GameStore).keep(KeptGame("three", record, left))
    (own,) = await ratings.of("b")
    assert own.games == 3
    await nothing_of(store, "a")
    await store.section(GameStore).keep(KeptGame("four", record, outline(people="bc")))
    await asyncio.gather(
        ratings.catch_up(), store.section(PersonalData).forget({"c"}, FORGET_PEOPLE)
    )
    await nothing_of(store, "c")
    await store.close()

    assert await asyncio.to_thread(administration.rate_anew, database) == 4
    store = await Store.open(database)
    (own,) = await Ratings(store).of("b")
    assert own.games == 4
    for person in "ac":
        await nothing_of(store, person)
    await store.close()
