"""Custom rule sets that are short enough to be played in the terminal."""

from spadille.game import Preset, Rules

ONE_ROUND: dict[str, object] = {"end.max_rounds": 1, "end.floor": "none", "end.target": 5000}
HONOUR: dict[str, object] = {"enforcement.mode": "honour", "play.take_back": "until_next_card"}
KITTY: dict[str, object] = {
    "deck.jokers": 2,
    "deal.leftover": "kitty",
    "deal.kitty_taker": "dealer",
    "nil.blind": False,
}
PICK_OF_TWO: dict[str, object] = {
    "table.players": 2,
    "table.teams": "solo",
    "deal.method": "pick_of_two",
    "nil.blind": False,
}
NO_BLIND: dict[str, object] = {"nil.blind": False}

VARIANTS: dict[str, dict[str, object]] = {
    "six, two packs": {"table.players": 6, "deck.packs": 2, "deck.removed": ["C2", "C2"]},
    "three, jokers": {"table.players": 3, "table.teams": "solo", "deck.jokers": 2},
    "pick of two": PICK_OF_TWO,
    "kitty": KITTY,
    "kitty after the bids, which are made at once": {
        **KITTY,
        "bidding.order": "at_once",
        "deal.kitty_taker": "highest_bidder",
        "bidding.second_thoughts": "raise_each",
        "bidding.no_trump": True,
    },
    "five, junk jokers, face up": {
        "table.players": 5,
        "table.teams": "spoiler",
        "deck.jokers": 3,
        "deck.joker_role": "junk",
        "deal.face_up": 2,
        "deck.aces": "declared",
    },
    "honour": HONOUR,
    "the pack is cut": {"deal.cut": "offered"},
}


def own(options: dict[str, object]) -> Preset:
    """Return a custom rule set for one round."""
    rules = Rules().with_options({**options, **ONE_ROUND})
    return Preset("own", {"en": "Own rules"}, {}, "", rules)
