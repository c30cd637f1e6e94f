"""What one seat may know about a game: the only thing that players, bots and spectators get."""

from functools import cache
from typing import Any, Protocol, Self, TypeVar

from msgspec import field, structs

from .actions import Bid, Say
from .cards import Card, Hand
from .charges import Judgement
from .drawn import Drawn
from .ending import Outcome
from .json_text import from_json, json_of
from .options import NONE, Options
from .ranking import Trick
from .round import Round, heading, seat_lines, trick_line
from .round_parts import ThrownIn
from .rules import Rules
from .scoring import RoundResult, Standing
from .seats import BySeat, Seat, Side
from .sight import Sight, cards_seen_by, cards_seen_by_all


class View(Drawn, Sight, frozen=True):
    """A game as seen by one seat or by a spectator.

    No field can hold a card that the seat may not see.
    """

    sides: tuple[Side, ...]
    """The seats of each side."""
    round_number: int = field(name="round")
    """Counted from 1; 0 before the first deal."""
    phase: str
    """One of draw, deal, cut, draft, swap, look, kitty, bidding, adjust, trump, exchange, play,
    award, settle, score and over."""
    dealer: Seat | None
    to_act: Seat | None
    """Whose turn it is, if it is anyone's."""
    looked: BySeat[bool]
    """Whether a seat has looked at its cards."""
    bids: BySeat[Bid | None]
    contracts: tuple[int | None, ...]
    """The contract of each side, as bid so far."""
    won: BySeat[int]
    """The tricks that each seat has won in this round."""
    broken: bool
    """Whether a spade has been played."""
    offered: Hand
    """The cards that a drafting seat decides about."""
    stock_size: int = field(name="stock")
    """How many cards are not yet drawn, or wait to be cut."""
    drawn_for_deal: tuple[Card, ...]
    """The cards that found the first dealer."""
    standings: tuple[Standing, ...]
    """The standing of each side after the last finished round."""
    results: tuple[RoundResult, ...]
    """The finished rounds."""
    options: Options
    """The options of the seat now."""
    outcome: Outcome | None
    """How the game has ended, once it has."""
    kitty_size: int = field(name="kitty")
    """How many cards were left over for the kitty."""
    kitty_taker: Seat | None
    """The seat that has picked up the kitty."""
    thrown_in: tuple[ThrownIn, ...]
    """The hands that caused a redeal (D10); one without cards means that all bids were too low
    (V37).
    """
    said: BySeat[Say | None]
    """The estimate that a seat has announced to its partner (B7)."""
    judgements: tuple[Judgement, ...]
    """The calls, opened tricks and claims of this deal as they were decided."""
    redeals: tuple[Judgement, ...]
    """The proven revokes for which the cards of the round were dealt again."""
    claimed: Seat | None
    """The seat that got the remaining tricks without playing for them."""
    time_up: bool
    """Whether the time of the game is over, so that this round is the last."""

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else self.seat.letter
        return f"<View of {whose}: {self._heading}>"

    def __str__(self) -> str:
        hands: list[Hand | int] = [
            shown or size for shown, size in zip(self.shown, self.hand_sizes, strict=True)
        ]
        if self.seat is not None and self.hand is not None:
            hands[self.seat] = self.hand
        lines = [self._heading, *seat_lines(self.bids, self.won, hands)]
        if self.trick is not None:
            lines.append(trick_line(self.trick.leader, self.trick.cards))
        return "\n".join(lines)

    def legal_actions(self) -> Options:
        """Return the legal actions of the seat now, like `Game.legal_actions`.

        They are also in `options`, the name under which they are sent.
        """
        return self.options

    def to_json(self) -> str:
        """Return the view as JSON, as a server sends it: an object with these fields.

        Seats are numbers, cards texts; an action is an object with its `type`.
        """
        return json_of(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the view in the JSON of `to_json`.

        Raises:
            ParseError: if the text is not the JSON of such a view.
        """
        return from_json(cls, text, cls.__name__)

    @property
    def trick_number(self) -> int:
        """Which trick is being played, counted from 1; 0 outside the play."""
        return len(self.tricks) + 1 if self.phase == "play" else 0

    @property
    def _heading(self) -> str:
        return heading(self.round_number, self.phase, self.to_act, self.standings)


class SeatView(View, frozen=True):
    """A game as seen by someone sitting at the table; what bots get."""

    seat: Seat


class Played(Protocol):
    """The parts of a game that a view shows in addition to its round."""

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""

    @property
    def dealer(self) -> Seat | None:
        """Return the dealer of the current round; None before the first is found."""

    @property
    def drawn_for_deal(self) -> tuple[Card, ...]:
        """Return the cards that found the first dealer, empty if none were turned up."""

    @property
    def round(self) -> Round | None:
        """Return the current round; None before the first one."""

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """Return the finished rounds in order."""

    @property
    def outcome(self) -> Outcome | None:
        """Return the winner and the reason; None until the game is over."""

    @property
    def time_up(self) -> bool:
        """Return True if the time of the game is over, so that this round is the last (S17)."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Return the standing of each side after the last finished round."""

    @property
    def phase(self) -> str:
        """Return the name of the phase; `View.phase` lists all of them."""

    @property
    def to_act(self) -> Seat | None:
        """Return the seat that has the turn; None at the end and while chance is to act."""

    def acts(self, seat: Seat) -> bool:
        """Return True if a seat has the turn, alone or with others."""

    def options(self, seat: Seat) -> Options:
        """Return the legal actions of a seat now, on its turn or not."""


def view_of(game: Played, seat: Seat | None) -> View:
    """Return the view that `seat` has of a game, or the view of a spectator if it is None."""
    fields = {**seen_by_all(game), **seen_by(game, seat)}
    return View(**fields) if seat is None else SeatView(**fields)


def seen_by_all(game: Played) -> dict[str, Any]:
    """Return the fields that all views of a game have in common."""
    round = _round_of(game)
    return {
        **cards_seen_by_all(round),
        **(_bids_seen_by(round, None) if _in_turn(round) else {}),
        "phase": game.phase,
        "dealer": game.dealer,
        "drawn_for_deal": game.drawn_for_deal,
        "standings": game.standings,
        "results": game.results,
        "outcome": game.outcome,
        "time_up": game.time_up,
        "sides": round.rules.sides,
        "round_number": round.number,
        "looked": round.looked,
        "won": round.won,
        "broken": round.broken,
        "stock_size": len(round.pack.stock),
        "kitty_size": len(round.pack.kitty),
        "kitty_taker": round.pack.kitty_taker,
        "thrown_in": round.talk.thrown_in,
        "said": round.talk.said,
        "judgements": round.conduct.judgements,
        "redeals": round.conduct.redeals,
        "claimed": round.conduct.claimed,
    }


def seen_by(game: Played, seat: Seat | None) -> dict[str, Any]:
    """Return the other fields of a view: those that depend on the viewer."""
    round, to_act, options = _round_of(game), game.to_act, NONE
    offered: Hand = ()
    if seat is not None:
        options = game.options(seat)
        if options is not NONE and game.acts(seat):
            to_act, offered = seat, _offered(round, seat)
    return {
        **cards_seen_by(round, seat),
        **({} if _in_turn(round) else _bids_seen_by(round, seat)),
        "to_act": to_act,
        "offered": offered,
        "options": options,
    }


def _round_of(game: Played) -> Round:
    """Return the round, or an empty one while none has begun."""
    return game.round or Round.begin(game.rules, 0, Seat.NORTH, game.standings, "deal")


def _in_turn(round: Round) -> bool:
    """Return True if everyone hears each bid; bids made at once are opened together (V34)."""
    return round.rules.bidding.order != "at_once"


def _bids_seen_by(round: Round, seat: Seat | None) -> dict[str, Any]:
    """Return the bids a seat knows: until bids made at once are opened, its bid and blind ones."""
    if not _in_turn(round) and None in round.bids:
        known = (
            bid if bid is not None and (bid.blind or bidder == seat) else None
            for bidder, bid in enumerate(round.bids)
        )
        round = round.change(bids=tuple(known))
    return {"bids": round.bids, "contracts": round.contracts}


def _offered(round: Round, seat: Seat) -> Hand:
    """Return the card a drafting seat decides about, or two of which it keeps one (N2 to N4)."""
    if not round.pack.stock or not round.looked[seat]:
        return ()
    return round.pack.stock[: 2 if round.rules.deal.method == "pick_of_two" else 1]


SomeView = TypeVar("SomeView", bound=View)


def with_tricks_gathered(view: SomeView) -> SomeView:
    """Return the view as people may see it: tricks that the rules hide lie face down."""
    tricks = tricks_gathered(view.rules, view.phase, view.judgements, view.tricks, view.trick)
    return view if tricks is view.tricks else structs.replace(view, tricks=tricks)


def tricks_gathered(
    rules: Rules,
    phase: str,
    judgements: tuple[Judgement, ...],
    tricks: tuple[Trick, ...],
    trick: Trick | None,
) -> tuple[Trick, ...]:
    """Return the tricks as people may see them.

    Tricks that the rules hide keep their winner but not their cards. A trick is gathered when the
    next one is led; one that was opened or called for a revoke lies open from then on (R4, R5).
    """
    if rules.play.review == "all" or phase not in {"play", "award", "settle"}:
        return tricks
    open_numbers = {judged.trick for judged in judgements if judged.kind != "claim"}
    if trick is None or rules.play.review == "last_trick":
        open_numbers.add(len(tricks))
    return tuple(
        [
            done if number in open_numbers else _face_down(done.leader, done.winner)
            for number, done in enumerate(tricks, start=1)
        ]
    )


@cache
def _face_down(leader: Seat, winner: Seat | None) -> Trick:
    """Return a trick that shows only its leader and winner; all share one small value."""
    return Trick(leader, (), winner)
