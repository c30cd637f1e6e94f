"""The questions that every phase answers."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from ..actions import Action, ChanceAction, PlayerAction, Stack
from ..cards import Card
from ..errors import IllegalActionError
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message, T

Shuffle = Callable[[Sequence[Card]], Sequence[Card]]
"""Puts cards into a random order."""

Refusal = tuple[str, Message]
"""A code and a sentence."""


Asked = TypeVar("Asked", bound=PlayerAction)
"""What players may do in a phase."""


class Phase(ABC, Generic[Asked]):
    """A part of a round. It decides who acts, their options, and the state that follows.

    A turn asks for an action of the kind `asks`, and `fault` says what is wrong with one. Phases
    that ask for several kinds, or in which chance has a part, answer these questions themselves.
    """

    name: str
    asks: type[Asked]

    @abstractmethod
    def applies(self, rules: Rules) -> bool:
        """Return True if a round has this phase."""

    def begin(self, round: Round) -> Round:
        """Prepare the round when the phase begins."""
        return round

    def finished(self, round: Round) -> bool:
        """Return True if nothing is left to do in this phase."""
        return self.turn(round) is None

    @abstractmethod
    def turn(self, round: Round) -> Seat | None:
        """Return the seat to act; None when it is for chance to act."""

    def acts(self, round: Round, seat: Seat) -> bool:
        """Return True if it is the turn of a seat, alone or with others."""
        return self.turn(round) == seat

    def options(self, round: Round, seat: Seat) -> Options:
        """Return what a seat may do now, on its turn or not. This decides what is legal."""
        return (self.asked if self.acts(round, seat) else self.besides)(round, seat)

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return what a seat may do on its turn."""
        raise AssertionError(f"no player has a turn in {round.phase}")

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return what a seat may do when it is not its turn."""
        return NONE

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why an action that is not among the options may not be taken."""
        turn = self.turn(round)
        if turn is None or not isinstance(action, self.asks):
            return wrong_phase(action)
        return self.fault(round, seat, action) if turn == seat else out_of_turn(seat, turn)

    def fault(self, round: Round, seat: Seat, action: Asked) -> Refusal:
        """Return why an action of the right kind, on its seat's turn, is not among the options."""
        raise AssertionError(f"all of these are possible in {round.phase}: {action}")

    @abstractmethod
    def act(self, round: Round, seat: Seat, action: Asked) -> Round:
        """Return the round after a legal action."""

    def chance(self, round: Round, shuffle: Shuffle) -> ChanceAction:
        """Return the outcome of chance, if chance has the turn."""
        raise AssertionError(f"chance does not act in {round.phase}")

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """Return the round after an outcome of chance.

        Raises:
            IllegalActionError: when chance cannot have this outcome here.
        """
        raise not_chance()


def stacked(round: Round, action: ChanceAction) -> Round:
    """Return the round with the shuffled pack, to be drawn from or cut.

    Raises:
        IllegalActionError: when it is not the pack of these rules.
    """
    deck = round.rules.deck_cards
    if not isinstance(action, Stack) or Counter(action.cards) != Counter(deck):
        raise bad_chance()
    return round.change(pack=round.pack.change(stock=action.cards))


def not_chance() -> IllegalActionError:
    """Return the error for an outcome of chance when a player is to act."""
    return IllegalActionError("chance/not-now", "a player is to act, not chance")


def bad_chance() -> IllegalActionError:
    """Return the error for cards that chance cannot have dealt or drawn."""
    return IllegalActionError(
        "chance/impossible", "these cards cannot have been dealt or drawn here"
    )


def out_of_turn(seat: Seat, turn: Seat) -> Refusal:
    """Return the refusal `turn/not-yours`, which names both seats."""
    return "turn/not-yours", Message("it is {turn}'s turn, not {seat}'s", turn=turn, seat=seat)


def wrong_phase(action: Action) -> Refusal:
    """Return the refusal of an action that belongs to another phase."""
    sentences = {
        "cut": T("the cards are not being cut now"),
        "say": T("estimates can only be given during the bidding"),
        "throw-in": T("hands can only be shown during the bidding"),
        "look": T("there is nothing to look at now"),
        "bid": T("bids are not being taken now"),
        "adjust": T("bids are not being changed now"),
        "no-trump": T("trump is not being chosen now"),
        "keep": T("no cards are being drawn now"),
        "pass": T("no cards are being exchanged now"),
        "swap": T("no cards are being swapped now"),
        "discard": T("no cards are being discarded now"),
        "play": T("no cards are being played now"),
        "take-back": T("you cannot take back a card now"),
        "claim": T("nothing can be claimed now"),
        "award": T("there are no tricks to award now"),
        "call": T("nothing can be called now"),
        "flip": T("no trick can be opened now"),
        "agree": T("there is nothing to agree to now"),
    }
    kind = str(action.__struct_config__.tag)
    return f"{kind}/not-now", Message(sentences[kind])
