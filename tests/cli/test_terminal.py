"""The terminal program, used with keyboard and mouse."""

from pathlib import Path

import pytest
from msgspec import structs
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.screens import StartScreen, TableScreen
from spadille.cli.play.screens.question import HintScreen, QuestionScreen, SaveScreen
from spadille.cli.play.screens.sheets import HelpScreen, ScoreSheetScreen
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets import ChoicePad, HandRow, PushButton
from spadille.game import Play, Preset, Rules, presets
from spadille.notation import load_game
from support.keyboard import do, play_to_end, reach_table, table_of
from support.terminal import (
    cards_on,
    click_card,
    middle_of,
    my_turn,
    on_screen,
    prompt,
    reach_start,
    until_drawn,
    use,
)


@pytest.mark.parametrize(
    ("preset", "level", "lang", "size"),
    [
        ("standard", "random", "en", (160, 45)),
        ("puzzle-pirates", "random", "de", (100, 30)),
        ("gold-blue", "random", "de", (80, 24)),
        ("two-player", "beginner", "en", (80, 24)),
    ],
)
def test_whole_game_is_playable_by_keyboard(
    preset: str, level: str, lang: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """To the usual end, or to the end after two rounds."""
    file = tmp_path / "game.txt"
    usual = presets()[preset]
    short = structs.replace(usual, rules=usual.rules.with_options({"end.max_rounds": 2}))

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await play_to_end(app, pilot)
        game = table.game.game
        assert game.outcome is not None
        heading = str(app.screen.query_one(".heading", Static).content)
        assert Voice(lang).say(game.outcome.reason) in heading
        await pilot.press("s")
        assert isinstance(app.screen, SaveScreen)
        app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        assert load_game(file.read_text()).outcome == game.outcome
        while not isinstance(app.screen, ScoreSheetScreen):
            await pilot.pause()
        await pilot.press("q")

    use(steps, short, level, lang=lang, size=size, seed="13")


def test_start_page_asks_for_missing_choices() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert app.screen.query_one("#rules", OptionList).option_count == len(presets())
        app.screen.query_one("#rules").focus()
        await pilot.press("down", "enter", "up", "enter", "enter")
        await reach_table(app, pilot)
        game = table_of(app).game
        assert (game.preset.name, game.level) == (list(presets())[1], "beginner")

    use(steps, preset=None, level=None)


def test_start_page_uses_given_choices() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        await pilot.press("enter")
        await reach_table(app, pilot)
        game = table_of(app).game
        assert (game.preset.name, game.level) == (next(iter(presets())), "beginner")

    use(steps, preset=None, level="beginner")


def test_quit_keys_ask_and_escape_returns_to_the_table() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        for key in ("f10", "ctrl+q", "ctrl+c", "escape", "q"):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, QuestionScreen), key
            await pilot.press("escape")
            assert isinstance(app.screen, TableScreen), key
        await pilot.press("f10")
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert app._exit

    use(steps)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_quit_key_pressed_twice_leaves_at_once(key: str) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        for _ in range(2):
            await pilot.press(key)
            await pilot.pause()
        assert app._exit

    use(steps)


def test_help_and_score_sheet_open_and_close() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        for key, page in (("f1", HelpScreen), ("f2", ScoreSheetScreen)):
            await pilot.press(key)
            assert isinstance(app.screen, page)
            await pilot.press("escape")
            assert isinstance(app.screen, TableScreen)

    use(steps)


def test_illegal_card_is_rejected_with_a_sentence() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while True:
            view = table.game.view
            legal = {action.card for action in view.options.actions if isinstance(action, Play)}
            illegal = sorted(set(view.hand or ()) - legal)
            if view.to_act == view.seat and illegal:
                break
            await pilot.press("enter")
        before = table.game.game
        await click_card(illegal[0], table, pilot)
        assert table.game.game == before
        assert any(part in prompt(table) for part in ("must follow", "not broken"))
        await pilot.press("enter")
        assert table.game.game != before

    use(steps)


def test_card_is_played_with_the_mouse() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        played = next(iter(table.game.view.options))
        assert isinstance(played, Play)
        await click_card(played.card, table, pilot)
        assert played.card not in (table.game.view.hand or ())

    use(steps)


def test_shown_keys_work_in_lower_and_upper_case() -> None:
    """Keys work as shown on the buttons, and as a keyboard with Caps Lock sends them."""

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.press("Q")
        await pilot.pause()
        assert "Stay  S" in on_screen(app)
        await pilot.press("S")
        await pilot.pause()
        assert app.screen is table
        before = table.game.game
        table._flow._pace = 1000  # the bots wait forever
        await do(table.game.view.options.actions[0], table, pilot)
        await pilot.press("U")
        await pilot.pause()
        assert table.game.game == before

    use(steps)


def test_bid_is_typed_or_reached_by_arrows() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        pad = table.query_one(ChoicePad)
        for keys, label in (
            (["1"], "1"),
            (["3"], "13"),
            (["left"], "12"),
            (["up"], "7"),
            (["9"], "9"),
        ):
            await pilot.press(*keys)
            assert pad.choices[pad._cursor].label == label
        await pilot.press("enter")
        bid = table.game.view.bids[table.game.me]
        assert bid is not None
        assert bid.tricks == 9

    use(steps)


def test_draw_for_the_deal_is_shown() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        while not cards_on(app):
            await pilot.pause()
        assert cards_on(app) == set(table_of(app).game.view.drawn_for_deal)

    use(steps)


@pytest.mark.parametrize("preset", presets())
def test_hidden_cards_are_never_on_the_screen(preset: str) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        bot = load("beginner")
        while len(table.game.game.results) < 1:
            view = table.game.view
            if view.to_act == view.seat:
                await do(bot.act(view), table, pilot)
            await pilot.pause()
            view = table.game.view
            seen = {card for trick in view.tricks for card in trick.cards}
            seen |= set(view.hand or ()) | set(view.trick.cards if view.trick else ())
            seen |= set(view.offered)
            seen |= set(view.drawn_for_deal)
            assert cards_on(app) <= seen

    use(steps, preset, "beginner")


def test_plain_terminal_shows_plain_characters_only() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.pause()
        for key in ("", "f1", "escape", "f2"):
            if key:
                await pilot.press(key)
            text = "".join(
                segment.text
                for strip in app.screen._compositor.render_strips()
                for segment in strip
            )
            assert text.isascii(), {char for char in text if not char.isascii()}
        assert table.game.view.hand

    use(steps, symbols=False)


def test_equal_seeds_give_equal_games() -> None:
    hands = []

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        hands.append((table.game.view.hand, table.game.view.bids))

    use(steps, seed="a")
    use(steps, seed="a")
    use(steps, seed="b")
    assert hands[0] == hands[1] != hands[2]


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("mine")

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        app.push_screen(SaveScreen("record", str(file), Voice()))
        await pilot.pause()
        await pilot.press("enter")
        assert "already exists" in str(app.screen.query_one("#note", Static).content)
        app.screen.query_one(Input).value = str(tmp_path / "no" / "folder.txt")
        await pilot.press("enter")
        assert "cannot be written" in str(app.screen.query_one("#note", Static).content)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)

    use(steps)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45), (200, 60)])
def test_every_card_of_the_hand_is_visible_and_clickable(size: tuple[int, int]) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        await pilot.pause()
        hand = set(table.game.view.hand or ())
        assert cards_on(app) >= hand
        row = table.query_one(HandRow)
        assert len({middle_of(card, row) for card in hand}) == 13
        assert all(0 <= middle_of(card, row)[0] < size[0] for card in hand)

    use(steps, size=size)


async def hint_page(app: SpadilleApp, pilot: Pilot[None], key: str) -> HintScreen:
    """Return the page that a key opens once the coach has finished thinking."""
    await pilot.press(key)
    while True:
        page: object = app.screen
        if isinstance(page, HintScreen) and page.focused:
            await pilot.pause()
            return page
        await pilot.pause(0.01)


def test_coach_shows_an_action_and_a_reason() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        before = table.game.game
        page = await hint_page(app, pilot, "f4")
        assert str(page.query_one("#why", Static).content).endswith(".")
        assert page.query("#weighed")
        await pilot.press("escape")
        assert table.game.game is before
        await hint_page(app, pilot, "h")
        await pilot.press("d")
        await pilot.pause()
        assert table_of(app) is table
        assert table.game.game.events[len(before.events)].seat == table.game.me

    use(steps, "standard", lang="de")


def test_undo_takes_back_one_decision_at_a_time() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        assert not table.game.may_undo
        at_bid = table.game.game
        await pilot.press("u")
        assert table.game.game is at_bid
        table = await my_turn(app, pilot, "play")
        at_card = table.game.game
        await do(load("beginner").act(table.game.view), table, pilot)
        await pilot.press("f5")
        await pilot.pause()
        assert table.game.game == at_card
        await pilot.press("f5")
        await pilot.pause()
        assert table.game.game == at_bid
        assert not table.game.may_undo
        # bots decide the same way each time
        assert (await my_turn(app, pilot, "play")).game.game == at_card

    standard = presets()["standard"]
    use(steps, structs.replace(standard, rules=standard.rules.with_options({"nil.blind": False})))


def test_control_characters_in_names_are_not_printed() -> None:
    steering = "\x1b[2J\x9b2J\u202e[red]"
    names = {"table.side_names": (f"{steering}We", f"{steering}They")}
    strange = Preset("strange", {"en": steering}, {"en": steering}, "", Rules().with_options(names))
    seen = []

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_start(app, pilot)
        seen.append(on_screen(app))
        app.screen.query_one("#start", PushButton).action_press()
        await reach_table(app, pilot)
        await until_drawn(app, pilot)
        seen.append(on_screen(app))
        await pilot.press("f2")
        await until_drawn(app, pilot)
        seen.append(on_screen(app))

    use(steps, strange, level=None)
    for page in seen:
        assert "[2J2J[red]" in page
        assert not {"\x1b", "\x9b", "\u202e"} & set(page)
    assert "[2J 2J[red]They" in seen[-1]
