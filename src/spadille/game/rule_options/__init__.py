"""The options of the rules, grouped by the part of the game they govern: a file for each group.

The row of `docs/rules.md` that an option comes from stands in its help.
"""

from .bidding import BiddingRules
from .blind import BlindRules
from .clock import ClockRules
from .deal import DealRules
from .deck import DeckRules
from .end import EndRules
from .enforcement import EnforcementRules
from .exchange import ExchangeRules
from .nil import NilRules
from .play import PlayRules
from .scoring import ScoringRules
from .table import Table

__all__ = [
    "BiddingRules",
    "BlindRules",
    "ClockRules",
    "DealRules",
    "DeckRules",
    "EndRules",
    "EnforcementRules",
    "ExchangeRules",
    "NilRules",
    "PlayRules",
    "ScoringRules",
    "Table",
]
