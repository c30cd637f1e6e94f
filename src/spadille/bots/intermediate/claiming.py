"""Claim tricks that are certain, so that no player has to watch them being played (P17)."""

from collections.abc import Iterator

from ...game import BySeat, Claim, Message, SeatView, is_sure_of_rest, put
from ..bot import Decision
from ..certain import cannot_lose, nothing_higher
from ..equity import equity_of_tricks

_NO_WORSE = 1e-9


def decide_claim(view: SeatView) -> Decision | None:
    """Return a claim of the remaining tricks if they are certain and nothing else could be better.

    Return None for the last trick, which is played as quickly. Also return None if a revoke may
    still come to light, or if the last card counts, because a claim could then lose something.
    """
    rules = view.rules
    if (
        Claim() not in view.options.aside
        or len(view.hand or ()) == 1
        or rules.enforcement.mode != "strict"
        or rules.scoring.minds_the_last_trick
        or not nothing_higher(view)
        or not is_sure_of_rest(view)
    ):
        return None
    if not (view.trick is None and cannot_lose(view)) and not _wants_all(view):
        return None
    return Decision(
        Claim(), Message("The rest is mine whatever the others hold or play, so I claim it.")
    )


def _wants_all(view: SeatView) -> bool:
    """Return True if giving up some of the remaining tricks would not make the round worth more."""
    all_mine, *others = (equity_of_tricks(view, won) for won in _ends(view))
    return all(other <= all_mine + _NO_WORSE for other in others)


def _ends(view: SeatView) -> Iterator[BySeat[int]]:
    """Yield the tricks by seat if all the rest are mine, and if some go to one other seat."""
    seat, won, left = view.seat, view.won, len(view.hand or ())
    yield put(won, seat, won[seat] + left)
    for other in view.rules.seats:
        if other != seat:
            for lost in range(1, left + 1):
                yield put(put(won, other, won[other] + lost), seat, won[seat] + left - lost)
