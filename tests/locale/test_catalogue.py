"""The German catalogue is whole, and its sentences take the same parameters as the English ones."""

from string import Formatter

import pytest
from babel.messages.catalog import Message as Entry

import catalogue as tool
from spadille.game import Card, Message, Seat
from spadille.locale import translate

GERMAN = tool.german()


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(
    "entry", [entry for entry in tool.template() if entry.id], ids=lambda entry: str(entry.id)[:40]
)
def test_every_text_of_the_sources_has_a_german_one(entry: Entry) -> None:
    german = GERMAN.get(entry.id)
    assert german is not None, "run tools/catalogue.py"
    english = tool.texts(entry.id)
    texts = tool.texts(german.string)
    assert len(texts) == len(english)
    assert all(texts), "not translated"
    for text in texts:
        assert parameters(text) <= set().union(*map(parameters, english))
    assert parameters(texts[-1]) == parameters(english[-1])


def test_nothing_is_translated_that_is_not_there() -> None:
    assert {str(entry.id) for entry in GERMAN} <= {str(entry.id) for entry in tool.template()}


def test_parameters_are_translated_too() -> None:
    message = Message("you do not hold the {card}", card=Card.HQ)
    assert translate(message, "en") == "you do not hold the queen of hearts"
    assert translate(message, "de") == "Herz-Dame hast du nicht auf der Hand"


def test_seats_are_called_by_their_names() -> None:
    message = Message("it is the turn of {turn}, not of {seat}", turn=Seat.EAST, seat=Seat.WEST)
    assert translate(message, "de", {Seat.EAST: "Ada"}) == "Ada ist am Zug, nicht West"


def test_numbers_choose_the_wording() -> None:
    assert translate(Message.counted("one bag", "{n} bags", 1), "de") == "ein Überstich"
    assert translate(Message.counted("one bag", "{n} bags", 4), "de") == "4 Überstiche"


def test_an_unknown_language_reads_as_english() -> None:
    assert translate(Message("hearts"), "xx") == "hearts"
