"""Find a line of best play, in which both sides play cards that keep the value to the end."""

from collections.abc import Sequence
from typing import Any

from ...game import TRUMP, Card, Deal, Rules, Seat, ranking_of
from .solving import cards_of, hands_of, seat_of, solve
from .utilities import Utility


def best_line(  # noqa: PLR0913 - what may be asked
    deal: Deal | Sequence[Sequence[Card]] | str,
    leader: int | str = Seat.NORTH,
    *,
    trick: Sequence[Card] | str = (),
    won: Sequence[int] | None = None,
    broken: bool = False,
    trump: bool = True,
    rules: Rules | str | None = None,
    utility: Utility | None = None,
    **options: Any,
) -> tuple[Card, ...]:
    """Return the cards from here on in best play by everyone, with the lowest of equal cards.

    The arguments are those of `solve`, with all `cards` requested.

    Raises:
        SolverError: as for `solve`.

    >>> from spadille.notation import parse_deal
    >>> best_line(parse_deal("N:A.2.. K.3.. Q.4.. J.5.."), broken=True)[:2]
    (Card.H2, Card.H3)
    """
    rules = Rules() if rules is None else Rules.of(rules)
    ranking = ranking_of(rules, trump=trump)
    options |= {"trump": trump, "rules": rules, "utility": utility, "cards": True}
    found = solve(deal, leader, trick=trick, won=won, broken=broken, **options)
    hands = [list(hand) for hand in hands_of(deal)]
    leader = seat_of(leader, len(hands))
    table = list(cards_of(trick))
    counts = [0] * len(hands) if won is None else list(won)
    line: list[Card] = []
    while True:
        seat = (leader + len(table)) % len(hands)
        highest = utility is None or utility.side_of[seat] == 0
        value, bound = (found.lower, 0) if highest else (found.upper, 1)
        kept = [card for card, bounds in found.cards.items() if bounds[bound] == value]
        card = min(kept, key=lambda card: (ranking.power[card], card))
        hands[seat].remove(card)
        table.append(card)
        line.append(card)
        broken = broken or (trump and ranking.suit_of[card] is TRUMP)
        if len(table) == len(hands):
            leader = (leader + ranking.winning_index(table)) % len(hands)
            counts[leader] += 1
            table = []
        if not any(hands):
            return tuple(line)
        found = solve(hands, leader, trick=table, won=counts, broken=broken, **options)
