"""Two thousand random rounds compared with OpenSpiel's `spades`.

OpenSpiel deals card i to seat i mod 4, and lets North bid and lead first. It numbers cards as we
do, and represents a bid of n tricks as 52 + n. A mixed hand never leads a spade, and the tricks of
a failed nil count for the partner. It has only open nils, and partners bid at most 13 together.
Those are the rules compared. Scores start from zero, where its way of counting bags is right.
"""

import re
from random import Random

import pytest

from spadille.game import NIL, PACK, Bid, Deal, Game, NameDealer, Play, Rules, Seat
from support.strategies import shuffled

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

ROUNDS = 2000
BATCH = 250
RULES = Rules().with_options(
    {
        "play.claims": False,
        "deal.first_dealer": "random",
        "nil.blind": False,
        "play.lead_spades": "never",
        "scoring.failed_nil_tricks": "help_partner",
    }
)
FIRST_BID = 52


def number_of(action: object) -> int:
    match action:
        case Bid(tricks=tricks):
            return FIRST_BID + tricks
        case Play(card=card):
            return card.id
        case _:
            raise AssertionError(action)


def most_bid(game: Game) -> int:
    """Return the most tricks that OpenSpiel lets the seat to act bid: 13 with the partner's."""
    seat = game.to_act
    assert seat is not None
    partner = game.rules.partner(seat)
    assert partner is not None
    bid = game.view(None).bids[partner]
    return 13 - bid.tricks if bid else 13


def choose_bid(legal: list[int], rng: Random) -> int:
    """Choose low bids more often, so that there are bags, and nils that fail or succeed."""
    return rng.choice([action for action in legal if action <= FIRST_BID + 4 or rng.random() < 0.2])


def tricks_taken(text: str) -> tuple[int, ...]:
    found = re.search(
        r"Tricks taken:\s+North +East +South +West\s+(\d+) +(\d+) +(\d+) +(\d+)", text
    )
    assert found, text
    return tuple(map(int, found.groups()))


def compare_round(spiel: object, rng: Random) -> Game:
    pack = shuffled(PACK, rng)
    state = spiel.new_initial_state()  # type: ignore[attr-defined]
    for card in pack:
        state.apply_action(card.id)
    game = Game.new(RULES).apply(NameDealer(Seat.WEST)).apply(Deal.from_pack(pack, Seat.WEST, 4))
    while game.phase == "bidding":
        assert state.current_player() == game.to_act
        limit = FIRST_BID + most_bid(game)
        legal = sorted(n for n in map(number_of, game.legal_actions()) if n <= limit)
        assert legal == sorted(state.legal_actions())
        choice = choose_bid(legal, rng)
        state.apply_action(choice)
        game = game.apply(Bid(choice - FIRST_BID) if choice > FIRST_BID else NIL)
    while game.phase == "play":
        assert state.current_player() == game.to_act
        legal = sorted(map(number_of, game.legal_actions()))
        assert legal == sorted(state.legal_actions())
        choice = rng.choice(legal)
        state.apply_action(choice)
        game = game.apply(Play(PACK[choice]))
    assert state.is_terminal()
    result = game.results[0]
    assert tricks_taken(str(state)) == result.won
    points = [side.points for side in result.sides]
    assert list(state.returns()) == points * 2
    return game


@pytest.mark.parametrize("batch", range(ROUNDS // BATCH))
def test_P3_S1_engine_agrees_with_open_spiel(batch: int) -> None:
    """P3 to P6, S1 to S6, E2, E3: legal actions, winners of tricks, tricks and points."""
    spiel = pyspiel.load_game("spades")
    rng = Random(batch)
    reasons = {
        line.reason
        for _ in range(BATCH)
        for side in compare_round(spiel, rng).results[0].sides
        for line in side.lines
    }
    assert reasons >= {"contract-made", "contract-set", "bags", "nil-made", "nil-failed"}
