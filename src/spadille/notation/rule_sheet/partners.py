"""Whether anybody has a partner."""

from ...game import Rules


def largest_side(rules: Rules) -> int:
    """How many play together at most."""
    return max(len(side) for side in rules.sides)


def has_partners(rules: Rules) -> bool:
    return largest_side(rules) > 1
