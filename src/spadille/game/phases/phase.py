"""The questions that every phase answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from ..actions import Action, ChanceAction, PlayerAction
from ..cards import Card
from ..errors import IllegalActionError
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message, T

Shuffle = Callable[[Sequence[Card]], Sequence[Card]]
"""Puts cards into a random order."""


class Phase(Protocol):
    """A part of a round: who acts, what may they do, what follows."""

    name: str

    def applies(self, rules: Rules) -> bool:
        """Whether a round has this phase."""

    def begin(self, round: Round) -> Round:
        """Prepares the round when the phase begins."""

    def finished(self, round: Round) -> bool:
        """Whether nothing is left to do in this phase."""

    def turn(self, round: Round) -> Seat | None:
        """The seat to act; None when it is for chance to act."""

    def acts(self, round: Round, seat: Seat) -> bool:
        """Whether it is the turn of a seat, alone or with others."""

    def options(self, round: Round, seat: Seat) -> Options:
        """What a seat may do now, its turn or not. This decides what is legal."""

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        """Why an action that is not among the options may not be taken: a code and a sentence."""

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        """What follows a legal action."""

    def chance(self, round: Round, shuffle: Shuffle) -> ChanceAction:
        """The outcome of chance, where it is for chance to act."""

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """What follows an outcome of chance.

        Raises:
            IllegalActionError: when it is not an outcome that chance can have here.
        """


class TurnPhase(ABC):
    """What phases share in which one seat acts after the other."""

    @abstractmethod
    def turn(self, round: Round) -> Seat | None: ...

    def acts(self, round: Round, seat: Seat) -> bool:
        return self.turn(round) == seat


class PlayerPhase(TurnPhase):
    """What phases share that never wait for chance."""

    def begin(self, round: Round) -> Round:
        return round

    def chance(self, round: Round, shuffle: Shuffle) -> ChanceAction:
        raise AssertionError(f"chance has no part in {round.phase}")

    def happen(self, round: Round, action: ChanceAction) -> Round:
        raise not_chance()


class ChancePhase:
    """What phases share in which nobody acts but chance."""

    def begin(self, round: Round) -> Round:
        return round

    def turn(self, round: Round) -> Seat | None:
        return None

    def acts(self, round: Round, seat: Seat) -> bool:
        return False

    def options(self, round: Round, seat: Seat) -> Options:
        return NONE

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        return wrong_phase(action)

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        raise AssertionError(f"nobody acts in {round.phase}")


def not_chance() -> IllegalActionError:
    return IllegalActionError(
        "chance/not-now", Message("it is for a player to act, not for chance")
    )


def bad_chance() -> IllegalActionError:
    return IllegalActionError(
        "chance/impossible", Message("these cards cannot have been dealt or drawn here")
    )


def out_of_turn(seat: Seat, turn: Seat) -> tuple[str, Message]:
    return "turn/not-yours", Message(
        "it is the turn of {turn}, not of {seat}", turn=turn, seat=seat
    )


def wrong_phase(action: Action) -> tuple[str, Message]:
    """The refusal of an action that belongs to another phase."""
    sentences = {
        "cut": T("the cards are not being cut now"),
        "say": T("estimates are told during the bidding"),
        "throw-in": T("hands are shown during the bidding"),
        "look": T("there is nothing to look at now"),
        "bid": T("bids are not being taken now"),
        "adjust": T("bids are not being changed now"),
        "no-trump": T("nobody is asked about trump now"),
        "keep": T("no cards are being drawn now"),
        "pass": T("no cards are being exchanged now"),
        "swap": T("no cards are being swapped now"),
        "discard": T("no cards are being put away now"),
        "play": T("no cards are being played now"),
        "take-back": T("there is no card to take back now"),
        "claim": T("nothing can be claimed now"),
        "award": T("there are no tricks to give away now"),
        "call": T("nothing can be called now"),
        "flip": T("no trick can be opened now"),
        "agree": T("there is nothing to agree to now"),
    }
    kind = str(action.__struct_config__.tag)
    return f"{kind}/not-now", Message(sentences[kind])
