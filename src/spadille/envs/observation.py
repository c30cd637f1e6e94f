"""A seat's observation as numbers: its view of the game in the order of `observation_layout`."""

from collections.abc import Iterable, Iterator
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..game import (
    Card,
    Game,
    Message,
    NoTrump,
    Seat,
    SpadesError,
    Trick,
    View,
    in_short,
    ranking_of,
    tricks_begun,
)
from .episode import Episode
from .observation_layout import (
    AT,
    FIELDS,
    HIGHEST_HUNDREDS,
    LOWEST_HUNDREDS,
    MOST_BAGS,
    PHASES,
    SIZE,
)

Observation = NDArray[np.int8]
"""`SIZE` values, see `observation_layout`."""


def observe(episode: Episode, seat: Seat) -> Observation:
    """Return what `seat` observes, whether or not it is its turn."""
    values: Observation = np.zeros(SIZE, np.int8)
    view = episode.game.view(seat)
    to = fields(values)
    _cards(episode, view, to)
    _table(view, to)
    _bids(episode.game, view, to)
    _scores(view, to)
    return values


def fields(observation: Observation) -> dict[str, Observation]:
    """Return each field of an observation by name, in its shape, as views rather than copies.

    Leading axes are kept, for observations of many tables at once.

    Raises:
        SpadesError: if it is not an observation.
    """
    *lead, size = getattr(observation, "shape", ()) or (None,)
    if size != SIZE:
        sentence = Message(
            "an observation must be an array whose last axis has {size} values, not {value}",
            size=SIZE,
            value=in_short(observation if size is None else (*lead, size)),
        )
        raise SpadesError("envs/observation", sentence)
    return {
        name: observation[..., first : first + prod(shape)].reshape(*lead, *shape)
        for (name, shape), first in zip(FIELDS.items(), AT, strict=True)
    }


def _cards(episode: Episode, view: View, to: dict[str, Observation]) -> None:
    me = view.seat
    assert me is not None
    _count(to["hand"], view.hand or ())
    if view.to_act == me:
        _count(to["chosen"], episode.chosen)
    _count(to["offered"], view.offered)
    _count(to["refused"], view.refused)
    _count(to["given"], view.given)
    _count(to["received"], view.received)
    for seat, cards in enumerate(view.face_up):
        _count(to["face_up"][_from(view, seat)], cards)
    ranking = ranking_of(view.rules, trump=view.trump)
    for trick, at, seat, card in _played(view):
        relative = _from(view, seat)
        to["played"][relative][card.id] += 1
        led = ranking.led_suit(trick.cards[: at + 1])
        if led is not None and ranking.suit_of[card] is not led:
            to["void"][relative][led] = 1
    for at, card in enumerate(view.trick.cards if view.trick else ()):
        assert view.trick is not None
        relative = _from(view, view.trick.leader + at)
        to["trick"][relative][card.id] = 1
        to["low"][relative] = at < len(view.trick.low) and view.trick.low[at]


def _table(view: View, to: dict[str, Observation]) -> None:
    rules = view.rules
    to["phase"][PHASES.index(_phase(view))] = 1
    for seat in rules.seats:
        relative = _from(view, seat)
        to["seated"][relative] = 1
        to["own_side"][relative] = rules.side_of(seat) == rules.side_of(view.seat or 0)
        to["looked"][relative] = view.looked[seat]
        to["hand_size"][relative] = view.hand_sizes[seat]
        to["won"][relative] = view.won[seat]
    _mark(view, to["to_act"], view.to_act)
    _mark(view, to["dealer"], view.dealer)
    _mark(view, to["kitty_taker"], view.kitty_taker)
    if view.phase == "play":
        _mark(view, to["leader"], view.trick.leader if view.trick else view.to_act)
    to["round"][0] = view.round_number
    to["trump"][0] = view.trump
    to["broken"][0] = view.broken
    to["stock"][0] = view.stock_size
    to["kitty"][0] = view.kitty_size


def _phase(view: View) -> str:
    """Return the phase; "over" before a deal, also if a draft is to be dealt again (V37)."""
    undealt = view.phase == "draft" and not view.stock_size
    return view.phase if view.phase in PHASES and not undealt else "over"


def _bids(game: Game, view: View, to: dict[str, Observation]) -> None:
    for seat, bid in enumerate(view.bids):
        if bid is not None:
            relative = _from(view, seat)
            to["has_bid"][relative] = 1
            to["bid"][relative] = bid.tricks
            to["nil"][relative] = bid.nil
            to["blind"][relative] = bid.blind
            to["little_mo"][relative] = bid.mo == "little"
            to["big_mo"][relative] = bid.mo == "big"
    for given in view.exchanged:
        to["exchanged"][_from(view, given.giver)] = given.count + 1
    proposer = None
    for seat, wanted in _no_trump(game):
        if proposer is not None:
            to["no_trump"][_from(view, proposer)] = 3 if wanted else 1
            proposer = None
        else:
            to["no_trump"][_from(view, seat)] = 2 if wanted else 1
            proposer = seat if wanted and view.rules.partner(seat) is not None else None


def _scores(view: View, to: dict[str, Observation]) -> None:
    rules = view.rules
    for seat in rules.seats:
        standing = view.standings[rules.side_of(seat)]
        hundreds, rest = divmod(standing.score, 100)
        relative = _from(view, seat)
        to["score_hundreds"][relative] = min(max(hundreds, LOWEST_HUNDREDS), HIGHEST_HUNDREDS)
        to["score_rest"][relative] = rest
        to["bags"][relative] = min(standing.bags, MOST_BAGS)


def _from(view: View, seat: int) -> int:
    """Return the place of `seat` as counted from the observer."""
    assert view.seat is not None
    return (seat - view.seat) % view.rules.players


def _mark(view: View, to: Observation, seat: Seat | None) -> None:
    if seat is not None:
        to[_from(view, seat)] = 1


def _count(to: Observation, cards: Iterable[Card]) -> None:
    for card in cards:
        to[card.id] += 1


def _played(view: View) -> Iterator[tuple[Trick, int, Seat, Card]]:
    """Yield every card played in the round, with its trick and place in it."""
    for trick in tricks_begun(view):
        for at, card in enumerate(trick.cards):
            yield trick, at, Seat((trick.leader + at) % view.rules.players), card


def _no_trump(game: Game) -> list[tuple[Seat, bool]]:
    """Return who has asked or answered about playing without trump in this round, in order."""
    if game.round is None or not game.round.talk.no_trump:
        return []
    said = [
        (event.seat, event.action.wanted)
        for event in game.events
        if isinstance(event.action, NoTrump) and event.seat is not None
    ]
    return said[len(said) - len(game.round.talk.no_trump) :]
