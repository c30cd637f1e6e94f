"""Cards, deals and actions as text: what is read is what was written, all else is refused."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.game import (
    PACK,
    Action,
    Bid,
    Card,
    Deal,
    DrawForDeal,
    Keep,
    Look,
    NameDealer,
    ParseError,
    Pass,
    Play,
    Redraw,
    Seat,
    Stack,
    Swap,
    hand_of,
)
from spadille.notation import (
    format_action,
    format_deal,
    parse_action,
    parse_bid,
    parse_card,
    parse_deal,
    parse_perft,
    parse_seat,
)

cards = st.sampled_from(PACK)
some_cards = st.lists(cards, max_size=5, unique=True)
hands = some_cards.map(hand_of)
bids = st.builds(Bid, st.integers(1, 26), blind=st.booleans()) | st.sampled_from(
    [Bid(0, nil=True), Bid(0, nil=True, blind=True)]
)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    pack = draw(st.permutations(PACK))
    return Deal.from_pack(pack[: draw(st.integers(0, 52))], 0, draw(st.integers(2, 4)))


actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Look()),
    bids,
    st.sampled_from([Keep("first"), Keep("next")]),
    st.builds(Pass, hands),
    st.builds(Swap, hands),
    st.builds(Play, cards),
    st.builds(NameDealer, st.sampled_from(Seat)),
    st.builds(DrawForDeal, some_cards.filter(bool).map(tuple)),
    deals(),
    st.permutations(PACK).map(lambda pack: Stack(tuple(pack))),
    st.builds(Redraw, hands.filter(bool)),
)


@given(actions)
def test_every_action_reads_as_it_is_written(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(deals())
def test_every_deal_reads_as_it_is_written(deal: Deal) -> None:
    assert parse_deal(format_deal(deal)) == deal


def test_a_deal_may_begin_with_any_seat() -> None:
    deal = parse_deal("N:A... K... Q... J...")
    assert parse_deal("S:Q... J... A... K...") == deal


ALPHABET = "NESW:.AKQJT98765432 CDHS-#nilbdkepswatru\n"


@pytest.mark.parametrize(
    ("parse", "write"),
    [(parse_action, format_action), (parse_deal, format_deal), (parse_bid, str), (parse_card, str)],
)
@given(text=st.text() | st.text(alphabet=ALPHABET, max_size=60))
def test_garbage_is_refused_or_round_trips(
    parse: Callable[[str], object], write: Callable[[object], str], text: str
) -> None:
    try:
        value = parse(text)
    except ParseError as error:
        assert error.code.startswith("text/")
        assert str(error)
    else:
        assert parse(write(value)) == value


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("S1", "text/not-a-card", "'S1' is no card; cards are written like SA, HT or D2"),
        ("bid 3", "text/not-an-action", "'bid 3' is no action"),
        ("", "text/not-an-action", "'' is no action"),
        ("0", "text/not-a-bid", "'0' is no bid; bids are 3, nil, blind nil or blind 6"),
        ("blind", "text/not-a-bid", "'blind' is no bid; bids are 3, nil, blind nil or blind 6"),
        ("pass H2 H2", "text/card-twice", "the 2 of hearts is there twice"),
        ("dealer X", "text/not-a-seat", "'X' is no seat; seats are N E S W"),
        (
            "deal A... K... Q... J...",
            "text/not-a-deal",
            "a deal is written like N:AK2.QJ.T98.76543",
        ),
        ("deal N:A...", "text/wrong-number-of-hands", "a deal has 2 to 4 hands, not 1"),
        ("deal S:A... K...", "text/no-such-seat", "there is no seat S among 2 players"),
        ("deal N:A.. K... Q... J...", "text/not-a-hand", "'A..' is no hand"),
        (
            "deal N:AX... K... Q... J...",
            "text/not-a-rank",
            "'X' is no rank; ranks are AKQJT98765432",
        ),
        ("deal N:A... A... Q... J...", "text/card-twice", "the ace of spades is there twice"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, code: str, sentence: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_action(text, "line 4")
    assert refused.value.code == code
    assert str(refused.value).startswith(sentence)
    assert refused.value.place == "line 4"


def test_card_ids_are_thirteen_a_suit() -> None:
    assert [card.id for card in PACK] == list(range(52))
    assert [parse_card(str(card)) for card in PACK] == list(PACK)
    assert Random(1).sample(PACK, 52) != list(PACK)


def test_seats_have_letters() -> None:
    assert [parse_seat(letter) for letter in "NESW"] == list(Seat)
    assert Card.ST.spoken.params["rank"] == 10


PERFT = """
id two cards   # a comment
deal N:A.2.. K.3.. Q.4.. J.5..
rules lead=any
perft 1 2
perft 2 2
"""


def test_a_perft_file_states_counts() -> None:
    counts = parse_perft(PERFT)
    assert [(count.case, count.lead, count.depth, count.count, count.line) for count in counts] == [
        ("two cards", "any", 1, 2, 5),
        ("two cards", "any", 2, 2, 6),
    ]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("perft 1 2", "perft/bad-line", "line 1"),
        ("id x\nrules lead=any", "perft/bad-line", "line 2"),
        (PERFT + "rules lead=never ever", "perft/bad-line", "line 7"),
        (PERFT + "perft one 2", "perft/bad-count", "line 7"),
        (PERFT + "deal N:A.2.. K.3.. Q.4.. J...", "perft/unequal-hands", "line 7"),
    ],
)
def test_a_bad_perft_line_is_named(text: str, code: str, place: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_perft(text)
    assert (refused.value.code, refused.value.place) == (code, place)
