"""Trial bids: the others' responses, and the worth of the round that follows."""

import numpy as np
import pytest

from spadille.bots.expert.bidding import BIDS_NIL, bids_of
from spadille.bots.expert.position import EXPERT, Position
from spadille.bots.expert.rollout import Rounds, settings_of
from spadille.bots.expert.sampling import sample_deals
from spadille.bots.heuristics.kernels import setting_record
from spadille.bots.heuristics.position import Setting
from spadille.game import NIL, Bid, Rules, preset
from support.bot_positions import NORTH, position

HAND = {NORTH: "KQ2.A543.642.432"}


@pytest.mark.parametrize("before", [(), ((450, 3), (400, 8))])
@pytest.mark.parametrize("name", ["standard", "puzzle-pirates", "open-hands"])
def test_settings_of_sampled_bids_match_single_settings(
    name: str, before: tuple[tuple[int, int], ...]
) -> None:
    rules = preset(name).rules if name != "standard" else Rules()
    view = position(HAND, rules=rules, before=before)
    lots = np.array([[3, 2, 4, 3], [BIDS_NIL, 5, BIDS_NIL, 1], [1, BIDS_NIL, 6, 4]])
    settings = settings_of(Position(view), setting_record(view, (Bid(2),) * 4), lots)
    for lot, bids in enumerate(lots.tolist()):
        expected = setting_record(view, bids_of(bids, view.bids))
        for field in Setting.fields:
            assert np.array_equal(settings[lot][field], expected[field]), field


def test_own_bid_change_does_not_change_sampled_bids() -> None:
    """A bot that bids less than its hand is worth must not expect the others to bid less too."""
    searched = Position(position(HAND), EXPERT.limited(40, None), seed=1)
    rounds = Rounds(searched, Bid(3))
    deals = sample_deals(searched, rounds.setting, 40)
    assert deals is not None
    usual, less, nil = (rounds.bids(deals.hands, mine) for mine in (Bid(3), Bid(2), NIL))
    assert (usual[:, 0] == 3).all()
    assert (less[:, 0] == 2).all()
    assert (nil[:, 0] == BIDS_NIL).all()
    assert np.array_equal(usual[:, 1:], less[:, 1:])
    assert not np.array_equal(usual[:, 1:], nil[:, 1:])
