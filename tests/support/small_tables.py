"""Tables with few cards, so that every possible event of a round can be counted."""

from contextlib import suppress
from random import Random

from spadille.game import PACK, Game, Play, Rules, RulesError
from support.strategies import random_step

TABLES: tuple[dict[str, object], ...] = (
    {"table.players": 2, "table.teams": "solo", "deal.method": "keep_or_next"},
    {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "pick_of_two",
        "nil.blind": True,
        "exchange.swap_cards": 3,
    },
    {"table.players": 3, "table.teams": "solo"},
    {"table.players": 4},
    {"table.players": 4, "bidding.no_trump": True},
    {"table.players": 4, "exchange.nil_cards": 2},
)

CHANGES: dict[str, tuple[object, ...]] = {
    "deck.joker_role": ("trump", "junk"),
    "deck.aces": ("high", "low", "declared"),
    "deck.identical": ("first_wins", "last_wins"),
    "deal.face_up": (0, 2),
    "play.first_lead": ("left_of_dealer", "lowest_club", "highest_bidder"),
    "play.first_trick": ("any", "no_spade_lead", "no_spades", "lowest_clubs"),
    "play.lead_spades": ("broken", "any", "never"),
    "play.void": ("any", "spade", "higher_spade"),
    "play.duty": ("none", "screamer", "assassin", "secret_assassin"),
    "play.big_joker_draws": (False, True),
    "play.false_claim": ("reject", "exposed"),
}
"""Options that affect who wins a trick, or who knows what."""


def small_rules(rng: Random, **fixed: object) -> Rules:
    """Return rules with hands of four or five cards."""
    while True:
        with suppress(RulesError):
            return _small_rules(rng, fixed)


def _small_rules(rng: Random, fixed: dict[str, object]) -> Rules:
    options = {"nil.blind": False, **rng.choice(TABLES)}
    players = options["table.players"]
    assert isinstance(players, int)
    cards = rng.choice((4, 4, 5)) * players * (2 if players == 2 else 1)
    if players > 2 and rng.random() < 0.3:
        cards += rng.randrange(1, players)
        options["deal.leftover"] = rng.choice(("aside", "kitty"))
        options["deal.kitty_taker"] = rng.choice(("dealer", "two_of_clubs", "highest_bidder"))
    packs = rng.choice((1, 1, 2))
    jokers = rng.choice((0, 0, 1, 2, 3, 4))
    suits = {"S", *rng.sample("CDH", rng.randint(1, 3))}
    pool = [card for card in PACK * packs if str(card)[0] in suits]
    rng.shuffle(pool)
    removed = [*pool[max(0, cards - jokers) :]]
    removed += [card for card in PACK * packs if str(card)[0] not in suits]
    options |= {"deck.packs": packs, "deck.jokers": jokers, "deck.removed": removed}
    rules = Rules().with_options(_plain(options))
    for path in rng.sample(list(CHANGES), rng.randint(0, 7)):
        with suppress(RulesError):
            rules = rules.with_options({path: rng.choice(CHANGES[path])})
    if rng.random() < 0.2:
        high = rng.sample(sorted(set(rules.deck_cards)), 2)
        with suppress(RulesError):
            rules = rules.with_options({"deck.high_trumps": [str(card) for card in high]})
    return rules.with_options({path.replace("__", "."): value for path, value in fixed.items()})


def _plain(options: dict[str, object]) -> dict[str, object]:
    return {
        path: [str(card) for card in value] if isinstance(value, list) else value
        for path, value in options.items()
    }


def careful_step(game: Game, rng: Random) -> Game:
    """Take a random step that often saves cards, so that late leaders have something to lead."""
    if game.phase == "play" and game.round is not None and rng.random() < 0.6:
        power = game.round.ranking.power
        plays = [play for play in game.legal_actions().actions if isinstance(play, Play)]
        return game.apply(min(plays, key=lambda play: power[play.card]))
    return random_step(game, rng)
