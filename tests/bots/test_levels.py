"""Bots are loaded by the name of their level, with the options that it has."""

from typing import Annotated, Any

import pytest
from msgspec import Meta

from spadille.bots import levels, load
from spadille.bots.beginner import Beginner
from spadille.game import SpadesError


class Weighing(Beginner):
    """A bot with options of its own."""

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: Annotated[int, Meta(ge=1)] = 100,
        ms: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.budget = (nodes, ms)


@pytest.fixture
def _weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels._BOTS, "beginner", Weighing)


def refusal(level: str, **options: Any) -> tuple[str, str]:
    with pytest.raises(SpadesError) as caught:
        load(level, 1, **options)
    return caught.value.code, str(caught.value)


def test_an_unknown_level() -> None:
    code, told = refusal("genius")
    assert code == "bots/unknown-level"
    assert "genius" in told
    assert "intermediate" in told


def test_a_level_without_options_takes_none() -> None:
    code, told = refusal("random", nodes=5)
    assert code == "bots/unknown-option"
    assert told == "random has no options, so no nodes"


@pytest.mark.usefixtures("_weighing")
def test_options_arrive_as_what_they_are() -> None:
    for given in ({"nodes": 5, "ms": 1.5}, {"nodes": "5", "ms": "1.5"}):
        bot = load("beginner", 1, **given)
        assert isinstance(bot, Weighing)
        assert bot.budget == (5, 1.5)
        assert isinstance(bot.budget[0], int)


@pytest.mark.usefixtures("_weighing")
def test_unknown_and_bad_options_are_told() -> None:
    assert refusal("beginner", depth=1) == (
        "bots/unknown-option",
        "beginner has no option depth; it has nodes, ms",
    )
    for value in ("many", "0", 0, 1.5):
        code, told = refusal("beginner", nodes=value)
        assert code == "bots/bad-option"
        assert told.startswith(f"nodes of beginner cannot be {value}: ")
