"""The terminal program, used by keyboard and mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.clock import Clock, WallClock
from spadille.cli.play.local_game import LocalGame
from spadille.cli.play.preparing import Compilation, Preparation
from spadille.cli.play.screens import StartScreen, TableScreen
from spadille.cli.play.screens.question import QuestionScreen, SaveScreen
from spadille.cli.play.screens.sheets import HelpScreen, ScoreSheetScreen
from spadille.cli.play.setting import Setting
from spadille.cli.play.shelf import Shelf
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets import ChoicePad, HandRow
from spadille.game import BLIND_NIL, PACK, Card, Pass, Play, Preset, Swap, presets
from spadille.notation import load_record
from support.keyboard import do, play_to_end, reach_table, table_of
from support.stepped_clock import SteppedClock

Steps = Callable[[SpadilleApp, Pilot[None]], Awaitable[None]]


def use(  # noqa: PLR0913 - what the command line may say
    steps: Steps,
    preset: str | Preset | None = "standard",
    level: str | None = "random",
    *,
    seed: str = "1",
    lang: str = "en",
    symbols: bool = True,
    size: tuple[int, int] = (80, 24),
    clock: Clock | None = None,
    pace: float = 0,
    shelf: Shelf | None = None,
    preparation: Preparation | None = None,
) -> None:
    """Starts the program and takes `steps`; bots do not pause unless told to."""

    async def run() -> None:
        setting = Setting(
            preset=presets()[preset] if isinstance(preset, str) else preset,
            level=level,
            seed=seed,
            voice=Voice(lang, symbols=symbols),
            pace=pace,
            clock=clock or WallClock(),
            shelf=shelf,
            preparation=preparation or Compilation(),
        )
        app = SpadilleApp(setting)
        async with app.run_test(size=size) as pilot:
            await steps(app, pilot)
            # The game must not go on while the page it is shown on is taken down.
            app.workers.cancel_all()

    asyncio.run(run())


async def my_turn(app: SpadilleApp, pilot: Pilot[None], phase: str) -> TableScreen:
    """Goes on as a bot decides until it is the person's turn in a phase of the round."""
    await reach_table(app, pilot)
    table = table_of(app)
    bot = load("beginner")
    while True:
        view = table.game.view
        if view.to_act == view.seat and view.phase == phase and view.hand is not None:
            return table
        if view.to_act == view.seat:
            await do(bot.act(view), table, pilot)
        await pilot.pause()


def prompt(table: TableScreen) -> str:
    return str(table.query_one("#prompt", Static).content)


@pytest.mark.parametrize(
    ("preset", "level", "lang", "size"),
    [
        ("standard", "random", "en", (160, 45)),
        ("puzzle-pirates", "random", "de", (100, 30)),
        ("gold-blue", "random", "de", (80, 24)),
        ("two-player", "beginner", "en", (80, 24)),
    ],
)
def test_a_whole_game_by_keyboard(
    preset: str, level: str, lang: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """To the usual end, or to that of two rounds."""
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
        assert load_record(file.read_text()).outcome == game.outcome
        while not isinstance(app.screen, ScoreSheetScreen):
            await pilot.pause()
        await pilot.press("q")

    use(steps, short, level, lang=lang, size=size, seed="13")


def test_the_first_page_asks_for_what_is_not_given() -> None:
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


def test_the_first_page_takes_what_is_given() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        await pilot.press("enter")
        await reach_table(app, pilot)
        game = table_of(app).game
        assert (game.preset.name, game.level) == (next(iter(presets())), "beginner")

    use(steps, preset=None, level="beginner")


def test_leaving_asks_first_and_any_way_out_leads_back_to_the_table() -> None:
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
def test_who_insists_leaves_at_once(key: str) -> None:
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


def test_an_illegal_card_is_refused_with_a_sentence() -> None:
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


async def click_card(card: Card, table: TableScreen, pilot: Pilot[None]) -> None:
    hand = table.query_one(HandRow)
    await pilot.click(hand, offset=hand.middle_of(card))


def test_a_card_is_played_with_the_mouse() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        played = next(iter(table.game.view.options))
        assert isinstance(played, Play)
        await click_card(played.card, table, pilot)
        assert played.card not in (table.game.view.hand or ())

    use(steps)


def test_a_bid_is_typed_or_moved_to() -> None:
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
            assert pad.choice is not None
            assert pad.choice.label == label
        await pilot.press("enter")
        bid = table.game.view.bids[table.game.me]
        assert bid is not None
        assert bid.tricks == 9

    use(steps)


def test_cards_lie_face_down_until_they_are_looked_at() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.to_act != table.game.me:
            await pilot.pause()
        await pilot.pause()
        assert not cards_on(app)
        await pilot.press("l")
        assert cards_on(app) == set(table.game.view.hand or ())

    use(steps, "gold-blue")


def test_who_may_bid_blind_is_asked_once_and_a_slip_bids_nothing() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.to_act != table.game.me:
            if clock.asleep:
                assert not table.query_one(ChoicePad).choices
                await pilot.press("enter", "b")
                assert table.game.view.hand is None, "nobody has been asked yet"
                clock.go_on(1)
            await pilot.pause()
        await pilot.pause()
        assert len(table.query_one(ChoicePad).choices) == 2
        await pilot.press("b")
        assert table.game.view.bids[table.game.me] is None
        await pilot.press("enter")
        assert table.game.view.bids[table.game.me] == BLIND_NIL

    use(steps, with_exchange(), "beginner", seed=seed_where_i_bid_last(), clock=clock, pace=1)


def test_cards_may_be_looked_at_before_the_turn_comes() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.phase != "bidding":
            await pilot.pause()
            clock.go_on(1)
        assert table.game.view.to_act != table.game.me
        await pilot.press("l")
        assert table.game.view.hand is not None

    use(steps, with_exchange(), "beginner", seed=seed_where_i_bid_last(), clock=clock, pace=1)


def seed_where_i_bid_last() -> str:
    """A seed with which the person deals."""
    for seed in map(str, range(100)):
        game = LocalGame(with_exchange(), "random", seed, SteppedClock())
        while game.waits_for_chance:
            game.let_chance_act()
        if game.game.dealer == game.me:
            return seed
    raise AssertionError("the person never deals")


def test_the_draw_for_the_deal_is_shown() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        while not cards_on(app):
            await pilot.pause()
        assert cards_on(app) == set(table_of(app).game.view.drawn_for_deal)

    use(steps)


@pytest.mark.parametrize("preset", presets())
def test_no_hidden_card_is_ever_on_the_screen(preset: str) -> None:
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


def cards_on(app: SpadilleApp) -> set[Card]:
    """Every card whose index is anywhere on the screen."""
    voice = Voice()
    lines = [
        "".join(segment.text for segment in strip)
        for strip in app.screen._compositor.render_strips()
    ]
    text = "\n".join(lines).replace("10", "T")
    return {card for card in PACK if voice.card(card).replace("10", "T") in text}


def test_a_plain_terminal_gets_plain_characters_only() -> None:
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


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("mine")

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        app.push_screen(SaveScreen("record", str(file), Voice()))
        await pilot.pause()
        await pilot.press("enter")
        assert "exists already" in str(app.screen.query_one("#note", Static).content)
        app.screen.query_one(Input).value = str(tmp_path / "no" / "folder.txt")
        await pilot.press("enter")
        assert "cannot be written" in str(app.screen.query_one("#note", Static).content)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)

    use(steps)
    assert file.read_text() == "mine"


def with_exchange(**options: object) -> Preset:
    """The rules of Puzzle Pirates, with a blind nil for everybody from the first round."""
    preset = presets()["puzzle-pirates"]
    rules = preset.rules.with_options({"nil.blind_deficit": 0, **options})
    return structs.replace(preset, rules=rules)


async def bid_blind_nil(app: SpadilleApp, pilot: Pilot[None]) -> TableScreen:
    await reach_table(app, pilot)
    table = table_of(app)
    while table.game.view.to_act != table.game.me:
        await pilot.pause()
    await pilot.pause()
    await pilot.press("b", "enter")
    return table


async def until_marking(table: TableScreen, pilot: Pilot[None]) -> None:
    while table.game.view.options.choose is None:
        await pilot.pause()
    await pilot.pause()


def test_cards_are_marked_and_given_to_the_partner() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        await until_marking(table, pilot)
        hand = table.game.view.hand
        assert hand is not None
        await do(Pass((hand[0], hand[5])), table, pilot)
        given = table.game.view.given
        assert given == (hand[0], hand[5])
        while table.game.view.phase != "play":
            await pilot.pause()
        assert len(table.game.view.received) == 2

    use(steps, with_exchange(), "beginner")


def marks(table: TableScreen) -> int:
    return len(table.query_one(HandRow).marked)


def test_a_wrong_number_of_cards_is_refused_and_marks_stay() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        await until_marking(table, pilot)
        await pilot.press("right", "space", "enter")
        assert "give 2 cards" in prompt(table)
        assert marks(table) == 1
        await pilot.press("down")
        assert marks(table) == 0
        await pilot.press("k")
        assert table.game.view.given == ()
        assert table.game.view.options.choose is None

    use(steps, with_exchange(), "beginner")


def test_the_partner_of_a_nil_gives_back_as_many() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "exchange")
        hand = table.game.view.hand
        assert hand is not None
        assert len(hand) == 15
        await click_card(hand[0], table, pilot)
        await click_card(hand[14], table, pilot)
        assert table.query_one(HandRow).marked == (hand[0], hand[14])
        await pilot.press("g")
        assert table.game.view.given == (hand[0], hand[14])

    seed = seed_with_nil_of_partner()
    use(steps, with_exchange(**{"exchange.nil_cards": 2}), "random", seed=seed)


def seed_with_nil_of_partner() -> str:
    """A seed with which a random partner bids nil and gives two cards."""
    for seed in map(str, range(200)):
        rules = with_exchange(**{"exchange.nil_cards": 2})
        game = LocalGame(rules, "random", seed, SteppedClock())
        bot = load("beginner")
        while game.game.phase in {"draw", "deal", "bidding", "exchange"}:
            choose = game.view.options.choose
            if choose is not None and choose.sizes == (2,):
                return seed
            if game.waits_for_chance:
                game.let_chance_act()
            elif game.bot_to_act is not None:
                game.act_for(game.bot_to_act, game.decision(game.bot_to_act))
            else:
                game.act(bot.act(game.view))
    raise AssertionError("no partner ever bids nil")


def test_a_double_nil_of_two_players_swaps_cards() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        bot = load("beginner")
        while table.game.view.phase == "draft":
            if table.game.view.to_act == table.game.me:
                await do(bot.act(table.game.view), table, pilot)
            await pilot.pause()
        await until_marking(table, pilot)
        hand = table.game.view.hand
        assert hand is not None
        await do(Swap(hand[-3:]), table, pilot)
        while not table.game.view.received:
            await pilot.pause()
        assert table.game.view.given == hand[-3:]
        assert len(table.game.view.received) == 3

    use(steps, "two-player", "beginner")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45), (200, 60)])
def test_every_card_of_the_hand_can_be_seen_and_clicked(size: tuple[int, int]) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        await pilot.pause()
        hand = set(table.game.view.hand or ())
        assert cards_on(app) >= hand
        row = table.query_one(HandRow)
        assert len({row.middle_of(card) for card in hand}) == 13
        assert all(0 <= row.middle_of(card)[0] < size[0] for card in hand)

    use(steps, size=size)
