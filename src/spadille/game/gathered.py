"""Finished tricks: which of them people may look at while a round is played (P14)."""

from typing import TypeVar

from msgspec import structs

from .tricks import Trick
from .view import View

SomeView = TypeVar("SomeView", bound=View)


def with_tricks_gathered(view: SomeView) -> SomeView:
    """The view as people may see it: tricks that the rules hide lie face down.

    Of those their winner stays, their cards are gone. A trick is gathered when the next one is led;
    one that was opened or called for a revoke lies open from then on (R4, R5).
    """
    if view.rules.play.review == "all" or view.phase not in {"play", "award", "settle"}:
        return view
    open_numbers = {judged.trick for judged in view.judgements if judged.kind != "claim"}
    if view.trick is None or view.rules.play.review == "last_trick":
        open_numbers.add(len(view.tricks))
    tricks = tuple(
        trick if number in open_numbers else Trick(trick.leader, (), trick.winner)
        for number, trick in enumerate(view.tricks, start=1)
    )
    return structs.replace(view, tricks=tricks)
