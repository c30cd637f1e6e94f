"""This version reads everything earlier versions wrote unchanged, and has its own samples."""

import json
import sqlite3
import tomllib
from pathlib import Path
from random import Random

import pytest

import release
from spadille import __version__, load_game
from spadille.game import Rules, parse_preset
from spadille.notation import format_record
from spadille.server.store.store import Store
from spadille.table.protocol import read_request
from spadille.table.rule_choice import RuleChoice, chosen_rules
from support.strategies import random_action
from support.version_samples import VERSIONS, protocol

SAMPLES = sorted(VERSIONS.iterdir())
CALLED_NOW = {
    "AddSalt": "AddClientSeed",
    "Again": "Rematch",
    "Continue": "NextRound",
    "NewDuplicate": "NewTeamMatch",
    "DuplicateInfo": "TeamMatchInfo",
    "DuplicateMade": "TeamMatchMade",
    "DuplicatePlace": "TeamMatchPlace",
    "DuplicateTable": "TeamMatchTable",
    "Finish": "AutoPlayRound",
    "GoOn": "Resume",
    "TeamLine": "DealScore",
}
"""New names of types, which only the documentation shows; their fields stay."""

each_version = pytest.mark.parametrize("sample", SAMPLES, ids=lambda folder: folder.name)


def test_current_version_has_samples() -> None:
    assert __version__ in {folder.name for folder in SAMPLES}
    assert set(release.versions().values()) == {__version__}


@pytest.mark.parametrize(
    "file",
    [file for folder in SAMPLES for file in sorted(folder.glob("*.spades"))],
    ids=lambda file: f"{file.parent.name} {file.stem}",
)
def test_old_record_replays_to_its_scores(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    game = load_game(text)
    assert game.over
    told = [
        line for line in format_record(game.record()).splitlines() if line.startswith("# after")
    ]
    assert told
    assert told == [line for line in text.splitlines() if line.startswith("# after")]


@each_version
def test_old_options_keep_their_names_and_values(sample: Path) -> None:
    for options in json.loads((sample / "presets.json").read_text(encoding="utf-8")).values():
        rules = json.loads(json.dumps(Rules().with_options(options).options()))
        assert {path: rules[path] for path in options} == options


@each_version
def test_old_rule_files_and_share_codes_are_read(sample: Path) -> None:
    text = (sample / "house.toml").read_text(encoding="utf-8")
    house = parse_preset(text, "house")
    assert house.title_in("de") == "Freitagabend"
    written = {name: part for name, part in tomllib.loads(text).items() if isinstance(part, dict)}
    asked = {f"{name}.{option}": said for name in written for option, said in written[name].items()}
    rules = house.rules.options()
    options = {path: said for path, said in asked.items() if path in rules}
    assert len(options) > 1
    assert {path: rules[path] for path in options} == options
    code = (sample / "code.txt").read_text(encoding="utf-8")
    _, chosen, title = chosen_rules(RuleChoice(code=code))
    assert (title, chosen.end.target) == ("Our rules", 250)


@each_version
def test_old_messages_keep_their_fields_and_words(sample: Path) -> None:
    """This holds while the protocol number stays the same: fields and words are only added."""
    then, now = json.loads((sample / "protocol.json").read_text(encoding="utf-8")), protocol()
    if then["version"] != now["version"]:
        return
    for what in ("fields", "words"):
        kept = now[what]
        gone = {
            name: set(of) - {*kept.get(CALLED_NOW.get(name, name), ())}
            for name, of in then[what].items()
        }
        assert {name: of for name, of in gone.items() if of} == {}
    assert len(then["requests"]) > 20
    for request in then["requests"]:
        assert read_request(json.dumps(request)).__struct_config__.tag == request["type"]


@each_version
async def test_old_database_games_continue(sample: Path, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "games.db")
    database.executescript((sample / "games.sql").read_text(encoding="utf-8"))
    database.close()
    store = await Store.open(str(tmp_path / "games.db"))
    over, running = await store.load("over"), await store.load("running")
    assert over is not None
    assert over.status == "over"
    assert running is not None
    game = running.game
    assert game is not None
    assert game.phase == "play"
    chooser = Random(1)
    while not game.results:
        seat = game.to_act
        assert seat is not None
        game = game.apply(random_action(game.options(seat), chooser), seat)
    await store.close()
