"""Cards that change hands after a nil bid."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .deal import DealRules
from .nil import NilRules
from .option import Conflict, Group, conflict, option
from .table import TableRules, partners_needed


class ExchangeRules(Group, frozen=True):
    """Cards that change hands after a nil bid."""

    title = T("Exchange")

    nil_cards: Annotated[
        int,
        option(
            "Cards exchanged on nil",
            "A nil bidder may give this many cards to the partner, who returns as many (E10).",
            between=(0, 4),
            also="pass passing swap trade schieben tauschen weitergeben",
        ),
    ] = 0
    blind_nil_cards: Annotated[
        int,
        option(
            "Cards exchanged on blind nil",
            "A blind nil bidder may give this many cards to the partner, who returns them (E9).",
            between=(0, 4),
            also="pass passing swap trade double nil Doppelnull doble nil schieben tauschen "
            "weitergeben",
        ),
    ] = 0
    order: Annotated[
        Literal["bidder_first", "together"],
        option(
            "Order of the exchange",
            "bidder_first: the partner sees the cards before returning any; together: "
            "both choose before seeing any (E9).",
            names=("Bidder first", "Together"),
            also="pass passing schieben tauschen",
        ),
    ] = "bidder_first"
    between_nils: Annotated[
        bool,
        option(
            "Exchange between two nils",
            "Partners also exchange cards if both of them bid nil (E9, E10).",
        ),
    ] = False
    swap_cards: Annotated[
        int,
        option(
            "Cards swapped after the draft",
            "A blind nil bidder may replace up to this many cards with random discards (E15).",
            between=(0, 3),
            also="discard draw trade tauschen",
        ),
    ] = 0


def conflicts(
    exchange: ExchangeRules, nil: NilRules, deal: DealRules, table: TableRules
) -> Iterator[Conflict]:
    """Yield the conflicts of exchanges without partners or nil, and of swaps without a draft."""
    if exchange.nil_cards:
        yield from partners_needed("exchange.nil_cards > 0", table)
    if exchange.blind_nil_cards:
        yield from partners_needed("exchange.blind_nil_cards > 0", table)
    if exchange.nil_cards and not nil.allowed:
        yield conflict(
            "rules/exchange-without-nil", "exchange.nil_cards above 0 needs nil.allowed = true"
        )
    if exchange.blind_nil_cards and not nil.blind:
        yield conflict(
            "rules/exchange-without-blind-nil",
            "exchange.blind_nil_cards above 0 needs nil.blind = true",
        )
    if exchange.swap_cards and not nil.blind:
        yield conflict(
            "rules/swap-without-blind-nil", "exchange.swap_cards above 0 needs nil.blind = true"
        )
    if exchange.swap_cards and not deal.drafted:
        yield conflict(
            "rules/swap-without-draft",
            "exchange.swap_cards above 0 needs a draft, not deal.method = dealt",
        )


def sheet(exchange: ExchangeRules) -> Iterator[Message]:
    """Yield the sentences about exchanged and swapped cards, or none without either."""
    if exchange.nil_cards:
        yield Message.counted(
            "After a nil bid the bidder may give one card to the partner, who returns one.",
            "After a nil bid the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.nil_cards,
        )
    if exchange.blind_nil_cards:
        yield Message.counted(
            "After a blind nil the bidder may give one card to the partner, who returns one.",
            "After a blind nil the bidder may give {n} cards to the partner, who returns {n}.",
            exchange.blind_nil_cards,
        )
    if exchange.nil_cards or exchange.blind_nil_cards:
        yield {
            "bidder_first": Message("The partner sees these cards before returning any."),
            "together": Message("The partner chooses before seeing these cards."),
        }[exchange.order]
        if exchange.between_nils:
            yield Message("This also applies if the partner has bid nil.")
        else:
            yield Message("Partners who have both bid nil exchange nothing.")
    if exchange.swap_cards:
        yield Message.counted(
            "After the draft, a blind nil bidder may replace one card with a random discard.",
            "After the draft, a blind nil bidder may replace up to {n} cards with random discards.",
            exchange.swap_cards,
        )
