"""The rules in words: a rule sheet whose every sentence follows from an option."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from ...game import Message, Rules, T
from .bidding import bidding_sentences
from .deal import deal_sentences
from .deck import deck_sentences
from .ending import ending_sentences
from .enforcement import enforcement_sentences
from .nil import nil_sentences
from .play import play_sentences
from .scoring import scoring_sentences
from .table import table_sentences

__all__ = ["Section", "rule_sheet"]


class Section(Struct, frozen=True):
    """A heading and the sentences under it."""

    heading: Message
    sentences: tuple[Message, ...]


_PARTS: tuple[tuple[str, Callable[[Rules], Iterator[Message]]], ...] = (
    (T("Table"), table_sentences),
    (T("Cards"), deck_sentences),
    (T("Deal"), deal_sentences),
    (T("Bidding"), bidding_sentences),
    (T("Nil"), nil_sentences),
    (T("Play"), play_sentences),
    (T("Breaches of the rules"), enforcement_sentences),
    (T("Scoring"), scoring_sentences),
    (T("End of the game"), ending_sentences),
)


def rule_sheet(rules: Rules) -> tuple[Section, ...]:
    """The rules as sections to read and to print."""
    return tuple(Section(Message(heading), tuple(found(rules))) for heading, found in _PARTS)
