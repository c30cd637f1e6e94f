"""The figures of a seat in a game, to add up over many games, and the luck of the cards."""

from msgspec import Struct

from ..bots import played_on, seated
from ..game import Deal, Game, Record, RoundResult, Seat
from ..notation import repeat

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


ORDINARY = "intermediate"
"""The level of the ordinary players in all seats."""


class Luck(Struct, frozen=True):
    """The points of each side in a round: those it made, and those ordinary players would make.

    Ordinary players play the same cards in the same seats at the same score. `usual` is None if the
    cards cannot be played again because players took part in the deal by a draft or a cut.
    """

    round: int
    made: tuple[int, ...]
    usual: tuple[int, ...] | None


def luck_of(record: Record) -> tuple[Luck, ...]:
    """Return the luck in each finished round; see `Luck`."""
    game = Game.new(record.rules, players=record.players)
    found = []
    dealt: Game | None = None
    for event in record.events:
        before = len(game.results)
        game = repeat(game, event.action, event.seat)
        if isinstance(event.action, Deal):
            dealt = game
        if len(game.results) > before:
            result = game.results[-1]
            found.append(
                Luck(
                    round=result.number,
                    made=tuple(side.points for side in result.sides),
                    usual=None if dealt is None else _played(dealt),
                )
            )
    return tuple(found)


def _played(game: Game) -> tuple[int, ...] | None:
    """Return the points by side if ordinary players play the round to its end."""
    players = seated([ORDINARY] * game.rules.players, "0")
    played = played_on(game, players, rounds=1)
    if len(played.results) == len(game.results):
        return None
    return tuple(side.points for side in played.results[-1].sides)
