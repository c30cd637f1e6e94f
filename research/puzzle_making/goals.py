"""Themes that name the gain: a contract, a nil, a bag; chances are 0 or 1 with open hands."""

from spadille.bots import Chances
from spadille.study.puzzles.telling import Chance, nil_of

from .case import Case

CLEAR = 0.1
"""How much better the chance of a contract or a nil must be for a puzzle to be about it."""

CLEAR_BAGS = 0.3


def _failure(chance: Chance) -> Chance:
    """Return the chance that something does not happen."""

    def failed(end: Chances) -> float | None:
        happens = chance(end)
        return None if happens is None else 1 - happens

    return failed


def _better(case: Case, chance: Chance, by: float) -> bool:
    """Return True if something is more likely after the right choice than after any other."""
    right = chance(case.right.end)
    if right is None:
        return False
    others = [chance(other.end) for other in case.others]
    return all(other is not None and right - other >= by for other in others)


def makes(case: Case) -> bool:
    """Return True if no other card makes the contract of the side as often."""
    return _better(case, lambda end: end.contracts[case.side], CLEAR)


def sets(case: Case) -> bool:
    """Return True if the others make their contract more often after every other card."""
    return _better(case, _failure(lambda end: end.contracts[1 - case.side]), CLEAR)


def keeps_nil(case: Case) -> bool:
    """Return True if the player's nil holds more often than after any other card."""
    return _better(case, nil_of(case.seat), CLEAR)


def covers(case: Case) -> bool:
    """Return True if a partner's nil holds more often than after any other card."""
    partners = [seat for seat in case.mates if seat != case.seat]
    return any(_better(case, nil_of(seat), CLEAR) for seat in partners)


def sets_nil(case: Case) -> bool:
    """Return True if an opponent's nil fails more often than after any other card."""
    return any(_better(case, _failure(nil_of(seat)), CLEAR) for seat in case.opponents)


def throws_bag(case: Case) -> bool:
    """Return True if the side takes fewer bags than after any other card and makes its contract."""
    fewer = _better(case, lambda end: -(end.bags[case.side] or 0.0), CLEAR_BAGS)
    kept = [outcome.end.contracts[case.side] for outcome in case.outcomes]
    return fewer and all(made is None or made > 1 - CLEAR for made in kept)


def takes_bag(case: Case) -> bool:
    """Return True if the side makes its contract and takes more bags than after any other card."""
    round = case.game.round
    assert round is not None
    contract = round.contracts[case.side]
    counted = sum(
        round.won[seat] for seat in case.mates if not ((bid := round.bids[seat]) and bid.nil)
    )
    if contract is None or counted < contract:
        return False
    return _better(case, lambda end: end.bags[case.side], CLEAR_BAGS)
