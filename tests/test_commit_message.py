"""Commit subjects are short imperatives."""

from pathlib import Path

import pytest

from commit_message import main, problems


@pytest.mark.parametrize(
    "message",
    [
        "Add a test",
        "table: end the game when it is stopped mid-trick\n\nThe hand vanished before.",
        "docs, web: pass the link along\n# Please enter the commit message for your changes.\n",
        "Merge branch 'a branch that has a name longer than any subject of ours may be'",
        "bots: seed the sampler",
    ],
)
def test_commit_message_following_the_rules_passes(message: str) -> None:
    assert not list(problems(message))


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("", "empty"),
        ("# only a comment\n", "empty"),
        ("table: end the game when it is stopped in the middle of a trick by its host", "75"),
        ("Add a test.", "period"),
        ("Added a test", "'added'"),
        ("server: adds a test", "'adds'"),
        ("Fixing a test", "'fixing'"),
        ("Add a test\nand more", "not blank"),
    ],
)
def test_commit_message_breaking_a_rule_names_the_problem(message: str, problem: str) -> None:
    (found,) = problems(message)
    assert problem in found


def test_commit_message_hook_with_bad_file_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Added a test.\n")
    assert main([str(file)]) == 1
    assert capsys.readouterr().err.count("commit message: ") == 2
    file.write_text("Add a test\n")
    assert main([str(file)]) == 0
