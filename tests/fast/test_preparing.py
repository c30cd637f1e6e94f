"""Before the first trick, random players take each action about as often as in the engine."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from spadille.fast.chance import key_of, next_state
from spadille.fast.code import Code, bid_number, code_of, codes_of
from spadille.fast.encoding import DECK, SEATS
from spadille.fast.game import GAME, LEGAL, begin_game
from spadille.fast.policies import RANDOM
from spadille.fast.table_policy import TABLE
from spadille.fast.whole_rounds import prepare
from spadille.game import Game, PlayerAction, Round, Rules, Suit
from support.chances import unlikely
from support.strategies import shuffled
from support.twin_rounds import round_record

ENGINE_ROUNDS = 400
KERNEL_ROUNDS = 2000

SETTINGS: tuple[dict[str, Any], ...] = (
    {"bidding.bids": "spades or nil", "exchange.nil_cards": 2, "exchange.blind_nil_cards": 3},
    {"exchange.nil_cards": 3, "exchange.blind_nil_cards": 3, "exchange.order": "together"},
    {"exchange.nil_cards": 1, "exchange.blind_nil_cards": 2, "exchange.between_nils": True},
    {"bidding.second_thoughts": "match", "blind.bids": "player", "blind.deficit": 0},
    {"bidding.second_thoughts": "raise_side", "nil.blind": False},
    {"bidding.second_thoughts": "raise_each", "nil.blind": False, "bidding.side_maximum": 10},
    {"bidding.no_trump": True, "bidding.opening_tricks": True, "nil.blind_per_side": 1},
    {"blind.bids": "side", "blind.deficit": 0, "blind.minimum": 4, "deal.face_up": 2},
    {
        "blind.bids": "side",
        "blind.deficit": 50,
        "nil.blind_deficit": 50,
        "end.start_scores": [0, 90],
    },
    {"bidding.side_minimum": 4, "bidding.total": "not_all", "bidding.zero": True},
    {"bidding.first_round_bids_itself": True, "nil.blind_deficit": 100},
    {"table.players": 3, "table.teams": "solo", "deal.leftover": "kitty"},
    {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "highest_bidder"},
    {"table.players": 5, "table.teams": "spoiler", "deck.jokers": 3, "nil.blind_per_side": 1},
    {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "keep_or_next_unseen",
        "exchange.swap_cards": 3,
        "bidding.bids": "spades to spades + 2 or nil",
    },
)

Features = Counter[tuple[str, int, int]]
"""How often a seat had a feature."""


def by_the_engine(rules: Rules) -> Iterator[Round]:
    rng = Random(5)
    for _ in range(ENGINE_ROUNDS):
        game = Game.new(rules)
        while game.phase != "play":
            if game.waits_for_chance:
                game = game.happen(lambda cards: shuffled(cards, rng))
            else:
                game = game.apply(any_kind(game, rng))
        assert game.round is not None
        yield game.round


def any_kind(game: Game, rng: Random) -> PlayerAction:
    """Return an action as the bot `random` does: choose a kind of action, then one of that kind."""
    options = game.legal_actions()
    if options.choose:
        size = rng.choice(options.choose.sizes)
        return options.choose.action(tuple(rng.sample(options.choose.cards, size)))
    kinds = list(dict.fromkeys(map(type, options.actions)))
    kind = rng.choice(kinds)
    return rng.choice([action for action in options.actions if type(action) is kind])


def by_kernels(rules: Rules) -> Iterator[tuple[Any, bool]]:
    codes = codes_of(rules)
    codes["code"]["free"] = 0  # otherwise simple bids would take a shortcut
    policies = np.full(SEATS, RANDOM)
    tables, games, legal = (np.zeros(1, kind).view(np.recarray) for kind in (TABLE, GAME, LEGAL))
    game, own, all_of_them = games[0], legal[0], codes.view(np.recarray)[0]
    scratch, record, before = np.zeros(DECK, np.int64), code_of(rules).record, key_of("before")
    for index in range(KERNEL_ROUNDS):
        state = np.uint64(next_state(before, np.uint64(index << 12)))
        begin_game(record, game, index % rules.players)
        prepare(all_of_them, policies, tables, state, game, own, scratch)
        yield game.in_play, bool(game.trump)


def features(rules: Rules, code: Code, round: Any, dealer: int, *, trump: bool) -> Features:
    """Count bids, kitty tricks and numbers of spades, by the seats' distance from the dealer."""
    found: Features = Counter({("trump", 0, int(trump)): 1})
    spades = int(code.record.suit[Suit.SPADES])
    hands, bids, won = round.hands.tolist(), round.bids.tolist(), round.won.tolist()
    for seat in rules.seats:
        place = (seat - dealer) % rules.players
        hand, twice = hands[seat]
        found["bid", place, bids[seat]] += 1
        found["won", place, won[seat]] += 1
        length = (hand & spades).bit_count() + (twice & spades).bit_count()
        found["spades", place, min(max(length, 1), 6)] += 1
        assert hand.bit_count() + twice.bit_count() == rules.hand_size
    return found


def of_the_engine(rules: Rules) -> Features:
    found: Features = Counter()
    for round in by_the_engine(rules):
        code = code_of(rules, trump=round.trump)
        found.update(
            features(rules, code, round_record(code, round), round.dealer, trump=round.trump)
        )
    return found


def of_kernels(rules: Rules) -> Features:
    found: Features = Counter()
    for round, trump in by_kernels(rules):
        code = code_of(rules, trump=trump)
        found.update(features(rules, code, round, round.dealer, trump=trump))
    return found


def different(expected: Features, found: Features) -> list[tuple[str, int]]:
    """Return the features and seats whose frequencies differ between the two."""
    differing = []
    for kind, place in sorted({(kind, place) for kind, place, _ in expected | found}):
        values = [key for key in expected | found if key[:2] == (kind, place)]
        counts = np.array([[expected[key] for key in values], [found[key] for key in values]])
        shares = counts.sum(axis=0) / counts.sum()
        often = shares * ENGINE_ROUNDS >= 5
        middle = np.outer(counts.sum(axis=1), shares)[:, often]
        if unlikely(counts[:, often], middle, freedom=max(int(often.sum()) - 1, 1)):
            differing.append((kind, place))
    return differing


@pytest.mark.parametrize("options", SETTINGS)
def test_actions_before_first_trick_have_engine_frequencies(options: dict[str, Any]) -> None:
    rules = Rules().with_options(options)
    assert different(of_the_engine(rules), of_kernels(rules)) == []


def test_comparison_detects_different_rules() -> None:
    plain = Rules().with_options({"nil.blind": False})
    for options, what in (
        ({"bidding.second_thoughts": "raise_side"}, ("bid", 1)),
        ({"bidding.no_trump": True}, ("trump", 0)),
        ({"bidding.bids": "spades or nil"}, ("bid", 3)),
    ):
        other = of_the_engine(plain.with_options(options))
        assert what in different(other, of_kernels(plain))


def test_round_without_bidding_has_no_bids() -> None:
    rules = Rules().with_options({"bidding.first_round_bids_itself": True})
    bids = {bid for kind, _, bid in of_kernels(rules) if kind == "bid"}
    assert bids == {bid_number(None)}
