"""No stranger's request costs much.

Every value in the rules has limits. Values beyond them are refused before anything is computed.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Literal, NamedTuple

import msgspec
import pytest
from msgspec import inspect

from spadille.game import Bid, Game, Rules, SpadesError, View, option_types
from spadille.locale import Lang
from spadille.server.live.registry import NewGroup, make_group
from spadille.table.commands import make
from spadille.table.protocol import write
from spadille.table.rule_choice import LONGEST_CODE, RuleChoice, info_of, splits
from spadille.table.score_sheet import ScoredRound, ScoreRounds, score_sheet
from support.servers import Server, server
from support.strategies import TABLES, random_step
from support.tabletop import ANN, new_table, seeded

MOST_CALLS = 60_000
"""Function calls for one request; a rule set in words and in data takes a few thousand."""

MOST_CHARACTERS = 40_000
"""In one response."""


@contextmanager
def little_work() -> Iterator[None]:
    """Fail if the block makes too many function calls; this way the test never hangs."""
    calls = 0

    def count(frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}
        if calls > MOST_CALLS:
            sys.setprofile(None)
            raise AssertionError(f"too much work, now in {frame.f_code.co_name}")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


class Limits(NamedTuple):
    """The smallest and largest number, or length of a text or a list."""

    of: Literal["number", "text", "list"]
    low: int
    high: int


def limits(path: str) -> list[Limits]:
    """Return the limits of an option and of each list item; none for a choice of values."""
    return list(_limits(inspect.type_info(option_types()[path])))


def _limits(info: inspect.Type) -> Iterator[Limits]:
    match info:
        case inspect.Metadata(type=inner):
            yield from _limits(inner)
        case inspect.UnionType(types=types):
            for inner in types:
                yield from _limits(inner)
        case inspect.VarTupleType(item_type=item, max_length=int(most)):
            yield Limits("list", 0, most)
            yield from _limits(item)
        case inspect.IntType(ge=int(low), le=int(high)):
            yield Limits("number", low, high)
        case inspect.StrType(max_length=int(longest)):
            yield Limits("text", 0, longest)
        case inspect.BoolType() | inspect.LiteralType() | inspect.EnumType():
            return
        case _:
            raise AssertionError(f"an option without bounds: {info}")


def test_rule_options_have_bounds() -> None:
    found = [limit.of for path in option_types() for limit in limits(path)]
    assert set(found) == {"number", "text", "list"}


LANGS: tuple[Lang, ...] = ("en", "de")

HUGE = 9_007_199_254_740_992
DEEP: list[Any] = []
for _ in range(900):
    DEEP = [DEEP]

BEYOND: tuple[Any, ...] = (
    HUGE,
    -HUGE,
    2**63 - 1,
    1e300,
    True,
    None,
    "x" * 60_000,
    "\u202e",
    [0] * 30_000,
    ["C2"] * 12_000,
    ["x" * 30_000] * 2,
    [""] * 20_000,
    DEEP,
    {"a": {"b": HUGE}},
)


def values_of(path: str, beyond: int) -> list[Any]:
    """Return values at the limits of an option, or this far beyond them."""
    values: list[Any] = []
    for of, low, high in limits(path):
        if of == "number":
            values += [low - beyond, high + beyond, [low - beyond], [high + beyond]]
        elif of == "text":
            values += ["x" * (high + beyond), ["x" * (high + beyond)]]
        else:
            values += [[item] * (high + beyond) for item in (0, "C2", "x")]
    return values


def ask_everywhere(choice: dict[str, Any]) -> list[str]:
    """Return the codes with which check, score, tables and groups refuse rules, if any."""
    codes = []
    asked: tuple[Callable[[], Any], ...] = (
        lambda: info_of(RuleChoice(options=choice), "de"),
        lambda: score_sheet(ScoreRounds(options=choice)),
        lambda: make("room", new_table(options=choice), ANN, seeded(1))[0].made,
        lambda: make_group(NewGroup(people=8, rules=(RuleChoice(options=choice),)), lambda: "x"),
    )
    for ask in asked:
        try:
            with little_work():
                answer = ask()
            assert len(write(answer, "en")) < MOST_CHARACTERS
        except SpadesError as refusal:
            codes.append(refusal.code)
            assert len(str(refusal.message)) < MOST_CHARACTERS
            assert "\u202e" not in str(refusal.message)
    return codes


@pytest.mark.parametrize("path", option_types())
def test_option_values_around_limits_cost_little(path: str) -> None:
    for value in values_of(path, beyond=0):
        ask_everywhere({path: value})
    for value in (*values_of(path, beyond=1), *BEYOND):
        codes = ask_everywhere({path: value})
        try:
            msgspec.convert(value, option_types()[path])
        except msgspec.ValidationError:
            assert set(codes) <= {"rules/bad-value", "rules/unknown-option"}
            assert len(codes) >= 3


def test_too_many_options_cost_little() -> None:
    for choice in (
        {f"end.x{n}": 1 for n in range(6000)},
        {"end": {f"x{n}": 1 for n in range(6000)}},
        {f"x{n}": 1 for n in range(6000)},
    ):
        assert set(ask_everywhere(choice)) == {"rules/too-many-options"}
    every = dict.fromkeys(option_types(), "x" * 600)
    assert "rules/bad-value" in ask_everywhere(every)
    named = {f"{'x' * 600}.{n}": 1 for n in range(len(every))}
    assert "rules/unknown-option" in ask_everywhere(named)


@pytest.mark.parametrize(
    "bids",
    [
        "if " + " and ".join(["first"] * 400) + ": any; any",
        "if " + " and ".join(["first"] * 11) + ": any; any",
        "; ".join(["if first: any"] * 3000 + ["any"]),
        " or ".join(["nil"] * 6000),
        " or ".join(["1"] * 21),
        "9" * 60_000,
        "if " * 20_000,
    ],
)
def test_V1_endless_bid_rule_is_refused(bids: str) -> None:
    with pytest.raises(SpadesError) as refusal:
        Rules().with_options({"bidding.bids": bids})
    assert refusal.value.code in {"rules/bad-value", "rules/bids"}
    assert len(str(refusal.value.message)) < 1000
    assert set(ask_everywhere({"bidding.bids": bids})) == {refusal.value.code}


def test_V1_long_bid_rule_is_described_in_words() -> None:
    clause = "if " + " and ".join(["first"] * 10) + ": " + " or ".join(["1"] * 20)
    bids = "; ".join([clause] * 2 + ["any"])
    assert ask_everywhere({"bidding.bids": bids}) == []


@pytest.mark.parametrize(
    "code",
    [
        "deck.removed=" + "[" * 1900,
        "end.target=" + "9" * 1900,
        "table.side_names=" + "," * 1900,
        "table.players=" + str(HUGE),
    ],
)
def test_hostile_share_code_costs_little(code: str) -> None:
    for lang in LANGS:
        with little_work():
            info = info_of(RuleChoice(code=code), lang)
        assert info.rules is None
        assert len(write(info, "en")) < MOST_CHARACTERS
    assert len(code) <= LONGEST_CODE


def test_long_score_sheet_is_accepted_and_oversized_fields_refused() -> None:
    bids = (Bid(3),) * 4
    rounds = (ScoredRound(bids=bids, tricks=(4, 3, 3, 3)),) * 200
    assert len(score_sheet(ScoreRounds(rounds=rounds)).rounds) == 200
    too_long = {
        "bids": [{"type": "bid", "tricks": 3}] * 7,
        "tricks": [HUGE],
        "winners": [0] * 200,
        "judgements": [{"kind": "call", "seat": 3, "trick": 1, "upheld": True}] * 200,
    }
    fair: dict[str, Any] = {"bids": [], "tricks": []}
    for field, value in too_long.items():
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**fair, field: value}, ScoredRound)


def test_N19_split_of_any_number_is_quick() -> None:
    for people in (-HUGE, -1, 0, 2, 101, 200_000, HUGE, 2**70):
        with little_work():
            assert splits(people) == ()
    assert splits(100)[0] == (4,) * 25


def extremes(base: dict[str, Any], end: int) -> Rules:
    """Return rules with every number at one end of its range, and the longest names and bid."""
    rules = Rules().with_options(base)
    for path in option_types():
        for of, *ends in limits(path):
            if of == "number" and path not in base:
                with suppress(SpadesError):
                    rules = rules.with_options({path: ends[end]})
    names = ["x" * 60] * len(rules.sides)
    clause = "if " + " and ".join(["first"] * 10) + ": any"
    bids = "; ".join([clause] * 4 + ["any"])
    rules = rules.with_options({"table.side_names": names, "bidding.bids": bids})
    return rules.with_options({"end.max_rounds": 2})


BIGGEST: tuple[dict[str, Any], ...] = (
    {"deck.packs": 2, "deck.jokers": 0, "deal.leftover": "none"},
    {"deck.packs": 2, "deck.jokers": 3, "deal.leftover": "kitty_and_round"},
    {
        "table.players": 5,
        "table.teams": "solo",
        "deck.packs": 2,
        "deck.jokers": 0,
        "deal.leftover": "kitty_and_round",
        "deal.kitty_taker": "dealer",
    },
)
"""Hands of 26 cards, and kitties of nine."""


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("base", [*TABLES, *BIGGEST])
def test_rules_at_their_limits_are_playable(base: dict[str, Any], end: int) -> None:
    rules = extremes(base, end)
    game = Game.new(rules, seed=1)
    views: list[View] = []
    rng = Random(1)
    while game.round is None or game.round.number == 1:
        with little_work():
            game = random_step(game, rng)
        if game.over:
            break
        with little_work():
            views = [game.view(seat) for seat in rules.seats]
    assert all(len(write(view, "de")) < MOST_CHARACTERS for view in views)
    assert msgspec.convert(msgspec.to_builtins(rules), Rules) == rules


def test_D12_largest_kitty_lists_first_choice_quickly() -> None:
    """There are millions of choices, and a server falls back on the first if a bot fails."""
    game = Game.new(Rules().with_options(BIGGEST[-1]), seed=1)
    while game.phase != "kitty":
        assert game.to_act is not None
        game = game.apply(game.options(game.to_act).actions[0])
    assert game.to_act is not None
    options = game.options(game.to_act)
    with little_work():
        assert len(options) > 1_000_000
        assert next(iter(options)) in options


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with server(folder / "games.db") as one:
        yield one


def test_costly_requests_do_not_stop_the_server(running: Server) -> None:
    """Each of these once made every table wait forever, or failed."""
    person = {"name": "Ann"}
    conditions = " and ".join(["first"] * 321)
    for options, code in (
        ({"table.players": HUGE}, "rules/bad-value"),
        ({"bidding.bids": f"if {conditions}: any; any"}, "rules/bad-value"),
    ):
        for path, body in (
            ("rules/check", {"options": options}),
            ("score", {"options": options}),
            ("tables", {"options": options, **person}),
            ("groups", {"people": 8, "rules": [{"options": options}]}),
        ):
            response = running.post(f"/api/{path}", **body)
            said = response.json()
            assert response.status_code == (200 if path == "rules/check" else 400)
            assert [one["code"] for one in said.get("problems", [said])] == [code]
