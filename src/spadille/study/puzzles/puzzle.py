"""Puzzles: positions with exactly one right action, and the collection that comes with Spadille."""

from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from math import gcd
from typing import Literal

from msgspec import Struct, json, structs

from ...bots import Chances
from ...game import (
    Bid,
    BySeat,
    Card,
    Game,
    Hand,
    Message,
    NameDealer,
    Options,
    Play,
    PlayerAction,
    Rules,
    SeatView,
    SpadesError,
)
from ...notation import parse_action, parse_bid, parse_card, parse_deal, parse_seat

RULES = Rules().with_options({"nil.blind": False, "deal.first_dealer": "random"})
"""Every puzzle is a first round of the game that most people know, without blind bids."""

Sees = Literal["all", "own"]
"""Whether all hands are open, or players see only theirs."""

LEVELS = ("random", "beginner", "intermediate", "expert")
"""The levels that go wrong among these show how hard a puzzle is."""

Difficulty = Literal["easy", "medium", "hard", "very-hard"]

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "very-hard")

FILE = "puzzles.jsonl"

_LARGE = 7919
"""The step from one day's puzzle to the next, so that neighbors in the file are months apart."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, with equal cards counted as one, and its outcome.

    `value` is how many more points the seat's side then scores than the others, with each bag
    counted at its share of the penalty. With all hands open, `line` holds the cards that follow
    with best play, written without spaces. Otherwise `chances` holds the average end of the round.
    """

    actions: tuple[str, ...]
    value: float
    line: str = ""
    chances: Chances | None = None


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """A position in a round and everything that can be done in it, the right choice first.

    The position is given by the deal, the dealer, the bids so far from the dealer's left, and the
    cards so far. `wrong` lists the levels that choose a different action.
    """

    sees: Sees
    deal: str
    dealer: str
    bids: str
    cards: str
    choices: tuple[Choice, ...]
    themes: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def right(self) -> Choice:
        """Return the first choice, which is the right one."""
        return self.choices[0]

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty, by how many of the levels above `random` go wrong."""
        return DIFFICULTIES[sum(level != LEVELS[0] for level in self.wrong)]

    def choice_of(self, action: PlayerAction) -> Choice | None:
        """Return the choice that an action belongs to, if any."""
        return next((one for one in self.choices if str(action) in one.actions), None)

    def game(self) -> Game:
        """Return the game at this position."""
        return _game(self.deal, self.dealer, self.bids, self.cards)

    def view(self) -> SeatView:
        """Return the view of the seat to act, including open hands, with its options.

        Only bids that were weighed may be made.
        """
        game = self.game()
        view = game.view_to_act
        possible = tuple(one for one in view.options.actions if self.choice_of(one) is not None)
        shown = open_hands(game) if self.sees == "all" else view.shown
        return structs.replace(view, shown=shown, options=Options(possible))

    def line_after(self, action: PlayerAction) -> tuple[Card, ...]:
        """Return the action and all cards after it with best play; empty if hands are hidden."""
        choice = self.choice_of(action)
        if choice is None or not choice.line or not isinstance(action, Play):
            return ()
        twin = parse_card(choice.actions[0])
        swapped = {twin: action.card, action.card: twin}
        return (action.card, *(swapped.get(card, card) for card in cards_in(choice.line)))

    def after(self, action: PlayerAction) -> Chances | None:
        """Return how the round ends after an action, as far as is known."""
        choice = self.choice_of(action)
        if choice is None or choice.chances is not None:
            return None if choice is None else choice.chances
        game = self.game()
        for card in self.line_after(action):
            game = game.apply(Play(card))
        return end_of(game)


def action_of(text: str) -> PlayerAction:
    """Return the bid or card written in a choice."""
    action = parse_action(text)
    assert isinstance(action, (Bid, Play))
    return action


def cards_in(text: str) -> tuple[Card, ...]:
    """Return cards that are written side by side."""
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def open_hands(game: Game) -> BySeat[Hand]:
    """Return the hands of the others, for everyone to see."""
    assert game.round is not None
    return tuple(
        () if seat == game.to_act else hand
        for seat, hand in zip(game.rules.seats, game.round.hands, strict=True)
    )


def end_of(game: Game) -> Chances:
    """Return the end of a round that was played out, as chances of 0 or 1."""
    result = game.results[-1]
    return Chances(
        contracts=tuple(
            None
            if side.contract is None
            else float(any(line.reason == "contract-made" for line in side.lines))
            for side in result.sides
        ),
        nils=tuple(
            float(not won) if bid.nil else None
            for bid, won in zip(result.bids, result.won, strict=True)
        ),
        bags=tuple(float(side.overtricks) for side in result.sides),
    )


@lru_cache(maxsize=64)
def _game(deal: str, dealer: str, bids: str, cards: str) -> Game:
    game = Game.new(RULES)
    game = game.apply(NameDealer(parse_seat(dealer))).apply(parse_deal(deal))
    for bid in bids.split():
        game = game.apply(parse_bid(bid))
    for card in cards_in(cards):
        game = game.apply(Play(card))
    return game


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles; the first has number 1."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return tuple(json.decode(line, type=Puzzle) for line in data.splitlines())


def puzzle(number: int) -> Puzzle:
    """Return the puzzle with that number.

    Raises:
        SpadesError: if there is no such puzzle.
    """
    found = puzzles()
    if not 1 <= number <= len(found):
        raise SpadesError(
            "puzzle/unknown",
            Message("puzzles are numbered from 1 to {count}", count=len(found)),
        )
    return found[number - 1]


def number_of_day(day: date) -> int:
    """Return the puzzle for a day, the same for everyone; none repeats before all have come up."""
    count = len(puzzles())
    step = next(step for step in range(_LARGE, 2 * _LARGE) if gcd(step, count) == 1)
    return day.toordinal() * step % count + 1


def with_theme(theme: str) -> tuple[int, ...]:
    """Return the numbers of the puzzles that have a theme, the easiest first."""
    found = [number for number, one in enumerate(puzzles(), start=1) if theme in one.themes]
    return tuple(sorted(found, key=lambda number: DIFFICULTIES.index(puzzle(number).difficulty)))
