"""Random rule sets, deals and games, as hypothesis strategies."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis.strategies import (
    DrawFn,
    SearchStrategy,
    booleans,
    composite,
    integers,
    just,
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

PRESETS = {name: preset.rules for name, preset in presets().items()}
"""The rules of every preset by name."""

HOUSES = [
    PRESETS["puzzle-pirates"].with_options({"nil.blind_deficit": 0}),
    PRESETS["standard"].with_options({"exchange.nil_cards": 2, "exchange.blind_nil_cards": 3}),
    PRESETS["standard"].with_options({"table.teams": "solo"}),
]
"""Rules under which cards are exchanged in every other round, and four who play alone."""

MAX_CHANGES = 6


def option_values(type_: Any) -> SearchStrategy[Any]:
    """Every value that an option of this type takes."""
    return _values(inspect.type_info(type_))


def _values(info: Any) -> SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.BoolType():
            return booleans()
        case inspect.IntType(ge=low, le=high):
            return integers(low, high)
        case inspect.LiteralType(values=values):
            return sampled_from(values)
        case inspect.UnionType(types=types):
            return one_of([_values(member) for member in types])
        case _:
            return just(())


@composite
def rule_sets(draw: DrawFn, /, **fixed: object) -> Rules:
    """Valid rules: those of a preset with some options changed.

    `fixed` holds options by their path with `__` for the dot: `deal__first_dealer="random"`.
    """
    base = draw(sampled_from([*PRESETS.values(), *HOUSES]))
    types = option_types()
    paths = draw(permutations(list(types)))[: draw(integers(0, MAX_CHANGES))]
    changes = {path: draw(option_values(types[path])) for path in paths}
    changes |= {path.replace("__", "."): value for path, value in fixed.items()}
    try:
        return base.with_options(changes)
    except RulesError:
        reject()


def any_rules(**fixed: object) -> SearchStrategy[Rules]:
    """A preset or another known set of rules as it is, or changed."""
    changes = {path.replace("__", "."): value for path, value in fixed.items()}
    plain = [rules.with_options(changes) for rules in (*PRESETS.values(), *HOUSES)]
    return one_of(sampled_from(plain), rule_sets(**fixed))


@composite
def deals(draw: DrawFn, players: int = 4, size: int | None = None) -> Deal:
    """A deal of the whole pack, or of `size` cards a hand."""
    cards: Sequence[Card] = draw(permutations(PACK))
    if size is not None:
        cards = cards[: size * players]
    return Deal.from_pack(cards, players - 1, players)


MOMENTS = {"draft": 40, "bidding": 9, "exchange": 2, "play": 52, "score": 1}
"""How often a game can be found in a phase, roughly, before one moves on."""


def phases(rules: Rules) -> list[str]:
    """The phases in which a game under these rules can be found."""
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
    """A game somewhere on its way, often several rounds in, after random legal actions.

    All phases that the rules have come about equally often. The game has no seed, so that its
    record tells all there is of it.
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
    """The game after a random outcome of chance, or a random action of the seat to act."""
    if game.waits_for_chance:
        return game.happen(lambda cards: shuffled(cards, rng))
    return game.apply(random_action(game.legal_actions(), rng))


def random_action(options: Options, rng: Random) -> PlayerAction:
    """One of the options, bids more often low or nil than high, as players bid."""
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
    """The game at its end, after random legal actions."""
    while not game.over:
        game = random_step(game, rng)
    return game


def shuffled(values: Sequence[X], rng: Random) -> tuple[X, ...]:
    """`values` in random order."""
    return tuple(rng.sample(values, len(values)))
