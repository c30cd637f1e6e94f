"""An earlier version of the program plays against the current one: both see and answer the same."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import Struct, defstruct, field

import spadille.game
from baselines.older import Older, put, rename
from spadille.arena import BotError, match
from spadille.bots import load
from spadille.game import Bid, Game, Rules, SeatView, SpadesError
from support.command import SOURCES


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Yield the package `game` from a copy of this program under another name."""
    folder = tmp_path_factory.mktemp("copy")
    unneeded = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(Path(SOURCES) / "spadille", folder / "spadille", ignore=unneeded)
    rename(folder / "spadille", "spadille_copy")
    sys.path.append(str(folder))
    yield importlib.import_module("spadille_copy.game")
    sys.path.remove(str(folder))


def views(rules: Rules) -> Iterator[SeatView]:
    """Yield the view at every decision in a round."""
    game = Game.new(rules.without_cut, seed=3)
    bot = load("beginner")
    while not game.results:
        view = game.view_to_act
        yield view
        game = game.apply(bot.act(view), view.seat)


@pytest.mark.parametrize("name", ["standard", "solo", "jokers", "whiz", "two-player", "six-player"])
def test_view_translates_to_the_older_version_and_back(name: str, copy: ModuleType) -> None:
    for view in views(Rules.preset(name)):
        theirs = put(view, copy)
        assert type(theirs) is copy.SeatView
        assert type(theirs.rules) is copy.Rules
        assert repr(theirs.options) == repr(view.options)
        assert put(theirs, spadille.game) == view


def test_older_version_with_equal_code_decides_the_same(copy: ModuleType) -> None:
    theirs, ours = (
        importlib.import_module("spadille_copy.bots").load("intermediate"),
        load("intermediate"),
    )
    for view in views(Rules()):
        assert put(theirs.act(put(view, copy)), spadille.game) == ours.act(view)


def test_value_without_older_equivalent_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older bids were just a number of tricks."""
    old = ModuleType("old")
    old.Bid = type("Bid", (Struct,), {"__annotations__": {"tricks": int}, "__module__": "old"})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "old", old)
    assert put(Bid(4), old).tricks == 4
    for words in (Bid(4, blind=True), spadille.game.Play(spadille.game.Card.SA)):
        with pytest.raises(SpadesError) as caught:
            put(words, old)
        assert caught.value.code == "baselines/no-words"


def test_bot_of_a_commit_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _: tmp_path)
    try:
        result = match("baselines.older:Older:at=HEAD,bot=beginner", "random", deals=2)
    except BotError as error:  # a checkout in which the game's vocabulary is being changed
        assert "no-words" in error.trace
        return
    assert result.rounds == 4
    assert len(list((tmp_path / "older").iterdir())) == 1


def test_unknown_commit_is_rejected() -> None:
    with pytest.raises(SpadesError) as caught:
        Older(1, at="no-such-tag")
    assert caught.value.code == "baselines/no-commit"


def test_renamed_field_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(Struct):
        round_number: int = field(name="round")

    past = ModuleType("past.game")
    theirs = defstruct("Told", [("round", int)], module="past.game")
    vars(past)["Told"] = theirs
    monkeypatch.setitem(sys.modules, "past.game", past)
    assert put(Told(3), past) == theirs(3)
