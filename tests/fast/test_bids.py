"""The compiled engine allows the same bids as the engine, open and blind."""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis.strategies import integers, lists, sampled_from

from spadille.fast.code import bid_number, bid_of, code_of
from spadille.fast.encoding import NIL_BIT
from spadille.fast.game.blind import blind_bids, show_where_decided
from spadille.fast.game.legal_bids import open_bids
from spadille.game import Bid, Game, Rules, SpadesError
from spadille.game.bid_rule import heeds_other_bids, parse_bid_rule
from spadille.game.phases import blind
from support.strategies import BID_RULES, every_rule_set, random_step
from support.twin_rounds import round_record, score_record

LANGUAGES = (
    *BID_RULES,
    "3 * aces + 1 or 2",
    "if holds H2 and last: 2 or nil; clubs - 1 to spades + 3",
    "if partner bid: partner to tricks; 0 or 5+",
    "diamonds or rest - 1",
    "if first and round 1: nil; 0",
    "if round 2: spades or nil; if every 3rd round from 2: 2 * kings or 1; 4+ or nil",
    "if jacks = 1: 3; if queens + 1 > hearts: nil; if points <= 9 and shortest < 2: 1; longest",
    "if bags >= 2: bags; if behind > 40: any; if longest = hearts: 2 to 5; shortest or nil",
)


SIDE_BLIND = Rules().with_options(
    {"nil.allowed": False, "nil.blind": False, "blind.bids": "side", "blind.deficit": 0}
)
"""A look ends the partner's options as well."""


def words_of(bids: list[Bid]) -> set[int]:
    """Return the places set in a word of bids."""
    return {NIL_BIT if bid.nil else bid.tricks for bid in bids}


def places(word: int) -> set[int]:
    return {place for place in range(64) if int(word) >> place & 1}


@settings(max_examples=3 * settings().max_examples)
@given(every_rule_set(most_rounds=4), sampled_from(LANGUAGES), integers(0, 2**32))
@example(SIDE_BLIND, "any", 0)
def test_compiled_bids_match_engine(rules: Rules, language: str, seed: int) -> None:
    """They agree on turns, open and blind bids, and visible hands, in whole games."""
    heeds = heeds_other_bids(parse_bid_rule(language))
    order = "in_turn" if heeds else rules.bidding.order
    rules = rules.with_options({"bidding.bids": language, "bidding.order": order})
    rng = Random(seed)
    game = Game.new(rules)
    code = code_of(rules)
    while not game.over:
        game = random_step(game, rng)
        round = game.round
        if round is None or game.phase not in {"look", "bidding", "draft"}:
            continue
        made = round_record(code, round)
        score = score_record(round.before)
        if round.phase != "draft":
            round = blind.show_where_decided(round)
            show_where_decided(code.record, made, score)
            assert made.looked == sum(1 << seat for seat in rules.seats if round.looked[seat])
        seat = game.to_act
        if seat is None:
            continue
        bids = [action for action in game.legal_actions().actions if isinstance(action, Bid)]
        unseen = [bid for bid in bids if bid.blind]
        assert places(blind_bids(code.record, made, score, seat)) == words_of(unseen)
        if game.phase == "bidding" and round.looked[seat]:
            assert places(open_bids(code.record, made, score, seat)) == words_of(bids)
            assert (len(bids) > len(words_of(bids))) == (
                rules.bidding.opening_tricks and words_of(bids) != {NIL_BIT}
            )


@given(lists(sampled_from(["", "little", "big"]), min_size=1), integers(0, 26))
def test_bid_numbers_round_trip(mos: list[str], tricks: int) -> None:
    for mo in mos:
        for bid in (
            Bid(tricks, mo=mo),  # type: ignore[arg-type]
            Bid(tricks, blind=True),
            Bid(0, nil=True),
            Bid(0, nil=True, blind=True),
        ):
            assert bid_of(bid_number(bid)) == bid
    assert bid_of(bid_number(None)) is None


def test_too_long_bid_language_is_rejected() -> None:
    twenty, twelve = (" or ".join(["1"] * count) for count in (20, 12))
    rules = Rules().with_options({"bidding.bids": f"if first: {twenty}; " * 4 + twelve})
    with pytest.raises(SpadesError) as caught:
        code_of(rules)
    assert caught.value.code == "fast/bids-too-long"
    assert np.array_equal(code_of(Rules()).record.bids, 2**32 + 2**14 - 2)
