"""The words by which people find rule sets and options, in three languages."""

import unicodedata

import pytest

from spadille.game import presets
from spadille.locale import LANGUAGES
from spadille.table.rule_info import rule_schema, search_words

DOUBLE_NIL = {name for name, preset in presets().items() if preset.rules.nil.blind}
RESEARCH = {"open-hands", "open-hands-bags"}
CLAIMS = {name for name, preset in presets().items() if preset.rules.play.claims}


def plain(text: str) -> str:
    """Return a text as the page's search compares it."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(one for one in letters if not unicodedata.combining(one)).lower()


def is_in(text: str, query: str) -> bool:
    return all(word in plain(text) for word in plain(query).split())


def presets_found(query: str, lang: str) -> set[str]:
    return {
        name
        for name, preset in presets().items()
        if is_in(
            " ".join([preset.title_in(lang), name, preset.about_in(lang), search_words(preset)]),
            query,
        )
    }


def options_found(query: str) -> str:
    """Return the paths of the options that a search finds, with their help and rule numbers."""
    return " ".join(
        f"{option.path} {option.help}"
        for group in rule_schema()
        for option in group.options
        if is_in(f"{option.title} {option.help} {option.path} {option.words}", query)
    )


@pytest.mark.parametrize(
    ("queries", "found"),
    [
        (["TRAM", "Rest für mich", "el resto es mío"], "play.claims"),
        (["3B"], "S11"),
        (["deadline", "Frist", "plazo"], "clock.turn_seconds"),
        (["deadline", "Frist", "plazo"], "end.minutes"),
        (["hourglass", "Sanduhr", "reloj de arena"], "clock.turn_seconds"),
        (["wager", "Einsatz", "Wette", "apuesta"], "bidding.bids"),
        (["renege", "renuncio"], "enforcement.revoke_penalty"),
        (["double nil", "Doppelnull", "doble nil", "nil a ciegas"], "nil.blind"),
    ],
)
def test_option_search_with_words_people_use_finds_the_option(
    queries: list[str], found: str
) -> None:
    for query in queries:
        assert found in options_found(query), query


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", ["double nil", "Doppelnull", "doble nil", "a ciegas"])
def test_preset_search_for_double_nil_finds_each_preset_that_has_it(query: str, lang: str) -> None:
    assert presets_found(query, lang) == DOUBLE_NIL


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("queries", "found"),
    [
        (["TRAM", "Rest für mich", "el resto es mío"], CLAIMS),
        (["3B"], {"three-player", "five-player", "jokers", "street", *RESEARCH}),
        (["deadline", "Frist", "plazo"], {"puzzle-pirates"}),
        (["hourglass", "Sanduhr", "reloj de arena"], {"puzzle-pirates"}),
        (["wager", "Einsatz", "apuesta"], set(presets())),
        (["renege", "renuncio"], set(presets())),
        (["whiz"], {"whiz"}),
    ],
)
def test_preset_search_with_words_people_use_finds_matching_presets(
    queries: list[str], found: set[str], lang: str
) -> None:
    for query in queries:
        assert presets_found(query, lang) == found, query
