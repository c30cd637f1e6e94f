"""One file lists what is unsupported in each part; refusals and the page are generated from it."""

import pytest

from docsite.coverage_table import PAGE, page, problems
from spadille.fast import SolverError, solve
from spadille.game import Card, Deal, Rules, coverage, option_values

JOKERS = {"deck.jokers": 2, "deal.leftover": "aside"}
ENDING = Deal(tuple((card,) for card in (Card.SA, Card.SK, Card.SQ, Card.SJ)))


def test_coverage_page_is_up_to_date() -> None:
    assert list(problems()) == []
    assert PAGE.is_up_to_date(page()), "run python tools/docsite pages"


@pytest.mark.parametrize("path", coverage.SOLVER.knows)
def test_solver_with_unsupported_option_value_names_it(path: str) -> None:
    known = coverage.SOLVER.knows[path]
    others = [value for value in option_values(path) or (False, True) if value not in known]
    for value in others:
        rules = Rules().with_options({**JOKERS, path: value})
        with pytest.raises(SolverError, match=f"{path} is {value}; the solver supports only"):
            solve(ENDING, 0, rules=rules)


def test_parts_cover_only_rules_they_support() -> None:
    assert all(part.covers(Rules()) for part in coverage.PARTS)
    called = Rules().with_options({"deck.aces": "declared"})
    assert not coverage.PLAYOUTS.covers(called)
    assert not coverage.BIDS.covers(called)
    assert not coverage.SOLVER.covers(called)
    assert coverage.CLAIMS.covers(called)
