"""A bot in any language: its program plays, and is ended and reported when it misbehaves."""

import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille import Game, Rules
from spadille.bots import ProgramError, called, load
from spadille.bots.external import KEPT_ERRORS, ExternalBot, end_programs, files_of
from spadille.game import SpadesError, presets
from spadille.notation import format_action
from support.command import PATIENCE, environment

PROGRAM = Path(__file__).parents[1] / "support" / "program_bot.py"
PYTHON = f'cmd:"{sys.executable}" -S -E "{PROGRAM}"'


def program(*words: str, **options: Any) -> ExternalBot:
    bot = load(" ".join([PYTHON, *words]), **options)
    assert isinstance(bot, ExternalBot)
    return bot


def is_alive(pid: int) -> bool:
    """Return True if there is such a process, even if it has ended and no one waited for it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_program_says_its_name_and_answers_with_an_action() -> None:
    view = Game.new(seed=7).view_to_act
    bot = program()
    assert bot.name == "Tester"
    assert bot.act(view) == view.options.actions[0]
    assert str(bot.decide(view).reason) == "Tester gives no reasons."


@pytest.mark.parametrize("preset", presets())
def test_program_plays_a_round_of_every_preset(preset: str) -> None:
    rules = Rules.preset(preset)
    game, bots = Game.new(rules, seed=7), [program(seed=seat) for seat in rules.seats]
    while not game.results:
        seat = game.to_act
        assert seat is not None
        game = game.apply(bots[seat].act(game.view(seat)))
    assert len({bot.pid for bot in bots}) == rules.players  # none sees another's cards


def test_program_gets_rules_view_and_actions_of_its_seat(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "import sys\n"
        "answers = {'hello': 'hello 1 Echo', 'game': 'ready', 'act': 'action 3'}\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=sys.stderr, flush=True)\n"
        "    answer = answers.get(line.split()[0])\n"
        "    if answer: print(answer, flush=True)\n"
    )
    game = Game.new(Rules.preset("short"), seed=7)
    while game.phase != "bidding" or len(game.view_to_act.options.actions) < 4:
        game = game.apply(load("beginner").act(game.view_to_act))
    view = game.view_to_act
    bot = load(f'cmd:seconds=5:"{sys.executable}" "{script}"', seed="mine")
    assert isinstance(bot, ExternalBot)
    assert format_action(bot.act(view)) == "3"
    end_programs()
    told = dict(line.split(" ", 1) for line in bot.errors.splitlines() if " " in line)
    assert told["hello"].startswith("1 spadille ")
    about = json.loads(told["game"])
    assert (about["seat"], about["seed"]) == (view.seat, "mine")
    assert about["rules"]["end"]["target"] == view.rules.end.target
    seen = json.loads(told["view"])
    assert seen["hand"] == [str(card) for card in view.hand or ()]
    assert told["legal"].split(", ") == [format_action(one) for one in view.options.actions]
    assert told["act"] == "5"


def test_program_plays_many_games_one_after_the_other() -> None:
    view = Game.new(seed=7).view_to_act
    bot = program()
    first, action = bot.pid, bot.act(view)
    del bot
    gc.collect()
    assert program().pid == first
    again = program()
    again.act(view)
    again.close()
    assert again.act(view) == action  # takes a program again


def test_program_learns_of_a_new_game_with_the_same_bot() -> None:
    bot, view = program(), Game.new(seed=7).view_to_act
    for round in (1, 2, 1):
        bot.act(structs.replace(view, round_number=round))
    assert is_alive(bot.pid)


@pytest.mark.parametrize(
    ("misdeed", "code", "told"),
    [
        ("crash", "bots/program-ended", "exit status 1: 'LookupError: no idea'"),
        ("noise", "bots/program-ended", "exit status 1: 'LookupError: no idea'"),
        ("exit", "bots/program-ended", "it ended with exit status 3"),
        ("silence", "bots/program-ended", "it closed its standard output"),
        ("sleep", "bots/program-slow", "it did not answer within 0.5 seconds"),
        ("flood", "bots/program-answer", "it wrote 100 lines without action"),
        ("long", "bots/program-answer", "a line of more than 4096 bytes"),
        ("bytes", "bots/program-answer", "not UTF-8 text"),
        ("chatter", "bots/program-answer", "it wrote 'thinking', expected action"),
        ("nonsense", "bots/illegal-action", "'the best card' is illegal: .*legal actions: "),
    ],
)
def test_program_that_misbehaves_is_ended_and_reported(misdeed: str, code: str, told: str) -> None:
    view = Game.new(seed=7).view_to_act
    bot = program(misdeed, seconds=30 if code == "bots/program-ended" else 0.5)
    pid = bot.pid
    with pytest.raises(ProgramError, match=told) as caught:
        bot.act(view)
    assert caught.value.code == code
    assert len(caught.value.errors) <= KEPT_ERRORS
    assert is_alive(pid) == (code == "bots/illegal-action")
    with pytest.raises(ProgramError, match=told):  # in another process
        bot.act(view)
    assert (bot.pid == pid) == (code == "bots/illegal-action")


def test_program_answer_out_of_turn_is_found_at_the_next_question() -> None:
    bot, view = program("twice"), Game.new(seed=7).view_to_act
    bot.act(view)
    with pytest.raises(ProgramError, match=r"it wrote 'action .*', expected ready"):
        bot.act(structs.replace(view, round_number=0))


def test_program_reason_is_the_last_one_and_short() -> None:
    reason = str(program("reasons").decide(Game.new(seed=7).view_to_act).reason)
    assert reason.endswith("because")
    assert 0 < len(reason) <= 500


@pytest.mark.parametrize("misdeed", ["sleep", "crash", "chatter"])
def test_program_that_does_not_get_ready_is_reported(misdeed: str) -> None:
    bot = program(misdeed, "game", start=5.0 if misdeed == "crash" else 0.5)
    with pytest.raises(ProgramError):
        bot.act(Game.new(seed=7).view_to_act)


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("cmd:", "bots/no-bot", "cmd:COMMAND"),
        ("cmd:no-such-program x", "bots/no-program", "No such file"),
        ("cmd:'open", "bots/no-program", "quotation"),
        (f"{PYTHON} crash hello", "bots/no-program", "exit status 1: 'LookupError: no idea'"),
        (f"{PYTHON} chatter hello", "bots/no-program", "wrote 'thinking', expected hello"),
        (f"cmd:start=0.2:{PYTHON[4:]} sleep hello", "bots/no-program", "within 0.2 seconds"),
        ("cmd:seconds=0:x", "bots/bad-option", "> 0"),
        ("cmd:seconds=x:x", "bots/bad-option", "seconds"),
    ],
)
def test_program_that_cannot_be_started_is_reported(name: str, code: str, told: str) -> None:
    with pytest.raises(SpadesError, match=told) as caught:
        load(name)
    assert caught.value.code == code


def test_program_with_another_version_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    script.write_text("input()\nprint('hello 7 New')\ninput()\n")
    with pytest.raises(SpadesError, match="it speaks version 7 of the protocol, expected 1"):
        load(f'cmd:"{sys.executable}" "{script}"')


def test_programs_and_their_children_end_with_the_bots() -> None:
    bots = [program(), program("stubborn"), program("child")]
    view = Game.new(seed=7).view_to_act
    for bot in bots:
        bot.act(view)
    pids = [bot.pid for bot in bots]
    assert all(map(is_alive, pids))
    end_programs()
    assert not any(map(is_alive, pids))


@pytest.mark.parametrize("way", ["", "os.kill(os.getpid(), 15)", "raise SystemExit(1)"])
def test_programs_end_with_the_process_that_uses_them(way: str) -> None:
    """The end of standard input ends every program, even if no one can say goodbye."""
    if way.startswith("os.kill") and sys.platform != "linux":
        pytest.skip("needs a way to wait for another program's process")
    script = (
        "import os, sys\nfrom spadille import Game\nfrom spadille.bots import load\n"
        "bot = load(sys.argv[1])\nbot.act(Game.new(seed=7).view_to_act)\n"
        f"print(bot.pid, flush=True)\n{way}\n"
    )
    words = [sys.executable, "-c", script, PYTHON]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
    assert done.stderr == ""
    pid = int(done.stdout)
    if way.startswith("os.kill"):
        subprocess.run(["tail", f"--pid={pid}", "-f", "/dev/null"], check=True, timeout=PATIENCE)
    else:
        assert not is_alive(pid)


def test_name_of_program_at_a_table_is_that_of_its_file() -> None:
    assert called("cmd:node bots/my_bot.js --fast") == "my_bot"
    assert called("cmd:./clever") == "clever"


def test_files_of_command_are_found(tmp_path: Path) -> None:
    script = tmp_path / "bot.js"
    script.touch()
    assert files_of(f"cmd:seconds=1:node {script} 5") == [script]
    assert files_of("cmd:'open") == []
