"""When the game begins and ends, in words."""

from collections.abc import Iterator

from ...game import Message, Rules, T


def ending_sentences(rules: Rules) -> Iterator[Message]:
    end = rules.end
    if end.start_scores:
        yield Message(
            T("The sides begin with these scores: {scores}."),
            scores=", ".join(map(str, end.start_scores)),
        )
    yield Message(T("The game ends when a side has {target} points."), target=end.target)
    if rules.floor is not None:
        yield Message(T("It also ends when a side has {floor} points or fewer."), floor=rules.floor)
    if end.sets_to_lose:
        yield Message.counted(
            "A side whose contract is set once loses the game.",
            "A side whose contract is set {n} times loses the game.",
            end.sets_to_lose,
        )
    if end.max_rounds:
        yield Message.counted(
            "It ends after one round.",
            "It ends after {n} rounds at the latest.",
            end.max_rounds,
        )
    if end.minutes:
        yield Message.counted(
            "After one minute the round is finished, and the game ends.",
            "After {n} minutes the round is finished, and the game ends.",
            end.minutes,
        )
    yield Message(T("The higher score wins; a tie is decided by another round."))
