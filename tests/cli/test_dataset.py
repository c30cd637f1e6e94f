"""`spadille dataset`: the file contains exactly the events that happened."""

import re
from errno import ENOSPC
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spadille.bots import load, played_on, seated
from spadille.cli import main
from spadille.cli.options import names_of_bots
from spadille.envs import ACTIONS, SIZE, fields, with_observations
from spadille.game import Card, Game, Rules, Seat
from spadille.notation import format_action, format_record, load_game, replayed
from spadille.study import COLUMNS, decided_in, joined
from support.command import assert_refused, spadille


def written(file: Path, *words: str) -> dict[str, Any]:
    done = spadille("dataset", file, *words)
    assert (done.returncode, done.stderr) == (0, "")
    with np.load(file) as data:
        return dict(data)


def held(words: Any) -> list[Card]:
    once, twice = map(int, words)
    return sorted(card for card in Card for word in (once, twice) if word >> card.id & 1)


@pytest.mark.parametrize(
    ("preset", "bots"),
    [
        ("standard", ["intermediate", "beginner", "intermediate", "random"]),
        ("two-player", ["beginner", "random"]),
        ("six-player", ["random"] * 6),
    ],
)
def test_dataset_rows_match_every_decision_of_the_record(preset: str, bots: list[str]) -> None:
    rules = Rules.preset(preset).with_options({"end.max_rounds": 2})
    data = decided_in(rules, bots, "a", range(3))
    assert data.keys() == COLUMNS.keys()
    games = [load_game(str(text)) for text in data["record"]]
    assert len(data["round_of"]) == sum(len(game.results) for game in games)
    row = 0
    for place, game in enumerate(games):
        before = Game.new(game.rules, players=game.players)
        for number, event in enumerate(game.events):
            if event.seat is not None:
                assert before.round is not None
                view = before.view(event.seat)
                assert (data["game"][row], data["event"][row]) == (place, number)
                assert data["seat"][row] == event.seat
                assert data["round"][row] == view.round_number
                assert data["dealer"][row] == view.dealer
                assert data["phase"][row] == view.phase
                assert data["action"][row] == format_action(event.action)
                hands = [sorted(hand) for hand in before.round.hands]
                assert [held(words) for words in data["hands"][row]] == hands
                assert tuple(data["won"][row]) == view.won
                trick = [card.id for card in view.trick.cards] if view.trick else []
                assert list(data["trick"][row]) == trick + [-1] * (rules.players - len(trick))
                assert data["leader"][row] == (view.trick.leader if view.trick else -1)
                assert data["broken"][row] == view.broken
                assert [*data["bids"][row]] == [
                    -1 if bid is None else bid.tricks for bid in view.bids
                ]
                assert [*data["nils"][row]] == [bool(bid and bid.nil) for bid in view.bids]
                assert list(data["scores"][row]) == [one.score for one in view.standings]
                assert list(data["bags"][row]) == [one.bags for one in view.standings]
                row += 1
            before = before.apply(event.action, event.seat)
    assert row == len(data["game"])
    ended = ((place, result) for place, game in enumerate(games) for result in game.results)
    for at, (place, result) in enumerate(ended):
        assert (data["round_of"][at], data["round_number"][at]) == (place, result.number)
        assert tuple(data["round_won"][at]) == result.won
        assert list(data["round_points"][at]) == [side.points for side in result.sides]


def test_dataset_game_depends_only_on_its_number() -> None:
    rules = Rules().with_options({"end.max_rounds": 1})
    bots = ["random", "beginner", "random", "random"]
    whole, part, none = (
        decided_in(rules, bots, "a", games) for games in (range(3), range(1, 3), range(0))
    )
    game = played_on(Game.new(rules, seed="a/1"), seated(bots, "a/1"), rounds=1)
    assert format_record(game.record()) == part["record"][0]
    again = joined([decided_in(rules, bots, "a", range(1)), none, part])
    for name in COLUMNS:
        assert np.array_equal(again[name], whole[name]), name


def test_dataset_stores_scores_of_any_size() -> None:
    rules = Rules().with_options({"scoring.blind_nil_value": 1000, "end.floor": "none"})
    data = decided_in(rules, ["random"] * 4, "0", range(1))
    (game,) = (load_game(str(text)) for text in data["record"])
    points = [[side.points for side in result.sides] for result in game.results]
    assert data["round_points"].tolist() == points
    assert abs(data["scores"]).max() > 32767
    before = dict(zip(data["round"].tolist(), data["scores"].tolist(), strict=True))
    last = len(points)
    assert before[last] == [sum(column) for column in zip(*points[:-1], strict=True)]


def test_dataset_candidates_belong_to_a_decision() -> None:
    rules = Rules().with_options({"end.max_rounds": 1, "deal.first_dealer": "random"})
    parts = [decided_in(rules, ["expert:nodes=20"] * 4, "b", range(at, at + 1)) for at in (0, 1)]
    data = joined(parts)
    assert len(data["record"]) == 2
    assert set(data["game"]) == {0, 1} == set(data["round_of"])
    assert len(data["candidate_of"]) == len(data["value"]) > 50
    for row in set(data["candidate_of"]):
        weighed = data["candidate"][data["candidate_of"] == row]
        assert data["action"][row] in weighed
    row = int(data["candidate_of"][data["game"][data["candidate_of"]] == 0][-1])
    game, seat = load_game(str(data["record"][0])), Seat(data["seat"][row])
    before = replayed(game.rules, game.players, game.events[: data["event"][row]]).game
    decision = load("expert:nodes=20", f"b/0/{seat:d}").decide(before.view(seat))
    for name in ("value", "error"):
        told = [getattr(one, name) for one in decision.candidates]
        assert data[name][data["candidate_of"] == row].tolist() == pytest.approx(told)


def test_dataset_file_is_independent_of_worker_count(tmp_path: Path) -> None:
    words = ("--bots", "beginner", "--games", "20", "--set", "end.max_rounds=1", "--seed", "c")
    one = written(tmp_path / "one.npz", *words, "--workers", "1")
    two = written(tmp_path / "two.npz", *words, "--workers", "2")
    assert one.keys() == two.keys() == COLUMNS.keys()
    for name in COLUMNS:
        assert np.array_equal(one[name], two[name]), name
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["one.npz", "two.npz"]


OWN = """
from spadille.bots import load

class Calm:
    def __init__(self):
        self.bot = load("beginner")
    def act(self, view):
        return self.decide(view).action
    def decide(self, view):
        return self.bot.decide(view)

class Angry(Calm):
    def decide(self, view):
        raise ValueError("enough")

class Silent:
    def act(self, view):
        return view.options.actions[0]
"""


def test_dataset_custom_bot_is_loaded_and_its_failure_reported(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    words = ("dataset", "own.npz", "--games", "1", "--set", "end.max_rounds=1", "--workers", "1")
    angry = spadille(*words, "--bots", "own:Angry,random,random,random", cwd=tmp_path)
    problem = "own:Angry failed in round 1, as North: it raised ValueError: enough"
    assert_refused(angry, problem)
    assert not list(tmp_path.glob("*.npz"))
    calm = spadille(*words, "--bots", "own:Calm,own:Silent,own:Calm,own:Silent", cwd=tmp_path)
    assert (calm.returncode, calm.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("games.csv",), "a name ending in .npz"),
        (("nowhere/games.npz",), "in an existing folder"),
        (("games.npz", "--bots", "wizard"), "--bots"),
        (("games.npz", "--bots", "random,random"), "one for each of 4 seats"),
        (("games.npz", "--games", "0"), "expected a whole number from 1 to"),
    ],
)
def test_dataset_rejects_invalid_options(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    assert_refused(spadille("dataset", *words, cwd=tmp_path), told)
    assert not list(tmp_path.iterdir())


def test_dataset_does_not_overwrite_a_file(tmp_path: Path) -> None:
    old = tmp_path / "old.npz"
    old.write_text("a week of work")
    assert_refused(spadille("dataset", old, "--games", "1"), "old.npz already exists")
    assert old.read_text() == "a week of work"


def test_dataset_rejects_unwritable_folder_before_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["dataset", str(tmp_path / "games.npz"), "--games", "1000000"]) == 2
    assert f"cannot write to the folder of {tmp_path / 'games.npz'}" in capsys.readouterr().err


def test_dataset_full_disk_is_reported_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def filled(draft: Path, **_: object) -> None:
        draft.write_bytes(b"PK")
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", filled)
    words = ["--games", "1", "--bots", "random", "--set", "end.max_rounds=1", "--workers", "1"]
    assert main(["dataset", str(tmp_path / "games.npz"), *words]) == 2
    assert f"cannot write {tmp_path / 'games.npz'}: No space left" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_dataset_examples_of_the_docs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("gymnasium", reason="the extra envs is not installed")
    words = (
        *("--games", "3", "--seed", "1"),
        *("--bots", "intermediate"),
        *("--set", "end.max_rounds=2"),
        *("--workers", "1"),
    )
    data = written(tmp_path / "games.npz", *words)
    observed = written(tmp_path / "learn.npz", *words, "--observations")
    numbered = int((observed["number"] >= 0).sum())
    claims = data["action"] == "claim"
    assert claims.any()
    plays = int(((data["phase"] == "play") & ~claims).sum())
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[2] / "docs" / "dataset.md"
    blocks = re.findall(r"(?ms)^```py\n(.*?)^```", page.read_text(encoding="utf-8"))
    for block, rows in zip(blocks, (plays, numbered), strict=True):
        exec(block, {})
        assert capsys.readouterr().out.startswith(f"({rows}, ")


def test_observations_add_what_a_learner_needs() -> None:
    rules = Rules().with_options({"end.max_rounds": 2})
    data = with_observations(decided_in(rules, ["beginner"] * 4, "a", range(2)))
    rows = len(data["game"])
    assert data["observation"].shape == (rows, SIZE)
    assert data["action_mask"].shape == (rows, ACTIONS)
    numbered = data["number"] >= 0
    assert numbered.mean() > 0.9
    assert data["action_mask"][numbered, data["number"][numbered]].all()
    hands = fields(data["observation"])["hand"].sum(axis=1)
    looked = fields(data["observation"])["looked"][:, 0] == 1
    assert (hands[looked] == fields(data["observation"])["hand_size"][looked, 0]).all()
    last = data["round"] == 2
    assert (data["return_to_go"][last] == data["reward"][last]).all()
    for game in range(2):
        of_seat = (data["game"] == game) & (data["seat"] == 0)
        rounds = [data["reward"][of_seat & (data["round"] == number)][0] for number in (1, 2)]
        assert data["return_to_go"][of_seat][0] == sum(rounds)


def test_parquet_has_a_row_for_each_decision(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    options = ("--games", "2", "--bots", "beginner", "--rules", "short", "--workers", "1")
    plain = written(tmp_path / "games.npz", *options)
    file = tmp_path / "games.parquet"
    done = spadille("dataset", file, *options, "--observations")
    assert (done.returncode, done.stderr) == (0, "")
    table = parquet.read_table(file)
    assert table.num_rows == len(plain["game"])
    assert table["action"].to_pylist() == plain["action"].tolist()
    assert table["hands"].to_pylist() == plain["hands"].reshape(table.num_rows, -1).tolist()
    assert table["record"][0].as_py() == plain["record"][0]
    assert len(table["observation"][0].as_py()) == SIZE


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("random, beginner,random,table", ["random", "beginner", "random", "table"]),
        ("expert:nodes=20,seconds=2", ["expert:nodes=20,seconds=2"]),
        (
            "cmd:node a.js --of=1,2,cmd:seconds=2,start=9:./b,table,random",
            ["cmd:node a.js --of=1,2", "cmd:seconds=2,start=9:./b", "table", "random"],
        ),
        ("random, cmd:./a b,c, random", ["random", "cmd:./a b,c", "random"]),
        ("cmd:./a,,random", ["cmd:./a", "", "random"]),
    ],
)
def test_bots_keep_the_commas_of_their_options_and_commands(text: str, names: list[str]) -> None:
    assert names_of_bots(text, ["table"]) == names
