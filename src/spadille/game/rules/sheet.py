"""The rules in words: a rule sheet whose every sentence follows from an option."""

from msgspec import Struct

from ..text import Message, T
from . import bidding, deal, deck, end, enforcement, exchange, nil, play, scoring, table
from .rules import Rules


class Section(Struct, frozen=True):
    """A heading and the sentences under it."""

    heading: Message
    sentences: tuple[Message, ...]


def rule_sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the rules as sections to read and to print."""
    layout = rules.layout
    exchanges = exchange.sheet(rules.exchange)
    parts = (
        (rules.table.title, table.sheet(rules.table)),
        (rules.deck.title, deck.sheet(rules.deck)),
        (rules.deal.title, deal.sheet(rules.deal, layout)),
        (
            rules.bidding.title,
            bidding.sheet(rules.bidding, rules.blind, rules.nil, rules.scoring, layout),
        ),
        (rules.nil.title, nil.sheet(rules.nil, rules.scoring, exchanges, layout)),
        (rules.play.title, play.sheet(rules.play, rules.clock, claimable=rules.claimable)),
        (
            T("Breaking the rules"),
            enforcement.sheet(rules.enforcement, nil=rules.nil.allowed),
        ),
        (rules.scoring.title, scoring.sheet(rules.scoring, layout)),
        (rules.end.title, end.sheet(rules.end)),
    )
    return tuple(Section(Message(heading), tuple(sentences)) for heading, sentences in parts)
