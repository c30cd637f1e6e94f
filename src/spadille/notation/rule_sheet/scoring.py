"""What a round is worth, in words."""

from collections.abc import Iterator

from ...game import Message, Rules, T


def scoring_sentences(rules: Rules) -> Iterator[Message]:
    scoring = rules.scoring
    sentence = {
        "bid": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses as many."
        ),
        "missing": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses {value} for each trick missing."
        ),
        "none": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses nothing."
        ),
    }[scoring.set_penalty]
    yield Message(sentence, value=scoring.trick_value)
    yield from _special_contracts(rules)
    yield _bag_points(scoring.bag_points)
    yield from _bag_penalty(rules)
    if scoring.last_spade_bonus:
        yield Message(
            "A contract made exactly, whose last trick is the last of the round and won by a "
            "spade of nine or higher, scores {bonus} points more.",
            bonus=scoring.last_spade_bonus,
        )


def _special_contracts(rules: Rules) -> Iterator[Message]:
    scoring = rules.scoring
    if scoring.ten_value:
        yield Message(
            "A contract of exactly ten wins or loses {value} points instead.",
            value=scoring.ten_value,
        )
    if scoring.ten_bonus:
        yield Message(
            "A contract of exactly ten scores {bonus} points more when it is made.",
            bonus=scoring.ten_bonus,
        )
    if scoring.boston_value:
        yield Message(
            "A contract of all {size} tricks wins or loses {value} points instead.",
            size=rules.hand_size,
            value=scoring.boston_value,
        )
    if scoring.boston_wins:
        yield Message(
            "A side that bids all {size} tricks and makes them wins the game at once.",
            size=rules.hand_size,
        )


def _bag_points(points: int) -> Message:
    if points == 0:
        return Message("Each trick above the contract is a bag and scores nothing.")
    if points < 0:
        return Message.counted(
            "Each trick above the contract is a bag and costs one point.",
            "Each trick above the contract is a bag and costs {n} points.",
            -points,
        )
    return Message.counted(
        "Each trick above the contract is a bag and scores one point.",
        "Each trick above the contract is a bag and scores {n} points.",
        points,
    )


def _bag_penalty(rules: Rules) -> Iterator[Message]:
    scoring = rules.scoring
    if not scoring.bag_limit:
        yield Message("There is no penalty for bags.")
    elif scoring.bag_penalty_to == "side":
        yield Message.counted(
            "Each bag costs {penalty} points.",
            "Whenever a side has {n} bags, it loses {penalty} points; further bags are kept.",
            scoring.bag_limit,
            penalty=scoring.bag_penalty,
        )
    else:
        yield Message.counted(
            "Each bag gives every other side {penalty} points.",
            "Whenever a side has {n} bags, every other side gets {penalty} points; further bags "
            "are kept.",
            scoring.bag_limit,
            penalty=scoring.bag_penalty,
        )
