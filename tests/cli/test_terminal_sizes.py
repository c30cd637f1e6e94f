"""The terminal program in small and large terminals."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.screens import TableScreen
from spadille.cli.play.widgets import HandRow, TrickArea
from support.keyboard import do
from support.terminal import my_turn, on_screen, reach_start, until_drawn, use
from support.terminal_rules import NO_BLIND, own

SMALL = ((60, 20), (79, 40), (120, 23))


async def resize(pilot: Pilot[None], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await pilot.pause()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_small_terminal_shows_needed_size_and_ignores_keys(lang: str) -> None:
    needed = {"en": "needs 80 columns and 24 rows", "de": "braucht 80 Spalten und 24 Zeilen"}[lang]

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        before = table.game.game
        for opens, closes in (("", ""), ("f1", "escape"), ("f2", "escape"), ("f10", "escape")):
            await pilot.press(*filter(None, [opens]))
            for size in SMALL:
                await resize(pilot, size)
                assert needed in on_screen(app)
                assert str(size[0]) in on_screen(app)
                await pilot.press("enter", "escape", "q", "f10")
                await pilot.click(offset=(20, 15))
            await resize(pilot, (80, 24))
            assert needed not in on_screen(app)
            await pilot.press(*filter(None, [closes]))
        assert app.screen is table
        assert table.game.game == before
        assert table.query_one(HandRow).has_focus
        await pilot.press("enter")
        assert table.game.game != before
        await resize(pilot, SMALL[0])
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app._exit

    use(steps, own(NO_BLIND), "beginner", lang=lang)


def test_key_hints_fit_80_columns() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while not (table.game.may_undo and table.game.view.options.aside):
            await do(table.game.view.options.actions[0], table, pilot)
            table = await my_turn(app, pilot, "play")
        await until_drawn(app, pilot)
        keys = "".join(on_screen(app).splitlines()[-2:])
        assert "F4 Tipp" in keys
        assert "F5 Zurück" in keys
        assert keys.rstrip().endswith("beanspruchen")

    use(steps, lang="de")


def test_prompt_after_news_fits_80_columns() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        await do(table.game.view.options.actions[0], table, pilot)
        while not table.game.may_undo:
            await pilot.pause()
        await pilot.press("f5")
        await until_drawn(app, pilot)
        words = " ".join(on_screen(app).split())
        assert "Deine Ansage: Wie viele Stiche gewinnst du?" in words

    use(steps, lang="de")


def test_small_terminal_on_start_page_keeps_focus() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        page = await reach_start(app, pilot)
        page.query_one("#rules", OptionList).focus()
        await resize(pilot, SMALL[0])
        await pilot.press("down", "enter")
        await resize(pilot, (80, 24))
        assert page.query_one("#rules", OptionList).highlighted == 0
        assert page.query_one("#rules", OptionList).has_focus

    use(steps, None, None)


@pytest.mark.parametrize(
    ("size", "hand", "trick"),
    [((80, 24), 5, 5), ((120, 40), 7, 7), ((200, 60), 13, 13)],
)
def test_cards_grow_with_the_terminal(size: tuple[int, int], hand: int, trick: int) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.pause()
        row = table.query_one(HandRow)
        assert {box.width for box in row._boxes()} == {hand}
        assert table.query_one(TrickArea).card_size[0] == trick

    use(steps, own(NO_BLIND), "beginner", size=size)


class Broken:
    """A custom bot that fails on its first card."""

    def __init__(self, seed: object = 0) -> None:
        pass

    def act(self, view: object) -> object:
        return "a card"


def test_bot_failure_is_reported_and_ends_the_game() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        while not app._notifications:
            await pilot.pause()
        (notice,) = app._notifications
        assert "cli.test_terminal_sizes:Broken failed in round 1" in notice.message
        await reach_start(app, pilot)
        assert not isinstance(app.screen, TableScreen)

    use(steps, own(NO_BLIND), "cli.test_terminal_sizes:Broken")
