"""How few places name an option, as counted by tools/option_files.py."""

from statistics import fmean

import pytest

from option_files import counts, files_of, kernel_numbers, own_values


@pytest.mark.parametrize(
    ("group", "tests", "most", "average"),
    [
        ("play", False, 12, 8),
        ("scoring", False, 9, 5.9),
        ("play", True, 36, 18),
        ("scoring", True, 21, 10),
    ],
)
def test_option_is_named_in_few_files(
    group: str, most: int, average: float, *, tests: bool
) -> None:
    found = counts(group, tests=tests)
    assert max(found) <= most
    assert fmean(found) <= average


def test_option_files_are_found_by_path_word_or_number() -> None:
    assert "higher_spade" in own_values("play.void")
    assert "any" not in own_values("play.void")
    assert "VOID_HIGHER_SPADE" in kernel_numbers()["play.void"]
    files = files_of("play.void")
    assert {"src/spadille/game/playable.py", "docs/rules.toml"} <= files.keys()
    assert files["src/spadille/fast/game/playable.py"] in {"code.void", "VOID_ANY"}
    assert "docs/rules.md" not in files
