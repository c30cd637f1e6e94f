"""The start page of the terminal program, and games that continue from there."""

import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from spadille.bots import LEVELS
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.screens import QuestionScreen, StartScreen, TableScreen
from spadille.cli.play.shelf import Shelf
from spadille.cli.play.voice import Voice, level_line
from spadille.game import Play, presets
from support.keyboard import reach_table, table_of
from support.local_games import begun
from support.terminal import my_turn, on_screen, reach_start, told, use


def kept(shelf: Shelf) -> int:
    return len(shelf.look_through().games)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("games", [0, 1, 9])
def test_start_page_fits_a_small_terminal(lang: str, games: int, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for _ in range(games):
        shelf.free_slot().keep(begun(presets()["standard"], 1))

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        page = await reach_start(app, pilot)
        page.query_one("#rules", OptionList).highlighted = list(presets()).index("puzzle-pirates")
        await pilot.pause()
        await pilot.pause()
        lines = on_screen(app).splitlines()
        voice = Voice(lang)
        for level in LEVELS:
            assert any(level_line(level, voice) in line for line in lines), level
        assert any(line[:40].strip() in {"Start", "Los"} for line in lines)
        timer = {"en": "Turn timer: 30 s", "de": "Zeit pro Zug: 30 s"}[lang]
        assert any(timer in line for line in lines), "the turn timer can be switched off"
        titles = [preset.title_in(lang) for preset in presets().values()]
        assert sum(line[:40].strip(" █▌") in titles for line in lines) >= 4

    use(steps, None, None, lang=lang, shelf=shelf)


def test_start_page_highlights_the_focused_part() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        page = await reach_start(app, pilot)
        assert page.focused is not None
        assert page.focused.id == "start"
        seen = []
        for key, part in (("up", "levels"), ("up", "levels"), ("shift+tab", "rules")):
            await pilot.press(key)
            assert page.focused.id == part
            seen.append(app.export_screenshot())
        assert len(set(seen)) == 3
        await pilot.press("end", "down")
        assert page.focused.id == "levels", "the arrows go on beyond the end of a list"

    use(steps, None, None)


def test_P16_start_page_turns_the_turn_timer_on_and_off() -> None:
    for presses, seconds in (([], 30), (["up", "enter", "down"], 0)):

        async def steps(
            app: SpadilleApp,
            pilot: Pilot[None],
            presses: list[str] = presses,
            seconds: int = seconds,
        ) -> None:
            page = await reach_start(app, pilot)
            page.query_one("#rules", OptionList).highlighted = list(presets()).index(
                "puzzle-pirates"
            )
            await pilot.pause()
            await pilot.press(*presses, "enter")
            await reach_table(app, pilot)
            assert table_of(app).game.game.rules.clock.turn_seconds == seconds

        use(steps, None, "random")


@pytest.mark.parametrize("way", ["f", "q", "killed"])
def test_saved_game_continues_where_the_player_left(way: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    left = []

    async def leave(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.press("enter")
        await my_turn(app, pilot, "play")
        left.append(table.game.game)
        if way == "killed":
            return
        await pilot.press("f10")
        await pilot.pause()
        await pilot.press(way)
        if way == "f":
            page = await reach_start(app, pilot)
            assert page.query_one("#kept", OptionList).option_count == 1
        else:
            await pilot.pause()
            assert app._exit

    async def come_back(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        await pilot.press("enter")
        await reach_table(app, pilot)
        table = table_of(app)
        assert table.game.game == left[0]
        assert (table.game.level, table.game.seed) == ("beginner", "3")
        await pilot.press("enter")
        while table.game.game == left[0]:
            await pilot.pause()
        assert any(
            isinstance(event.action, Play) and event.seat == table.game.me
            for event in table.game.game.events[len(left[0].events) :]
        )
        assert kept(shelf) == 1

    use(leave, "standard", "beginner", seed="3", shelf=shelf)
    use(come_back, None, None, seed="99", shelf=shelf)


def test_command_with_rules_and_level_keeps_the_saved_game(
    tmp_path: Path,
) -> None:
    shelf = Shelf(tmp_path)
    shelf.free_slot().keep(begun(presets()["standard"], 3))

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        assert table.game.preset.name == "solo"
        assert kept(shelf) == 2

    use(steps, "solo", "random", shelf=shelf)
    names = {label.preset for _, label in shelf.look_through().games}
    assert names == {"standard", "solo"}


def test_command_with_rules_focuses_a_new_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.free_slot().keep(begun(presets()["standard"], 3))

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        page = await reach_start(app, pilot)
        assert page.focused is not None
        assert page.focused.id == "start"
        assert "Standard, round 1, 0:0" in on_screen(app)
        await pilot.press("enter")
        await reach_table(app, pilot)
        assert table_of(app).game.preset.name == "solo"

    use(steps, "solo", None, shelf=shelf)
    assert kept(shelf) == 2


def test_saved_game_is_deleted_from_table_or_start_page(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for name in ("standard", "solo"):
        shelf.free_slot().keep(begun(presets()[name], 3))

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        for answer, left in (("k", 2), ("g", 1)):
            await pilot.press("delete")
            await pilot.pause()
            assert isinstance(app.screen, QuestionScreen)
            await pilot.press(answer)
            await pilot.pause()
            assert kept(shelf) == left
        await pilot.press("enter")
        await reach_table(app, pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("g")
        page = await reach_start(app, pilot)
        assert kept(shelf) == 0
        assert not page.query_one("#part-kept").display
        assert page.focused is not None
        assert page.focused.id == "start"

    use(steps, None, None, shelf=shelf)


def test_invalid_saved_game_is_reported_on_start_page(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.free_slot().keep(begun(presets()["standard"], 3))
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text() + "N: SA SA SA SA\n")  # detected when the game is opened
    (tmp_path / "empty.game").touch()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        assert "empty.unreadable" in told(app)
        await pilot.press("enter")
        page = await reach_start(app, pilot)
        while file.exists():
            await pilot.pause()
        page = await reach_start(app, pilot)
        assert f"{file.stem}.unreadable" in told(app)
        assert page.focused is not None
        assert page.focused.id == "start"

    use(steps, None, None, shelf=shelf)


def test_saved_game_with_missing_bot_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    shelf = Shelf(tmp_path / "play")
    game = begun(presets()["standard"], 3)
    game.level = "absent_bot:Absent"
    shelf.free_slot().keep(game)

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        await pilot.press("enter")
        while "its bot cannot play: cannot import absent_bot" not in told(app):
            await pilot.pause()
        assert kept(shelf) == 1
        bot = "from spadille.bots.beginner import Beginner\nclass Absent(Beginner): pass\n"
        (tmp_path / "absent_bot.py").write_text(bot)
        await reach_start(app, pilot)
        await pilot.press("enter")
        await reach_table(app, pilot)

    use(steps, None, None, shelf=shelf)


def test_game_that_cannot_be_saved_is_playable_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "play").write_text("a file where the folder should be")

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await my_turn(app, pilot, "play")
        assert "cannot be saved" in told(app)
        assert told(app).count("cannot be saved") == 1
        await pilot.press("f10")
        await pilot.pause()
        assert "cannot be saved" in on_screen(app)

    use(steps, "standard", "random", shelf=Shelf(tmp_path / "play"))


def test_finished_game_is_kept_until_its_sheet_is_closed(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    game = begun(presets()["short"], 10_000)
    assert game.game.over
    shelf.free_slot().keep(game)

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        await pilot.press("enter")
        while isinstance(app.screen, StartScreen | TableScreen):
            await pilot.pause()
        assert kept(shelf) == 1
        await pilot.press("a")
        await reach_start(app, pilot)
        assert kept(shelf) == 0

    use(steps, None, None, shelf=shelf)
