"""A game of the engine as an environment sees it: numbered decisions and their rewards."""

from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import Any, Literal, get_args

from msgspec import Struct, structs

from ..game import (
    Card,
    Choose,
    Game,
    IllegalActionError,
    Message,
    Problem,
    RoundResult,
    Rules,
    RulesError,
    Seat,
    Shuffle,
    hand_of,
    in_range,
    in_short,
)
from ..notation import action_numbers as numbers
from .action_space import CARD_BY_ID, card_numbers, turn_actions

Length = Literal["round", "game"]
"""The length of an episode: one round from level scores, or a game until a side has won."""

Reward = Literal["points", "outcome"]
"""points: after every round; outcome: only at the end of the episode."""


class Episode(Struct, frozen=True):
    """The state of an episode; every action returns a new state, and nothing is mutated.

    `chosen` are the cards of a choice that is not complete yet. Chance acts through `happen`.

    >>> from spadille.game import shuffler
    >>> episode = Episode.new("mirror", "round")
    >>> while episode.waits_for_chance:
    ...     episode = episode.happen(shuffler("7"))
    >>> episode.to_act, episode.legal_actions()
    (Seat.EAST, (61,))
    """

    game: Game
    length: Length
    chosen: tuple[Card, ...] = ()

    @classmethod
    def new(cls, rules: Rules | str, length: Length) -> "Episode":
        """Return an episode before its first card is dealt; `rules` may be the name of a preset.

        Raises:
            RulesError: for a preset that does not exist, or rules that cannot be numbered.
        """
        rules = served_rules(rules)
        check_choice("episode", length, Length)
        return cls(Game.new(rules), length)

    @property
    def rules(self) -> Rules:
        """Return the rules of the game, which have no cut."""
        return self.game.rules

    @property
    def over(self) -> bool:
        """Return True at the end of the game, or of the first round if `length` is round."""
        return self.game.over or (self.length == "round" and bool(self.game.results))

    @property
    def waits_for_chance(self) -> bool:
        """Return True if chance acts next; False at the end."""
        return not self.over and self.game.waits_for_chance

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None at the end and while chance is to act."""
        return None if self.over else self.game.to_act

    @property
    def choice(self) -> Choose | None:
        """The choice of cards that the turn asks for, if any."""
        seat = self.to_act
        return None if seat is None else self.game.options(seat).choose

    def legal_actions(self) -> tuple[int, ...]:
        """Return the numbers of all legal actions of the seat to act, ascending; may be empty."""
        seat = self.to_act
        if seat is None:
            return ()
        choice = self.choice
        if choice is not None:
            return tuple(sorted(card_numbers(choice, self.chosen)))
        return tuple(sorted(turn_actions(self.game, seat)))

    def apply(self, number: int) -> "Episode":
        """Return the episode after an action of the seat to act.

        Raises:
            IllegalActionError: if the number is not one of `legal_actions`.
        """
        if number not in self.legal_actions():
            raise illegal_number(number, self.legal_actions())
        seat = self.to_act
        choice = self.choice
        if choice is None:
            assert seat is not None
            return self.gone_on(self.game.apply(turn_actions(self.game, seat)[number], seat))
        done = number == numbers.DONE
        chosen = self.chosen if done else hand_of((*self.chosen, CARD_BY_ID[number]))
        if done or len(chosen) == max(choice.sizes):
            return self.gone_on(self.game.apply(choice.action(chosen), seat))
        return structs.replace(self, chosen=chosen)

    def happen(self, shuffle: Shuffle) -> "Episode":
        """Return the episode after chance has acted once.

        Raises:
            IllegalActionError: if it is not chance's turn.
        """
        return self.gone_on(self.game.happen(shuffle))

    def __deepcopy__(self, memo: object) -> "Episode":
        return self

    def gone_on(self, game: Game) -> "Episode":
        """Return the episode with its game in a later state."""
        return Episode(game, self.length)


def illegal_number(number: int, legal: tuple[int, ...]) -> IllegalActionError:
    """Return the error for an action that is not among the legal ones."""
    return IllegalActionError(
        "envs/illegal-number",
        "{number} is not a legal action here; legal actions: {legal}",
        number=number,
        legal=", ".join(map(str, legal)) or "-",
    )


def before_reset() -> IllegalActionError:
    """Return the error for an action before any table has begun."""
    return IllegalActionError(
        "envs/before-reset", "no episode has started; call reset() before the first action"
    )


def check_choice(name: str, value: str, choices: Any) -> None:
    """Raise an error if an argument of this name is not one of the `choices`, such as `Length`.

    Raises:
        RulesError: lists the valid ones.
    """
    if value not in get_args(choices):
        message = Message(
            "{name} must be {choices}, not {value}",
            name=name,
            choices=" | ".join(get_args(choices)),
            value=repr(value),
        )
        raise RulesError(Problem(f"envs/{name}", message))


def checked_scale(scale: object) -> float:
    """Return the factor on rewards as a Python float.

    Raises:
        RulesError: if it is not a positive finite number.
    """
    number = float(scale) if isinstance(scale, Real) and str(scale) != "True" else 0.0
    if 0.0 < number < inf:
        return number
    message = Message("reward_scale must be a positive number, not {value}", value=in_short(scale))
    raise RulesError(Problem("envs/reward_scale", message))


def checked_seed(seed: object) -> int | None:
    """Return the seed given to a reset as a Python integer.

    Raises:
        RulesError: if it is not an integer, or is negative, as in Gymnasium.
    """
    if seed is None:
        return None
    number = in_range(seed, 0)
    if number is None:
        message = Message("seed must be a whole number from 0, not {value}", value=repr(seed))
        raise RulesError(Problem("envs/seed", message))
    return number


def seat_of(rules: Rules, seat: object) -> Seat:
    """Return the seat with this number.

    Raises:
        RulesError: if a table with these rules does not have it.
    """
    number = in_range(seat, 0, rules.players - 1)
    if number is not None:
        return Seat(number)
    message = Message(
        "seat must be a number from 0 to {most}, not {value}",
        most=rules.players - 1,
        value=repr(seat),
    )
    raise RulesError(Problem("envs/seat", message))


def one_each(rules: Rules, others: Any) -> Sequence[Any]:
    """Return a player for each seat but one; `others` is one for all of them, or one for each.

    Raises:
        RulesError: if their number is another one.
    """
    seats = rules.players - 1
    if isinstance(others, str) or callable(others):
        return [others] * seats
    if len(others) != seats:
        message = Message(
            "others must be one bot or {seats}, not {count}", seats=seats, count=len(others)
        )
        raise RulesError(Problem("envs/others", message))
    found: Sequence[Any] = others
    return found


def served_rules(rules: Rules | str) -> Rules:
    """Return rules, given by name or as they are, without a cut; a fair shuffle needs none.

    Raises:
        RulesError: for a preset that does not exist, or rules that the environments refuse.
    """
    found = Rules.of(rules)
    problems = []
    if found.enforcement.mode != "strict":
        problems.append(
            Problem(
                "envs/honour",
                Message("environments only allow legal actions; set enforcement.mode = strict"),
            )
        )
    if found.end.minutes:
        problems.append(
            Problem(
                "envs/minutes",
                Message("environments have no clock; set end.minutes = 0"),
            )
        )
    if problems:
        raise RulesError(*problems)
    return found.without_cut


def rewards_since(episode: Episode, reward: Reward, results: int) -> tuple[float, ...]:
    """Return the rewards by seat since the game had this many results."""
    game = episode.game
    if reward == "outcome":
        return reward_of_outcome(episode) if episode.over else (0.0,) * game.rules.players
    earned = [reward_of_round(game.rules, result) for result in game.results[results:]]
    return earned[0] if earned else (0.0,) * game.rules.players


def reward_of_round(rules: Rules, result: RoundResult) -> tuple[float, ...]:
    """Return by seat its side's points less the mean of the other sides' points.

    The sum over the sides is zero.
    """
    points = [side.points for side in result.sides]
    total, others = sum(points), len(points) - 1
    by_side = [own - (total - own) / others for own in points]
    return tuple(by_side[rules.side_of(seat)] for seat in rules.seats)


def reward_of_outcome(episode: Episode) -> tuple[float, ...]:
    """Return by seat 1 for the winning side, -1 for the others, and 0 for all after a draw.

    An episode of one round is won by the side with the most points, if there is only one.
    """
    game, rules = episode.game, episode.rules
    if episode.length == "game":
        assert game.outcome is not None
        winner = game.outcome.winner
    else:
        points = [side.points for side in game.results[-1].sides]
        best = max(points)
        winner = points.index(best) if points.count(best) == 1 else None
    if winner is None:
        return (0.0,) * rules.players
    return tuple(1.0 if rules.side_of(seat) == winner else -1.0 for seat in rules.seats)
