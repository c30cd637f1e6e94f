"""A seat's knowledge of hidden cards: always true, and as complete as it can be."""

from collections import Counter
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, one_of

from spadille.game import (
    BySeat,
    Card,
    Game,
    Hand,
    Knowledge,
    Rules,
    hand_of,
    knowledge_of,
    possible_worlds,
)
from support.claim_judge import distributions, unseen_cards, worlds_of
from support.small_tables import careful_step, small_rules
from support.strategies import any_rules, every_rule_set, random_step

MOST_DEALS = 2000


def allows(known: Knowledge, hands: BySeat[Hand]) -> bool:
    """Return True if the known places can be filled so as to give these hands."""
    *_, out_of_play, refused = (1 << place for place in range(len(known.room)))
    masks: dict[Card, list[int]] = {}
    for card, where in known.places:
        masks.setdefault(card, []).append(where)
    held = {
        card: [1 << seat for seat in known.others for _ in range(hands[seat].count(card))]
        for card in masks
    }
    if sum(map(len, held.values())) != sum(len(hands[seat]) for seat in known.others):
        return False
    still_refused = 0
    for card, copies in masks.items():
        away = len(copies) - len(held[card])
        lying = [*held[card], *[out_of_play | refused] * max(0, away)]
        if away < 0 or not any(
            all(where & place for where, place in zip(copies, order, strict=True))
            for order in permutations(lying)
        ):
            return False
        still_refused += min(away, sum(bool(where & refused) for where in copies))
    return still_refused >= known.room[-1]


def certain(known: Knowledge, place: int) -> Hand:
    """Return the cards that can only be in that place."""
    return hand_of(card for card, where in known.places if where == 1 << place)


@given(rules=one_of(any_rules(), every_rule_set(most_rounds=1)), seed=integers(0, 10**6))
def test_knowledge_allows_true_deal(rules: Rules, seed: int) -> None:
    """This covers seats and spectators, in all phases, and revokes if they are enforced."""
    rng = Random(seed)
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        assert game.round is not None
        for seat in {game.to_act, rng.choice((*rules.seats, None))}:
            view = game.view(seat)
            lawful = rules.enforcement.mode == "strict"
            assert allows(knowledge_of(view, lawful=lawful), game.round.hands)
        game = random_step(game, rng)


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_knowledge_matches_all_possible_deals(start: int) -> None:
    """A judge deals the unseen cards in every way and discards the impossible deals."""
    verdicts: Counter[bool] = Counter()
    for seed in range(start, start + 20):
        rng = Random(seed)
        game = Game.new(small_rules(rng))
        while game.phase not in {"score", "over"}:
            game = careful_step(game, rng)
            seat = game.to_act
            if game.round is None or seat is None or game.phase != "play":
                continue
            unseen, sizes = unseen_cards(game, seat)
            deals = list(islice(distributions(unseen, sizes), MOST_DEALS + 1))
            if len(deals) > MOST_DEALS:
                continue
            worlds = list(possible_worlds(game.view(seat)))
            others = [other for other in game.rules.seats if other != seat]
            for dealt in deals if len(deals) < 100 else rng.sample(deals, 100):
                by_seat = dict(zip(others, dealt, strict=True))
                hands = tuple(by_seat.get(other, ()) for other in game.rules.seats)
                possible = bool(list(worlds_of(game, seat, [dealt])))
                assert any(allows(world, hands) for world in worlds) == possible, game.record()
                verdicts[possible] += 1
    assert min(verdicts[True], verdicts[False]) > 100
