"""Reads pictures as a browser does, and checks what holds for all of them."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

from spadille import Game, Record, load_record
from spadille.svg import Picture
from support.records import played_record

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 350_000
"""The most bytes of a picture; the twelve court cards take 190,000 of them."""


def finished(preset: str, rounds: int) -> Game:
    """Return a game of beginners at the end of that round, before the next deal."""
    record = load_record(played_record(preset, rounds=rounds))
    game = Game.new(record.rules)
    for event in record.events:
        if len(game.results) == rounds:
            break
        game = game.apply(event.action, event.seat)
    return game


def without_last(game: Game, events: int) -> Game:
    """Return the game as it was that many events ago."""
    return Game.replay(Record(game.rules, game.players, game.events[:-events]))


def parsed(picture: Picture) -> ET.Element:
    """Return the picture as elements, after checking that it is complete and consistent."""
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == (str(picture.width), str(picture.height))
    assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
    title = root[0]
    assert (title.tag, title.text) == (f"{SVG}title", picture.caption)
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", title.get("id"))
    counts = Counter(element.get("id") for element in root.iter())
    del counts[None]
    assert set(counts.values()) == {1}
    prefix = title.get("id")
    assert prefix
    assert all(name and name.startswith(prefix) for name in counts)
    used = set(re.findall(r'href="#([^"]*)"', picture)) | set(re.findall(r"url\(#(.*?)\)", picture))
    assert used <= counts.keys()
    assert "\x01" not in picture
    assert "://" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert len(picture.encode()) < LARGEST
    return root


def texts(picture: Picture) -> list[str]:
    """Return the texts that a picture shows, in order."""
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def description(picture: Picture) -> str:
    """Return the description for screen readers."""
    found = parsed(picture).find(f"{SVG}desc")
    return "" if found is None else found.text or ""


def backs(picture: Picture) -> int:
    """Return how many cards lie face down."""
    return len(re.findall(r'<use href="#\w+back"', picture))
