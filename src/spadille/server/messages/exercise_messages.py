"""What is shown of puzzles and lessons: a place at a table, and what each answer leads to."""

from typing import Literal

from msgspec import Struct

from ...game import Card, Hand, Message, PlayerAction, Seat, View


class ExerciseAnswer(Struct, frozen=True):
    """Something that can be done in the place, what is said of it, and what happens then.

    `line` are the cards from this place on, the own one first, and `winners` those of the tricks
    that are completed in it; both are empty where nothing is played out. `hand` are the own cards
    after looking at them.
    """

    action: PlayerAction
    right: bool
    sentences: tuple[Message, ...]
    line: tuple[Card, ...]
    winners: tuple[Seat, ...]
    hand: Hand | None = None


class ForbiddenCard(Struct, frozen=True):
    """A card of the learner that the rules forbid in the place, and why."""

    card: Card
    why: Message


class Exercise(Struct, frozen=True):
    """A place at a table as the learner sees it, with an answer to all that may be done there.

    `forbidden` are the other cards of the learner's hand, so that a tap on one is explained.
    """

    view: View
    answers: tuple[ExerciseAnswer, ...]
    forbidden: tuple[ForbiddenCard, ...]


class PuzzleTheme(Struct, frozen=True):
    """What puzzles are about, in the language asked for, and how many there are."""

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
    """All puzzles, and their themes."""

    puzzles: tuple[PuzzleInfo, ...]
    themes: tuple[PuzzleTheme, ...]


class PuzzleShown(Struct, frozen=True):
    """A puzzle, with everything that it takes to answer it without asking again."""

    info: PuzzleInfo
    exercise: Exercise


class LessonInfo(Struct, frozen=True):
    """A lesson in the list: its name, its title, and the one thing that it says."""

    name: str
    title: str
    about: str


class LessonList(Struct, frozen=True):
    """All lessons in their order."""

    lessons: tuple[LessonInfo, ...]


class LessonStep(Struct, frozen=True):
    """Something to be done in a lesson, and what is said before."""

    text: str
    exercise: Exercise


class LessonShown(Struct, frozen=True):
    """A lesson with all its steps."""

    info: LessonInfo
    steps: tuple[LessonStep, ...]
