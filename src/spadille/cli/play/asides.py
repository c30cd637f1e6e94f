"""What may be done besides the turn, as questions to be answered one after the other."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from ...game import (
    Call,
    Claim,
    Flip,
    PlayerAction,
    Say,
    T,
    TakeBack,
    ThrowIn,
)
from .choices import Answer
from .words import Words


class Question(Struct, frozen=True):
    """A question and its answers, each with the actions that are left after it."""

    text: str
    answers: tuple[tuple[Answer, tuple[PlayerAction, ...]], ...]


_KINDS: tuple[tuple[type[PlayerAction], str, str], ...] = (
    (TakeBack, T("Take my card back"), "t"),
    (Claim, T("Claim the rest"), "c"),
    (Say, T("Tell my partner an estimate"), "e"),
    (ThrowIn, T("Show my hand for a new deal"), "h"),
    (Call, T("Call a revoke"), "r"),
    (Flip, T("Open a trick"), "o"),
)


def question_about(actions: tuple[PlayerAction, ...], words: Words) -> Question:
    """What to do at all: the kinds of actions there are."""
    answers = []
    for kind, label, key in _KINDS:
        of_kind = tuple(action for action in actions if isinstance(action, kind))
        if of_kind:
            answers.append((Answer(words.say(label), None, key), of_kind))
    return Question(words.say(T("What do you want to do?")), tuple(answers))


def besides_in_short(actions: tuple[PlayerAction, ...], words: Words) -> str:
    """What may be done besides the turn, in a few words."""
    answers = question_about(actions, words).answers
    return answers[0][0].label if len(answers) == 1 else words.say(T("What else I may do"))


def detail_of(actions: tuple[PlayerAction, ...], words: Words) -> Question:
    """The next question about actions of one kind: the first field in which they differ."""
    match actions[0]:
        case Say():
            sure = {action.sure for action in actions if isinstance(action, Say)}
            if len(sure) > 1:
                text = words.say(T("How many tricks are sure?"))
                return _numbers(text, actions, lambda action: getattr(action, "sure", 0))
            text = words.say(T("And how many may there be?"))
            return _numbers(text, actions, lambda action: getattr(action, "maybe", 0))
        case Call():
            seats = {action.seat for action in actions if isinstance(action, Call)}
            if len(seats) > 1:
                return Question(
                    words.say(T("Who revoked?")),
                    tuple(
                        (
                            Answer(words.say(seat.spoken), None, seat.letter.lower()),
                            tuple(one for one in actions if getattr(one, "seat", None) == seat),
                        )
                        for seat in sorted(seats)
                    ),
                )
            text = words.say(T("In which trick?"))
            return _numbers(text, actions, lambda action: getattr(action, "trick", 0))
        case _:
            text = words.say(T("Which trick?"))
            return _numbers(text, actions, lambda action: getattr(action, "trick", 0))


def _numbers(
    text: str, actions: Iterable[PlayerAction], number_of: Callable[[PlayerAction], int]
) -> Question:
    groups: dict[int, list[PlayerAction]] = {}
    for action in actions:
        groups.setdefault(number_of(action), []).append(action)
    return Question(
        text,
        tuple(
            (Answer(str(number), None, str(number)), tuple(group))
            for number, group in sorted(groups.items())
        ),
    )
