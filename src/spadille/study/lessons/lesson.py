"""A lesson: a few positions in a round, and a comment on everything that can be done in them."""

from functools import cache
from importlib.resources import files
from random import Random
from typing import Literal

from msgspec import Struct, structs, toml

from ...game import (
    PACK,
    Bid,
    Card,
    Deal,
    Game,
    Look,
    Message,
    NameDealer,
    Options,
    Play,
    PlayerAction,
    RoundResult,
    Seat,
    SeatView,
    SideScore,
    SpadesError,
    clockwise,
    hand_of,
)
from ...notation import format_action, parse_bid, parse_card, parse_deal, parse_seat
from ..puzzles import RULES

ORDER = (
    "following", "trumping", "breaking", "counting", "partner", "setting", "bags", "nil",
    "own-nil", "covering", "breaking-nil", "blind", "endgame",
)  # fmt: skip
"""The lessons, each after those that it builds on."""


Text = dict[str, str]
"""The same text in each language."""


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """The comment on some answers; without `actions` it applies to all other answers."""

    text: Text
    actions: tuple[str, ...] = ()
    right: bool = False


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A position given by the learner's hand, the bids from the dealer's left and the cards so far.

    `then` lists the cards that others play after the answer. `hands` names cards that other seats
    hold, by the letter of the seat. `before` holds the scores of the sides so far; if blind bids
    are allowed, the learner has not looked yet.
    """

    text: Text
    dealer: Literal["N", "E", "S", "W"]
    hand: str
    answers: tuple[Answers, ...]
    bids: str = ""
    cards: str = ""
    then: str = ""
    hands: dict[str, str] = {}
    before: tuple[int, int] = (0, 0)
    blind: bool = False

    def game(self) -> Game:
        """Return the game at this position; the other cards are dealt in a fixed, arbitrary way."""
        game = self._begun(parse_seat(self.dealer)).apply(self._deal())
        for bid in self.bids.split():
            game = game.apply(parse_bid(bid))
        for card in self.cards.split():
            game = game.apply(Play(parse_card(card)))
        return game

    def view(self) -> SeatView:
        """Return what the learner sees and may do."""
        view = self.game().view_to_act
        return structs.replace(view, options=Options(view.options.actions))

    def said_of(self, action: PlayerAction) -> Answers | None:
        """Return the comment on an answer."""
        if not isinstance(action, (Bid, Look, Play)):
            return None
        named = [one for one in self.answers if format_action(action) in one.actions]
        others = [one for one in self.answers if not one.actions]
        return next(iter(named or others), None)

    def line_after(self, action: PlayerAction) -> tuple[Card, ...]:
        """Return the card that answers and the cards that follow it."""
        if not isinstance(action, Play):
            return ()
        return action.card, *map(parse_card, self.then.split())

    def _begun(self, dealer: Seat) -> Game:
        """Return the game before the deal."""
        rules = RULES.with_options({"nil.blind": self.blind})
        if not any(self.before):
            return Game.new(rules).apply(NameDealer(dealer))
        scores = tuple(SideScore(None, 0, 0, (), 0, score, 0) for score in self.before)
        return Game(rules=rules, dealer=dealer, results=(RoundResult(1, dealer, (), (), scores),))

    def _deal(self) -> Deal:
        held: dict[Seat, list[Card]] = {seat: [] for seat in RULES.seats}
        held[self._learner()] = list(parse_deal(f"N:{self.hand} ...").hands[0])
        for seat, card in self._played():
            held[seat].append(card)
        for name, words in self.hands.items():
            held[parse_seat(name)] += [parse_card(word) for word in words.split()]
        told = {card for cards in held.values() for card in cards}
        for card in Random("lesson").sample(PACK, len(PACK)):
            if card not in told:
                min(held.values(), key=len).append(card)
        return Deal(tuple(map(hand_of, held.values())))

    def _learner(self) -> Seat:
        """Return who is to act, going by the number of bids, or of cards in the first trick."""
        bids, cards = self.bids.split(), self.cards.split()
        done = cards if len(bids) == RULES.players else bids
        return self._order()[len(done)]

    def _played(self) -> list[tuple[Seat, Card]]:
        """Return the cards that others play to the first trick, before the answer and after it."""
        others = [seat for seat in self._order() if seat != self._learner()]
        cards = [parse_card(card) for card in f"{self.cards} {self.then}".split()]
        return list(zip(others, cards, strict=False))

    def _order(self) -> tuple[Seat, ...]:
        return clockwise(parse_seat(self.dealer) + 1, RULES.players)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson; `about` is the one thing that it teaches."""

    title: Text
    about: Text
    steps: tuple[Step, ...]


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by name, in their order."""
    folder = files(__package__).joinpath("texts")
    return {
        name: toml.decode(folder.joinpath(f"{name}.toml").read_bytes(), type=Lesson)
        for name in ORDER
    }


def lesson(name: str) -> Lesson:
    """Return the lesson with that name.

    Raises:
        SpadesError: if there is no such lesson.
    """
    try:
        return lessons()[name]
    except KeyError:
        raise SpadesError("lesson/unknown", Message("there is no lesson of that name")) from None
