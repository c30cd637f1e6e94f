"""Every rule has its tests, every numbered test its rule, and docs/rules.md says so."""

import pytest

from docsite.rule_table import PAGE, Rule, page, problems, problems_in, rules_of_test, sections
from spadille.game import option_types

RULES = [rule for section in sections() for rule in section.rule]
METHOD = {"deal.method": option_types()["deal.method"]}


def test_rule_table_has_no_problems() -> None:
    assert list(problems()) == []


def test_rules_page_is_up_to_date() -> None:
    assert PAGE.is_up_to_date(page()), "run python tools/docsite pages"


def test_rules_are_ordered_by_number() -> None:
    for section in sections():
        letters = {rule.id[0] for rule in section.rule}
        assert len(letters) == 1
        assert [int(rule.id[1:]) for rule in section.rule] == list(range(1, len(section.rule) + 1))


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (Rule("T1", "", "", ("deal.method",)), "T1 has no test"),
        (Rule("K1", "", "", ("deal.cheating",)), "K1: deal.cheating is no option"),
        (Rule("K1", "", "", ("deal.method = dealt | thrown",)), "K1: deal.method cannot be thrown"),
        (Rule("K1", "", "", ("deal.method",), ("chess",)), "K1: chess is no preset"),
        (Rule("K1", "", ""), "K1 does not say where it lives"),
        (Rule("K1", "", "", place="invariant"), "no rule has the option deal.method"),
        (Rule("K2", "", "", place="x"), "there is no rule K1, which a test in test_cards names"),
    ],
)
def test_rule_with_missing_part_names_the_problem(rule: Rule, problem: str) -> None:
    assert problem in list(problems_in([rule], {"K1": ["test_cards"]}, METHOD))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_E15_swap_of_four_cards_is_rejected", ("E15",)),
        ("test_N16_N17_N18_six", ("N16", "N17", "N18")),
        ("test_P3_to_P6_endings", ("P3", "P4", "P5", "P6")),
        ("test_the_S2_is_no_number", ()),
    ],
)
def test_rule_numbers_are_read_from_start_of_test_name(name: str, rules: tuple[str, ...]) -> None:
    assert rules_of_test(name) == rules
