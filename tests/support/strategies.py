"""Random rule sets, deals and games, as hypothesis strategies."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis.strategies import (
    DrawFn,
    SearchStrategy,
    booleans,
    composite,
    integers,
    lists,
    one_of,
    permutations,
    sampled_from,
)
from msgspec import inspect

from spadille.game import (
    NIL,
    PACK,
    Bid,
    Card,
    Deal,
    Game,
    Options,
    PlayerAction,
    Rules,
    RulesError,
    option_types,
    presets,
)

X = TypeVar("X")

SEEDS = ("standard", "puzzle-pirates", "gold-blue", "two-player")
PRESETS = {name: presets()[name].rules for name in SEEDS}
"""The rules of the ordinary games by name."""

ORDINARY = (
    "table.teams", "deal.method", "deal.first_dealer", "nil.allowed", "nil.blind",
    "nil.blind_deficit", "nil.blind_per_side", "exchange.nil_cards", "exchange.blind_nil_cards",
    "exchange.swap_cards", "exchange.between_nils", "play.lead_spades",
    "scoring.trick_value", "scoring.bag_points",
    "scoring.bag_limit", "scoring.bag_penalty", "scoring.nil_value", "scoring.blind_nil_value",
    "scoring.failed_nil_tricks", "end.target", "end.floor", "end.max_rounds",
    "clock.turn_seconds", "clock.on_timeout",
)  # fmt: skip
"""Options that these tests model separately, with an ordinary pack."""

HOUSES = [
    PRESETS["puzzle-pirates"].with_options({"nil.blind_deficit": 0}),
    PRESETS["standard"].with_options({"exchange.nil_cards": 2, "exchange.blind_nil_cards": 3}),
    PRESETS["standard"].with_options({"table.teams": "solo"}),
]
"""Rules with exchanges in every other round, and rules for four solo players."""

MAX_CHANGES = 6


@cache
def option_values(type_: Any) -> SearchStrategy[Any]:
    """Return every value that an option of this type accepts."""
    return _values(inspect.type_info(type_))


def _values(info: Any) -> SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.EnumType(cls=cls):
            return sampled_from(list(cls))
        case inspect.StrType():
            return sampled_from(BID_RULES)
        case inspect.VarTupleType(item_type=item):
            return lists(_values(item), max_size=4).map(tuple)
        case inspect.BoolType():
            return booleans()
        case inspect.IntType(ge=low, le=high):
            return integers(low, high)
        case inspect.LiteralType(values=values):
            return sampled_from(values)
        case inspect.UnionType(types=types):
            return one_of([_values(member) for member in types])
        case _:
            raise AssertionError(info)


BID_RULES = (
    "any",
    "spades",
    "spades or nil",
    "4+ or nil",
    "3",
    "3 * aces",
    "hearts + 1",
    "if partner nil: 4+; if partner bid: nil; any",
    "if last: rest; any",
    "if holds SJ: nil; any",
    "if round 1 and first: 2 to 4; previous or nil",
    "if first: 1; partner",
    "if every 2nd round: 3; if shortest = 0: nil; if behind >= 20: any; bags + 1 to 9",
)


@composite
def rule_sets(draw: DrawFn, /, **fixed: object) -> Rules:
    """Return valid rules of ordinary games: those of a preset with some options changed.

    `fixed` holds options by their path with `__` for the dot: `deal__first_dealer="random"`.
    """
    base = draw(sampled_from([*PRESETS.values(), *HOUSES]))
    types = option_types()
    changes: dict[str, Any] = {}
    for _ in range(draw(integers(0, MAX_CHANGES))):
        path = draw(sampled_from(ORDINARY))
        changes[path] = draw(option_values(types[path]))
    changes |= {path.replace("__", "."): value for path, value in fixed.items()}
    try:
        return base.with_options(changes)
    except RulesError:
        reject()


TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"table.teams": "solo"},
    {"table.players": 2, "table.teams": "solo", "deal.method": "pick_of_two"},
    {"table.players": 2, "table.teams": "solo", "deal.method": "keep_or_next"},
    {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "keep_or_next_unseen",
        "deck.jokers": 2,
        "deck.removed": ["C2", "D2"],
    },
    {"table.players": 3, "table.teams": "solo", "deck.removed": ["C2"]},
    {"table.players": 3, "table.teams": "solo", "deck.jokers": 2},
    {"table.players": 3, "table.teams": "solo", "deal.leftover": "kitty"},
    {"table.players": 5, "table.teams": "solo", "deck.removed": ["C2", "D2"]},
    {
        "table.players": 5,
        "table.teams": "solo",
        "deck.jokers": 3,
        "deck.joker_role": "junk",
    },
    {"table.players": 5, "table.teams": "spoiler", "deck.jokers": 3},
    {"table.players": 5, "table.teams": "spoiler", "deal.leftover": "kitty_and_round"},
    {"table.players": 6, "deck.packs": 2, "deck.removed": ["C2", "C2"]},
    {"table.players": 6, "table.teams": "threes", "deck.packs": 2, "deck.jokers": 4},
    {"table.players": 6, "table.teams": "solo", "deck.jokers": 2},
    {"table.players": 6, "deck.packs": 2, "deal.leftover": "kitty"},
    {"deck.jokers": 2, "deck.removed": ["H2", "C2"]},
    {
        "deck.jokers": 2,
        "deck.removed": ["H2", "C2"],
        "deck.high_trumps": ["JB", "JL", "D2", "S2"],
    },
    {"deck.high_trumps": ["SJ", "CJ"]},
    {"deck.jokers": 2, "deal.leftover": "kitty", "deal.kitty_taker": "dealer"},
    {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "highest_bidder"},
    {"deck.jokers": 1, "deal.leftover": "aside"},
)
"""Tables of every size, with decks that can be dealt to them."""


@composite
def every_rule_set(draw: DrawFn, /, *, most_rounds: int = 2) -> Rules:
    """Return any valid rules: a table with options of the whole schema changed one after another.

    A change that the rules refuse is skipped. Games last `most_rounds` unless they tie.
    """
    rules = Rules().with_options(draw(sampled_from(TABLES)))
    for habit in draw(lists(sampled_from(HABITS), max_size=4)):
        with suppress(RulesError):
            rules = rules.with_options(habit)
    types = option_types()
    for _ in range(draw(integers(0, MOST_CHANGES))):
        path = draw(sampled_from(list(types)))
        with suppress(RulesError):
            rules = rules.with_options({path: draw(option_values(types[path]))})
    return rules.with_options({"end.max_rounds": draw(integers(1, most_rounds))})


MOST_CHANGES = 24

HABITS: tuple[dict[str, Any], ...] = (
    {"nil.allowed": False, "nil.blind": False},
    {"blind.bids": "player", "blind.deficit": 0},
    {"blind.bids": "side", "blind.deficit": 0, "blind.minimum": 4},
    {"exchange.nil_cards": 2, "exchange.blind_nil_cards": 3, "exchange.order": "together"},
    {"exchange.nil_cards": 1, "exchange.between_nils": True},
    {"exchange.swap_cards": 3},
    {"nil.team": True},
    {"bidding.talk": "estimate"},
    {"bidding.total_minimum": 13, "bidding.low_total": "redeal"},
    {"bidding.order": "by_side", "play.first_lead": "highest_bidder"},
    {"bidding.no_trump": True},
    {"bidding.second_thoughts": "match"},
    {"bidding.first_round_bids_itself": True},
    {"bidding.side_minimum": 4, "bidding.side_maximum": 10, "scoring.ten_value": 200},
    {
        "blind.bids": "player",
        "blind.deficit": 0,
        "bidding.side_maximum": 9,
        "bidding.total": "not_all",
    },
    {"deal.deficient": ["one_spade", "no_faces", "seven_of_suit"]},
    {"deal.deficient_when": "points < 12", "deal.redealt_by": "next_player", "deal.throw_ins": 3},
    {"deal.face_up": 3},
    {"play.first_lead": "lowest_club", "play.first_trick": "lowest_clubs"},
    {"play.big_joker_draws": True},
    {"deck.aces": "declared"},
    {"enforcement.mode": "honour", "play.take_back": "until_next_card"},
    {"end.start_scores": [100, -50]},
    {"scoring.ten_value": 200, "scoring.ten_penalty": 100, "scoring.ten_or_more": True},
    {"scoring.ten_bonus": 50, "scoring.ten_or_more": True},
    {"scoring.boston_value": 200, "scoring.boston_penalty": "usual"},
    {"scoring.exact_values": [50, 40]},
    {"scoring.all_tricks_value": 200, "scoring.all_tricks_win": True},
    {"scoring.all_tricks_bonus": 100, "scoring.bag_reset": True},
    {"end.sets_in_a_row": 2, "end.nil_is_set": True},
    {"end.first_round_minimum": 4, "bidding.first_round_bids_itself": True},
    {"end.first_round_minimum": 3},
    {"end.minutes": 30},
)
"""Options that are played together."""


def any_rules(**fixed: object) -> SearchStrategy[Rules]:
    """Return a preset or another known set of rules, unchanged or changed."""
    changes = {path.replace("__", "."): value for path, value in fixed.items()}
    plain = [rules.with_options(changes) for rules in (*PRESETS.values(), *HOUSES)]
    return one_of(sampled_from(plain), rule_sets(**fixed))


@composite
def deals(draw: DrawFn, players: int = 4, size: int | None = None) -> Deal:
    """Return a deal of the whole pack, or of `size` cards per hand."""
    cards: Sequence[Card] = draw(permutations(PACK))
    if size is not None:
        cards = cards[: size * players]
    return Deal.from_pack(cards, players - 1, players)


MOMENTS = {"draft": 40, "bidding": 9, "exchange": 2, "play": 52, "score": 1}
"""How often a game can be found in a phase, roughly, before it moves on."""


def phases(rules: Rules) -> list[str]:
    """Return the phases in which a game under these rules can be found."""
    exchange = rules.exchange
    return [
        "draw",
        *(["draft"] if rules.drafted else ["deal"]),
        *(["swap"] if exchange.swap_cards else []),
        "bidding",
        *(["exchange"] if exchange.nil_cards or exchange.blind_nil_cards else []),
        "play",
        "score",
        "over",
    ]


@composite
def games(
    draw: DrawFn, /, rules: SearchStrategy[Rules] | None = None, *, most_actions: int = 250
) -> Game:
    """Return a game in progress, often several rounds in, after random legal actions.

    All phases that the rules have occur about equally often. The game has no seed, so its record is
    complete.
    """
    game = Game.new(draw(any_rules() if rules is None else rules))
    phase = draw(sampled_from(phases(game.rules)))
    rng = Random(draw(integers(0, 2**32 - 1)))
    left = rng.randint(0, MOMENTS.get(phase, 2))
    for _ in range(most_actions):
        left -= game.phase == phase
        if game.over or left < 0:
            break
        game = random_step(game, rng)
    return game


def random_step(game: Game, rng: Random) -> Game:
    """Return the game after a random outcome of chance, or a random action by the seat to act."""
    if game.waits_for_chance:
        return game.happen(lambda cards: shuffled(cards, rng))
    return game.apply(random_action(game.legal_actions(), rng))


def random_action(options: Options, rng: Random) -> PlayerAction:
    """Return one of the options; bids are low or nil more often than high, as players bid."""
    choose = options.choose
    if choose is not None:
        cards = tuple(rng.sample(choose.cards, rng.choice(choose.sizes)))
        return choose.action(cards)
    likely = [
        action
        for action in options.actions
        if not isinstance(action, Bid) or action.tricks <= 4 or rng.random() < 0.1
    ]
    if NIL in likely and rng.random() < 0.8:
        likely.remove(NIL)
    return rng.choice(likely or options.actions)


def play_on(game: Game, rng: Random) -> Game:
    """Return the game at its end, after random legal actions."""
    while not game.over:
        game = random_step(game, rng)
    return game


def shuffled(values: Sequence[X], rng: Random) -> tuple[X, ...]:
    """Return `values` in random order."""
    return tuple(rng.sample(values, len(values)))
