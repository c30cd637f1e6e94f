"""The terminal program, run and inspected."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.widgets import Static

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.local_game import Clock
from spadille.cli.play.preparing import Preparation
from spadille.cli.play.screens import StartScreen, TableScreen
from spadille.cli.play.setting import Setting
from spadille.cli.play.shelf import Shelf
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets import HandRow
from spadille.game import PACK, Card, Preset, presets
from support.keyboard import do, reach_table, table_of

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
    """Run the program and take `steps`; by default bots do not pause."""

    async def run() -> None:
        setting = Setting(
            preset=presets()[preset] if isinstance(preset, str) else preset,
            level=level,
            seed=seed,
            voice=Voice(lang, symbols=symbols),
            pace=pace,
            clock=clock or Clock(),
            shelf=shelf,
            preparation=preparation or Preparation(),
        )
        app = SpadilleApp(setting)
        async with app.run_test(size=size) as pilot:
            await steps(app, pilot)
            # The game must not continue while its page is being removed.
            app.workers.cancel_all()

    asyncio.run(run())


async def reach_start(app: SpadilleApp, pilot: Pilot[None]) -> StartScreen:
    while not isinstance(app.screen, StartScreen):
        await pilot.pause()
    await until_drawn(app, pilot)
    return app.screen


async def until_drawn(app: SpadilleApp, pilot: Pilot[None]) -> None:
    """Wait until the page is drawn: on a busy machine it may exist while it is still empty."""
    await pilot.pause()
    while not on_screen(app).strip():
        await pilot.pause()


async def my_turn(app: SpadilleApp, pilot: Pilot[None], phase: str) -> TableScreen:
    """Continue with a bot's decisions until it is the person's turn in a phase of the round."""
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


def on_screen(app: SpadilleApp) -> str:
    """Return everything on the screen."""
    return "\n".join(
        "".join(segment.text for segment in strip)
        for strip in app.screen._compositor.render_strips()
    )


def cards_on(app: SpadilleApp) -> set[Card]:
    """Return every card whose index appears anywhere on the screen."""
    voice = Voice()
    text = on_screen(app).replace("10", "T")
    return {card for card in PACK if voice.card(card).replace("10", "T") in text}


def told(app: SpadilleApp) -> str:
    """Return the text of all notices."""
    return " ".join(notice.message for notice in app._notifications)


async def click_card(card: Card, table: TableScreen, pilot: Pilot[None]) -> None:
    hand = table.query_one(HandRow)
    await pilot.click(hand, offset=middle_of(card, hand))


def middle_of(card: Card, hand: HandRow) -> tuple[int, int]:
    """Return the position of a card in the player's hand, for a click."""
    box = hand._boxes()[hand._cards.index(card)]
    return box.x + box.width // 2 + hand.styles.padding.left, box.y + box.height // 2
