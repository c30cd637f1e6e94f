"""Ratings: which games count, what becomes of all who played, and who is in the list."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille.bots import Rating, after_game
from spadille.server.finished.games import KeptGame, Outline, finished_game
from spadille.server.messages.protocol import Sit, Stand, Start
from spadille.server.ratings.counting import rated_after, result_of
from spadille.server.ratings.rating import FEWEST_GAMES, Ratings
from spadille.server.refusals import RefusedError
from spadille.server.store import administration
from spadille.server.store.ratings import Key, Rated
from spadille.server.store.store import Store
from support.tabletop import ANN, BEN, CYD, FakeClock, Room, run

PAIRS = ((0, 2), (1, 3))


def outline(winner: int | None = 0, people: Sequence[str] = "ab", **fields: Any) -> Outline:
    """A game of two sides, at whose seats sit those people, bots at the others."""
    count = sum(map(len, fields.get("sides", PAIRS)))
    seats = {
        "titles": {"en": "Standard", "de": "Standard"},
        "names": ("N", "E", "S", "W"),
        "sides": PAIRS,
        "side_names": (),
        "rounds": 4,
        "events": 99,
        "scores": (300, 520),
        "over": True,
        "winner": winner,
        "people": (*people, *("",) * (count - len(people))),
        "levels": (None,) * len(people) + ("expert",) * (count - len(people)),
    }
    return Outline(**{**seats, **fields})


def test_who_wins_rises_and_a_level_at_both_sides_stays_where_it_was() -> None:
    changed = rated_after([outline()] * 3, {})
    ann, ben, bot = (changed[Key("2x2", who)] for who in ("a", "b", "bot/expert"))
    assert ann.rating.mu > 25 > ben.rating.mu
    assert (ann.games, ann.won, ben.games, ben.won) == (3, 3, 3, 0)
    assert abs(bot.rating.mu - 25) < 0.5
    assert bot.rating.sigma < ben.rating.sigma < 25 / 3


def test_a_game_of_two_is_the_same_as_in_the_arena() -> None:
    """One implementation: people only may have changed a little from one game to the next."""
    two = outline(0, "ab", sides=((0,), (1,)), scores=(9, 1), levels=(None,) * 2)
    changed = rated_after([two], {})
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
def test_what_is_not_between_people_as_they_sat_down_is_not_rated(game: Outline) -> None:
    assert result_of(game) is None
    assert rated_after([game], {}) == {}


def test_places_are_those_of_the_scores_where_nobody_has_won() -> None:
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


def test_leaving_is_no_losing() -> None:
    changed = rated_after([outline(left=("c",))], {})
    assert changed[Key("2x2", "c")] == Rated(left=1)
    alone = outline(people="a", left=("b",))
    assert rated_after([alone], {}) == {Key("2x2", "b"): Rated(left=1)}


def test_a_finished_game_tells_who_went_away_and_did_not_come_back() -> None:
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


def test_the_list_has_bots_and_those_who_want_and_can_be_made_anew(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    clock = FakeClock()

    async def played() -> Any:
        store = await Store.open(database)
        for name in ("Ann", "Ben"):
            await store.accounts.add(clock, name[0].lower(), name, "a digest")
        await store.accounts.show("a", shown=True)
        for number in range(FEWEST_GAMES):
            await store.games.keep(KeptGame(f"game{number}", "", outline(number % 3 and 1)))
        return await told(store)

    async def told(store: Store) -> Any:
        ratings = Ratings(store)
        board = await ratings.board(None)
        assert [(one.name, one.bot) for one in board.ranked] in (
            [("expert", True), ("Ann", False)],
            [("Ann", False), ("expert", True)],
        )
        assert (board.family, board.families) == ("2x2", ("2x2",))
        with pytest.raises(RefusedError, match="nobody"):
            await ratings.board("9x9")
        (own,) = await ratings.of("b")
        assert (own.games, own.won, own.left) == (FEWEST_GAMES, 3, 0)
        await store.close()
        return board, own

    async def again() -> None:
        assert await told(await Store.open(database)) == before[0]

    before: list[Any] = []

    async def main() -> None:
        before.append(await played())

    run(main)
    assert administration.rate_anew(database) == FEWEST_GAMES
    run(again)


def test_ratings_do_not_depend_on_how_many_games_are_rated_at_once() -> None:
    games = [outline(number % 2, left=("c",) * (number == 3)) for number in range(6)]
    together = rated_after(games, {})
    known: dict[Key, Rated] = {}
    for game in games:
        known |= rated_after([game], known)
    assert known == together
    assert structs.asdict(known[Key("2x2", "a")])["games"] == 6
