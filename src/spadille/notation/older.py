"""Interpret records and stored games from older versions."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec import json

from ..game import Action, Adjust, Game, IllegalActionError, Look, Rules, Seat

OLDER_OPTIONS: Mapping[str, Any] = {
    "scoring.failed_nil_tricks": "bags",
    "end.after_tie": "play_on",
}
"""Options whose default has changed, or whose introduction changed the game, with the value that
was implied before, so that an old game continues as it began. All other options have their
defaults.
"""


def with_older_options(rules: Rules, stored: str) -> Rules:
    """Return the `rules` from stored JSON, with newer options set to what was implied then.

    Newer options are the ones that `stored` does not name in their groups.
    """
    named = json.decode(stored)["rules"]
    paths = {f"{group}.{name}" for group, options in named.items() for name in options}
    older = {path: value for path, value in OLDER_OPTIONS.items() if path not in paths}
    return rules.with_options(older) if older else rules


def repeat(game: Game, action: Action, seat: Seat | None) -> Game:
    """Return the game after a recorded action by `seat`, or by chance.

    Older records lack the looks of seats whose side was ahead, as these could not bid blind even in
    games without a required deficit (E7). They also ask only one partner when contracts are matched
    (B8). A missing look, or a missing answer that keeps a bid, is inserted if the action would be
    illegal without it. An answer that keeps a bid is skipped if no one is asked for it.

    Raises:
        IllegalActionError: when the rules do not allow the action.
    """
    try:
        return game.apply(action, seat)
    except IllegalActionError:
        matching = game.rules.bidding.second_thoughts == "match"
        lacking = (Look(), Adjust(0)) if matching else (Look(),)
        for each in lacking:
            if each in game.legal_actions():
                with suppress(IllegalActionError):
                    return repeat(game.apply(each), action, seat)
                break
        if matching and action == Adjust(0) and _all_have_bid(game):
            return game
        raise


def _all_have_bid(game: Game) -> bool:
    round = game.round
    return round is not None and None not in round.bids and not round.tricks
