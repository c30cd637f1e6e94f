"""The terminal program, played by keyboard and mouse."""

import asyncio
import sys
import time

from cli.keyboard import play_to_end
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.words import Words
from spadille.game import presets


async def run(name):
    app = SpadilleApp(preset=presets()[name], level="beginner", seed="3", words=Words(), pace=0)
    t = time.time()
    async with app.run_test(size=(80, 24)) as pilot:
        table = await play_to_end(app, pilot)
        print(name, len(table.game.game.results), table.game.game.outcome, time.time() - t)


if __name__ == "__main__":
    for n in sys.argv[1:] or presets():
        asyncio.run(run(n))
