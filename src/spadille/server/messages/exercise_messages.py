"""Messages about puzzles and lessons: a position at a table, and the result of each answer."""

from typing import Literal

from msgspec import Struct

from ...game import Card, Hand, Message, PlayerAction, Seat, View


class ExerciseAnswer(Struct, frozen=True):
    """A possible answer in the position, the comment on it, and the play that follows.

    `line` is the sequence of cards played from this position on, the learner's card first.
    `winners` are the winners of the tricks completed in it. Both are empty if nothing is played
    out. `hand` is the learner's hand after they look at their cards.
    """

    action: PlayerAction
    right: bool
    sentences: tuple[Message, ...]
    line: tuple[Card, ...]
    winners: tuple[Seat, ...]
    hand: Hand | None = None


class ForbiddenCard(Struct, frozen=True):
    """A card in the learner's hand that the rules forbid in the position, and why."""

    card: Card
    why: Message


class Exercise(Struct, frozen=True):
    """A position at a table as the learner sees it, with an answer for each possible action.

    `forbidden` are the other cards in the learner's hand, so that a tap on one can be explained.
    """

    view: View
    answers: tuple[ExerciseAnswer, ...]
    forbidden: tuple[ForbiddenCard, ...]


class PuzzleTheme(Struct, frozen=True):
    """A puzzle theme in the requested language, and how many puzzles it has."""

    name: str
    title: Message
    count: int


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in a list."""

    number: int
    sees: Literal["all", "own"]
    difficulty: Literal["easy", "medium", "hard", "very-hard"]
    themes: tuple[str, ...]


class PuzzleList(Struct, frozen=True):
    """All puzzles and their themes."""

    puzzles: tuple[PuzzleInfo, ...]
    themes: tuple[PuzzleTheme, ...]


class PuzzleShown(Struct, frozen=True):
    """A puzzle, with all the data needed to answer it without another request."""

    info: PuzzleInfo
    exercise: Exercise


class LessonInfo(Struct, frozen=True):
    """A lesson in the list: its name, its title, and its main point."""

    name: str
    title: str
    about: str


class LessonList(Struct, frozen=True):
    """All lessons in order."""

    lessons: tuple[LessonInfo, ...]


class LessonStep(Struct, frozen=True):
    """A task in a lesson, and the text before it."""

    text: str
    exercise: Exercise


class LessonShown(Struct, frozen=True):
    """A lesson with all its steps."""

    info: LessonInfo
    steps: tuple[LessonStep, ...]
