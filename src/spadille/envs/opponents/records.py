"""The records of opponents: of the rules, of each thread, and of each table."""

from math import inf
from typing import Any

import numpy as np

from ...bots.equity import points_of_a_trick
from ...bots.expert.bidding import LINE, Hints, bid_line, hints_of_line
from ...bots.expert.policy_network import no_policy, policy_with
from ...bots.heuristics.card_network import is_trained_for, trained
from ...bots.heuristics.kernels import dtype_of, record_of
from ...bots.heuristics.position import Position, Setting
from ...bots.heuristics.reading import table_of
from ...fast import encoding, kernel
from ...game import LAST_ROUND, Rules
from ..tables.stepping import PAID

_NUMBER, _REAL, _SEATS = np.int64, np.float64, encoding.SEATS

FIXED = np.dtype(
    [
        ("always", _NUMBER),  # more than scores may end the game in any round;
        ("first", _NUMBER),  # or only in the first;
        ("rounds", _NUMBER),  # rounds by the rules, or 0;
        ("longest", _NUMBER),  # at most this many rounds
        ("target", _REAL),
        ("floor", _REAL),
        ("bag_price", _REAL),
        ("trick_points", _REAL),
        ("leads", _NUMBER),  # the first leader may lead anything
    ],
    align=True,
)
"""The rules as opponents need them, in addition to `encoding.CODE`."""

WORTHS = np.dtype(
    [
        ("made", _NUMBER),  # whether the numbers are those of the present round
        ("bids", _NUMBER),
        ("bidders", _NUMBER),  # the size of the side that was valued last
        ("decisive", _NUMBER),
        ("bid", _NUMBER, (_SEATS,)),
        ("nil", _NUMBER, (_SEATS,)),
        ("loss", _REAL, (_SEATS,)),
        ("before", _REAL, (_SEATS,)),  # by side, like the rest
        ("whole", _REAL, (_SEATS,)),
        ("stray", _REAL, (_SEATS,)),
        ("worth", _REAL, (_SEATS, encoding.TRICKS)),
        ("after", _REAL, (_SEATS, encoding.TRICKS)),
    ],
    align=True,
)
"""The numbers of a `Setting` that depend on the bids and scores of a round."""

SEEN = np.dtype([("position", dtype_of(Position)), ("worths", WORTHS)], align=True)
"""What opponents keep of a table from one action to the next."""

WORK = np.dtype(
    [
        ("fixed", FIXED),
        ("setting", dtype_of(Setting)),
        ("is_set", _NUMBER),  # whether the worths of this table were copied in this step
        ("hints", dtype_of(Hints)),
        ("line", _REAL, (LINE,)),
        ("bids", _NUMBER, (_SEATS,)),
        ("round", encoding.ROUND),
        ("score", encoding.SCORE),
        ("paid", PAID),
    ],
    align=True,
)
"""The memory of a thread: the setting of the table that it is at, and workspace."""


def work_of(rules: Rules) -> Any:
    """Return the memory of a thread for tables with these rules, as an array of one `WORK`."""
    work = kernel.records(1, WORK)
    plain: Any = work.view(np.ndarray)
    line = bid_line(rules, trump=True)
    for name, record in (
        ("setting", record_of(table_of(rules, trump=True))),
        ("hints", hints_of_line(line)),
    ):
        plain[name][0] = np.frombuffer(record.tobytes(), plain[name].dtype)[0]
    plain["line"][0] = line.numbers
    fixed = plain["fixed"][0]
    end, play = rules.end, rules.play
    fixed["always"] = end.counts_sets
    fixed["first"] = end.first_round_minimum > 0
    fixed["rounds"] = end.max_rounds
    fixed["longest"] = end.max_rounds or LAST_ROUND
    fixed["target"] = inf if rules.target is None else rules.target
    fixed["floor"] = -inf if rules.floor is None else rules.floor
    fixed["bag_price"] = rules.scoring.bag_price
    fixed["trick_points"] = points_of_a_trick(rules)
    fixed["leads"] = (
        play.first_lead == "left_of_dealer"
        and play.first_trick == "any"
        and play.duty == "none"
        and play.choice_in_suit != "lowest"
        and not play.bars_lead_of_spades(broken=False)
    )
    setting = plain["setting"][0]
    for name in ("target", "floor", "trick_points"):
        setting[name] = fixed[name]
    return work


def silent_network() -> Any:
    """Return a network that leaves every decision to the heuristics."""
    return no_policy()


def network_of(rules: Rules) -> Any:
    """Return the card-value network, if it was trained for these rules, else one that is silent."""
    return policy_with(trained()) if is_trained_for(rules) else no_policy()
