"""Chance as a tree: what is drawn one by one until an outcome of chance is complete.

Each draw is uniform over what is left, so outcomes have the chances that shuffled cards give them.
"""

from collections import Counter

from ..game import PACK, TRUMP
from .action_space import CARD_BY_ID
from .tables import TwinEpisode

Drawn = tuple[int, ...]
"""Card ids, or the seat that deals first, in the order in which they were drawn."""


def pool(episode: TwinEpisode) -> Counter[int]:
    """What can be drawn first of all, and in how many copies, in ascending order."""
    rules = episode.rules
    if episode.awaits == "dealer":
        if rules.deal.first_dealer == "random":
            return Counter(map(int, rules.seats))
        cards = PACK
    else:
        cards = rules.deck_cards if episode.awaits == "cards" else episode.aside
    return Counter(sorted(card.id for card in cards))


def complete(episode: TwinEpisode, drawn: Drawn) -> bool:
    """Whether nothing more is to be drawn."""
    rules = episode.rules
    match episode.awaits, rules.deal.first_dealer:
        case "dealer", "first_spade":
            return CARD_BY_ID[drawn[-1]].suit is TRUMP
        case "dealer", "high_card":
            return len(drawn) == rules.players
        case "dealer", _:
            return len(drawn) == 1
        case "cards", _:
            return len(drawn) == len(rules.deck_cards)
        case _:
            return len(drawn) == episode.missing
