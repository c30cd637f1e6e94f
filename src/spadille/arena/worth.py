"""What a single round is worth to each side."""

from ..game import RoundResult, Rules


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
