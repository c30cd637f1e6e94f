"""Options that exclude each other."""

from typing import TYPE_CHECKING

from .text import Message, T

if TYPE_CHECKING:
    from .rules import Rules


def conflicts(rules: "Rules") -> list[tuple[str, Message]]:
    """Every pair of options that exclude each other, as a code and a sentence naming both."""
    checks = [
        (
            rules.table.teams == "pairs" and rules.players != 4,
            "rules/pairs-need-four",
            Message(T("table.teams = pairs needs table.players = 4")),
        ),
        (
            rules.drafted and rules.players != 2,
            "rules/draft-needs-two",
            Message(T("deal.method = keep_or_next_unseen needs table.players = 2")),
        ),
        (
            not rules.drafted and rules.players == 2,
            "rules/two-need-draft",
            Message(T("table.players = 2 needs deal.method = keep_or_next_unseen")),
        ),
        (
            rules.nil.blind and not rules.nil.allowed,
            "rules/blind-without-nil",
            Message(T("nil.blind = true needs nil.allowed = true")),
        ),
        (
            rules.exchange.nil_cards > 0 and not rules.nil.allowed,
            "rules/exchange-without-nil",
            Message(T("exchange.nil_cards above 0 needs nil.allowed = true")),
        ),
        (
            rules.exchange.blind_nil_cards > 0 and not rules.nil.blind,
            "rules/exchange-without-blind-nil",
            Message(T("exchange.blind_nil_cards above 0 needs nil.blind = true")),
        ),
        (
            (rules.exchange.nil_cards > 0 or rules.exchange.blind_nil_cards > 0)
            and rules.table.teams == "solo",
            "rules/exchange-without-partner",
            Message(T("exchange.nil_cards and exchange.blind_nil_cards need table.teams = pairs")),
        ),
        (
            rules.exchange.swap_cards > 0 and not (rules.drafted and rules.nil.blind),
            "rules/swap-without-draft",
            Message(T("exchange.swap_cards needs deal.method = keep_or_next_unseen and nil.blind")),
        ),
        (
            bool(rules.table.side_names) and len(rules.table.side_names) != len(rules.sides),
            "rules/side-names",
            Message(T("table.side_names needs one name for each side that table.teams makes")),
        ),
    ]
    return [(code, message) for wrong, code, message in checks if wrong]
