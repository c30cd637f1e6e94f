"""Tables, deals and tricks: every moment can be drawn, and no hidden card is drawn."""

import re

import pytest
from hypothesis import given
from hypothesis.strategies import text, tuples

from spadille import Card, Game, Rules, Seat, SpadesError, parse_deal, presets, svg
from spadille.game import PACK, Play, Trick, View
from support.drawn import backs, description, finished, parsed, texts, without_last
from support.strategies import games

RECORD = finished("standard", 2)


def named(picture: svg.Picture) -> set[Card]:
    """Return the cards in the description of a picture."""
    told = f", {description(picture)}"
    return {card for card in Card if re.search(rf"\W{card.spoken}(?=\W|$)", told)}


@given(games())
def test_table_can_be_drawn_at_every_moment(game: Game) -> None:
    if game.round is None:
        with pytest.raises(SpadesError, match="the cards have not been dealt yet"):
            svg.table(game)
    else:
        assert named(svg.table(game)) >= {card for hand in game.round.hands for card in hand}
    for seat in (*game.rules.seats, None):
        parsed(svg.table(game.view(seat)))


@given(games())
def test_table_of_a_view_shows_only_cards_that_the_seat_sees(game: Game) -> None:
    for seat in (*game.rules.seats, None):
        view = game.view(seat)
        picture = svg.table(view)
        seen = {card for cards in (*view.shown, *view.face_up, view.hand or ()) for card in cards}
        seen |= set(view.trick.cards if view.trick else ())
        assert named(picture) == seen
        assert backs(picture) == sum(view.hand_sizes) - sum(map(len, _open_hands(view)))


def _open_hands(view: View) -> list[tuple[Card, ...]]:
    return [
        (view.hand or ())
        if seat == view.seat
        else view.shown[seat] or (view.face_up[seat] if view.face_up else ())
        for seat in view.rules.seats
    ]


@pytest.mark.parametrize("preset", presets())
def test_table_of_every_preset_names_every_seat_and_side(preset: str) -> None:
    game = finished(preset, 1)
    picture = svg.table(game, round=1, trick=1)
    assert len([text for text in texts(picture) if re.match(r"bid .*, won \d", text)]) in {
        0, game.rules.players,
    }  # fmt: skip
    for seat in game.rules.seats:
        assert str(seat.spoken) in texts(picture)
    parsed(svg.trick(game, round=1, number=1))
    parsed(svg.round(game))


def test_table_at_a_trick_has_all_its_cards_and_the_hands_without_them() -> None:
    assert RECORD.round is not None
    for number, trick in enumerate(RECORD.round.tricks, start=1):
        for picture in (
            svg.table(RECORD, trick=number),
            svg.table(RECORD, round=2, trick=number, seat="E"),
        ):
            assert f"Round 2, trick {number}" in texts(picture)
            led = description(picture).partition(" led: ")[2]
            assert led.startswith(", ".join(str(card.spoken) for card in trick.cards))
        assert len(named(svg.table(RECORD, trick=number))) == 52 - 4 * (number - 1)
        assert backs(svg.table(RECORD, trick=number, seat=Seat.EAST)) == 3 * (13 - number)


def test_table_at_trick_0_is_before_the_first_card() -> None:
    picture = svg.table(RECORD, round=1, trick=0)
    assert named(picture) == set(PACK)
    assert len([text for text in texts(picture) if text.startswith("bid ")]) == 4


def test_table_in_the_middle_of_a_trick_rings_the_winning_card() -> None:
    game = without_last(RECORD, 6)
    assert game.round is not None
    assert game.round.trick
    assert svg.table(game).count("#ffd166") == 1
    assert svg.table(game, trick=len(game.round.tricks) + 1) == svg.table(game)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"round": 9}, "no round 9, trick 0"),
        ({"round": 1, "trick": 14}, "no round 1, trick 14"),
        ({"round": 1, "trick": -1}, "no round 1, trick -1"),
        ({"seat": "F"}, "no seat F"),
        ({"seat": "north"}, "no seat 'north'"),
    ],
)
def test_table_at_an_unknown_place_is_refused(options: dict[str, object], error: str) -> None:
    with pytest.raises(SpadesError, match=error):
        svg.table(RECORD, **options)  # type: ignore[arg-type]  # as a caller may


@pytest.mark.parametrize("value", [7, "SA", None, Card.SA])
def test_table_of_other_values_is_refused(value: Game) -> None:
    for draw in (svg.table, svg.trick, svg.bids):
        with pytest.raises(SpadesError, match="cannot draw"):
            draw(value)
    with pytest.raises(SpadesError, match="only a game can be shown"):
        svg.table(RECORD.view(Seat.NORTH), round=1)


@given(tuples(text(), text(), text(), text(max_size=500)))
def test_names_of_players_are_nothing_but_text(names: tuple[str, ...]) -> None:
    try:
        game = Game.new(seed=7, players=names)
    except SpadesError:  # no valid text
        return
    usual = Game.new(seed=7)
    for one, other in (
        (svg.table(game), svg.table(usual)),
        (svg.bids(game), svg.bids(usual)),
        (svg.table(RECORD, round=1, trick=3, names=names), svg.table(RECORD, round=1, trick=3)),
    ):
        assert [part.tag for part in parsed(one).iter()] == [
            part.tag for part in parsed(other).iter()
        ]


def test_names_with_markup_and_turned_text_are_shown_harmlessly() -> None:
    names = ("<script>alert(1)</script>", '"><rect/>', "\u202eevil\x00\u200b", "A" * 10_000)
    shown = texts(svg.table(Game.new(seed=7, players=names)))
    assert any(text.startswith("<script>") for text in shown)
    assert "evil" in shown
    assert all(len(text) < 80 for text in shown)


def test_deal_with_two_to_six_hands_is_drawn() -> None:
    for count in range(2, 7):
        words = " ".join(f"{card}..." for card in "AKQJT9"[:count])
        picture = svg.deal(parse_deal(f"N:{words}"))
        assert len(named(picture)) == count
    with pytest.raises(SpadesError, match="cannot draw a table with 4 hands"):
        svg.deal(parse_deal("N:A... K... Q... J..."), rules="three-player")


def test_trick_marks_the_led_and_the_winning_card() -> None:
    trick = Trick(Seat.WEST, (Card.HK, Card.HA, Card.S2, Card.H3))
    picture = svg.trick(trick, names=("Ann", "Ben", "Cy", "Di"))
    assert picture.caption == "A trick, won by Ben"
    assert description(picture).startswith("Di led: king of hearts, ace of hearts")
    assert picture.count("#ffd166") == 1
    part = svg.trick(Trick(Seat.WEST, (Card.HK,)), lang="de")
    assert part.caption == "Ein Stich, den bisher West gewinnt"


def test_trick_that_does_not_fit_the_table_is_refused() -> None:
    cards = tuple(PACK[:5])
    with pytest.raises(SpadesError, match="more cards than players"):
        svg.trick(Trick(Seat.NORTH, cards))
    assert svg.trick(Trick(Seat.NORTH, cards), rules="six-player")
    with pytest.raises(SpadesError, match="no card of the trick"):
        svg.trick(Trick(Seat.NORTH))
    with pytest.raises(SpadesError, match="no card of the trick"):
        svg.trick(Game.new(seed=7))


def test_trick_of_a_game_is_the_one_on_the_table() -> None:
    events = [event for event in RECORD.events if isinstance(event.action, Play)]
    last = events[-1].action
    assert isinstance(last, Play)
    game = without_last(RECORD, 3)
    assert game.round is not None
    assert description(svg.trick(game)) == description(svg.trick(game.view(Seat.NORTH)))
    assert last.card not in named(svg.trick(game))


@pytest.mark.parametrize("preset", ["standard", "three-player", "six-player", "two-player"])
def test_table_keeps_its_size_while_cards_are_played(preset: str) -> None:
    """Frames of a moving picture need the same size."""
    game = finished(preset, 1)
    tricks = range(1, len(game.rounds[0].tricks) + 1)
    assert len({svg.table(game, round=1, trick=number).height for number in tricks}) == 1


def test_hands_of_many_cards_are_drawn_in_rows() -> None:
    game = Game.new(Rules.preset("six-player"), seed=3)
    assert game.rules.hand_size == 17
    assert svg.table(game).height > svg.table(Game.new(seed=7)).height
