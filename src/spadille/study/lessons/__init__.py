"""Lessons for someone who has never played, each about one thing."""

from .lesson import Lesson, Step, lesson, lessons

__all__ = ["Lesson", "Step", "lesson", "lessons"]
