"""A seat's bids and tricks in a game, as numbers that can be added up over many games."""

from msgspec import Struct

from ..game import Game, RoundResult, Seat

_SET = {"contract-set", "blind-bid-failed"}


class Figures(Struct, frozen=True):
    """A seat's figures from the scored rounds of a game.

    `bid` and `won` count tricks in rounds in which it did not bid nil; `tricky` counts these
    rounds. `contracts` and `sets` are those of its side, as are `bags` and `points`; `theirs` is
    the average of the other sides' points. A blind nil counts as a nil as well.
    """

    rounds: int = 0
    tricky: int = 0
    bid: int = 0
    won: int = 0
    contracts: int = 0
    sets: int = 0
    bags: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    points: int = 0
    theirs: float = 0.0


def figures_of(game: Game, seat: Seat) -> Figures:
    """Return a seat's figures from a game so far."""
    side = game.rules.side_of(seat)
    results = game.results
    nils = [one for one in results if one.bids[seat].nil]
    blind = [one for one in nils if one.bids[seat].blind]
    open_ = [one for one in results if not one.bids[seat].nil]
    own = [one.sides[side] for one in results]
    others = [other.points for one in results for n, other in enumerate(one.sides) if n != side]
    return Figures(
        rounds=len(results),
        tricky=len(open_),
        bid=sum(one.bids[seat].tricks for one in open_),
        won=sum(one.won[seat] for one in open_),
        contracts=sum(bool(one.contract) for one in own),
        sets=sum(any(line.reason in _SET for line in one.lines) for one in own),
        bags=sum(one.overtricks for one in own),
        nils=len(nils),
        nils_made=_kept(nils, seat),
        blind_nils=len(blind),
        blind_nils_made=_kept(blind, seat),
        points=sum(one.points for one in own),
        theirs=round(sum(others) / (len(game.rules.sides) - 1), 1),
    )


def _kept(nils: list[RoundResult], seat: Seat) -> int:
    return sum(one.won[seat] == 0 for one in nils)
