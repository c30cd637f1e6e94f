"""Names are single lines of visible characters, no matter who writes them."""

import pytest

from spadille.game import Rules, clean_name
from spadille.notation import format_record, parse_record
from support.positions import rules

DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNSEEN = "\u00ad\u034f\u180e\u200b\u2060\u2064\u206a\ufeff\ufff9\U000e0001\U000e0041"


@pytest.mark.parametrize("sign", DIRECTIONS + UNSEEN, ids=ascii)
def test_clean_name_drops_invisible_sign(sign: str) -> None:
    assert clean_name(f"{sign}Ann{sign}a {sign} Lee{sign}") == "Anna Lee"
    assert clean_name(sign) == ""


@pytest.mark.parametrize("control", "\x00\x07\x1b\x7f\x9b\t\n\r\u2028\u2029\x85\ue000", ids=ascii)
def test_clean_name_replaces_control_character_with_space(control: str) -> None:
    assert clean_name(f"{control}Ann{control}{control}Lee") == "Ann Lee"


@pytest.mark.parametrize(
    "name",
    [
        "Jörg ♠",
        "राज",
        "김",
        "דוד",
        "♠\ufe0f",
        "1\ufe0f\u20e3",
        "👩\u200d💻 Ann",
        "👩🏽\u200d🚀",
        "🙂\u200d\u2194\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "می\u200cخواهم",
        "क्\u200dष",
        "葛\U000e0100城",
        "Việt",
    ],
    ids=ascii,
)
def test_clean_name_keeps_any_script(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("joiner", "\u200c\u200d\ufe0e\ufe0f\U000e0100", ids=ascii)
def test_clean_name_drops_joiner_between_latin_letters(joiner: str) -> None:
    assert clean_name(f"{joiner}An{joiner}na{joiner}") == "Anna"


@pytest.mark.parametrize("between", ["", "\u200b", "\u034f"], ids=ascii)
@pytest.mark.parametrize(("letter", "mark", "most"), [("e", "\u0301", 3), ("ก", "\u0e34", 5)])
def test_clean_name_keeps_few_stacked_marks(
    between: str, letter: str, mark: str, most: int
) -> None:
    clean = clean_name(letter + between.join([mark] * 20))
    assert clean[0] == "é" if letter == "e" else letter
    assert len(clean) <= most
    assert clean_name(clean) == clean
    assert clean_name(f"{mark}Ann {mark}Lee") == "Ann Lee"


def test_side_names_with_control_and_direction_characters_are_cleaned() -> None:
    given = ("\x00 Red\n\x1b[31m", "\u202eBlue")
    ours = Rules().with_options({"table.side_names": given})
    assert ours.table.side_names == ("Red [31m", "Blue")
    assert rules(table__side_names=given) == ours


def test_side_names_in_stored_rules_are_cleaned() -> None:
    lines = 'spadille-record 1\nrule table.side_names = ["\\u202eRed", "Blue\\u0000"]\n'
    record = parse_record(lines)
    assert record.rules.table.side_names == ("Red", "Blue")
    assert 'rule table.side_names = ["Red", "Blue"]' in format_record(record)


def test_side_name_without_visible_characters_is_empty() -> None:
    ours = Rules().with_options({"table.side_names": ["\u202e\u200b", "Blue"]})
    assert ours.table.side_names == ("", "Blue")
