"""Puzzles and lessons as they are shown, with the result of each answer; nothing is solved here."""

from datetime import date
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from ..game import (
    Card,
    Game,
    Hand,
    IllegalActionError,
    Look,
    Message,
    Play,
    PlayerAction,
    Seat,
    SpadesError,
    View,
    in_lang,
)
from ..locale import Lang
from . import lessons, puzzles


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


def all_lessons(lang: Lang) -> LessonList:
    """Return all lessons in order."""
    return LessonList(tuple(_lesson_info(name, lang) for name in lessons.lessons()))


def _lesson_info(name: str, lang: str) -> LessonInfo:
    found = lessons.lesson(name)
    return LessonInfo(name, in_lang(found.title, lang), in_lang(found.about, lang))


@lru_cache(maxsize=64)
def shown_lesson(name: str, lang: Lang) -> LessonShown:
    """Return a lesson with all its steps; raise SpadesError for an unknown name."""
    steps = tuple(
        LessonStep(in_lang(step.text, lang), _exercise_of(step, lang))
        for step in lessons.lesson(name).steps
    )
    return LessonShown(_lesson_info(name, lang), steps)


def _exercise_of(step: lessons.Step, lang: str) -> Exercise:
    view, game = step.view(), step.game()
    answers = []
    for action in view.options.actions:
        said = step.said_of(action)
        assert said is not None
        sentences = (Message("{text}", text=in_lang(said.text, lang)),)
        line = step.line_after(action)
        answers.append(_answer(game, action, said.right, sentences, line))
    return Exercise(view, tuple(answers), _forbidden(game, view.hand))


@lru_cache(maxsize=1)
def all_puzzles() -> PuzzleList:
    """Return all puzzles, with their themes and difficulty."""
    themes = tuple(
        PuzzleTheme(name, Message(theme.title), len(puzzles.with_theme(name)))
        for name, theme in puzzles.THEMES.items()
    )
    count = len(puzzles.puzzles())
    return PuzzleList(tuple(map(_info, range(1, count + 1))), themes)


def _info(number: int) -> PuzzleInfo:
    found = puzzles.puzzle(number)
    return PuzzleInfo(number, found.sees, found.difficulty, found.themes)


@lru_cache(maxsize=256)
def shown_puzzle(number: int) -> PuzzleShown:
    """Return a puzzle with the result of each answer; raise SpadesError if it does not exist."""
    found = puzzles.puzzle(number)
    game, view = found.game(), found.view()
    answers = []
    for choice in found.choices:
        for action in map(puzzles.action_of, choice.actions):
            why, line = puzzles.why(found, action), found.line_after(action)
            answers.append(_answer(game, action, choice == found.right, why, line))
    exercise = Exercise(view, tuple(answers), _forbidden(game, view.hand))
    return PuzzleShown(_info(number), exercise)


def puzzle_of_day(day: str) -> PuzzleShown:
    """Return the puzzle for a date in the player's calendar, written like 2026-07-31.

    Raises:
        SpadesError: if the text is not a date.
    """
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        why = Message("write a day like {day}", day="2026-07-31")
        raise SpadesError("puzzle/no-day", why) from None
    return shown_puzzle(puzzles.number_of_day(asked))


def _answer(
    game: Game,
    action: PlayerAction,
    right: bool,  # noqa: FBT001 - the parts of an answer
    sentences: tuple[Message, ...],
    line: tuple[Card, ...],
) -> ExerciseAnswer:
    hand = game.apply(action).view_to_act.hand if isinstance(action, Look) else None
    return ExerciseAnswer(action, right, sentences, line, _winners(game, line), hand)


def _forbidden(game: Game, hand: Hand | None) -> tuple[ForbiddenCard, ...]:
    """Return the cards that the hand to act may not play, each with the reason."""
    found = []
    for card in hand or ():
        try:
            game.apply(Play(card))
        except IllegalActionError as error:
            found.append(ForbiddenCard(card, error.message))
    return tuple(found)


def _winners(game: Game, line: tuple[Card, ...]) -> tuple[Seat, ...]:
    """Return the winners of the tricks completed by these cards."""
    assert game.round is not None
    before = len(game.round.tricks)
    for card in line:
        game = game.apply(Play(card))
    assert game.round is not None
    tricks = game.round.tricks[before:]
    return tuple(trick.winner for trick in tricks if trick.winner is not None)
