"""A population of players who differ from ours: each has habits that real players have.

They bid and play like `intermediate` except for their habits, and need no compiled kernels. One
plays by rules that have nothing in common with `intermediate`.
`STYLES` lists them from weak to strong. Habits are options as well, so that you can mix them:
`baselines.styles:Styled:style=setter,estimate=0.4,nil=0.8`.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct, structs

from spadille.bots import Decision, load
from spadille.bots.intermediate.hand_value import own_value
from spadille.game import (
    NIL,
    Bid,
    Card,
    Play,
    PlayerAction,
    Seat,
    SeatView,
    SpadesError,
    put,
    ranking_of,
)

from .honours import bid as bid_by_honours
from .ordinary import chance, is_nil_alive, is_ordinary

Takes = Literal["usual", "all", "contract"]


class Style(Struct, frozen=True):
    """The habits of a player; by default, those of `intermediate`.

    `estimate` is added to the value of the hand alone, and the rounded sum is bid. `nil` is the
    least chance of a nil that is bid. `ruffs` is how often the player ruffs a trick that they can
    ruff. `takes` says which tricks they want: all of them, or none beyond the contract. With
    `attacks`, they play low while an opponent's nil is alive, unless fewer tricks than this are
    left beyond those that their contract lacks. With `honours`, bids come from the published table
    of honors.
    """

    estimate: float | None = None
    nil: float | None = None
    ruffs: float | None = None
    takes: Takes = "usual"
    attacks: int | None = None
    honours: bool = False


_HABITS = {
    "usual": Style(),
    "bold": Style(estimate=0.4),
    "modest": Style(estimate=-1.6),
    "aggressive": Style(nil=0.35),
    "cautious": Style(nil=0.8),
    "discarder": Style(ruffs=0.35),
    "ruffer": Style(ruffs=1.0),
    "setter": Style(takes="all"),
    "ducker": Style(takes="contract"),
    "honours": Style(honours=True),
    "attacker": Style(attacks=0),
    "gambler": Style(estimate=0.4, nil=0.35, ruffs=1.0, takes="all"),
    "timid": Style(estimate=-1.6, nil=0.8, ruffs=0.35, takes="contract"),
    "sharp": Style(estimate=-0.3, nil=0.7, takes="contract", attacks=6),
}

_FROM_WEAK_TO_STRONG = (
    "gambler", "beginner", "bold", "modest", "timid", "setter", "attacker", "aggressive", "rules",
    "discarder", "ruffer", "honours", "cautious", "ducker", "sharp",
)  # fmt: skip

_OTHERS = {"beginner": "beginner", "rules": "baselines.rules:ByRules"}

STYLES = {
    name: _OTHERS.get(name, f"baselines.styles:Styled:style={name}")
    for name in _FROM_WEAK_TO_STRONG
}
"""The bots of this population by name, in the order of their points against `intermediate`."""


class Styled:
    """Acts like `intermediate`, apart from the habits of a style and those given as options."""

    def __init__(  # noqa: PLR0913 - each habit is an option
        self,
        seed: int | str,
        *,
        style: str = "usual",
        estimate: float | None = None,
        nil: float | None = None,
        ruffs: float | None = None,
        takes: Takes | None = None,
        attacks: int | None = None,
        honours: bool | None = None,
    ) -> None:
        if style not in _HABITS:
            raise SpadesError(
                "baselines/no-style",
                f"unknown style {style!r}; use one of {', '.join(_HABITS)}",
            )
        given = {
            "estimate": estimate, "nil": nil, "ruffs": ruffs, "takes": takes,
            "attacks": attacks, "honours": honours,
        }  # fmt: skip
        changed = {name: value for name, value in given.items() if value is not None}
        self._style = structs.replace(_HABITS[style], **changed)
        self._adviser = load("intermediate", seed)
        self._seed = seed

    def act(self, view: SeatView) -> PlayerAction:
        decision = self._adviser.decide(view)
        action = decision.action
        if isinstance(action, Bid) and view.phase == "bidding" and view.hand is not None:
            return self._bid(view, action, decision)
        if isinstance(action, Play) and not is_nil_alive(view, view.seat):
            return self._play(view, action)
        return action

    def _bid(self, view: SeatView, usual: Bid, decision: Decision) -> Bid:
        style, chosen = self._style, usual
        if style.honours and is_ordinary(view.rules):
            chosen = bid_by_honours(view, usual)
        if style.nil is not None and NIL in view.options.actions:
            if nil_chance(decision) >= style.nil:
                return NIL
            chosen = next((bid for bid in _bids(decision) if not bid.nil), chosen)
        if style.estimate is not None and not chosen.nil:
            chosen = nearest_bid(view, own_value(view).tricks + style.estimate, chosen)
        return chosen

    def _play(self, view: SeatView, usual: Play) -> Play:
        style, card = self._style, usual
        pretended = None
        if style.attacks is not None and _can_attack(view, style.attacks):
            pretended = wanting(view, 0)
        elif style.takes == "all":
            pretended = wanting(view, len(view.hand or ()))
        elif style.takes == "contract" and lacking(view) <= 0:
            pretended = without_contracts(view)
        if pretended is not None:
            card = self._asked(pretended, usual)
        if style.ruffs is not None and (trumps := ruffs(view)):
            return self._ruff(view, card, trumps)
        return card

    def _ruff(self, view: SeatView, usual: Play, trumps: list[Play]) -> Play:
        random = chance(self._seed, view)
        assert self._style.ruffs is not None
        if random.random() < self._style.ruffs:
            return usual if usual in trumps else trumps[0]
        if usual not in trumps:
            return usual
        ranking = ranking_of(view.rules, trump=view.trump)
        return self._asked(_only(view, lambda card: ranking.suit_of[card] != ranking.trump), usual)

    def _asked(self, view: SeatView, otherwise: Play) -> Play:
        """Return the card that `intermediate` plays from another view, if it may play any."""
        if not any(isinstance(action, Play) for action in view.options.actions):
            return otherwise
        action = self._adviser.act(view)
        return action if isinstance(action, Play) else otherwise


def nil_chance(decision: Decision) -> float:
    """Return the chance that a bot's decision gives to its own nil, 0 if it did not weigh one."""
    for candidate in decision.candidates:
        if candidate.action == NIL and candidate.chances is not None:
            return max((chance for chance in candidate.chances.nils if chance), default=0.0)
    return 0.0


def _bids(decision: Decision) -> list[Bid]:
    return [one.action for one in decision.candidates if isinstance(one.action, Bid)]


def nearest_bid(view: SeatView, tricks: float, otherwise: Bid) -> Bid:
    """Return the legal bid of tricks nearest to this number, at least 1 if possible."""
    allowed = [
        bid for bid in view.options.actions if isinstance(bid, Bid) and not bid.nil and not bid.mo
    ]
    wanted = max(1, round(tricks))
    return min(allowed, key=lambda bid: abs(bid.tricks - wanted), default=otherwise)


def _can_attack(view: SeatView, spare: int) -> bool:
    """Return True if an opponent's nil is alive and the contract is safe enough, or lost."""
    own = _own_side(view)
    beyond = len(view.hand or ()) - lacking(view)
    return not 0 <= beyond < spare and any(
        is_nil_alive(view, seat) for seat in view.rules.seats if seat not in own
    )


def _own_side(view: SeatView) -> tuple[Seat, ...]:
    return view.rules.sides[view.rules.side_of(view.seat)]


def lacking(view: SeatView) -> int:
    """Return how many tricks the side still lacks for its contract; negative if it has more."""
    seats = [(view.bids[seat], view.won[seat]) for seat in _own_side(view)]
    return sum(bid.tricks - won for bid, won in seats if bid is not None and not bid.nil)


def wanting(view: SeatView, tricks: int) -> SeatView:
    """Return the view with bids by which the side still lacks this many tricks, or more."""
    bids = view.bids
    for seat in _own_side(view):
        if (bid := bids[seat]) is not None and not bid.nil:
            bids = put(bids, seat, Bid(view.won[seat]))
    if view.bids[view.seat] is not None:
        bids = put(bids, view.seat, Bid(view.won[view.seat] + tricks))
    return _pretended(view, bids)


def without_contracts(view: SeatView) -> SeatView:
    """Return the view with bids of the others that they have made, so that none can be set."""
    own, bids = _own_side(view), view.bids
    for seat in view.rules.seats:
        bid = bids[seat]
        if seat not in own and bid is not None and not bid.nil:
            bids = put(bids, seat, Bid(min(bid.tricks, view.won[seat])))
    return _pretended(view, bids)


def _pretended(view: SeatView, bids: tuple[Bid | None, ...]) -> SeatView:
    options = structs.replace(view.options, aside=())
    return structs.replace(view, bids=bids, options=options)


def ruffs(view: SeatView) -> list[Play]:
    """Return the trumps that would win a trick of another suit so far, the lowest first.

    The list is empty if a partner has already won the trick for certain.
    """
    trick, ranking = view.trick, ranking_of(view.rules, trump=view.trump)
    if trick is None or ranking.trump is None:
        return []
    plays = [action for action in view.options.actions if isinstance(action, Play)]
    led = ranking.led_suit(trick.cards)
    if led in (None, ranking.trump) or any(ranking.suit_of[play.card] is led for play in plays):
        return []
    winner = (trick.leader + ranking.winning_index(trick.cards, trick.low)) % view.rules.players
    is_last = len(trick.cards) == view.rules.players - 1
    if is_last and winner in view.rules.partners(view.seat):
        return []
    trumps = [
        play
        for play in plays
        if ranking.suit_of[play.card] is ranking.trump
        and ranking.takes(trick.cards, trick.low, play.card)
    ]
    return sorted(trumps, key=lambda play: ranking.power[play.card])


def _only(view: SeatView, wanted: Callable[[Card], bool]) -> SeatView:
    """Return the view with only some of the cards to play."""
    actions = tuple(
        action
        for action in view.options.actions
        if isinstance(action, Play) and wanted(action.card)
    )
    options = structs.replace(view.options, actions=actions, aside=())
    return structs.replace(view, options=options)
