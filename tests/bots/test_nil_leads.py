"""Leads while the partner's nil is alive: the risk that a lead breaks it."""

from itertools import product
from math import perm, prod
from pathlib import Path

import pytest

from spadille import load_record
from spadille.bots import load
from spadille.bots.expert.position import CLEAR, Position
from spadille.bots.heuristics.advising import read
from spadille.bots.heuristics.covering import exposure, nil_mate
from spadille.game import Card, Game, Play, Record, SeatView
from support.bot_positions import position
from support.positions import EAST, SOUTH

CASES = Path(__file__).parents[1] / "cases/nil_leads"
RECORDS = sorted(CASES.glob("*.spades"))

ABOUT = 0.1
"""The largest difference from counting deals, because hands are taken to be independent, and of a
lead from the safest one."""


def view_before_broken_nil(path: Path) -> tuple[SeatView, Card]:
    """Return the view of the partner whose lead broke a nil, and the lead."""
    record = load_record(path.read_text(encoding="utf-8"))
    played = Game.replay(record).round
    assert played is not None
    nil = next(seat for seat, bid in enumerate(played.bids) if bid is not None and bid.nil)
    at = next(number for number, trick in enumerate(played.tricks) if trick.winner == nil)
    plays = [index for index, event in enumerate(record.events) if isinstance(event.action, Play)]
    before = record.events[: plays[4 * at]]
    game = Game.replay(Record(record.rules, record.players, before))
    return game.view_to_act, played.tricks[at].cards[0]


def risks(view: SeatView) -> dict[Card, float]:
    """Return the exposure of the partner by each card that may be led."""
    setting, seen, legal = read(view)
    mate = nil_mate(setting, seen)
    return {card: exposure(setting, seen, mate, number) for number, card in enumerate(legal)}


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_bot_does_not_lead_into_partners_nil(path: Path, level: str) -> None:
    """Each lead broke a nil in a game, although others were safer or as safe."""
    view, led = view_before_broken_nil(path)
    action = load(level, 1).act(view)
    assert isinstance(action, Play)
    exposed = risks(view)
    assert exposed[action.card] <= min(exposed.values()) + ABOUT
    assert action.card is not led or exposed[led] == min(exposed.values())


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_expert_leads_a_more_dangerous_card_only_for_a_clear_gain(path: Path) -> None:
    view, _ = view_before_broken_nil(path)
    exposed = risks(view)
    safest, riskiest = min(exposed, key=exposed.__getitem__), max(exposed, key=exposed.__getitem__)
    seen = Position(view)
    assert (seen.margin_of(riskiest, safest) == CLEAR) is (
        exposed[riskiest] > exposed[safest] + 0.02
    )
    assert seen.margin_of(safest, riskiest) < CLEAR


def breaks(lead: int, hands: tuple[tuple[int, ...], ...]) -> bool:
    """Return True if the second of three hands wins a trick of one suit that they play to.

    The other two play their lowest card, and a hand without the suit discards.
    """
    left, nil, right = ([rank for rank in hand if rank] for hand in hands)
    if not nil:
        return False
    best = max([lead, *left[:1]])
    under = [rank for rank in nil if rank < best]
    played = under[-1] if under else nil[0]
    return played > max([best, *right[:1]])


def counted(lead: int, suit: tuple[int, ...]) -> float:
    """Return how often a lead breaks the nil, with these unseen cards dealt to hands of 13."""
    total = lost = 0
    for holders in product(range(3), repeat=len(suit)):
        ways = prod(perm(13, holders.count(hand)) for hand in range(3))
        hands = tuple(
            tuple(rank for rank, holder in zip(suit, holders, strict=True) if holder == hand)
            for hand in range(3)
        )
        total += ways
        lost += ways * breaks(lead, hands)
    return lost / total


@pytest.mark.parametrize(("lead", "rank"), [("3", 3), ("6", 6), ("9", 9), ("J", 11), ("K", 13)])
def test_exposure_is_about_the_share_of_deals_in_which_the_nil_breaks(lead: str, rank: int) -> None:
    """South holds nine diamonds, and north has bid nil."""
    view = position({SOUTH: "2.2.AKJ976432.32"}, 2, 3, "nil", 3, dealer=EAST)
    assert view.seat == SOUTH
    expected = counted(rank, (5, 8, 10, 12))
    assert risks(view)[Card(f"D{lead}")] == pytest.approx(expected, abs=ABOUT)
