"""Deciding before the cards are seen: who may bid blind, who sees his cards (E5 to E8, E12)."""

from ..actions import BLIND_NIL, Look, PlayerAction
from ..round import Round
from ..seats import Seat, put
from ..text import Message, T


def may_bid_blind(round: Round, seat: Seat) -> bool:
    """Whether `seat` may bid blind nil when its turn comes, as far as is known now."""
    return round.bids[seat] is None and not round.looked[seat] and _bar(round, seat) is None


def show_where_decided(round: Round) -> Round:
    """Shows their cards to all seats for which a blind bid is no longer possible."""
    looked = tuple(
        seen or round.bids[seat] is not None or _bar(round, Seat(seat)) is not None
        for seat, seen in enumerate(round.looked)
    )
    return round.change(looked=looked)


def look(round: Round, seat: Seat) -> Round:
    """Shows `seat` its cards."""
    return round.change(looked=put(round.looked, seat, value=True))


def blind_refusal(round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
    """Why a seat may not look or bid blind."""
    if action == BLIND_NIL:
        if round.bids[seat] is not None:
            return "bid/already-bid", Message(T("you have bid already"))
        bar = _bar(round, seat)
        if bar is not None:
            return bar
        return "bid/blind-after-looking", Message(
            T("you have seen your cards; only an open bid is left")
        )
    if isinstance(action, Look):
        return "look/already", Message(T("you have seen your cards already"))
    return "bid/no-such-blind-bid", Message(T("only nil can be bid blind here"))


def _bar(round: Round, seat: Seat) -> tuple[str, Message] | None:
    """What keeps the side of `seat` from bidding blind, if anything does."""
    nil = round.rules.nil
    if not (nil.allowed and nil.blind):
        return "bid/no-blind", Message(T("there is no blind bid at this table"))
    own = round.rules.side_of(seat)
    behind = max(
        standing.score - round.before[own].score
        for side, standing in enumerate(round.before)
        if side != own
    )
    if behind < nil.blind_deficit:
        return "bid/blind-deficit", Message(
            T("blind nil is only for a side {deficit} points behind"), deficit=nil.blind_deficit
        )
    blind = sum(bid == BLIND_NIL for other in round.rules.sides[own] if (bid := round.bids[other]))
    if blind >= nil.blind_per_side:
        return "bid/blind-per-side", Message(
            T("your partner has bid blind nil; only one of you may")
        )
    return None
