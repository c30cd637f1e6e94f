"""`spadille rules`: presets, rule sheets, checks and the schema."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from spadille.game import Card, Rules, library, option_types, presets
from support.command import assert_refused, spadille


def test_rules_list_names_every_preset() -> None:
    told = spadille("rules", "list").stdout
    for preset in presets().values():
        assert f"{preset.name} " in told
        assert preset.title["en"] in told
        assert preset.about["en"] in told
    assert "Spades zu zweit" in spadille("rules", "list", "--lang", "de").stdout
    listed = json.loads(spadille("rules", "list", "--json").stdout)
    assert [preset["name"] for preset in listed] == list(presets())


def test_rules_list_all_adds_the_library() -> None:
    assert "columbus-whist" not in spadille("rules", "list").stdout
    shown = spadille("rules", "list", "--all").stdout
    for preset in library().values():
        assert f"{preset.name} " in shown
        assert preset.about["en"] in shown
    listed = json.loads(spadille("rules", "list", "--all", "--json").stdout)
    assert [preset["name"] for preset in listed] == [*presets(), *library()]
    assert [preset["library"] for preset in listed] == [False] * len(presets()) + [True] * len(
        library()
    )


def test_rules_show_of_library_rules_states_open_questions() -> None:
    shown = spadille("rules", "show", "columbus-whist", "--lang", "de").stdout
    assert library()["columbus-whist"].leaves_open["de"] in shown
    assert "columbuswhist.com" in shown


@pytest.mark.parametrize("name", presets())
def test_rules_show_prints_words_and_json(name: str) -> None:
    english, german = (spadille("rules", "show", name, "--lang", lang) for lang in ("en", "de"))
    assert english.returncode == german.returncode == 0
    assert "points" in english.stdout
    assert "Punkte" in german.stdout
    shown = json.loads(spadille("rules", "show", name, "--json").stdout)
    assert Rules.from_data(shown["rules"]) == presets()[name].rules


def test_rules_check_accepts_a_rule_set(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('title.en = "House"\n[end]\ntarget = 300\n')
    done = spadille("rules", "check", file)
    assert (done.returncode, done.stdout) == (0, f"{file}: ok\n")
    checked = json.loads(spadille("rules", "check", "--json", file).stdout)
    assert checked["ok"] is True
    assert checked["rules"]["end"]["target"] == 300
    assert "House" in spadille("rules", "show", file).stdout


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("[end]\ntarged = 300\n", "rules/unknown-option", ["end.targed", "end.target"]),
        ("[ending]\ntarget = 300\n", "rules/unknown-option", ["ending", "end"]),
        ("end = 300\n", "rules/not-a-group", ["end"]),
        ("[end]\ntarget = 30\n", "rules/bad-value", ["end.target", "50"]),
        ("[play]\nlead_spades = 'sometimes'\n", "rules/bad-value", ["broken", "any", "never"]),
        ("[nil]\nallowed = false\n", "rules/blind-without-nil", ["nil.blind", "nil.allowed"]),
        ("[table]\nteams = 'solo'\nplayers = 2\n", "rules/two-need-draft", ["table.players"]),
    ],
)
def test_rules_check_rejects_with_code_and_sentence(text: str, code: str, told: list[str]) -> None:
    done = spadille("rules", "check", "-", given=text)
    assert done.returncode == 1
    assert done.stdout.startswith(f"standard input: {code}: ")
    assert len(done.stdout.splitlines()) == 1
    for part in told:
        assert part in done.stdout
    as_json = json.loads(spadille("rules", "check", "--json", "-", given=text).stdout)
    assert (as_json["ok"], as_json["problems"][0]["code"]) == (False, code)


def test_rules_check_reports_all_errors_of_a_link() -> None:
    code = "preset=standard&end.target=3&nil.allowed=false"
    done = spadille("rules", "check", code)
    codes = [line.split(": ")[1] for line in done.stdout.splitlines()]
    assert (done.returncode, codes) == (1, ["rules/bad-value", "rules/blind-without-nil"])
    assert "end.target cannot be 3; " in done.stdout
    assert_refused(spadille("rules", "check", "preset=standard&&"), "rules/bad-code")


def test_rules_check_reports_all_errors_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        "[nil]\nallowed = false\n[end]\ngoal = 5\n[play]\nfirst_trick = 'lowest_clubs'\n"
    )
    told = spadille("rules", "check", file).stdout.splitlines()
    codes = ["rules/unknown-option", "rules/blind-without-nil", "rules/lowest-clubs"]
    assert [line.split(": ")[1] for line in told] == codes
    german = spadille("rules", "check", "--json", "--lang", "de", file).stdout
    problems = json.loads(german)["problems"]
    assert [problem["code"] for problem in problems] == codes
    assert problems[1]["options"] == ["nil.blind", "nil.allowed"]
    assert problems[1]["message"] == "nil.blind = true braucht nil.allowed = true"
    refused = spadille("rules", "show", file)
    assert_refused(refused, *(line.partition(": ")[2].partition(": ")[2] for line in told))


def test_rules_check_rejects_invalid_toml() -> None:
    assert_refused(spadille("rules", "check", "-", given="[end\n"), "rules/not-toml", "line 1")


def test_rules_link_and_file_give_equal_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('title.en = "House"\n[end]\ntarget = 300\n')
    link = spadille("rules", "link", file, "--url", "https://spades.example/").stdout.strip()
    assert link == "https://spades.example/#/rules?preset=standard&end.target=300&title=House"
    saved = tmp_path / "house.rules.txt"
    saved.write_text(f"{link}\n")
    for rules in (link, saved, link.partition("?")[2]):
        assert spadille("rules", "show", rules).stdout == spadille("rules", "show", file).stdout
    for rules in (saved, link, link.partition("?")[2], "whiz"):
        assert spadille("rules", "check", rules).stdout == f"{rules}: ok\n"
    told = spadille("rules", "link", "whiz", "--json").stdout
    assert json.loads(told) == {"link": "http://localhost:8000/#/rules?preset=whiz"}


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("http://localhost:8000/#/rules?preset=nobody", "rules/unknown-preset"),
        ("preset=standard&end.target=3", "rules/bad-value"),
        ("preset=standard&&", "rules/bad-code"),
    ],
)
def test_rules_link_without_rules_is_rejected(link: str, code: str) -> None:
    assert_refused(spadille("rules", "show", link), code)


def test_rules_schema_describes_every_option_in_two_languages() -> None:
    schema = json.loads(spadille("rules", "schema").stdout)
    defaults = json.loads(msgspec.json.encode(Rules().options()))
    for path in option_types():
        group, name = path.split(".")
        option = schema["properties"][group]["properties"][name]
        assert option["default"] == defaults[path]
        assert option["title"]
        assert option["description"]
        assert option["x-de"]["title"] != ""
        assert option["x-de"]["description"] != option["description"]
    target = schema["properties"]["end"]["properties"]["target"]
    assert target["anyOf"] == [
        {"enum": ["none"]},
        {"type": "integer", "minimum": 50, "maximum": 5000},
    ]
    lead = schema["properties"]["play"]["properties"]["lead_spades"]
    assert sorted(lead["enum"]) == ["any", "broken", "never"]


def test_K5_K8_rules_schema_lists_the_cards_of_an_option() -> None:
    schema = json.loads(spadille("rules", "schema").stdout)
    for name in ("removed", "high_trumps"):
        option = schema["properties"]["deck"]["properties"][name]
        assert option["items"] == {"$ref": "#/$defs/Card"}
    assert set(schema["$defs"]["Card"]["enum"]) == {str(card) for card in Card}


def test_rules_schema_has_no_dangling_reference() -> None:
    text = spadille("rules", "schema").stdout
    names = set(re.findall(r'"#/\$defs/(\w+)"', text))
    assert names == set(json.loads(text)["$defs"])
    assert text.count('"$defs"') == 1
