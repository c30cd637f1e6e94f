"""The compiled opponents of the vector environment, compared with the bots of their names."""

from random import Random
from typing import Any

import numpy as np
import pytest

from spadille.bots import Bot, load
from spadille.bots.heuristics.advising import decide_play, read
from spadille.bots.heuristics.choosing import choose
from spadille.bots.heuristics.reasons import card_of
from spadille.envs import Episode, Length, observe
from spadille.envs.action_space import turn_actions
from spadille.envs.opponents import OPPONENTS, tables_against
from spadille.game import Bid, Deal, Look, Play, PlayerAction, Rules, RulesError, SeatView, presets
from spadille.notation import action_numbers as numbers
from support.mirrored import Mirror

PLAYED = [
    "standard", "short", "gold-blue", "solo", "three-player", "mirror", "whiz", "suicide",
    "jokers", "street", "open-hands",
]  # fmt: skip
"""The presets whose other seats kernels play, of those that differ in the play."""


class Watcher(Mirror):
    """The episode of a table at which kernels play all seats but one."""

    def __init__(self, tables: Any, place: int, rules: Rules, length: Length, seat: int) -> None:
        self.seat = seat
        super().__init__(tables, place, rules, length)

    def deal(self) -> Deal:
        """Return the cards as they were dealt, with those that have been played since."""
        game = self.game
        hands = [game.in_play.hands[seat] | game.played[seat] for seat in self.rules.seats]
        held = tuple(self.hand(words) for words in hands)
        dealt = {card for hand in held for card in hand}
        rest = tuple(card for card in self.rules.deck_cards if card not in dealt)
        return Deal(held, rest, ())

    def catch_up(self, name: str, bot: Bot) -> int:
        """Let the bot act up to the learner's turn, and return how often it bid otherwise."""
        otherwise = 0
        while (seat := self.episode.to_act) != self.seat:
            assert seat is not None
            view = self.episode.game.view(seat)
            action = decided(name, bot, view)
            number = number_of(self.episode, action)
            if isinstance(action, Bid):
                bid = int(self.game.in_play.bids[seat])
                made = numbers.NIL if bid == 32 else numbers.BID + bid
                otherwise += made != number
                number = made
            self.step(number)
        return otherwise


def decided(name: str, bot: Bot, view: SeatView) -> PlayerAction:
    """Return the action of a bot, without its claims and blind bids."""
    if Look() in view.options.actions:
        return Look()
    if view.phase != "play" or name == "beginner":
        return bot.decide(view).action
    if name == "intermediate":
        return decide_play(view).action
    setting, position, legal = read(view)
    return Play(legal[card_of(choose(setting, position))])


def number_of(episode: Episode, action: PlayerAction) -> int:
    assert episode.to_act is not None
    actions = turn_actions(episode.game, episode.to_act)
    return next(number for number, other in actions.items() if other == action)


@pytest.mark.parametrize("name", ["beginner", "heuristics", "intermediate"])
@pytest.mark.parametrize("preset", PLAYED)
def test_kernels_play_the_cards_of_the_bots(preset: str, name: str) -> None:
    rules = presets()[preset].rules.without_cut
    rng, bot = Random(3), load("intermediate" if name == "heuristics" else name)
    seat = rng.randrange(rules.players)
    tables = tables_against(1, rules, "game", "points", observe=True, seat=seat, others=name)
    tables.begin(7)
    watcher = Watcher(tables, 0, rules, "game", seat)
    bids = watcher.catch_up(name, bot)
    total = 0.0
    for _ in range(150):
        expected = observe(watcher.episode, watcher.rules.seats[seat])
        assert np.array_equal(tables.observations[0], expected)
        legal = watcher.episode.legal_actions()
        assert tuple(np.flatnonzero(tables.masks[0])) == legal
        low = [number for number in legal if not numbers.BID + 5 < number < numbers.NIL]
        action = rng.choice(low or legal)
        tables.set_actions(np.array([action]))
        tables.step()
        watcher.step(action)
        bids += watcher.catch_up(name, bot)
        total += tables.seat_rewards[0].sum()
    assert name != "beginner" or not bids
    assert total == pytest.approx(0) or len(rules.sides) > 2


def test_bids_are_mostly_those_of_intermediate() -> None:
    rules, bot, rounds = Rules().without_cut, load("intermediate"), 40
    tables = tables_against(1, rules, "round", "points", observe=False, seat=0, others="heuristics")
    tables.begin(1)
    watcher = Watcher(tables, 0, rules, "round", 0)
    otherwise = watcher.catch_up("heuristics", bot)
    while rounds:
        legal = np.flatnonzero(tables.masks[0])
        asked = [number for number in (numbers.LOOK, numbers.BID + 3) if number in legal]
        action = asked[0] if asked else int(legal[0])
        tables.set_actions(np.array([action]))
        tables.step()
        watcher.step(action)
        otherwise += watcher.catch_up("heuristics", bot)
        rounds -= int(tables.ended[0])
    assert otherwise < 0.3 * 3 * 40


@pytest.mark.parametrize("name", OPPONENTS)
def test_thread_and_table_counts_change_no_result(name: str) -> None:
    many = tables_against(70, "standard", "round", "points", observe=True, others=name)
    few = tables_against(3, "standard", "round", "points", observe=True, others=name)
    for tables in (many, few):
        tables.begin(5)
    for _ in range(40):
        for tables in (many, few):
            tables.set_actions(tables.masks.argmax(axis=1))
            tables.step()
        assert np.array_equal(many.observations[:3], few.observations)
        assert np.array_equal(many.rewards[:3], few.rewards)
        assert np.array_equal(many.ended[:3], few.ended)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"others": "expert"}, "envs/others"),
        ({"others": ["beginner"] * 4}, "envs/others"),
        ({"others": "beginner", "seat": 4}, "envs/seat"),
        ({"others": "beginner", "rules": "hoyle"}, "envs/others-rules"),
        ({"others": "beginner", "rules": "two-player"}, "envs/others-rules"),
        ({"others": "beginner", "rules": "six-player"}, "envs/others-rules"),
    ],
)
def test_unknown_opponents_are_rejected(arguments: dict[str, Any], code: str) -> None:
    given = {"rules": "standard", "episode": "round", "reward": "points", **arguments}
    with pytest.raises(RulesError) as refused:
        tables_against(1, observe=True, **given)
    assert refused.value.code == code
