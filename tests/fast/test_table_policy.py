"""The policy of a table matches its page, recomputed from the rules' values."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis.strategies import integers

from spadille.fast.chance import key_of
from spadille.fast.code import Code, bid_of, code_of
from spadille.fast.encoding import DECK
from spadille.fast.game.legal_bids import open_bids
from spadille.fast.game.playable import legal_kinds
from spadille.fast.table_policy import TABLE, least_worth, table_bid, table_play, weigh
from spadille.fast.tables import CARDS, PLAYS, Table, sensible
from spadille.game import Bid, Card, Game, Round, Rules, Seat, Suit, playable
from support.chances import unlikely
from support.strategies import every_rule_set, random_step
from support.twin_rounds import round_record, score_record


def some_table(rng: Random) -> Table:
    if rng.random() < 0.3:
        return sensible()
    numbers = np.random.default_rng(rng.getrandbits(32))
    return Table(
        plus=rng.randint(-2000, 3000),
        nil_limit=rng.choice([-1000, 0, 3000]),
        worth=numbers.integers(-200, 900, CARDS),
        risk=numbers.integers(0, 900, CARDS),
        weights=numbers.integers(0, 4, PLAYS) * numbers.integers(0, 2, PLAYS),
    )


def record_of(table: Table) -> Any:
    made = np.zeros(1, TABLE).view(np.recarray)[0]
    table.write(made)
    return made


def above(round: Round, card: Card) -> set[Card]:
    """Return the cards of the deck that rank above `card` in its suit."""
    ranking = round.ranking
    return {
        other
        for other in round.rules.deck_cards
        if ranking.suit_of[other] is ranking.suit_of[card]
        and ranking.power[other] > ranking.power[card]
    }


def place_of(round: Round, seat: Seat, card: Card) -> tuple[int, int, int]:
    """Return the position of a card in `worth` and `risk`."""
    suit = round.ranking.suit_of[card]
    length = len(round.ranking.suited(round.hands[seat], suit))
    spade = suit is Suit.SPADES and round.trump
    return int(spade), min(length, 13), min(len(above(round, card)), 15)


def expected_bid(round: Round, seat: Seat, table: Any, bids: list[Bid]) -> Bid:
    places = [place_of(round, seat, card) for card in round.hands[seat]]
    nils = [bid for bid in bids if bid.nil]
    if nils and sum(int(table.risk[place]) for place in places) <= table.nil_limit:
        return nils[0]
    worth = table.plus + sum(int(table.worth[place]) for place in places)
    wanted = (worth + 500) // 1000
    numbers = [bid for bid in bids if not bid.nil and not bid.mo]
    return min(numbers, key=lambda bid: (abs(bid.tricks - wanted), bid.tricks), default=bids[0])


def aim(round: Round, seat: Seat) -> int:
    side = (seat, *round.rules.partners(seat))
    bids = {other: round.bids[other] for other in side}
    own = bids[seat]
    if own is not None and own.nil and not round.won[seat]:
        return 0
    if any(bid is not None and bid.nil and not round.won[other] for other, bid in bids.items()):
        return 1
    if None in bids.values():
        return 2
    counted = [(bid.tricks, round.won[other]) for other, bid in bids.items() if bid and not bid.nil]
    return 2 if sum(bid - won for bid, won in counted) > 0 else 3


def expected_weights(round: Round, seat: Seat, table: Any) -> dict[Card, int]:
    ranking, hand = round.ranking, round.hands[seat]
    cards = list(dict.fromkeys(playable(round)))

    def wins(card: Card) -> bool:
        if not round.trick:
            return ranking.suit_of[card] is not Suit.JOKERS and above(round, card) <= set(hand)
        low = (*(round.low or (False,) * len(round.trick)), False)
        if ranking.led_suit((*round.trick, card)) is None:
            return False
        return ranking.winning_index((*round.trick, card), low) == len(round.trick)

    last = len(round.trick) == round.rules.players - 1
    place = 0 if not round.trick else 2 if last else 1
    partner = False
    if round.trick and ranking.led_suit(round.trick) is not None:
        winner = (round.leader + ranking.winning_index(round.trick, round.low)) % len(round.hands)
        partner = winner in round.rules.partners(seat)
    weights = table.weights[aim(round, seat), place, int(partner)]
    found = {}
    for card in cards:
        suit = ranking.suit_of[card]
        alike = [one for one in cards if ranking.suit_of[one] is suit and wins(one) == wins(card)]
        powers = [ranking.power[one] for one in alike]
        own = ranking.power[card]
        end = 0 if own == min(powers) else 2 if own == max(powers) else 1
        spade = suit is Suit.SPADES and round.trump
        found[card] = int(weights[6 * wins(card) + 3 * spade + end])
    return found if any(found.values()) else dict.fromkeys(cards, 1)


def kernel_weights(code: Code, made: Any, table: Any) -> dict[Card, int]:
    chances = np.full(DECK, -1, np.int64)
    kinds = np.uint64(legal_kinds(code.record, made))
    total = weigh(code.record, made, table, kinds, chances)
    found = {code.kinds[kind]: int(chances[kind]) for kind in np.flatnonzero(chances >= 0)}
    assert total == sum(found.values())
    return found


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_table_policy_weighs_bids_and_plays_as_documented(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    table = record_of(some_table(rng))
    game = Game.new(rules)
    while not game.over:
        game = random_step(game, rng)
        round, seat = game.round, game.to_act
        if round is None or seat is None or (game.phase == "play" and rng.random() < 0.7):
            continue
        code = code_of(rules, trump=round.trump)
        made = round_record(code, round)
        if game.phase == "bidding" and round.looked[seat]:
            bids = [bid for bid in game.legal_actions().actions if isinstance(bid, Bid)]
            word = np.uint64(open_bids(code.record, made, score_record(round.before), seat))
            found = bid_of(table_bid(code.record, made, table, seat, word))
            assert found == expected_bid(round, seat, table, bids)
        if game.phase == "play":
            assert kernel_weights(code, made, table) == expected_weights(round, seat, table)
        if game.phase in {"play", "kitty"}:
            least = code.kinds[least_worth(code.record, made.hands[seat], table)]
            worth = {card: table.worth[place_of(round, seat, card)] for card in round.hands[seat]}
            assert worth[least] == min(worth.values())


def test_table_policy_draws_cards_by_weight() -> None:
    rules = Rules()
    game = Game.new(rules, seed=4)
    rng = Random(4)
    while game.phase != "play":
        game = random_step(game, rng)
    assert game.round is not None
    code = code_of(rules)
    made = round_record(code, game.round)
    table = record_of(Table(weights=np.arange(np.prod(PLAYS)).reshape(PLAYS)))
    weights = kernel_weights(code, made, table)
    assert len(set(weights.values())) > 1
    state, times = key_of("weights"), 20_000
    drawn: Counter[Card] = Counter()
    scratch = np.zeros(DECK, np.int64)
    for _ in range(times):
        play, word = table_play(code.record, made, table, scratch, state)
        state = np.uint64(word)
        drawn[code.kinds[play]] += 1
    counts = np.array([drawn[card] for card in weights])
    expected = np.array(list(weights.values())) * times / sum(weights.values())
    assert sum(drawn.values()) == counts.sum()
    assert not unlikely(counts, expected, freedom=len(weights) - 1)
