"""`docs/environments.md` matches the code."""

import re
from pathlib import Path

from spadille.envs import ACTIONS, FIELDS, SIZE, meaning
from spadille.envs.observation_layout import AT

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_docs_list_every_field_with_offset_and_shape() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d ×]+) \|", PAGE, flags=re.MULTILINE)
    told = {name: (int(at), tuple(map(int, shape.split(" × ")))) for name, at, shape in rows}
    assert told == {name: (getattr(AT, name), shape) for name, shape in FIELDS.items()}
    assert f"`int8` of shape `({SIZE},)`" in PAGE


def test_docs_list_every_action_number_once() -> None:
    rows = re.findall(r"^\| (\d+)(?: to |, )?(\d+)? \| (.+) \|$", PAGE, flags=re.MULTILINE)
    told = [range(int(first), int(last or first) + 1) for first, last, _ in rows]
    assert [number for numbers in told for number in numbers] == list(range(ACTIONS))
    does = {int(first): text for first, _, text in rows}
    for first, words in ((59, "bid"), (86, "blind"), (113, "Little Mo"), (140, "Big Mo")):
        assert words in does[first]
        assert words in meaning(first)
    for number in (167, 168, 171):
        assert does[number].startswith(meaning(number))
