"""Rounds with few cards left, like those in puzzles."""

from collections.abc import Sequence

from msgspec import structs

from puzzle_making.case import Case, Outcome
from spadille.bots import Chances
from spadille.game import PACK, Deal, Game, NameDealer, Seat, hand_of
from spadille.notation import parse_bid
from spadille.study import puzzles
from support.positions import cards_of, play


def few_left(
    hands: Sequence[str],
    dealer: Seat = Seat.WEST,
    *,
    bids: str = "3 3 3 3",
    won: tuple[int, ...] = (0, 0, 0, 0),
) -> Game:
    """Return a round with these cards left, from North on; the seat after the dealer leads."""
    game = Game.new(puzzles.RULES).apply(NameDealer(dealer)).apply(Deal.from_pack(PACK, dealer, 4))
    for word in bids.split():
        game = game.apply(parse_bid(word))
    assert game.round is not None
    left = tuple(hand_of(cards_of(hand)) for hand in hands)
    return structs.replace(game, round=game.round.change(hands=left, won=won))


def lines_of(game: Game, *lines: str) -> Case:
    """Return a position in which each choice continues like this."""
    outcomes = []
    for line in lines:
        end = play(game, line).round
        assert end is not None
        outcomes.append(Outcome(cards_of(line), Chances((), (), ()), end.tricks))
    return Case(game, tuple(outcomes))
