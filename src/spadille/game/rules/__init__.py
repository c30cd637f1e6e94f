"""The rules of a game, with a file for each group of options.

Each file holds the options with their help and the names of their values, the contradictions
between them (`conflicts`), and the sentences of the rules summary (`sheet`). The help of an option
names its row in `docs/rules.md`.
"""

from .bidding import MOST_LOW_TOTALS
from .deck import USUAL, USUAL_DECKS, raised_trumps
from .end import LAST_ROUND
from .in_words import listed
from .option import OptionKind, bad_value, is_plain, literal_values, range_of, texts_of
from .play import Lead
from .rules import Rules, by_path, group_titles, option_types, option_values, rule_sheet
from .scoring import TEN

__all__ = [
    "LAST_ROUND", "MOST_LOW_TOTALS", "TEN", "USUAL", "USUAL_DECKS", "Lead", "OptionKind", "Rules",
    "bad_value", "by_path", "group_titles", "is_plain", "listed", "literal_values", "option_types",
    "option_values", "raised_trumps", "range_of", "rule_sheet", "texts_of",
]  # fmt: skip
