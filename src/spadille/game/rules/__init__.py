"""The rules of a game, a file for each group of options.

In it stand the options with their help and what their values are called, what contradicts what
(`conflicts`), and the sentences of the rule sheet (`sheet`). The row of `docs/rules.md` that an
option comes from stands in its help.
"""

from .bidding import BiddingRules
from .blind import BlindRules
from .clock import ClockRules
from .deal import DealRules
from .deck import DeckRules, deck_of, raised_trumps
from .end import LAST_ROUND, EndRules
from .enforcement import EnforcementRules
from .exchange import ExchangeRules
from .nil import NilRules
from .option import OptionKind, expected_values, is_plain, literal_values, range_of, texts_of
from .play import Lead, PlayRules
from .rules import Rules, group_titles, option_types, option_values
from .scoring import ScoringRules
from .sheet import Section, rule_sheet
from .table import TableRules

__all__ = [
    "LAST_ROUND",
    "BiddingRules",
    "BlindRules",
    "ClockRules",
    "DealRules",
    "DeckRules",
    "EndRules",
    "EnforcementRules",
    "ExchangeRules",
    "Lead",
    "NilRules",
    "OptionKind",
    "PlayRules",
    "Rules",
    "ScoringRules",
    "Section",
    "TableRules",
    "deck_of",
    "expected_values",
    "group_titles",
    "is_plain",
    "literal_values",
    "option_types",
    "option_values",
    "raised_trumps",
    "range_of",
    "rule_sheet",
    "texts_of",
]
