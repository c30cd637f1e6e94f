"""What bots say of their decisions is true of the place they are in, at every table."""

import re
from collections.abc import Iterator

import pytest

from spadille import Game, Rules
from spadille.bots import Decision, decisions, load, seated
from spadille.game import Bid, Play, SeatView, ranking_of

GAMES = 3


def decided(preset: str, rounds: int = 2) -> Iterator[tuple[SeatView, Decision]]:
    """The decisions of `intermediate` in some rounds, each with what it saw."""
    rules = Rules.preset(preset)
    for number in range(GAMES):
        bots = seated(["intermediate"] * rules.players, f"{number}")
        for taken in decisions(Game.new(rules, seed=f"{number}"), bots, rounds):
            view = taken.before.view(taken.seat)
            yield view, load("intermediate").decide(view)


PRESETS = ("standard", "two-player", "three-player", "five-player", "six-player", "solo", "jokers")


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_a_card_is_true(preset: str) -> None:
    said = 0
    for view, decision in decided(preset):
        if not isinstance(decision.action, Play) or view.trick is None:
            continue
        lying = view.trick.cards
        reason, mates = str(decision.reason), view.rules.partners(view.seat)
        ranking = ranking_of(view.rules)
        cards = [one.card for one in view.options.actions if isinstance(one, Play)]
        winners = [card for card in cards if ranking.takes(lying, (), card)]
        to_play = view.rules.players - len(lying) - 1
        said += 1
        if "cannot win this trick" in reason:
            assert not winners
        if "can hardly win this trick" in reason:
            assert winners
            assert to_play
        if "Second hand" in reason or "second hand" in reason:
            assert len(lying) == 1
        if "Third hand" in reason:
            assert len(lying) == 2
        if "partner plays last" in reason:
            assert len(lying) == 1
            assert view.rules.players == 4
        if "partner" in reason:
            assert mates
        if "Those still to play" in reason:
            assert to_play >= 2
    assert said > 20


EXPLAINED = ("To bid more", "To bid fewer", "let me bid")
OURS = re.compile(r"\b(we|us|our)\b", re.IGNORECASE)
COUNTED = re.compile(
    r"about (\d+\.\d) tricks(?:; with what the others have bid, rather (\d+\.\d))?"
)


@pytest.mark.parametrize("preset", [*PRESETS, "whiz", "mirror", "suicide", "hoyle"])
def test_a_bid_far_from_what_is_counted_says_why(preset: str) -> None:
    said = 0
    for view, decision in decided(preset, rounds=4):
        bid, reason = decision.action, str(decision.reason)
        if not isinstance(bid, Bid):
            continue
        said += 1
        assert view.rules.partners(view.seat) or not re.search(
            r"\b(we|us|our)\b", reason, re.IGNORECASE
        )
        if (counted := COUNTED.search(reason)) is not None:
            tricks = float(counted[2] or counted[1])
            assert abs(bid.tricks - tricks) < 1 or any(words in reason for words in EXPLAINED)
            if "let me bid" in reason:
                assert Bid(round(tricks)) not in view.options
    assert said > 5
