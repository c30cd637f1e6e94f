"""Cards and hands: the faces of the client, their order, and their limits."""

import json
import re
from pathlib import Path

import pytest

import card_faces
from spadille import Card, SpadesError, svg
from spadille.game import PACK, RulesError
from spadille.svg.outlines import PIPS, pip_places
from support.drawn import description, parsed

ROOT = Path(__file__).parents[2]
CLIENT_PIPS = (ROOT / "web" / "src" / "cards" / "pips.ts").read_text(encoding="utf-8")


def test_suit_symbols_equal_those_of_the_client() -> None:
    assert dict(re.findall(r"^  ([SHDC]): '(M[^']*)',$", CLIENT_PIPS, re.MULTILINE)) == PIPS


def test_number_cards_have_their_number_of_pips_at_the_client_s_heights() -> None:
    columns = re.findall(r"^  (?:two|three|four): (\[[\d., ]+\]),$", CLIENT_PIPS, re.MULTILINE)
    heights = {height for column in columns for height in json.loads(column)}
    for rank in "23456789T":
        places = pip_places(rank)
        assert len(set(places)) == "23456789T".index(rank) + 2
        assert {y for x, y in places if x != 50} <= heights
        turned = sorted((100 - x, round(140 - y, 1)) for x, y in places)
        assert rank == "7" or turned == sorted(places)


@pytest.mark.skipif(
    card_faces.built_court("SK") is None, reason="the client is not built: python3 dev.py start"
)
def test_court_cards_are_the_client_s() -> None:
    """If this fails, run `python tools/card_faces.py`."""
    made = card_faces.pictures()
    there = {file.name: file.read_text("utf-8") for file in card_faces.COURTS.iterdir()}
    assert there == made


@pytest.mark.parametrize("lang", ["en", "de", "es"])
@pytest.mark.parametrize("card", Card)
def test_every_card_has_a_picture_with_its_name(card: Card, lang: str) -> None:
    picture = svg.card(card, lang=lang, four_colors=lang == "es")
    parsed(picture)
    if lang == "en":
        assert picture.caption == str(card.spoken)
        assert picture == svg.card(str(card))


def test_pictures_of_cards_all_differ() -> None:
    assert len({svg.card(card) for card in Card}) == len(Card)
    assert svg.card("DQ") != svg.card("DQ", four_colors=True) != svg.card("DQ", lang="de")
    assert svg.card("HQ") == svg.card("HQ", four_colors=True)


def test_card_width_scales_the_picture() -> None:
    assert (svg.card("SA", width=200).width, svg.card("SA", width=200).height) == (200, 280)
    for width in (19, 1001, -5):
        with pytest.raises(SpadesError, match="expected 20 to 1000 pixels"):
            svg.card("SA", width=width)


def test_hand_is_sorted_by_suit_with_spades_left() -> None:
    cards = ("C2", "D9", "HT", "S3", "SK")
    picture = svg.hand(cards)
    names = "king of spades, 3 of spades, 10 of hearts, 2 of clubs, 9 of diamonds"
    assert description(picture) == names
    assert svg.hand("C2 D9 HT S3 SK") == picture
    assert description(svg.hand(cards, sort=False)).startswith("2 of clubs, 9 of diamonds")
    assert picture.caption == "A hand of 5 cards"
    assert svg.hand(("C2",), lang="de").caption == "Ein Blatt mit einer Karte"


def test_hand_sorts_trumps_as_the_rules_rank_them() -> None:
    told = description(svg.hand(("S2", "JL", "SA", "JB", "D2"), rules="jokers"))
    assert told.startswith("Big Joker, Little Joker, 2 of diamonds, 2 of spades, ace")


def test_hand_of_any_size_is_as_wide_as_its_cards_allow() -> None:
    assert svg.hand(()).caption == "A hand of 0 cards"
    one, thirteen = svg.hand(("SA",)), svg.hand(PACK[:13])
    assert (one.width, thirteen.width) == (100, 628)
    assert svg.hand(PACK).width == thirteen.width
    parsed(svg.hand((*PACK, *PACK)))
    with pytest.raises(SpadesError, match="109 cards are too many: at most 108"):
        svg.hand((*PACK, *PACK, *PACK[:5]))


@pytest.mark.parametrize("card", ["X1", "", "sa", None, 51])
def test_hand_with_unknown_card_is_refused(card: str) -> None:
    with pytest.raises(SpadesError, match="unknown card"):
        svg.hand(("SA", card))


def test_hand_with_unknown_rules_is_refused() -> None:
    with pytest.raises(RulesError, match="nowhere"):
        svg.hand(("SA",), rules="nowhere")
