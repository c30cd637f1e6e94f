"""When the game begins and ends, in words."""

from collections.abc import Iterator

from ...game import LAST_ROUND, Message, Rules, T


def ending_sentences(rules: Rules) -> Iterator[Message]:
    end = rules.end
    if end.start_scores:
        yield Message(
            "The sides begin with these scores: {scores}.",
            scores=", ".join(map(str, end.start_scores)),
        )
    floor = T("The game ends when a side has {floor} points or fewer.")
    if rules.target is not None:
        yield Message("The game ends when a side has {target} points.", target=rules.target)
        floor = T("It also ends when a side has {floor} points or fewer.")
    if rules.floor is not None:
        yield Message(floor, floor=rules.floor)
    if end.sets_to_lose:
        yield Message.counted(
            "A side whose contract is set once loses the game.",
            "A side whose contract is set {n} times loses the game.",
            end.sets_to_lose,
        )
    if end.max_rounds:
        yield Message.counted(
            "The game ends after one round.",
            "The game ends after {n} rounds at the latest.",
            end.max_rounds,
        )
    if end.minutes:
        yield Message.counted(
            "After one minute the round is finished, and the game ends.",
            "After {n} minutes the round is finished, and the game ends.",
            end.minutes,
        )
    yield {
        "one_round": Message(
            "The higher score wins. A tie is decided by one more round, or by as many as it "
            "takes: then whoever is ahead has won, whatever the score."
        ),
        "play_on": Message(
            "The higher score wins. After a tie the game goes on until it ends by these rules."
        ),
    }[end.after_tie]
    yield Message(
        "After {limit} rounds the game is cut: the higher score wins, a tie is a draw.",
        limit=LAST_ROUND,
    )
