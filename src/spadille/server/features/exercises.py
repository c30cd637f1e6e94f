"""HTTP routes for puzzles and lessons."""

import asyncio

from ...locale import Lang
from ...study import exercises
from ..net.routes import Routes
from ..net.state import Feature

routes = Routes()


@routes.get("/api/puzzles")
async def list_puzzles() -> exercises.PuzzleList:
    """Return all puzzles, with their themes and difficulty."""
    return await asyncio.to_thread(exercises.all_puzzles)


@routes.get("/api/puzzles/{number:int}")
async def show_puzzle(number: int) -> exercises.PuzzleShown:
    """Return a puzzle, with the result of each answer and the reason."""
    return await asyncio.to_thread(exercises.shown_puzzle, number)


@routes.get("/api/puzzles/days/{day:str}")
async def show_puzzle_of_day(day: str) -> exercises.PuzzleShown:
    """Return the puzzle for a date in the player's calendar, written like 2026-07-31."""
    return await asyncio.to_thread(exercises.puzzle_of_day, day)


@routes.get("/api/lessons")
async def list_lessons(lang: Lang) -> exercises.LessonList:
    """Return all lessons in order."""
    return exercises.all_lessons(lang)


@routes.get("/api/lessons/{name:str}")
async def show_lesson(name: str, lang: Lang) -> exercises.LessonShown:
    """Return a lesson, with the comments on each possible answer."""
    return await asyncio.to_thread(exercises.shown_lesson, name, lang)


feature = Feature(routes=routes)
