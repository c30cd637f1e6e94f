"""A match keeps its games, names the worst deals, and may count failures instead of stopping."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from spadille.arena import (
    ArenaError,
    BotError,
    Checkpoint,
    local_processes,
    match,
    own_code,
    round_robin,
)
from spadille.arena.batch import Batch, Order, play_batch, points_gained, seatings
from spadille.arena.contestant import contestant
from spadille.arena.match import order_of
from spadille.bots import load
from spadille.game import Rules
from spadille.notation import load_game
from support.chance_players import SPADE_ACE, Exiting, Raising, answering

PROGRAM = Path(__file__).parents[1] / "support" / "program_bot.py"
PYTHON = f'cmd:"{sys.executable}" -S -E "{PROGRAM}"'


def test_saved_games_replay_to_the_result(tmp_path: Path) -> None:
    result = match("beginner", "random", deals=6, seed=7, save_games=tmp_path / "games")
    files = sorted((tmp_path / "games").glob("*.spades"))
    assert [file.name for file in files[:3]] == [
        "deal-000001-1.spades", "deal-000001-2.spades", "deal-000002-1.spades",
    ]  # fmt: skip
    games = [load_game(file.read_text()) for file in files]
    assert games[0].players == ("beginner", "random", "beginner", "random")
    assert games[0].events[1].action == games[1].events[1].action  # the same deal
    sides = [[bots[0], bots[1]] for bots in seatings(Rules())]
    values = [points_gained(game, sides[at % 2]) for at, game in enumerate(games)]
    by_deal = [(one + other) / 2 for one, other in zip(values[::2], values[1::2], strict=True)]
    assert result.points_per_deal is not None
    assert sum(by_deal) / 6 == pytest.approx(result.points_per_deal.mean)
    for worst in result.worst:
        assert by_deal[worst.deal - 1] == worst.value < 0


def test_worst_deals_are_those_with_the_lowest_values_first() -> None:
    worst = match("random", "beginner", deals=12, seed=1).worst
    assert len(worst) == 5
    values = [one.value for one in worst]
    assert values == sorted(values)
    lost = match("random", "beginner", games=2, seed=1).worst
    assert [one.value for one in lost] == [0.0, 0.0]
    assert match("random", "random", deals=4).worst == ()


def test_saved_games_of_other_processes_and_of_a_round_robin(tmp_path: Path) -> None:
    with local_processes(1) as executor:
        round_robin(
            ["random", "beginner", "intermediate"], deals=2, save_games=tmp_path, executor=executor
        )
    folders = sorted(folder.name for folder in tmp_path.iterdir())
    assert folders == ["beginner vs intermediate", "random vs beginner", "random vs intermediate"]
    assert len(list(tmp_path.rglob("*.spades"))) == 3 * 2 * 2


def test_missing_games_are_played_again_and_others_taken_from_the_checkpoint(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "games"
    with Checkpoint(tmp_path / "match.jsonl") as checkpoint:
        first = match("random", "beginner", deals=4, save_games=folder, checkpoint=checkpoint)
        lost, kept = folder / "deal-000002-2.spades", folder / "deal-000003-1.spades"
        text = lost.read_text()
        lost.unlink()
        kept.write_text("not played again")
        again = match("random", "beginner", deals=4, save_games=folder, checkpoint=checkpoint)
    assert lost.read_text() == text
    assert kept.read_text() == "not played again"
    assert again.points_per_deal == first.points_per_deal
    assert "spadille-record" not in (tmp_path / "match.jsonl").read_text()


def test_folder_of_another_match_and_bad_folder_are_refused(tmp_path: Path) -> None:
    match("random", "beginner", deals=2, save_games=tmp_path)
    with pytest.raises(ArenaError, match="the games of another match; choose a new folder"):
        match("random", "beginner", deals=2, seed=5, save_games=tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="cannot save games in"):
        match("random", "beginner", deals=2, save_games=tmp_path / "file")


def test_failures_are_counted_and_a_simple_player_decides() -> None:
    report = match("random", Raising, deals=4, on_illegal="count").bots[1]
    assert (report.illegal, report.errors > 0) == (0, True)
    assert re.match(
        r"deal 1, round 1, \w+: it raised AssertionError: two of clubs", report.first_failure
    )
    report = match("random", answering(SPADE_ACE), deals=2, on_illegal="count").bots[1]
    assert (report.illegal > 20, report.errors) == (True, 0)
    assert "illegal answer SA (legal: " in report.first_failure
    assert match("random", Exiting, deals=2, on_illegal="count").bots[1].errors > 20


def test_counting_changes_nothing_without_failures() -> None:
    stop, count = (
        match("beginner", "random", deals=3, on_illegal=way) for way in ("stop", "count")
    )
    assert count.points_per_deal == stop.points_per_deal
    assert [bot.illegal + bot.errors for bot in count.bots] == [0, 0]


def test_other_words_for_failures_are_refused() -> None:
    with pytest.raises(ArenaError, match="on_illegal cannot be 'skip'; choose stop or count"):
        match("random", "random", deals=2, on_illegal="skip")  # type: ignore[arg-type]


def test_failing_program_ends_the_match_with_its_last_words() -> None:
    with pytest.raises(BotError) as caught:
        match("random", f"{PYTHON} crash", deals=2)
    assert caught.value.code == "bots/program-ended"
    assert re.match(r"in deal 1 cmd:.* failed in round 1, as \w+: it ended with exit status 1: ",
                    str(caught.value))  # fmt: skip
    assert "in crash" in caught.value.trace
    for misdeed, code in (("nonsense", "illegal"), ("chance", "illegal"), ("exit", "errors")):
        report = match("random", f"{PYTHON} {misdeed}", deals=2, on_illegal="count").bots[1]
        assert getattr(report, code) > 20
        assert report.illegal + report.errors == getattr(report, code)


def test_program_plays_alike_in_any_number_of_processes() -> None:
    here = match(PYTHON, "beginner", deals=4)
    with local_processes(2) as executor:
        there = match(PYTHON, "beginner", deals=4, executor=executor)
    assert there.points_per_deal == here.points_per_deal


def test_programs_end_with_workers_that_are_terminated(tmp_path: Path) -> None:
    """An interruption terminates the workers; this program would not notice."""
    pipe = tmp_path / "pid"
    os.mkfifo(pipe)
    script = tmp_path / "busy.py"
    script.write_text(
        "import os, time\ninput()\nprint('hello 1 Busy', flush=True)\n"
        "for answer in ('ready', ''):\n    input()\n    print(answer, flush=True)\n"
        f"open({str(pipe)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    )
    busy = f'cmd:seconds=600:"{sys.executable}" "{script}"'
    order = order_of((contestant(busy), contestant("random")), None, 0, whole_games=False)
    pid = 0
    with suppress(KeyboardInterrupt), local_processes(1) as executor:
        executor.submit(play_batch, order, range(1, 2))
        pid = int(pipe.read_text())
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_checkpoint_forgets_a_bot_whose_code_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "bot.py"
    script.write_text(PROGRAM.read_text())
    name = f'cmd:"{sys.executable}" -S -E "{script}"'
    played: list[int] = []
    with Checkpoint(tmp_path / "match.jsonl") as checkpoint:
        for text in ("", "", "\n# changed"):
            script.write_text(script.read_text() + text)
            monkeypatch.setattr("spadille.arena.work.play_batch", _counting(played))
            match(name, "beginner", deals=2, checkpoint=checkpoint)
    assert played == [1, 2, 1, 2]


def _counting(played: list[int]) -> Callable[[Order, range], Batch]:
    """Return `play_batch`, which also adds the numbers of the deals that it plays."""

    def play(order: Order, deals: range) -> Batch:
        played.extend(deals)
        return play_batch(order, deals)

    return play


def test_hash_of_code_covers_imported_modules_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "hash_helper.py").write_text("from spadille.bots.random_player import RandomPlayer")
    (tmp_path / "hash_bot.py").write_text(
        "from hash_helper import RandomPlayer\nclass Mine(RandomPlayer): pass\n"
    )
    load("hash_bot:Mine")
    first = own_code.code_of_module("hash_bot")
    assert first == own_code.code_of_module("hash_bot") != ""
    (tmp_path / "hash_bot.py").write_text("# changed")
    assert own_code.code_of_module("hash_bot") != first
    assert own_code.code_of_module("spadille.bots.beginner") == ""
    assert own_code.code_of_module("pytest") == own_code.code_of_module("builtins") == ""
    for module in ("hash_bot", "hash_helper"):
        monkeypatch.delitem(sys.modules, module)
