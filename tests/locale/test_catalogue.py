"""Languages are complete, and their sentences take the same parameters as the English ones."""

import gettext
import re
import shutil
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message as Entry

import catalogue as tool
import untranslated
from spadille.game import (
    Card,
    Message,
    Rules,
    RulesError,
    Seat,
    decimal,
    option_types,
    presets,
    range_of,
    texts_of,
)
from spadille.locale import LANGUAGES, Lang, translate, translation

OTHERS = LANGUAGES[1:]
UNFINISHED: set[Lang] = set()
"""Languages still being translated: their missing texts appear in English."""


catalogue_of = cache(tool.catalogue_of)


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_untranslated_counts_gaps_before_browser_file_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(untranslated.MESSAGES / "en.json", tmp_path)
    monkeypatch.setattr(untranslated, "MESSAGES", tmp_path)
    assert len(untranslated.untranslated("de")["web/messages/de.json"]) > 100


@pytest.mark.parametrize("lang", [lang for lang in OTHERS if lang not in UNFINISHED])
def test_language_has_no_untranslated_texts(lang: Lang) -> None:
    assert {place: some for place, some in untranslated.untranslated(lang).items() if some} == {}


@pytest.mark.parametrize("lang", OTHERS)
def test_catalog_has_every_source_text(lang: Lang) -> None:
    there = {str(entry.id) for entry in catalogue_of(lang)}
    assert there == {str(entry.id) for entry in tool.template()}, "run tools/catalogue.py"


@pytest.mark.parametrize("lang", OTHERS)
def test_texts_have_same_parameters_in_every_language(lang: Lang) -> None:
    """This checks existing texts; the tests above report missing ones."""
    there = [
        (entry, found)
        for entry in tool.template()
        if entry.id
        and (found := catalogue_of(lang).get(entry.id))
        and any(tool.texts(found.string))
    ]
    assert {str(entry.id) for entry, found in there if not _as_told(entry, found)} == set()


def _as_told(entry: Entry, found: Entry) -> bool:
    """Return True if a visible translation takes the same parameters as the English plural."""
    english, texts = ([*map(parameters, tool.texts(one))] for one in (entry.id, found.string))
    return (
        not found.fuzzy  # fuzzy texts are not shown
        and len(texts) == len(english)
        and texts[-1] == english[-1]
        and set().union(*texts) <= set().union(*english)
    )


@pytest.mark.parametrize("lang", OTHERS)
def test_option_values_appear_only_next_to_explanation(lang: Lang) -> None:
    """The rule editor shows the name of a value in its place: "value: meaning"."""
    raw = {
        path: found
        for path, type_ in option_types().items()
        if (found := _unexplained(_help(type_, lang), {*map(str, range_of(type_).values)}))
    }
    assert raw == {}


def _help(type_: Any, lang: Lang) -> str:
    return translate(Message(texts_of(type_).help), lang)


def _unexplained(told: str, values: set[str]) -> list[str]:
    """Return the clauses that begin with values without explaining them, or contain others."""
    found = []
    for clause in told.split("; "):
        before, colon, meaning = clause.partition(": ")
        label = before if colon else ""
        rest = meaning if label in values else clause
        keys = {word for word in re.findall(r"\w+", rest) if "_" in word}
        if keys & values or (label not in values and set(label.split()) & {*values, "none"}):
            found.append(clause)
    return found


def test_german_terms_are_consistent() -> None:
    """As in docs/translating.md: to call is *melden*, a bid is *Ansage*, and a claim is not."""
    read = [(str(entry.id), str(entry.string)) for entry in catalogue_of("de") if entry.id]
    assert [german for _, german in read if re.search("beanstand", german, re.IGNORECASE)] == []
    claims = [german for english, german in read if "claim" in english]
    assert claims
    assert not [german for german in claims if "Ansagende" in german]


@pytest.mark.parametrize("lang", OTHERS)
def test_visible_texts_say_turn_timer_not_sand_glass(lang: Lang) -> None:
    """The old words are used only for searches."""
    about = [preset.about_in(one) for preset in presets().values() for one in ("en", lang)]
    texts = [str(text) for entry in catalogue_of(lang) for text in (entry.id, entry.string)]
    client = [(untranslated.MESSAGES / f"{one}.json").read_text("utf-8") for one in ("en", lang)]
    old = re.compile("sand-?glass|hourglass|Sanduhr|reloj de arena", re.IGNORECASE)
    found = [
        text for text in [*about, *texts, *client] if old.search(text.replace("sand_glass", ""))
    ]
    assert found == []


def test_translate_translates_parameters() -> None:
    message = Message("you do not hold the {card}", card=Card.HQ)
    assert translate(message, "en") == "you do not hold the queen of hearts"
    assert translate(message, "de") == "Herz-Dame hast du nicht auf der Hand"
    assert translate(message, "es") == "no tienes la reina de corazones"
    assert type(translate(message, "es")) is str, "what is sent knows no other texts"
    joker = Message("you do not hold the {card}", card=Card.JB)
    assert translate(joker, "es") == "no tienes el comodín grande"


def test_translate_uses_given_seat_names() -> None:
    message = Message("it is {turn}'s turn, not {seat}'s", turn=Seat.EAST, seat=Seat.WEST)
    assert translate(message, "de", {Seat.EAST: "Ada"}) == "Ada ist am Zug, nicht West"


def test_translate_chooses_plural_form() -> None:
    assert translate(Message.counted("one bag", "{n} bags", 1), "de") == "ein Überstich"
    assert translate(Message.counted("one bag", "{n} bags", 4), "de") == "4 Überstiche"


def test_translate_to_unknown_language_returns_english() -> None:
    assert translate(Message("hearts"), "xx") == "hearts"


def test_translate_without_built_catalogs_returns_english_and_logs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(gettext, "find", lambda *_, **__: [])
    monkeypatch.setattr(translation, "_catalogue", translation._catalogue.__wrapped__)
    assert translate(Message("hearts"), "de") == "hearts"
    assert "the texts for the language 'de' are not built" in caplog.text


def test_translate_formats_numbers_by_language() -> None:
    tricks = Message("about {tricks} tricks", tricks=decimal(-2.96))
    for lang, written in (("en", "-3.0"), ("de", "-3,0"), ("es", "-3,0")):
        assert written in translate(tricks, lang)


def test_translate_uses_minus_sign_for_negative_scores() -> None:
    assert translate(Message("won by {by}", by=-60)) == "won by −60"
    typed = Message("a whole number from {low} to {high}", low="-9", high="9")
    assert translate(typed) == "a whole number from -9 to 9"
    with pytest.raises(RulesError) as refused:
        Rules().with_options({"end.floor": 7})
    assert "from -" in translate(refused.value.problems[0].message)
