"""Custom bots, loaded by module and class; `examples/my_bot.py` and `docs/bots.md` show one."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from spadille.bots import BotError, after, answer_of, decisions, load, seated
from spadille.game import Bid, Game, Look, Rules, SpadesError, presets
from spadille.server.live.bots import think
from spadille.table.protocol import read_body
from spadille.table.requests import NewTable
from support.command import assert_refused, spadille

ROOT = Path(__file__).parents[2]

HOUSE = """
import numpy as np
from collections.abc import Callable
from spadille.game import Bid, Look, Play, Card

class Plain:
    def act(self, view):
        return view.options.actions[0]

class Chosen(Plain):
    def __init__(self, seed, *, pause: int = 0, word="x"):
        self.pause, self.word, self.seed = pause, word, seed

class Inner:
    class Deep(Plain): ...

class Demanding:
    def __init__(self, seed, friend): ...

class Failing:
    def __init__(self, seed):
        raise RuntimeError("no\\nmood")

class Mute: ...

class Nothing(Plain):
    def act(self, view):
        return None

class Cheating(Plain):
    def act(self, view):
        return Bid(99) if view.phase == "bidding" and view.hand else super().act(view)

class Counting(Plain):
    def act(self, view):
        action = super().act(view)
        return Bid(np.int64(3)) if isinstance(action, Bid) else action

class Guessing(Counting):
    def act(self, view):
        action = super().act(view)
        return Bid(float(action.tricks)) if isinstance(action, Bid) else action

class Raising(Plain):
    def act(self, view):
        raise KeyError("Kreuz")

number = 5
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder of bots from which modules can be imported."""
    (tmp_path / "house_bots.py").write_text(HOUSE)
    (tmp_path / "broken_bots.py").write_text("1 / 0\n")
    (tmp_path / "needy_bots.py").write_text("import absent_module_of_theirs\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("house_bots", "broken_bots", "needy_bots", "my_bot"):
        sys.modules.pop(name, None)


def test_custom_bot_is_made_from_seed_and_options(folder: Path) -> None:
    made = load("house_bots:Chosen:pause=3,word=7", seed=5)._bot  # type: ignore[attr-defined]
    assert (made.pause, made.word, made.seed) == (3, "7", 5)
    for name in ("house_bots:Plain", "house_bots:Inner.Deep"):  # which take no seed
        bot = load(name, seed=5)
        assert bot.act(Game.new(seed=1).view_to_act) == Look()
        decision = bot.decide(Game.new(seed=1).view_to_act)
        assert (decision.action, str(decision.reason)) == (Look(), f"{name} gives no reasons.")


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("absent_bots:Plain", "bots/no-module", "cannot import absent_bots: "),
        ("needy_bots:Plain", "bots/bad-module", "No module named 'absent_module_of_theirs'"),
        ("broken_bots:Plain", "bots/bad-module", "ZeroDivisionError: division by zero"),
        ("house_bots:Absent", "bots/no-class", "house_bots has no class Absent"),
        ("house_bots:Inner.Absent", "bots/no-class", "house_bots has no class Inner.Absent"),
        ("house_bots:number", "bots/no-class", "house_bots has no class number"),
        ("house_bots:Demanding", "bots/cannot-be-made", "'friend'"),
        ("house_bots:Failing", "bots/cannot-be-made", "RuntimeError: no mood"),
        ("house_bots:Mute", "bots/cannot-act", "it has no act(view)"),
        ("house_bots:Chosen:pause=long", "bots/bad-option", "pause"),
        ("house_bots:Chosen:haste=1", "bots/unknown-option", "its options are pause, word"),
        ("house_bots:", "bots/no-bot", "MODULE:CLASS"),
        ("house_bots:4", "bots/no-bot", "MODULE:CLASS"),
        ("house bots:Plain", "bots/no-bot", "MODULE:CLASS"),
        ("", "bots/no-bot", "'' is not a bot; use LEVEL, MODULE:CLASS or cmd:COMMAND, "),
        (5, "bots/no-bot", "5 is not a bot"),
        ("house_bots.py", "bots/no-bot", "is a file name"),
        ("house_bots.py:Plain", "bots/no-bot", "is a file name; use its module instead"),
        ("./house_bots.py:Plain", "bots/no-bot", "is a file name"),
        (
            "house.pybots:Plain!",
            "bots/no-bot",
            "is not a bot; use LEVEL, MODULE:CLASS or cmd:COMMAND, ",
        ),
    ],
)
def test_invalid_custom_bot_is_rejected(folder: Path, name: str, code: str, told: str) -> None:
    with pytest.raises(SpadesError) as refused:
        load(name)
    assert refused.value.code == code
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("bot", "code", "told"),
    [
        (
            "Nothing",
            "bots/illegal-action",
            r"its answer None is illegal: that is NoneType, not an action .*; legal actions: look",
        ),
        (
            "Cheating",
            "bots/illegal-action",
            r"its answer 99 is illegal: .*; legal actions: 0?1?.*, \w+",
        ),
        (
            "Raising",
            "bots/raised",
            r"it raised KeyError: 'Kreuz' \(house_bots\.py, line \d+, in act\)",
        ),
    ],
)
def test_custom_bot_illegal_answer_error_lists_legal_actions(
    folder: Path, bot: str, code: str, told: str
) -> None:
    name = f"house_bots:{bot}"
    player, game = load(name), Game.new(seed=1)
    if bot == "Cheating":
        game = game.apply(Look())
    seat = game.to_act
    assert seat is not None
    with pytest.raises(BotError) as failed:
        after(name, answer_of(name, player, game, seat), game, seat)
    assert (failed.value.code, failed.value.bot, failed.value.seat) == (code, name, seat)
    start = f"{name} failed in round 1, as {seat.spoken}: "
    assert str(failed.value).startswith(start)
    assert re.search(told, str(failed.value))


def test_custom_bot_bids_become_plain_numbers_or_are_rejected(folder: Path) -> None:
    game = Game.new(Rules().with_options({"nil.blind": False}), seed=1)
    taken = list(decisions(game, seated(["house_bots:Counting"] * 4, "1"), rounds=1))
    bids = [decision.action for decision in taken if isinstance(decision.action, Bid)]
    assert [type(bid.tricks) for bid in bids] == [int] * 4
    assert [taken[0].before, taken[-1].after.results[0].number] == [game, 1]
    with pytest.raises(BotError, match=r"answer 3\.0 is illegal: Bid\(.* is not an action; legal"):
        list(decisions(game, seated(["house_bots:Guessing"] * 4, "1"), rounds=1))


@pytest.mark.parametrize("words", [("arena", "random"), ("simulate",)])
def test_commands_load_bots_from_the_current_folder(folder: Path, words: tuple[str, ...]) -> None:
    command, *others = words
    much = ("--deals", "2") if command == "arena" else ("--rounds", "2")

    def done(bot: str, *options: str) -> object:
        named = (*others, bot) if command == "arena" else ("--bots", bot)
        return spadille(command, *named, *much, "--workers", "1", *options, cwd=folder)

    assert done("house_bots:Plain").returncode == 0  # type: ignore[attr-defined]
    for bot in ("house_bots:Nothing", "house_bots:Raising", "absent_bots:Plain", "house_bots:x"):
        assert_refused(done(bot), bot.partition(":")[0])  # type: ignore[arg-type]


def test_worker_processes_load_bots_from_the_current_folder(folder: Path) -> None:
    done = spadille("arena", "house_bots:Plain", "random", "--deals", "2", "--workers", "2",
                    cwd=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_server_rejects_custom_bot_names(folder: Path) -> None:
    game = Game.new(seed=1)
    for name in ("house_bots:Plain", "os:getcwd", "expert:nodes=5"):
        with pytest.raises(SpadesError) as refused:
            think(name, game.view_to_act)
        assert refused.value.code == "bots/unknown-level"
        asked = NewTable(name="Ann")
        with pytest.raises(SpadesError):
            read_body(NewTable, msgspec.json.encode(structs.replace(asked, level=name)))
    assert "house_bots" not in sys.modules


@pytest.mark.parametrize("rules", presets())
def test_example_bot_plays_every_rule_set(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    players = [load("my_bot:MyBot", seed) for seed in range(6)]
    game = Game.new(presets()[rules].rules, seed=3)
    while not game.results:
        seat = game.to_act
        assert seat is not None
        game = after(
            "my_bot:MyBot", answer_of("my_bot:MyBot", players[seat], game, seat), game, seat
        )


def test_docs_show_the_whole_example_bot() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    code = (ROOT / "examples" / "my_bot.py").read_text(encoding="utf-8")
    assert code in page
