"""The programs in `examples/` run and do what they say; custom bots have separate tests."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from spadille import Game
from spadille.bots import load
from spadille.envs import Episode, fields, observe
from support.command import environment

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def _among_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("own_rules", "You may lead a spade at any time."),
        ("own_rules", "nil.blind = true needs nil.allowed = true"),
        ("read_a_record", "N/S +82: contract of 8 made; 2 bags"),
        ("famous_deal", "When spades may be led, West and East win 0 tricks:\n  C2"),
        ("solve_a_deal", "tricks of North and South: 3\n  C4: 1"),
        ("solve_a_deal", "less the others': 150\n  C4: 150"),
    ],
)
def test_example_prints_its_result(
    name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module(name).main()
    assert told in capsys.readouterr().out


def test_read_a_record_with_other_text_exits_with_error(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann")
    with pytest.raises(SystemExit, match="no game of Spades"):
        import_module("read_a_record").main(str(file))


@pytest.mark.parametrize("example", ["read_a_record", "data_frame"])
def test_example_with_unreadable_file_exits_with_sentence(example: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG")
    with pytest.raises(SystemExit, match=r"picture\.png is no text"):
        import_module(example).main(str(picture))
    with pytest.raises(SystemExit, match=r"missing\.txt cannot be read: "):
        import_module(example).main(str(tmp_path / "missing.txt"))


@pytest.mark.parametrize("rounds", ["0", "many", "-5"])
def test_million_rounds_with_bad_count_exits_with_sentence(rounds: str) -> None:
    command = [sys.executable, str(EXAMPLES / "a_million_rounds.py"), rounds]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
    assert done.returncode == 1
    assert done.stderr == f"ROUNDS is a whole number from 1, not {rounds}\n"


def test_learner_after_few_rounds_bids_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few rounds the bids are closer to the tricks won, and the learned bot can play."""
    learn = import_module("learn")
    monkeypatch.setattr(learn, "TABLES", 60)
    monkeypatch.chdir(tmp_path)
    policy = learn.Policy()
    learner = learn.Learner(policy)
    rounds = [learner.round(rate=0.02) for _ in range(8)]
    learner.env.close()
    assert min(rounds) < rounds[0] / 2  # one round says little about the next
    policy.save(learn.FILE)
    game, bot = Game.new(learn.RULES, seed=7), learn.Learned()
    while not game.results:
        game = game.apply(bot.act(game.view_to_act))


def test_research_page_experiment_in_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Train against compiled bots, save the policy, and play a deal with it in the arena."""
    learn, train = import_module("learn"), import_module("train_against")
    monkeypatch.setattr(learn, "TABLES", 60)
    monkeypatch.chdir(tmp_path)
    policy = learn.Policy()
    student = train.Student(policy, others="beginner")
    spreads = [student.round(rate=0.02) for _ in range(8)]
    student.env.close()
    assert student.rounds == 8 * 60
    assert min(spreads) < spreads[0]
    policy.save(learn.FILE)
    words = ["arena", "learn:Learned", "beginner", "--deals", "2", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "spadille", *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment() | {"PYTHONPATH": str(EXAMPLES)},
    )
    assert "points that learn:Learned wins by" in done.stdout, done.stderr


def test_tree_search_bot_plays_a_whole_round() -> None:
    bot = import_module("mcts_bot").Mcts(1, deals=2, simulations=15)
    game, other = Game.new(seed=3), load("random", 1)
    while not game.results:
        view = game.view_to_act
        game = game.apply((bot if view.seat % 2 == 0 else other).act(view), view.seat)
    assert sum(game.results[0].won) == 13


def test_learner_observation_is_equal_in_env_and_view() -> None:
    learn = import_module("learn")
    game = Game.new(learn.RULES, seed=7)
    bot = load("beginner")
    for _ in range(30):
        episode = Episode(game, "round")
        assert game.to_act is not None
        by_env = {name: part[None] for name, part in fields(observe(episode, game.to_act)).items()}
        view = learn.Sight(learn.seen_by(game.view_to_act))
        for name in ("situation", "cards", "for_bids"):
            assert (getattr(view, name) == getattr(learn.Sight(by_env), name)).all(), name
        game = game.apply(bot.act(game.view_to_act))


def test_million_rounds_example_writes_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    points = import_module("a_million_rounds").main(rounds=2000)
    assert min(points, key=lambda point: point[1])[0] in {-900, 1500}  # neither timid nor reckless
    assert ET.parse("bold.svg").getroot().tag.endswith("svg")


def test_data_frame_example_turns_records_into_rows() -> None:
    rows = import_module("data_frame").main()
    assert (rows[0]["seat"], rows[0]["bid"], rows[0]["won"]) == ("N", 5, 4)
    assert sum(row["won"] for row in rows) == 13


def test_examples_readme_names_every_example() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    names = [file.name for kind in ("py", "js", "c") for file in sorted(EXAMPLES.glob(f"*.{kind}"))]
    assert [name for name in names if f"examples/{name}" not in readme] == []
