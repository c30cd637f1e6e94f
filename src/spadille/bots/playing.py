"""Games between bots, decision by decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from ..game import BySeat, Game, Message, PlayerAction, Seat
from .failing import Acting, after, answer_of, failure
from .loading import load

MOST_DECISIONS = 10_000
"""No round takes this many; a bot that reaches it is going around in circles."""


class Seated(NamedTuple):
    """A bot at the table, and its name for reporting which one failed."""

    name: str
    bot: Acting


def seated(names: Sequence[str], seed: str) -> BySeat[Seated]:
    """Return a bot for each seat, by the names that `load` takes, each with its own seed."""
    return tuple(Seated(name, load(name, f"{seed}/{seat}")) for seat, name in enumerate(names))


class Taken(NamedTuple):
    """A decision that a bot has made, with the game before and after it."""

    before: Game
    seat: Seat
    action: PlayerAction
    after: Game


def decisions(game: Game, bots: BySeat[Seated], rounds: int | None = None) -> Iterator[Taken]:
    """Yield the bots' decisions, one after the other, as long as it is someone's turn.

    This stops when chance has to act, when the game ends, or after `rounds` more rounds.

    Raises:
        BotError: if a bot raises an error, answers illegally, or never finishes a round.
    """
    finished, taken = len(game.results), 0
    last = None if rounds is None else finished + rounds
    while (seat := game.to_act) is not None and finished != last:
        name, bot = bots[seat]
        if taken == MOST_DECISIONS:
            problem = Message("the round does not come to an end")
            raise failure("arena/endless", problem, name, game, seat)
        before = game
        game = after(name, answer_of(name, bot, game, seat), game, seat)
        yield Taken(
            before, seat, cast("PlayerAction", game.events[len(before.events)].action), game
        )
        taken = taken + 1 if finished == len(game.results) else 0
        finished = len(game.results)


def played_on(game: Game, bots: BySeat[Seated], rounds: int | None = None) -> Game:
    """Return the game after all of these `decisions`."""
    for decision in decisions(game, bots, rounds):
        game = decision.after
    return game
