"""Every statement in the texts has its rules and its tests, and docs/texts.md says so."""

import pytest

from docsite.text_table import PAGE, Statement, Text, page, problems, problems_in, texts

RULES = {"E1"}
TESTS = {"tests/game/test_nil.py::test_E1_any_player_may_bid_nil"}


def test_statements_cite_existing_rules_and_tests() -> None:
    assert list(problems()) == []


def test_texts_page_is_up_to_date() -> None:
    assert PAGE.is_up_to_date(page()), "run python tools/docsite pages"


def test_texts_have_all_their_statements() -> None:
    counts = {text.title: len(text.statement) for text in texts()}
    assert counts == {"Puzzle Pirates": 41, "Wikipedia": 109, "Gold and Blue": 31, "For two": 30}


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (Statement("nil", ()), "Pirates 1 has no test"),
        (Statement("nil", tuple(TESTS), ("E0",)), "Pirates 1: there is no rule E0"),
        (
            Statement("nil", ("tests/x.py::test_y",)),
            "Pirates 1: there is no test tests/x.py::test_y",
        ),
    ],
)
def test_statement_with_missing_part_names_the_problem(statement: Statement, problem: str) -> None:
    text = Text("Pirates", "", (), (statement,))
    assert list(problems_in([text], RULES, TESTS)) == [problem]


def test_text_with_unknown_preset_names_it() -> None:
    assert list(problems_in([Text("Pirates", "", ("chess",), ())], RULES, TESTS)) == [
        "Pirates: chess is no preset"
    ]
