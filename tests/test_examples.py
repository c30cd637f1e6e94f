"""What stands in `examples/` runs and does what it says; bots of one's own have their own tests."""

from importlib import import_module
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def _among_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("own_rules", "A spade may be led at any time."),
        ("own_rules", "nil.blind = true needs nil.allowed = true"),
        ("read_a_record", "N/S +72: contract of 7 made; 2 bags"),
        ("solve_a_deal", "tricks of North and South: 3\n  C4: 1"),
        ("solve_a_deal", "less the others': 150\n  C4: 150"),
    ],
)
def test_an_example_says_what_it_found(
    name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module(name).main()
    assert told in capsys.readouterr().out


def test_the_reader_refuses_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann")
    with pytest.raises(SystemExit, match="no game of Spades"):
        import_module("read_a_record").main(str(file))


def test_the_learner_learns() -> None:
    before, after = import_module("learn").main(rounds=8)
    assert after > before + 50


def test_the_readme_names_every_example() -> None:
    readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
    names = [file.name for file in sorted(EXAMPLES.glob("*.py"))]
    assert [name for name in names if f"examples/{name}" not in readme] == []
