"""Animated pictures of the running product: frames of a page or the terminal, with timings."""

import asyncio
from base64 import b64decode
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.setting import Setting
from spadille.cli.play.voice import Voice
from spadille.game import presets
from support.keyboard import do, reach_table, table_of
from support.stepped_clock import SteppedClock

RATE = 10
"""Frames per second, at most."""

PACE = 0.7
"""Seconds between the cards of bots in the terminal."""

THINKING = 1.2
"""Seconds before the player's bid or card in the terminal."""

END = 2.5
"""Seconds for which the last frame is shown."""

TERMINAL = (100, 30)
STEPS = 400


class Frame(NamedTuple):
    picture: bytes
    seconds: float


def film(page: Page, play: Callable[[], None]) -> list[Frame]:
    """Return the frames of a page while a person plays on it."""
    shots: dict[int, bytes] = {}
    camera = page.context.new_cdp_session(page)

    def take(shot: dict[str, Any]) -> None:
        shots[int(shot["metadata"]["timestamp"] * RATE)] = b64decode(shot["data"])
        camera.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})

    camera.on("Page.screencastFrame", take)
    camera.send("Page.startScreencast", {"format": "png"})
    play()
    camera.send("Page.stopScreencast")
    moments = sorted(shots)  # frames may come in any order
    ends = [*moments[1:], moments[-1] + round(END * RATE)]
    return [
        Frame(shots[moment], (end - moment) / RATE)
        for moment, end in zip(moments, ends, strict=True)
    ]


def play_in_the_terminal(tricks: int) -> list[tuple[str, float]]:
    """Return drawings of the terminal from the bids to that many tricks, each with its seconds."""
    return asyncio.run(_play_in_the_terminal(tricks))


async def _play_in_the_terminal(tricks: int) -> list[tuple[str, float]]:
    clock, bot = SteppedClock(), load("intermediate")
    app = SpadilleApp(
        Setting(
            preset=presets()["standard"],
            level="intermediate",
            seed="3",
            voice=Voice("en", symbols=True),
            pace=PACE,
            clock=clock,
        )
    )
    shots: list[tuple[str, float]] = []

    def show(seconds: float) -> None:
        drawing = app.export_screenshot()
        if shots and shots[-1][0] == drawing:
            seconds += shots.pop()[1]
        shots.append((drawing, seconds))

    async with app.run_test(size=TERMINAL) as pilot:
        await reach_table(app, pilot)
        table = table_of(app)
        for _ in range(STEPS):
            await pilot.pause()
            view = table.game.view
            if clock.asleep:
                show(PACE)
                clock.go_on(PACE)
            elif view.to_act == view.seat:
                if len(view.tricks) == tricks:
                    break
                show(THINKING)
                await do(bot.act(view), table, pilot)
        show(END)
        app.workers.cancel_all()
    return shots


def photographed(page: Page, drawings: Iterable[tuple[str, float]], width: int) -> list[Frame]:
    """Return drawings as a browser renders them, without fetching anything."""
    page.context.set_offline(offline=True)
    frames = []
    for drawing, seconds in drawings:
        style = f"body {{ margin: 0 }} svg {{ display: block; width: {width}px }}"
        page.set_content(f"<style>{style}</style>{drawing}")
        picture = page.locator("svg").first.screenshot(omit_background=True)
        frames.append(Frame(picture, seconds))
    return frames


def save(frames: list[Frame], file: Path, **how: Any) -> None:
    """Write frames as one picture that is animated in a loop."""
    first, *others = [Image.open(BytesIO(frame.picture)) for frame in frames]
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=[round(1000 * frame.seconds) for frame in frames],
        loop=0,
        minimize_size=True,
        **how,
    )
