"""Value the results of rounds, and find the best of several actions tried in the same deals.

An outcome says who makes contracts and nils, and who takes bags; with the chance to win the game.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct, structs

from ...game import Bid, Charge, PlayerAction, SeatView, charges_of
from ..bot import Candidate, Chances, Unit
from ..equity import Equity, for_points
from .bidding import BIDS_NIL, Floats, Integers, bids_of, codes_of
from .position import Position

_PERCENT = 100

_WORSE = 1.0
"""The least difference that counts as worse, in points or percent."""

_LEAST_GAIN = 1.0
"""By how many points an action must be better than what experience prefers."""

_UNFAIR = 2.0
"""The standard deviation of what rollouts overrate or underrate in every deal, in points."""

_UNKNOWN = 1000.0
"""The standard error if there is only one independent deal."""


def worth_of(position: Position, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """Return the values to the seat's side of the results after one lot of bids.

    These are points or, if the game may end with the round, the chance in percent to win it. The
    last axis of `results` has the gain in points and then the tricks by seat; it is dropped.
    """
    return _PERCENT * win_of(position, bids, results) if position.decisive else results[..., 0]


def win_of(position: Position, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """Return the chance of the seat's side to win the game after these results."""
    won = results[..., 1:].reshape(-1, results.shape[-1] - 1).astype(np.int64)
    for side in position.rules.sides:
        takers = [seat for seat in side if not bids[seat].nil]
        if takers:  # it does not matter which of them won a trick
            won[:, takers[0]] = won[:, takers].sum(axis=1)
            won[:, takers[1:]] = 0
    outcomes, which = np.unique(won, axis=0, return_inverse=True)
    equity = Equity(position.view, bids)
    chances = np.array([equity.after(tuple(row)) for row in outcomes.tolist()])
    return np.asarray(chances[which].reshape(results.shape[:-1]), np.float64)


class Choice(Struct, frozen=True):
    """All candidates, the best first, with the advised one and the number of deals tried."""

    candidates: tuple[Candidate, ...]
    advised: Candidate
    deals: int

    @property
    def best(self) -> Candidate:
        """Return the first candidate, which is the action to take."""
        return self.candidates[0]

    @property
    def gain(self) -> float:
        """Return by how much the action to take is better than the advised one."""
        return self.best.value - self.advised.value

    def instead_of(self, done: Sequence[PlayerAction]) -> "Choice":
        """Return the same choice compared with the single action taken instead, if that is worse.

        A player who asks about that action wants to know why it is worse, not what was advised.
        """
        for one in self.candidates:
            if (one.action,) == tuple(done) and self.best.value - one.value >= _WORSE:
                return structs.replace(self, advised=one)
        return self


class Prior(NamedTuple):
    """Expectations of actions before they are tried, from experience.

    `gains` are how many points each is better than the advised one, with `spreads` as standard
    deviations.
    """

    gains: Floats
    spreads: Floats


def choose_best(  # noqa: PLR0913, PLR0917 - what was found out of each action
    actions: Sequence[PlayerAction],
    values: Floats,
    origin: Integers,
    advised: int,
    margins: Sequence[float],
    unit: Unit,
    chances: Sequence[Chances | None],
    prior: Prior | None = None,
) -> Choice:
    """Return the action with the best average value, or the advised one if not clearly beaten.

    `values` are by deal and action; deals with the same `origin` are not independent. All actions
    were tried in the same deals, so their differences are compared: another action must beat the
    advised one by its entry in `margins`, in standard errors. This guards against chance, and
    against plans that would require knowing the deal. Actions without a margin are never chosen.
    With a `prior`, the differences are averaged with what it expects, each weighted by how certain
    it is.
    """
    means = values.mean(axis=0)
    usual = slice(len(margins))
    better = (means - means[advised])[usual]
    doubt = standard_errors(values - values[:, [advised]], origin)[usual]
    if prior is not None:
        better, doubt = _with_prior(prior, better, doubt)
        better = better - _LEAST_GAIN
    clear = better - np.array(margins) * doubt
    clear[advised] = 0.0
    best = int(np.argmax(clear)) if clear.max() > 0.0 else advised
    errors = standard_errors(values, origin).tolist()
    doubts = standard_errors(values - values[:, [best]], origin).tolist()
    found = [
        Candidate(action, mean, error, unit, chance, behind)
        for action, mean, error, chance, behind in zip(
            actions, means.tolist(), errors, chances, doubts, strict=True
        )
    ]
    order = sorted(range(len(found)), key=lambda at: (at != best, -found[at].value))
    return Choice(tuple(found[at] for at in order), found[advised], len(values))


def _with_prior(prior: Prior, better: Floats, doubt: Floats) -> tuple[Floats, Floats]:
    """Return the means and standard deviations after the actions were tried, by Bayes' theorem."""
    tried = 1 / (doubt**2 + _UNFAIR**2)
    known = 1 / prior.spreads**2
    both = tried + known
    return (better * tried + prior.gains * known) / both, 1 / np.sqrt(both)


def standard_errors(values: Floats, origin: Integers) -> Floats:
    """Return the standard errors of the averages of some columns.

    Rows with the same origin count as one observation, weighted by their number.
    """
    apart = values - values.mean(axis=0)
    origins, which = np.unique(origin, return_inverse=True)
    count = len(origins)
    if count == 1:
        return np.full(values.shape[1], _UNKNOWN)
    sums = np.zeros((count, values.shape[1]))
    np.add.at(sums, which, apart)
    return np.asarray(np.sqrt((sums * sums).sum(axis=0) * count / (count - 1)) / len(values))


NOTHING = np.nan
"""This contract or nil does not exist."""

UNKNOWN = np.inf
"""It cannot be determined whether it is made."""


class Outlook:
    """Describes outcomes of a round and, if the settings say so, the chance to win the game.

    An outcome is described by numbers in this order: contracts by side (1 made, 0 set), nils by
    seat in the same way, bags by side, and the chance to win the game.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        view, rules = position.view, position.rules
        self._known = _is_known(view)
        self._win = position.settings.win and self._known and not for_points(view)
        self._exactly = [
            rules.blind.exact
            and any((bid := view.bids[seat]) and bid.blind and bid.tricks for seat in seats)
            for seats in rules.sides
        ]

    def of_results(self, results: Floats) -> Floats:
        """Return the outcomes of results of the round after the bids in view; see `roll_out`."""
        view = self._position.view
        bids = np.array(codes_of(view.bids))
        ends = self._of_tricks(bids, results[..., 1:].astype(np.int64))
        if self._win:
            known = tuple(bid for bid in view.bids if bid is not None)
            ends[..., -1] = win_of(self._position, known, results)
        return ends

    def of_lots(self, lots: Integers, which: Integers, results: Floats, *, tried: bool) -> Floats:
        """Return the same after some lots of bids; a player who has not bid yet has no nil.

        The viewing seat has one if nil is the bid being `tried`. Nil is too rare among later bids
        to base a decision on.
        """
        view, rules = self._position.view, self._position.rules
        ends = self._of_tricks(lots[which], results[..., 1:].astype(np.int64))
        for seat in rules.seats:
            if view.bids[seat] is None and not (tried and seat == view.seat):
                ends[:, len(rules.sides) + seat] = NOTHING
        if self._win:
            for lot, bids in enumerate(lots.tolist()):
                ends[which == lot, -1] = win_of(
                    self._position, bids_of(bids, view.bids), results[which == lot]
                )
        return ends

    def _of_tricks(self, bids: Integers, won: Integers) -> Floats:
        """Return the outcomes of tricks by seat after bids by seat, as `codes_of` gives them."""
        rules = self._position.rules
        scoring, nil = rules.scoring, rules.nil
        is_nil, won = np.broadcast_arrays(bids == BIDS_NIL, won)
        tricks = np.maximum(bids, 0)
        contracts, bags = [], []
        for seats, exactly in zip(rules.sides, self._exactly, strict=True):
            own = list(seats)
            takers = ~is_nil[..., own]
            is_open = takers.any(axis=-1)
            counts = takers | scoring.failed_nils_help
            counting = np.where(counts, won[..., own], 0).sum(axis=-1)
            over = counting - tricks[..., own].sum(axis=-1)
            made = over == 0 if exactly else over >= 0
            over = np.where(is_open & ~made, 0, over)
            if scoring.failed_nils_are_bags:
                over += np.where(takers, 0, won[..., own]).sum(axis=-1)
            if nil.team and len(own) > 1:
                over = np.where(is_open, over, 0)
            contracts.append(np.where(is_open, made, NOTHING))
            bags.append(over)
        nils = np.where(is_nil, won == 0, NOTHING)
        win = np.full((*nils.shape[:-1], 1), NOTHING)
        return np.concatenate([np.stack(contracts, -1), nils, np.stack(bags, -1), win], axis=-1)

    def chances(self, ends: Floats) -> tuple[Chances | None, ...]:
        """Return the chances for each action; `ends` are by deal and action."""
        if not self._known:
            return (None,) * int(ends.shape[1])
        sides, players = len(self._position.rules.sides), self._position.rules.players
        there = ~np.isnan(ends)
        counts = there.sum(axis=0)
        sums = np.where(there, ends, 0.0).sum(axis=0)
        found = []
        for totals, deals in zip(sums.tolist(), counts.tolist(), strict=True):
            means = tuple(_averages(totals, deals))
            found.append(
                Chances(
                    contracts=means[:sides],
                    nils=means[sides : sides + players],
                    bags=means[sides + players : -1],
                    win=means[-1],
                )
            )
        return tuple(found)


def _is_known(view: SeatView) -> bool:
    """Return True if tricks alone decide the results: all have bid, and no side pays penalties."""
    if view.phase == "play" and None in view.bids:
        return False
    return all(charge == Charge() for charge in charges_of(view.rules, view.judgements))


def _averages(sums: list[float], counts: list[int]) -> Iterator[float | None]:
    for total, count in zip(sums, counts, strict=True):
        yield total / count if count and total < UNKNOWN else None
