"""Cards, deals and actions as text: reading restores the written value; all else is refused."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.game import (
    PACK,
    Action,
    Adjust,
    Agree,
    Award,
    Bid,
    Call,
    Card,
    Claim,
    Cut,
    Deal,
    Discard,
    DrawForDeal,
    Flip,
    Keep,
    Look,
    NameDealer,
    NoTrump,
    ParseError,
    Pass,
    Play,
    Redraw,
    Rules,
    Say,
    Seat,
    Stack,
    Swap,
    TakeBack,
    ThrowIn,
    TimeUp,
    hand_of,
)
from spadille.notation import (
    format_action,
    load_game,
    parse_action,
    parse_bid,
    parse_card,
    parse_deal,
    parse_perft,
    parse_record,
    parse_seat,
)

TWO_PACKS = (*Card, *Card)
ACES = [card for card in PACK if str(card)[1] == "A"]

cards = st.sampled_from(Card)
some_cards = st.lists(st.sampled_from(range(110)), max_size=5, unique=True).map(
    lambda places: [TWO_PACKS[place] for place in places]
)
hands = some_cards.map(hand_of)
numbers = st.integers(0, 26)
bids = st.builds(
    Bid, numbers, blind=st.booleans(), mo=st.sampled_from(["", "little", "big"])
) | st.sampled_from([Bid(0, nil=True), Bid(0, nil=True, blind=True)])


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    players = draw(st.integers(2, 6))
    pack = draw(st.permutations(TWO_PACKS))[: draw(st.integers(0, 110))]
    rest = draw(st.integers(0, min(8, len(pack))))
    return Deal.from_pack(pack, 0, players, rest=rest, face_up=draw(st.integers(0, 4)))


actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([Look(), ThrowIn(), TakeBack(), Claim(), Agree(), TimeUp()]),
    bids,
    st.builds(Say, numbers, numbers),
    st.builds(Adjust, st.integers(-26, 26)),
    st.builds(NoTrump, st.booleans()),
    st.sampled_from([Keep("first"), Keep("next")]),
    st.builds(Pass, hands),
    st.builds(Swap, hands),
    st.builds(Discard, hands),
    st.builds(Play, cards),
    st.builds(Play, st.sampled_from(ACES), st.booleans()),
    st.builds(Call, st.sampled_from(Seat), numbers),
    st.builds(Award, st.sampled_from(Seat)),
    st.builds(Flip, numbers),
    st.builds(NameDealer, st.sampled_from(Seat)),
    st.builds(DrawForDeal, st.lists(cards, min_size=1, max_size=6, unique=True).map(tuple)),
    deals(),
    st.permutations(TWO_PACKS).map(lambda pack: Stack(tuple(pack))),
    st.builds(Redraw, hands.filter(bool)),
)


@given(actions)
def test_actions_round_trip(action: Action) -> None:
    assert parse_action(format_action(action), packs=2) == action


@given(deals())
def test_deals_round_trip(deal: Deal) -> None:
    assert parse_deal(str(deal), packs=2) == deal


def test_deal_of_five_with_jokers_kitty_and_open_cards_round_trips() -> None:
    text = "N:AK2.QJ.T98.76.BL .A..5 .K..8 Q...9 J...T rest .2..3 up A....B ...5 .K.. ...9 J..."
    deal = parse_deal(text)
    assert [len(hand) for hand in deal.hands] == [12, 2, 2, 2, 2]
    assert deal.hands[Seat.NORTH][-2:] == (Card.JL, Card.JB)
    assert deal.rest == (Card.C3, Card.H2)
    assert deal.face_up[Seat.FIFTH] == (Card.SJ,)
    assert str(deal) == text


def test_parse_action_reads_handwritten_actions() -> None:
    written = {
        "cut 0": Cut(0),
        "cut 103": Cut(103),
        "say 4 6": Say(4, 6),
        "throw-in": ThrowIn(),
        "0": Bid(0),
        "3 little": Bid(3, mo="little"),
        "blind 9 big": Bid(9, blind=True, mo="big"),
        "adjust +1": Adjust(1),
        "adjust -2": Adjust(-2),
        "adjust 0": Adjust(0),
        "no-trump yes": NoTrump(wanted=True),
        "discard JB H2": Discard((Card.JB, Card.H2)),
        "SA-": Play(Card.SA, low=True),
        "take-back": TakeBack(),
        "claim": Claim(),
        "award F": Award(Seat.FIFTH),
        "call X 3": Call(Seat.SIXTH, 3),
        "flip 12": Flip(12),
        "agree": Agree(),
        "time-up": TimeUp(),
    }
    assert {text: parse_action(text) for text in written} == written


def test_parse_deal_starts_with_any_seat() -> None:
    deal = parse_deal("N:A... K... Q... J...")
    assert parse_deal("S:Q... J... A... K...") == deal
    assert parse_deal(" E:K... Q... J... A...\n") == deal
    shown = parse_deal("N:A... K... Q... J... up A... ... ... J...")
    assert parse_deal("S:Q... J... A... K... up ... J... A... ...") == shown


def test_parse_deal_reads_pbn_tag_and_unknown_hands() -> None:
    trickster = "N:KQT982.AK4.6.K87 A65.J3.T94.AT964 - .Q975.AJ8732.5.HL"
    deal = parse_deal(f'[Deal "{trickster}"]')
    assert str(deal) == "N:KQT982.AK4.6.K87 A65.J3.T94.AT964 ... .Q975.AJ8732.5.BL"
    assert parse_deal(trickster) == deal
    assert parse_card("JH") is parse_card("JB")
    assert parse_action("JH") == parse_action("JB")


ALPHABET = "NESWFX:.AKQJT98765432 CDHSBLE+-#nilbdkepswatruygofmc\n"


@pytest.mark.parametrize(
    ("parse", "write"),
    [(parse_action, format_action), (parse_deal, str), (parse_bid, str), (parse_card, str)],
)
@given(text=st.text() | st.text(alphabet=ALPHABET, max_size=60))
def test_garbage_is_rejected_or_round_trips(
    parse: Callable[[str], object], write: Callable[[object], str], text: str
) -> None:
    try:
        value = parse(text)
    except ParseError as error:
        assert error.code.startswith("text/")
        assert str(error)
    else:
        assert parse(write(value)) == value


@pytest.mark.parametrize("parse", [parse_action, parse_deal, parse_record, load_game])
@pytest.mark.parametrize("value", [3, None, b"3", Bid(3)])
def test_parser_rejects_values_other_than_text(
    parse: Callable[[Any], object], value: object
) -> None:
    with pytest.raises(ParseError) as refused:
        parse(value)
    assert refused.value.code == "text/no-text"
    assert str(refused.value) == f"{value!r} is not a text"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("S1", "text/not-a-card", "'S1' is not a card; write cards like SA, HT or D2"),
        ("bid 3", "text/not-an-action", "'bid 3' is not an action; write 3"),
        ("bid 0", "text/not-an-action", "'bid 0' is not an action; to bid zero, write nil"),
        ("play sa", "text/not-an-action", "'play sa' is not an action; write SA"),
        ("Nil", "text/not-an-action", "'Nil' is not an action; write nil"),
        (
            "foo",
            "text/not-an-action",
            "'foo' is not an action; write actions like 3, nil, SA",
        ),
        ("AS", "text/not-a-card", "'AS' is not a card; did you mean SA?"),
        ("S10", "text/not-a-card", "'S10' is not a card; did you mean ST?"),
        ("flip", "text/not-an-action", "'flip' is not an action"),
        ("", "text/not-an-action", "'' is not an action"),
        (
            "100",
            "text/not-a-bid",
            "'100' is not a bid; write bids like 3, nil, blind nil or blind 6",
        ),
        ("nil big", "text/not-a-bid", "'nil big' is not a bid"),
        ("3 huge", "text/not-a-bid", "'3 huge' is not a bid"),
        ("03", "text/not-a-bid", "'03' is not a bid"),
        ("say 4", "text/not-an-action", "'say 4' is not an action"),
        ("say 04 6", "text/not-an-action", "'say 04 6' is not an action"),
        ("say 4 6 8", "text/not-an-action", "'say 4 6 8' is not an action"),
        ("adjust +0", "text/not-an-action", "'adjust +0' is not an action"),
        ("adjust +1 2", "text/not-an-action", "'adjust +1 2' is not an action"),
        ("call N 3 4", "text/not-an-action", "'call N 3 4' is not an action"),
        ("flip 3 4", "text/not-an-action", "'flip 3 4' is not an action"),
        ("cut 3 4", "text/not-an-action", "'cut 3 4' is not an action"),
        ("cut 1000", "text/not-an-action", "'cut 1000' is not an action"),
        ("adjust 1", "text/not-an-action", "'adjust 1' is not an action"),
        ("S2-", "text/not-a-card", "'S2-' is not a card"),
        ("call Q 3", "text/not-a-seat", "'Q' is not a seat"),
        (
            "blind",
            "text/not-a-bid",
            "'blind' is not a bid; write bids like 3, nil, blind nil or blind 6",
        ),
        ("pass H2 H2", "text/card-twice", "the 2 of hearts occurs twice"),
        ("dealer Q", "text/not-a-seat", "'Q' is not a seat; seats are N E S W F X"),
        (
            "deal A... K... Q... J...",
            "text/not-a-deal",
            "write a deal like N:AK2.QJ.T98.76543",
        ),
        ("deal N:A...", "text/wrong-number-of-hands", "a deal has 2 to 6 hands, not 1"),
        ("deal N:" + "... " * 7, "text/wrong-number-of-hands", "a deal has 2 to 6 hands, not 7"),
        ("deal S:A... K...", "text/no-such-seat", "there is no seat S with 2 players"),
        ("deal N:A.. K... Q... J...", "text/not-a-hand", "'A..' is not a hand"),
        (
            "deal N:AX... K... Q... J...",
            "text/not-a-rank",
            "'X' is not a rank; ranks are AKQJT98765432",
        ),
        ("deal N:A... A... Q... J...", "text/card-twice", "the ace of spades occurs twice"),
        ("deal N:A... K... rest A...", "text/card-twice", "the ace of spades occurs twice"),
        ("deal N:A....A K... Q... J...", "text/not-a-rank", "'A' is not a rank; ranks are BLE"),
        (
            "deal N:A... K... rest",
            "text/bad-rest",
            "after rest, list the leftover cards as one hand",
        ),
        (
            "deal N:A... K... rest Q... J...",
            "text/bad-rest",
            "after rest, list the leftover cards as one hand",
        ),
        (
            "deal N:A... K... up A...",
            "text/bad-face-up",
            "after up, list the open cards of each of 2 hands",
        ),
    ],
)
def test_parse_action_error_names_place(text: str, code: str, sentence: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_action(text, "line 4")
    assert refused.value.code == code
    assert str(refused.value).startswith(sentence)
    assert refused.value.place == "line 4"


def test_K6_cards_appear_as_often_as_packs() -> None:
    assert parse_action("pass H2 H2", packs=2) == Pass((Card.H2, Card.H2))
    assert parse_action("redraw H2 H2", packs=2) == Redraw((Card.H2, Card.H2))
    with pytest.raises(ParseError) as refused:
        parse_action("pass H2 H2 H2", packs=2)
    assert refused.value.code == "text/card-too-often"


def test_card_ids_count_thirteen_per_suit() -> None:
    assert [card.id for card in PACK] == list(range(52))
    assert [parse_card(str(card)) for card in PACK] == list(PACK)
    assert Random(1).sample(PACK, 52) != list(PACK)


def test_parse_seat_reads_letters() -> None:
    assert [parse_seat(letter) for letter in "NESWFX"] == list(Seat)
    assert Card.ST.spoken.params["rank"] == 10


PERFT = """
id two cards   # a comment
deal N:A.2.. K.3.. Q.4.. J.5..
rules lead=any
perft 1 2
perft 2 2
"""


def test_parse_perft_reads_counts() -> None:
    counts = parse_perft(PERFT)
    assert [(count.case, count.said, count.depth, count.count, count.line) for count in counts] == [
        ("two cards", "lead=any", 1, 2, 5),
        ("two cards", "lead=any", 2, 2, 6),
    ]
    assert counts[0].rules == Rules().with_options({"play.lead_spades": "any"})


@pytest.mark.parametrize("players", range(2, 7))
def test_N1_perft_deal_sets_number_of_players(players: int) -> None:
    hands = " ".join(f"{rank}..." for rank in "AKQJT9"[:players])
    rules = parse_perft(f"deal N:{hands}\nrules deck.aces=low\nperft 1 1")[0].rules
    assert rules.players == players
    assert rules.deck.aces == "low"
    assert {len(side) for side in rules.sides} == {2 if players in {4, 6} else 1}


def test_K5_K6_perft_rules_name_decks() -> None:
    text = """
deal N:A....B A....B 3... 4... 5... 6...
rules deck.packs=2 deck.jokers=4 deck.removed=["C2"] deal.leftover=aside play.big_joker_draws=true
perft 1 2
"""
    with pytest.raises(ParseError) as unequal:
        parse_perft(text)
    assert unequal.value.code == "perft/unequal-hands"
    rules = parse_perft(text.replace("A....B", "A..."))[0].rules
    assert rules.deck.removed == (Card.C2,)
    assert rules.play.big_joker_draws is True


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("perft 1 2", "perft/bad-line", "line 1"),
        ("id x\nrules lead=any", "perft/bad-line", "line 2"),
        (PERFT + "rules lead=never ever", "perft/bad-line", "line 7"),
        (PERFT + "rules lead=perhaps", "rules/bad-value", "line 7"),
        (PERFT + "rules play.leads=any", "rules/unknown-option", "line 7"),
        (PERFT + "rules table.players=3 table.teams=solo", "perft/other-deck", "line 7"),
        (PERFT + 'rules deck.removed=["SA"] deal.leftover=aside', "perft/other-deck", "line 7"),
        (PERFT + "perft one 2", "perft/bad-count", "line 7"),
        (PERFT + "perft 1 " + "9" * 5000, "perft/bad-count", "line 7"),
        (PERFT + "perft 1", "perft/bad-count", "line 7"),
        (PERFT + "perft 1 2 3", "perft/bad-count", "line 7"),
        (PERFT + "rules", "perft/bad-line", "line 7"),
        (PERFT + "id another\nrules lead=any", "perft/bad-line", "line 8"),
        (PERFT + "id another\nperft 1 2", "perft/bad-line", "line 8"),
        (
            PERFT + "deal N:A.. K.. Q.. J..\nperft 1 2".replace("..", "..."),
            "perft/bad-line",
            "line 8",
        ),
        (PERFT + "deal N:A.2.. K.3.. Q.4.. J...", "perft/unequal-hands", "line 7"),
        (
            PERFT + "deal N:A... K... up A... K...",
            "perft/unequal-hands",
            "line 7",
        ),
        (PERFT + "deal N:A... K... Q... J... rest .2..", "perft/unequal-hands", "line 7"),
        (PERFT.replace("K.3", "A.3"), "text/card-twice", "line 3"),
    ],
)
def test_parse_perft_error_names_line(text: str, code: str, place: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_perft(text)
    assert (refused.value.code, refused.value.place) == (code, place)
