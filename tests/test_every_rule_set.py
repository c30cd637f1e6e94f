"""Random rules from the whole schema, and a whole game under each: properties that always hold.

`HYPOTHESIS_PROFILE=dev` tries ten times as many.
"""

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis.strategies import integers, lists, sampled_from

from spadille.game import (
    Card,
    Choose,
    Discard,
    Game,
    IllegalActionError,
    Options,
    Play,
    PlayerAction,
    Rules,
    Seat,
    TimeUp,
    option_types,
    rule_sheet,
)
from spadille.locale import LANGUAGES, translate
from spadille.notation import format_record, load_game
from support.strategies import every_rule_set, random_step, shuffled

ASIDE = 0.03
"""How often a player does something other than the action for their turn."""


def step(game: Game, rng: Random) -> Game:
    """Return the game after a random action by any player, or a random outcome of chance."""
    for seat in shuffled(game.rules.seats, rng):
        options = game.legal_actions(seat)
        besides = (*options.aside, *options.tolerated)
        if besides and rng.random() < ASIDE:
            return game.apply(rng.choice(besides), seat)
    if game.rules.end.minutes and not game.time_up and rng.random() < ASIDE:
        return game.apply(TimeUp())
    return random_step(game, rng)


def cards_in(game: Game) -> list[Card]:
    """Return every card in the round, wherever it is."""
    round = game.round
    assert round is not None
    passed = sum(
        (list(gift.cards) for gift in round.exchange.transfers if gift.receiver is None),
        list[Card](),
    )
    on_the_way = []
    exchanging = game.phase == "exchange" and game.rules.exchange.order == "together"
    if exchanging and sum(map(len, round.hands)) < len(game.rules.seats) * game.rules.hand_size:
        on_the_way = list(round.exchange.transfers[-1].cards)
    return [
        *(card for hand in round.hands for card in hand),
        *round.pack.stock,
        *round.pack.discards,
        *(round.pack.kitty if round.pack.kitty_taker is None else ()),
        *passed,
        *on_the_way,
        *round.trick,
        *(card for trick in round.tricks for card in trick.cards),
    ]


def attempts(game: Game, seat: Seat, rng: Random) -> list[PlayerAction]:
    """Return some actions that may or may not be legal: plays of all cards, and others' options."""
    others = [
        action
        for other in game.rules.seats
        for action in (*game.legal_actions(other).actions, *game.legal_actions(other).aside)
    ]
    tried: list[PlayerAction] = [Play(card) for card in rng.sample(list(Card), 12)]
    tried += rng.sample(others, min(12, len(others)))
    choose = game.legal_actions(seat).choose
    if choose is not None:
        tried += [choose.action(tuple(rng.choices(choose.cards, k=size))) for size in range(5)]
    return tried


def accepted(game: Game, seat: Seat, action: PlayerAction) -> bool:
    try:
        game.apply(action, seat)
    except IllegalActionError as error:
        assert error.code
        assert str(error.message)
        return False
    return True


@settings(max_examples=12 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_random_rules_game_keeps_all_invariants(rules: Rules, seed: int) -> None:
    """Cards are conserved, only legal actions are accepted, the game ends, its record replays."""
    rng = Random(seed)
    game = Game.new(rules)
    deck = sorted(rules.deck_cards)
    steps = 0
    while not game.over:
        game = step(game, rng)
        steps += 1
        assert steps < 20_000
        if game.round is not None and game.phase not in {"draw", "deal"} and not steps % 7:
            if any(game.round.hands) or game.round.pack.stock:
                assert sorted(cards_in(game)) == deck
            seat = rng.choice(rules.seats)
            options = game.legal_actions(seat)
            for action in attempts(game, seat, rng):
                assert (action in options) == accepted(game, seat, action), action
            game.view(seat)
    for result in game.results:
        assert sum(result.won) == rules.tricks
    assert load_game(format_record(game.record())).outcome == game.outcome


@given(every_rule_set())
def test_random_rules_sheet_is_translated(rules: Rules) -> None:
    """The rule sheet has its sentences in both languages."""
    for section in rule_sheet(rules):
        for lang in LANGUAGES:
            assert translate(section.heading, lang)
            assert all(translate(sentence, lang) for sentence in section.sentences)


@given(every_rule_set())
def test_random_rules_round_trip_through_options(rules: Rules) -> None:
    assert Rules().with_options(rules.options()) == rules


def test_random_rules_draw_every_option() -> None:
    """This way the properties above cover every option."""
    assert len(option_types()) > 80


def test_options_length_equals_number_listed() -> None:
    """This holds even if the cards to choose from include one twice."""
    choose = Choose("pass", (Card.C2, Card.C2, Card.D5), (0, 2))
    options = Options(choose=choose)
    assert len(options) == len(list(options)) == 3
    assert all(action in options for action in options)


@given(lists(sampled_from([Card.C2, Card.D5, Card.HA, Card.JB]), max_size=7), integers(0, 7))
def test_options_card_choices_are_distinct_and_sorted(cards: list[Card], size: int) -> None:
    options = Options(choose=Choose("discard", tuple(sorted(cards)), (size,)))
    expected = sorted(set(combinations(sorted(cards), size)))
    assert list(options) == [Discard(choice) for choice in expected]
    assert len(options) == len(expected)
