"""Games in the terminal that are kept until they are over."""

import os
from pathlib import Path

import pytest

from spadille.cli.play.local_game import LocalGame
from spadille.cli.play.shelf import Shelf, format_kept, load_kept, usual_shelf
from spadille.game import Preset, Rules, SpadesError, presets
from spadille.notation import load_game
from support.local_games import begun, play_on
from support.stepped_clock import SteppedClock
from support.terminal_rules import VARIANTS, own

RULES = {**{name: own(options) for name, options in VARIANTS.items()}, **presets()}


@pytest.mark.parametrize("name", RULES)
def test_saved_game_continues_as_if_never_interrupted(name: str) -> None:
    one = begun(RULES[name], 9)
    other = load_kept(format_kept(one), SteppedClock())
    assert (other.game, other.view) == (one.game, one.view)
    assert (other.level, other.seed, other.preset) == (one.level, one.seed, one.preset)
    for game in (one, other):
        play_on(game, 12)
    assert other.game == one.game
    assert len(one.game.events) > 20


def test_saved_game_is_a_valid_record() -> None:
    game = begun(presets()["standard"], 20)
    text = format_kept(game)
    assert load_game(text) == game.game


def test_saved_game_time_does_not_run() -> None:
    clock = SteppedClock()
    rules = Preset("own", {}, {}, "", Rules().with_options({"end.minutes": 2}))
    game = LocalGame(rules, "random", "1", clock)
    clock.go_on(90)
    kept = format_kept(game)
    later = SteppedClock()
    later.go_on(100_000)
    again = load_kept(kept, later)
    assert not again.time_is_up
    later.go_on(29)
    assert not again.time_is_up
    later.go_on(1)
    assert again.time_is_up


def test_shelf_lists_games_latest_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "not" / "there")
    assert shelf.look_through() == ((), ())
    games = {name: begun(presets()[name], 5) for name in ("standard", "two-player")}
    slots = {name: shelf.free_slot() for name in games}
    for at, (name, game) in enumerate(games.items()):
        slots[name].keep(game)
        (file,) = set(tmp_path.rglob("*.game")) - {tmp_path / "old.game"} if not at else (None,)
        if file:
            os.utime(file, ns=(0, 0))
    found = shelf.look_through()
    assert [label.preset for _, label in found.games] == ["two-player", "standard"]
    slot, label = found.games[1]
    assert (label.round, label.scores, label.level) == (1, (0, 0), "beginner")
    assert slot.load(SteppedClock()).game == games["standard"].game
    slot.clear()
    assert len(shelf.look_through().games) == 1


def test_saved_game_file_is_private_and_always_complete(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "play")
    slot = shelf.free_slot()
    slot.keep(begun(presets()["standard"], 3))
    (file,) = (tmp_path / "play").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    before = file.stat().st_ino
    slot.keep(begun(presets()["standard"], 4))
    assert file.stat().st_ino != before, "a file that is written over can be cut off"
    assert list(file.parent.iterdir()) == [file]


def test_saved_game_opened_twice_is_saved_as_two_games(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.free_slot().keep(begun(presets()["standard"], 3))
    (one, _), (other, _) = shelf.look_through().games[0], shelf.look_through().games[0]
    here, there = begun(presets()["standard"], 4), begun(presets()["standard"], 5)
    one.keep(here)
    other.keep(there)
    one.keep(here)
    lengths = {len(slot.load(SteppedClock()).game.events) for slot, _ in shelf.look_through().games}
    assert lengths == {len(here.game.events), len(there.game.events)}


BROKEN = {
    "empty": (b"", "not a saved game"),
    "no text": (b"\xff\xfe\x00", "not text"),
    "a record only": (b"spadille-record 1\n", "not a saved game"),
    "half a heading": (b'# spadille-play {"format":1,"pre', "not a saved game"),
    "of another kind": (b'# spadille-play {"format":1,"preset":7}', "not a saved game"),
    "nested without end": (
        b'# spadille-play {"format":1,"x":' + b"[" * 100_000,
        "not a saved game",
    ),
    "newer": (b'# spadille-play {"format":2,"more":true}', "another version"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_unreadable_saved_game_is_reported_and_set_aside(kind: str, tmp_path: Path) -> None:
    content, why = BROKEN[kind]
    file = tmp_path / "x.game"
    file.write_bytes(content)
    found = Shelf(tmp_path).look_through()
    assert not found.games
    (sentence,) = map(str, found.set_aside)
    assert why in sentence
    assert "x.unreadable" in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["x.unreadable"]
    assert (tmp_path / "x.unreadable").read_bytes() == content


def test_damaged_saved_game_is_rejected_with_a_sentence(
    tmp_path: Path,
) -> None:
    text = format_kept(begun(presets()["standard"], 8))
    damaged = [text[:length] for length in range(0, len(text), 37)]
    damaged += [
        text.replace('"level":"beginner"', '"level":"nobody"'),
        text.replace("\nrule", "\nrool"),
        text + "N: SA SA SA SA\n",
        text.partition("\n")[0] + "\n" + "[" * 100_000,
        text.partition("\n")[0] + "\nspadille-record 1\nrule end.target = " + "[" * 100_000,
    ]
    for content in damaged:
        file = tmp_path / "x.game"
        file.write_text(content)
        for slot, _ in Shelf(tmp_path).look_through().games:
            try:
                game = slot.load(SteppedClock())
            except SpadesError as error:
                assert str(slot.set_aside(error))
            else:
                assert game.game.events == load_game(content).events


def test_game_without_home_folder_is_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> Path:
        raise RuntimeError(f"no home folder for {name}")

    monkeypatch.setattr("spadille.cli.play.shelf.user_data_path", nowhere)
    assert usual_shelf() is None
