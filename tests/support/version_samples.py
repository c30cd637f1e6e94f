"""The files of one version, kept for all later versions in `tests/versions/X.Y.Z`.

PYTHONPATH=src:tests python -m support.version_samples     writes the samples of this version
"""

import asyncio
import json
import re
import sqlite3
import tempfile
from pathlib import Path
from random import Random
from typing import Any, get_args

from spadille import __version__
from spadille.game import Game, Rules, presets
from spadille.notation import format_record
from spadille.notation.rule_codes import write_code
from spadille.server.store.store import Store
from spadille.table.protocol import VERSION, ClientMessage
from support.protocol_pages import examples
from support.tabletop import Room

ROOT = Path(__file__).parents[2]
VERSIONS = ROOT / "tests" / "versions"
RECORDS = ("standard", "two-player", "jokers", "puzzle-pirates")
SHORT = {"end.max_rounds": 2}
HOUSE = """\
title.en = "Friday night"
title.de = "Freitagabend"

[play]
lead_spades = "any"

[end]
target = 300
floor = "none"
"""


def write(folder: Path) -> None:
    """Write a sample of everything that people keep."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RECORDS:
        text = format_record(_game(Rules.preset(name).with_options(SHORT)).record())
        (folder / f"{name}.spades").write_text(text, encoding="utf-8")
    told = {name: preset.rules.options() for name, preset in presets().items()}
    (folder / "presets.json").write_text(json.dumps(told, indent=0), encoding="utf-8")
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    code = write_code("jokers", {"end.target": 250, "end.floor": -250}, "Our rules")
    (folder / "code.txt").write_text(code, encoding="utf-8")
    (folder / "games.sql").write_text(_database(), encoding="utf-8")
    (folder / "protocol.json").write_text(json.dumps(protocol(), indent=0), encoding="utf-8")


def protocol() -> dict[str, Any]:
    """Return the fields of all messages, the words they may contain, and the client's messages."""
    types = (ROOT / "web" / "src" / "generated" / "protocol.ts").read_text(encoding="utf-8")
    kinds = re.findall(r"^export interface (\w+) \{\n(.*?)^\}", types, re.MULTILINE | re.DOTALL)
    words = re.findall(r'^export type (\w+) = ("[^;]*);', types, re.MULTILINE)
    sent = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    return {
        "version": VERSION,
        "fields": {kind: re.findall(r"readonly (\w+)", fields) for kind, fields in kinds},
        "words": {name: re.findall(r'"([^"]+)"', told) for name, told in words},
        "requests": [each for each in examples() if each.get("type") in sent],
    }


def _game(rules: Rules) -> Game:
    chooser = Random(1)
    game = Game.new(
        rules, seed=1, players=("Ann", "Ben", "Cyd", "Dan", "Eve", "Flo")[: rules.players]
    )
    while not game.over:
        game = game.apply(chooser.choice(list(game.legal_actions())))
    return game


def _database() -> str:
    """Return a finished game and one in mid-trick, as SQL statements."""
    over, running = (Room(options=SHORT) for _ in range(2))
    over.play_until(lambda table: table.status == "over")
    running.play_until(lambda table: table.game is not None and table.game.phase == "play")
    for _ in range(6):
        running.step()

    async def store(path: Path) -> None:
        games = await Store.open(str(path))
        await games.add({"over": over.events, "running": running.events})
        await games.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        asyncio.run(store(path))
        database = sqlite3.connect(path)
        statements = "\n".join(database.iterdump())
        database.close()
    return statements + "\n"


if __name__ == "__main__":
    write(VERSIONS / __version__)
