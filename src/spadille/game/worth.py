"""What a single round is worth to each side."""

from .rules import Rules
from .seats import Seat
from .view import RoundResult


def worth(rules: Rules, result: RoundResult) -> tuple[float, ...]:
    """The points of each side, every bag with its part of the penalty it will be due.

    The penalty itself is left out where the round has reached it, or it would count twice.
    """
    price = rules.scoring.bag_price
    bags = [side.overtricks for side in result.sides]
    penalty = (
        [-price * own for own in bags]
        if rules.scoring.bag_penalty_to == "side"
        else [price * (sum(bags) - own) for own in bags]
    )
    return tuple(
        side.points_of_round + due for side, due in zip(result.sides, penalty, strict=True)
    )


def margin(rules: Rules, result: RoundResult, seat: Seat) -> float:
    """By how much a round is worth more to the side of a seat than to the others on average."""
    values = worth(rules, result)
    own = next(number for number, side in enumerate(rules.sides) if seat in side)
    others = [value for number, value in enumerate(values) if number != own]
    return values[own] - sum(others) / len(others)
