"""Custom rules: chosen, checked, sent to friends, and shown to everyone at the table."""

from typing import Any

import pytest
from hypothesis import given

from spadille.game import (
    ParseError,
    Rules,
    RulesError,
    Seat,
    SpadesError,
    group_titles,
    literal_values,
    option_types,
    presets,
    texts_of,
)
from spadille.locale import LANGUAGES, translate
from spadille.notation import read_code, write_code
from spadille.table.apply import loaded
from spadille.table.commands import make
from spadille.table.errors import RefusedError
from spadille.table.events import TableCreated
from spadille.table.protocol import State
from spadille.table.requests import NewTable, Sit
from spadille.table.rule_choice import Chosen, RuleChoice, choice_in, chosen_rules, code_of, info_of
from spadille.table.rule_info import rule_schema
from support.pages import Http
from support.strategies import rule_sets
from support.tabletop import ANN, BEN, Room, new_table


def state(room: Room, person: str) -> State:
    return room.shown(person)


def test_T4_own_rules_are_stored_and_shown_to_all_with_title() -> None:
    options = {"end.target": 250, "nil": {"blind_deficit": 50}}
    room = Room("two-player", options=options, title=" Friday  night ", invite=True)
    room.ask(BEN, Sit("room", Seat.EAST))
    for person in (ANN.person, BEN.person, "somebody who watches"):
        shown = state(room, person)
        assert shown.title == "Friday night"
        assert (shown.rules.end.target, shown.rules.nil.blind_deficit) == (250, 50)
    assert isinstance(room.events[0], TableCreated)
    assert loaded("room", room.events) == room.table


def test_rules_without_title_are_named_after_preset() -> None:
    assert state(Room("standard"), ANN.person).title == "Standard"
    assert state(Room("standard", turn_seconds=60), ANN.person).title == "Standard"
    assert state(Room("standard", options={"end.target": 250}), ANN.person).title != "Standard"


def test_turn_timer_comes_from_rules_unless_requested() -> None:
    rules = {"clock.turn_seconds": 45}
    assert Room(options=rules, turn_seconds=None).table.rules.clock.turn_seconds == 45
    assert Room(options=rules, turn_seconds=0).table.rules.clock.turn_seconds == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"end.target": 1}, "rules/bad-value"),
        ({"end.goal": 300}, "rules/unknown-option"),
        ({"goal": 300}, "rules/unknown-option"),
        ({"table.players": 3}, "rules/teams-and-players"),
        ({"table.players": 7}, "table/too-many-players"),
        ({"deck": {"removed": ["S1"]}}, "rules/bad-value"),
    ],
)
def test_invalid_rules_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises((RefusedError, RulesError)) as refused:
        make("room", new_table(options=options), ANN, str)
    assert refused.value.code == code


@given(rule_sets())
def test_share_code_carries_every_rule_set(rules: Rules) -> None:
    for title in ("", "Nüsse & Co = 100 %, ja?"):
        code = code_of(Chosen("standard", rules, title))
        assert code.isascii()
        assert not set(code) & set(' "<>#')
        assert chosen_rules(RuleChoice(code=code)) == Chosen("standard", rules, title)


def test_share_code_carries_lists_and_names_with_commas() -> None:
    options = {
        "table.side_names": ("Ann, Ben", "[us]"),
        "deck.removed": ("C2", "D2"),
        "deck.jokers": 2,
        "end.start_scores": (-100, 50),
        "end.floor": "-target",
    }
    rules = Rules().with_options(options)
    code = code_of(Chosen("standard", rules, ""))
    assert "deck.removed=C2,D2" in code
    assert chosen_rules(RuleChoice(code=f"?{code}")).rules == rules


@pytest.mark.parametrize(
    ("preset", "option"), [("jokers", "deck.high_trumps"), ("gold-blue", "table.side_names")]
)
def test_share_code_carries_empty_values_that_preset_sets(preset: str, option: str) -> None:
    rules = Rules.preset(preset).with_options({option: ()})
    code = code_of(Chosen(preset, rules, ""))
    assert chosen_rules(RuleChoice(code=code)).rules == rules


def test_share_code_is_overridden_by_options() -> None:
    code = "preset=two-player&end.target=250&title=Ours"
    chosen = chosen_rules(RuleChoice(code=code, options={"end.target": 300}, title="Mine"))
    assert (chosen.rules.players, chosen.rules.end.target, chosen.title) == (2, 300, "Mine")


@pytest.mark.parametrize("code", ["&", "nonsense", "a=1&a=2", "preset=standard&&", "%"])
def test_invalid_share_code_is_refused(code: str) -> None:
    with pytest.raises(ParseError) as refused:
        read_code(code)
    assert refused.value.code == "rules/bad-code"


@pytest.mark.parametrize(
    "text",
    [
        'title.en = "House"\ntitle.de = "Haus"\n[end]\ntarget = 300\n',
        "https://spades.example/#/rules?end.target=300&title=House\n",
        "preset=standard&end.target=300&title=House",
    ],
)
def test_rule_file_is_read(text: str) -> None:
    info = info_of(choice_in(text, "en"), "en")
    assert (info.code, info.title) == ("preset=standard&end.target=300&title=House", "House")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no rules at all", "rules/not-toml"),
        ("a = " + "[" * 5000, "rules/not-toml"),
        ("[end]\ntarget = " + "9" * 5000, "rules/not-toml"),
        ("title = 5", "rules/bad-heading"),
        ("preset=standard&&", "rules/bad-code"),
        ("preset=nobody", "rules/unknown-preset"),
        (f'title.en = "{"x" * 61}"', "rules/long-title"),
        ("\n".join(f"o{number} = 1" for number in range(900)), "rules/too-many-options"),
    ],
)
def test_rule_file_without_rules_is_refused(text: str, code: str) -> None:
    with pytest.raises(SpadesError) as refused:
        info_of(choice_in(text, "en"), "en")
    assert refused.value.code == code


@pytest.mark.parametrize(
    "text", ["end.target = 1979-05-27", "end = 5", "[end]\ntarget = inf", "[[end]]\ntarget = 300"]
)
def test_rules_with_invalid_values_name_them(text: str) -> None:
    assert info_of(choice_in(text, "de"), "de").problems


def test_share_code_title_is_limited_in_length() -> None:
    with pytest.raises(RefusedError) as refused:
        chosen_rules(RuleChoice(code="preset=standard&title=" + "x" * 61))
    assert refused.value.code == "rules/long-title"


def test_rules_check_returns_complete_rules_and_sentences() -> None:
    info = info_of(RuleChoice(options={"end": {"target": 250}, "nil.blind": True}), "de")
    assert info.rules == Rules().with_options({"end.target": 250})
    assert [(change.path, change.value, change.preset_value) for change in info.changes] == [
        ("end.target", 250, 500)
    ]
    assert any("250" in str(sentence) for part in info.sheet for sentence in part.sentences)
    assert info_of(RuleChoice(code=info.code), "de").rules == info.rules


def test_rules_check_names_every_bad_value_and_conflict() -> None:
    options = {
        "end.target": 1, "play.void": "x", "nil.points": 3,
        "table.players": 5, "nil.allowed": False,
    }  # fmt: skip
    info = info_of(RuleChoice(options=options), "en")
    assert info.rules is None
    assert [(problem.code, problem.options) for problem in info.problems] == [
        ("rules/bad-value", ("end.target",)),
        ("rules/bad-value", ("play.void",)),
        ("rules/unknown-option", ()),
        ("rules/teams-and-players", ("table.teams", "table.players")),
        ("rules/blind-without-nil", ("nil.blind", "nil.allowed")),
    ]


def test_rules_check_of_contradiction_keeps_code_and_changes() -> None:
    options = {"table.players": 5, "end.target": 500, "nil": {"allowed": False}}
    info = info_of(RuleChoice(options=options), "en")
    assert info.rules is None
    assert info.code == "preset=standard&table.players=5&nil.allowed=false"
    assert [(change.path, change.value) for change in info.changes] == [
        ("table.players", 5), ("nil.allowed", False),
    ]  # fmt: skip
    assert info_of(RuleChoice(code=info.code), "en") == info
    impossible = info_of(RuleChoice(options=options | {"play.void": "x"}), "en")
    assert (impossible.code, impossible.changes) == ("", ())


def test_rule_schema_describes_all_values_of_options() -> None:
    groups = rule_schema()
    assert [group.name for group in groups] == list(group_titles())
    options = [option for group in groups for option in group.options]
    assert [option.path for option in options] == list(option_types())
    for lang in LANGUAGES:
        assert all(translate(text, lang) for one in options for text in (one.title, one.help))
    for option in options:
        tried = [*option.values] if option.kind.startswith("choice") else []
        tried += [number for number in (option.low, option.high) if number is not None]
        if option.kind == "yes_no":
            tried = [True, False]
        for value in tried:
            in_list = option.kind in {"choices", "numbers"}
            problems = info_of(
                RuleChoice(options={option.path: [value] if in_list else value}), "en"
            ).problems
            assert all(problem.code != "rules/bad-value" for problem in problems), option


def test_rule_schema_names_every_value_in_both_languages() -> None:
    for path, type_ in option_types().items():
        words = [value for value in literal_values(type_) if isinstance(value, str)]
        assert len(texts_of(type_).names) == len(words), path
    named = {option.path: option for group in rule_schema() for option in group.options}
    void = named["play.void"]
    assert str(dict(zip(void.values, void.names, strict=True))["higher_spade"]) == "A winning spade"
    in_german = [translate(name, "de") for name in void.names]
    assert in_german == ["Beliebig", "Ein Pik", "Ein stechendes Pik"]


def test_rule_options_are_found_by_common_words() -> None:
    words = {option.path: option.words for group in rule_schema() for option in group.options}
    assert "renege" in words["enforcement.revoke_penalty"]
    assert "undo" in words["play.take_back"]
    assert "rückgängig" in words["play.take_back"]
    assert "sandbag" in words["scoring.bag_limit"]


async def test_own_rules_over_http_are_checked_and_used_by_table(http: Http) -> None:
    schema = (await http.get("/api/schema?lang=en")).json()
    assert [group["name"] for group in schema] == list(group_titles())
    body = {"code": "preset=standard&end.target=250", "lang": "en"}
    checked = (await http.post("/api/rules/check", json=body)).json()
    assert checked["rules"]["end"]["target"] == 250
    await http.post("/api/session", json={})
    whole = {"options": checked["rules"], "name": "Ann"}
    made = await http.post("/api/tables", json=whole)
    assert made.status_code == 201
    rules = await http.get(f"/api/tables/{made.json()['table']}/rules?lang=en")
    assert rules.json() == checked
    bad = await http.post("/api/rules/check", json={"preset": "none"})
    assert (bad.status_code, bad.json()["code"]) == (400, "rules/unknown-preset")
    split = (await http.get("/api/split?people=9")).json()
    assert (split["people"], split["splits"]) == (9, [[5, 4], [3, 3, 3]])
    assert split["presets"]["4"] == "standard"
    for people in ("1", "x", "", "-7", "9999", "\u0663"):
        refused = await http.get("/api/split", params={"people": people})
        assert (refused.status_code, refused.json()["code"]) == (400, "split/people")


@pytest.mark.parametrize("name", presets())
def test_preset_as_data_makes_the_same_rules(name: str) -> None:
    data = info_of(RuleChoice(preset=name), "en").rules
    assert data is not None
    new = NewTable(options=data.options(), name="Ann")
    assert chosen_rules(new).rules == presets()[name].rules


@pytest.mark.parametrize("text", ["\u202eFriday\x00\n night\u2069", "\x1b Friday night"], ids=ascii)
def test_rule_title_with_control_and_direction_characters_is_cleaned(text: str) -> None:
    clean = "Friday night"
    code = write_code("standard", {}, text)
    for choice in (RuleChoice(title=text), RuleChoice(code=code)):
        info = info_of(choice, "en")
        assert info.title == clean
        assert info.code == write_code("standard", {}, clean)
        assert chosen_rules(choice).title == clean
    with pytest.raises(RefusedError, match="visible"):
        chosen_rules(RuleChoice(title="\u202e"))
