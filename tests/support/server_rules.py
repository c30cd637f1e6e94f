"""Rule sets that together cover everything a server has to handle."""

HONOUR: dict[str, object] = {
    "enforcement.mode": "honour",
    "enforcement.illegal_flip": "three_tricks",
    "play.take_back": "until_next_card",
}

VARIANTS: dict[str, dict[str, object]] = {
    "six, two packs, one kitty": {
        "table.players": 6,
        "deck.packs": 2,
        "deck.removed": ["C2", "C3"],
        "nil.blind": False,
    },
    "three, jokers": {"table.players": 3, "table.teams": "solo", "deck.jokers": 2},
    "two, pick of two": {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "pick_of_two",
        "exchange.swap_cards": 3,
    },
    "kitty and second thoughts": {
        "deck.jokers": 2,
        "deal.leftover": "kitty",
        "deal.kitty_taker": "highest_bidder",
        "bidding.second_thoughts": "raise_each",
        "bidding.no_trump": True,
        "bidding.talk": "estimate",
        "exchange.nil_cards": 2,
        "exchange.order": "together",
    },
    "face up, deficient hands": {
        "deal.face_up": 3,
        "deal.deficient": ["one_spade", "no_faces", "seven_of_suit"],
        "deck.aces": "declared",
        "play.false_claim": "exposed",
    },
    "honour": HONOUR,
    "honour, dealt again": {
        **HONOUR,
        "enforcement.revoke_penalty": "redeal",
        "play.false_claim": "forfeit_tricks",
        "table.seating": "random",
    },
    "the pack is cut": {"deal.cut": "offered", "deal.deficient": ["one_spade", "no_faces"]},
    "tricks face down": {**HONOUR, "play.review": "none"},
    "five with a spoiler, a whole round in the kitty": {
        "table.players": 5,
        "table.teams": "spoiler",
        "deal.leftover": "kitty_and_round",
        "deal.kitty_taker": "dealer",
    },
}
"""Options by the name of the variant, on top of the preset `standard`."""
