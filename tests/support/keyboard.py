"""Plays the terminal program by keyboard, as a bot decides."""

from textual.pilot import Pilot

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.screens import QuestionScreen, TableScreen
from spadille.cli.play.screens.sheets import ScoreSheetScreen
from spadille.cli.play.widgets import HandRow
from spadille.game import (
    BLIND_NIL,
    Adjust,
    Agree,
    Award,
    Bid,
    Card,
    Cut,
    Discard,
    Keep,
    Look,
    NoTrump,
    Pass,
    Play,
    PlayerAction,
    Swap,
)


async def play_to_end(app: SpadilleApp, pilot: Pilot[None]) -> TableScreen:
    """Play until the last score sheet is shown; return the table below it."""
    await reach_table(app, pilot)
    table = table_of(app)
    bot = load("beginner")
    while not (isinstance(app.screen, ScoreSheetScreen) and table.game.game.over):
        view = table.game.view
        if app.screen is not table:
            await pilot.press("enter")
        elif view.to_act == view.seat:
            await do(bot.act(view), table, pilot)
        else:
            await pilot.pause()
    return table


def table_of(app: SpadilleApp) -> TableScreen:
    """Return the table, which must be the page on the screen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def reach_table(app: SpadilleApp, pilot: Pilot[None]) -> None:
    while not isinstance(app.screen, TableScreen):
        await pilot.pause()


async def do(action: PlayerAction, table: TableScreen, pilot: Pilot[None]) -> None:
    """Press the keys for the person's action."""
    match action:
        case Pass(cards=()) | Swap(cards=()):
            await pilot.press("k")
        case Pass(cards=cards) | Swap(cards=cards) | Discard(cards=cards):
            for card in cards:
                await go_to(card, table, pilot)
                await pilot.press("space")
            await pilot.press("enter")
        case Play(card=card, low=low):
            await go_to(card, table, pilot)
            await pilot.press("enter")
            if isinstance(pilot.app.screen, QuestionScreen):
                await pilot.press("l" if low else "h")
        case _:
            await pilot.press(*keys_of(action, table))


def keys_of(  # noqa: C901 - one case each
    action: PlayerAction, table: TableScreen
) -> list[str]:
    """Return the keys for an answer."""
    match action:
        case Cut(at=at):
            return [str(max(4, at // 4 * 4)), "enter"]
        case Look():
            return ["l"]
        case Bid() if action == BLIND_NIL:
            return ["b", "enter"]
        case Bid(nil=True):
            return ["n"]
        case Bid(tricks=tricks):
            return [*str(tricks), "enter"]
        case Keep(which=which):
            return ["k" if which == "first" else "n"]
        case Adjust(by=0):
            return ["k"]
        case Adjust(by=by):
            bid = table.game.view.bids[table.game.me]
            assert bid is not None
            return [*str(bid.tricks + by), "enter"]
        case NoTrump(wanted=wanted):
            return ["w" if wanted else "s"]
        case Award(seat=seat):
            return [seat.letter.lower()]
        case Agree():
            return ["a"]
        case _:
            raise AssertionError(action)


async def go_to(card: Card, table: TableScreen, pilot: Pilot[None]) -> None:
    """Move to a card that is not marked yet."""
    hand = table.query_one(HandRow)
    for _ in range(40):
        if hand.card == card and hand._cursor not in hand._marked:
            return
        await pilot.press("right")
    raise AssertionError(f"{card} cannot be reached")
