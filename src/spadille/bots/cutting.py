"""Cutting the pack: anywhere, as nobody knows what lies where (D4)."""

from random import Random

from ..game import Message, SeatView
from .bot import Decision


def decide_cut(view: SeatView, random: Random) -> Decision:
    return Decision(random.choice(view.options.actions), Message("I cut anywhere."))
