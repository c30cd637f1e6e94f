"""The solver's questions, limits and refusals."""

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from spadille.fast.solver import (
    SolverError,
    Utility,
    best_line,
    card_numbers,
    score_utility,
    solve,
    solve_batch,
    trick_table,
    tricks_utility,
)
from spadille.fast.solver.room import Borrowed, memory_of
from spadille.game import (
    NIL,
    Bid,
    Card,
    ParseError,
    Rules,
    Seat,
    SpadesError,
    Standing,
    score_round,
)
from spadille.notation import parse_deal
from support.minimax import Position, after
from support.solver_questions import random_hands

ONE_EACH = [[1, 2, 4, 8]]


def test_threads_give_same_results() -> None:
    rng = Random(1)
    deals = [random_hands(rng, 6) for _ in range(50)]
    one = solve_batch(deals, 2, memory=64)
    for threads in (2, 3):
        many = solve_batch(deals, 2, memory=64, threads=threads)
        for name in ("lower", "upper", "legal", "card_lower", "card_upper", "nodes"):
            assert np.array_equal(getattr(one, name), getattr(many, name)), name


def test_threads_with_node_budget_give_same_bounds() -> None:
    rng = Random(2)
    deals = [random_hands(rng, 8) for _ in range(40)]
    one = solve_batch(deals, 0, nodes=500, memory=64)
    two = solve_batch(deals, 0, nodes=500, memory=64, threads=2)
    assert np.array_equal(one.lower, two.lower)
    assert np.array_equal(one.upper, two.upper)


def test_node_budget_gives_valid_bounds() -> None:
    rng = Random(4)
    deals = [random_hands(rng, 8) for _ in range(40)]
    exact = solve_batch(deals, 0)
    assert exact.card_lower is not None
    open_ones = 0
    for nodes in (1, 100, 1000, 4000):
        bounds = solve_batch(deals, 0, nodes=nodes)
        assert bounds.card_lower is not None
        assert bounds.card_upper is not None
        assert (bounds.lower <= exact.lower).all()
        assert (exact.lower <= bounds.upper).all()
        assert (bounds.card_lower <= exact.card_lower).all()
        assert (exact.card_lower <= bounds.card_upper).all()
        open_ones += int((~bounds.exact).sum())
        assert (bounds.nodes <= nodes + deals[0][0].bit_count()).all()
    assert open_ones > 0


def test_small_memory_changes_nodes_but_not_values() -> None:
    rng = Random(3)
    deals = [random_hands(rng, 13) for _ in range(6)]
    much = solve_batch(deals, 0, lead="any", cards=False, memory=256)
    little = solve_batch(deals, 0, lead="any", cards=False, memory=16)
    assert np.array_equal(much.lower, little.lower)
    assert little.nodes.sum() > much.nodes.sum()


@pytest.mark.parametrize("megabytes", [16, 17, 64, 256])
def test_memory_stays_within_limit(megabytes: int) -> None:
    memory = memory_of(megabytes)
    room = sum(array.nbytes for array in memory)
    assert (megabytes - 1) << 20 < room <= megabytes << 20
    assert memory.table.ctypes.data % 64 == 0


def test_spade_lead_needs_broken_spades() -> None:
    hands = parse_deal("N:AK.2.. 32.3.. 54.4.. 76.5..")
    assert solve(hands, broken=True).lower == 2
    assert set(solve(hands, broken=False).cards) == {Card.H2}
    assert set(solve(hands, broken=True).cards) == {Card.SA, Card.SK, Card.H2}
    assert set(solve(hands, broken=True, lead="never").cards) == {Card.H2}
    assert solve(hands, broken=True, lead="any").cards[Card.SA] == (2, 2)


def test_score_utility_matches_score_round() -> None:
    rules = Rules.preset("standard")
    bids = (Bid(4), NIL, Bid(3), Bid(4))
    before = (Standing(100, 8), Standing(50, 3))
    utility = score_utility(rules, bids, before)
    assert utility.group_of == (0, 1, 0, 2)
    for won in [(4, 0, 4, 5), (3, 1, 4, 5), (0, 6, 7, 0), (6, 2, 3, 2)]:
        ours, theirs = score_round(rules, before, bids, won)
        assert utility.table[won[0] + won[2], won[1]] == ours.points - theirs.points
    other = score_utility(rules, bids, before, side=1)
    assert (other.table[:, 0] == -utility.table[:, 0]).all()


def test_solve_values_unavoidable_nil_failure() -> None:
    """East has bid nil and wins the only trick: it cannot be avoided, and costs 100 points."""
    rules = Rules.preset("standard")
    deal = parse_deal("N:2... A... 3... 4...")
    utility = score_utility(rules, (Bid(4), NIL, Bid(3), Bid(3)))
    found = solve(deal, won=[4, 0, 4, 4], utility=utility, rules=rules)
    ours, theirs = score_round(
        rules, (Standing(), Standing()), (Bid(4), NIL, Bid(3), Bid(3)), (4, 1, 4, 4)
    )
    assert found.lower == ours.points - theirs.points == 71 - (31 - 100)


def test_solve_ranks_high_trumps_by_rules() -> None:
    rules = Rules.preset("jokers")
    deal = parse_deal("N:A2... K3... Q4... J5...")
    assert solve(deal, broken=True, rules=rules).lower == 2
    assert solve(deal, broken=True, rules="jokers").lower == 2
    assert best_line(deal, broken=True, rules="jokers") == best_line(deal, broken=True, rules=rules)
    assert solve(deal, broken=True).lower == 1


@pytest.mark.parametrize("rules", [Rules(), Rules.preset("jokers")])
def test_solve_without_trump_rejects_jokers(rules: Rules) -> None:
    """K4: they are spades only as trumps. In hands and on the table they are refused."""
    for hands, trick in (("N:....B A... K... Q...", ()), ("N:A... K... Q... J...", (Card.JB,))):
        with pytest.raises(SolverError) as caught:
            solve(parse_deal(hands), trick=trick, trump=False, rules=rules)
        assert caught.value.code == "solver/no-suit"
    assert solve(parse_deal("N:A..2. Q..3. K..4. J..5."), trump=False, rules=rules).lower == 1


@pytest.mark.parametrize("hands", [[["SA"], ["SK"]], [[51], [50]]])
def test_solve_rejects_hands_of_other_things_than_cards(hands: Any) -> None:
    with pytest.raises(SolverError, match="is not a card") as caught:
        solve(hands)
    assert caught.value.code == "solver/no-card"


@pytest.mark.parametrize(
    "position",
    [
        {"deal": None},
        {"deal": 123},
        {"deal": [1, 2, 3, 4]},
        {"deal": [[[]]] * 4},
        {"trick": 5},
    ],
)
def test_solve_rejects_invalid_deal_or_trick(position: dict[str, Any]) -> None:
    for ask in (solve, best_line):
        with pytest.raises(SolverError, match="hands of `Card`"):
            cast(Any, ask)(**{"deal": parse_deal("N:A... K... Q... J..."), **position})


@pytest.mark.parametrize("ask", [solve, best_line])
def test_solve_rejects_tricks_won_of_wrong_length(ask: Any) -> None:
    for won in (3, [1, 1], [], [0] * 5):
        with pytest.raises(SolverError, match="won has"):
            ask(parse_deal("N:A... K... Q... J..."), won=won)


@pytest.mark.parametrize("ask", [solve, best_line])
def test_solve_rejects_invalid_leader(ask: Any) -> None:
    for leader in ([0], 4, -1, None):
        with pytest.raises(SolverError, match="not a seat of these 4 hands"):
            ask(parse_deal("N:A... K... Q... J..."), leader)


@pytest.mark.parametrize("ask", [solve, best_line])
def test_leader_and_trick_may_be_text(ask: Any) -> None:
    deal = parse_deal("N:A2... K3... Q... J5...")
    given = ask(deal, Seat.SOUTH, trick=(Card.S4,))
    assert ask("N:A2... K3... Q... J5...", "S", trick="S4") == given
    with pytest.raises(ParseError, match="no seat X"):
        ask(deal, "X")


def test_solve_and_solve_batch_have_same_defaults() -> None:
    deal = parse_deal("N:2.A.. A.2.. 3.3.. 4.4..")
    many = solve_batch([[sum(1 << card.id for card in hand) for hand in deal.hands]], 0)
    assert many.lower[0] == solve(deal).lower
    assert (
        solve(deal, broken=True).lower
        == solve_batch(
            [[sum(1 << card.id for card in hand) for hand in deal.hands]], 0, broken=True
        ).lower[0]
    )


def test_unavailable_memory_is_reported() -> None:
    with pytest.raises(SolverError) as caught, Borrowed(1 << 31):
        pass
    assert caught.value.code == "solver/no-memory"


def test_best_line_reaches_value() -> None:
    rng = Random(9)
    for _ in range(5):
        cards = rng.sample(list(Card)[:52], 16)
        hands = [sorted(cards[seat::4]) for seat in range(4)]
        position = Position(
            tuple(frozenset(card.id for card in hand) for hand in hands),
            leader=0,
            trick=(),
            won=(0,) * 4,
            broken=True,
        )
        for card in best_line(hands, broken=True):
            position = after(position, card.id)
        assert not any(position.hands)
        assert position.won[0] + position.won[2] == solve(hands, broken=True).lower


def test_card_numbers_of_usual_pack_are_ids() -> None:
    numbers = card_numbers(Rules())
    assert all(numbers[card] == card.id for card in list(Card)[:52])
    low = card_numbers(Rules().with_options({"deck.aces": "low"}))
    assert low[Card.HA] < low[Card.H2] < low[Card.HK]


TRICKS = tricks_utility(1)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"hands": [[1, 1, 2, 4]]}, "a card appears twice"),
        ({"hands": [[3, 4, 8, 16]]}, "differ in length"),
        ({"hands": [[0, 0, 0, 0]]}, "no cards"),
        ({"hands": [[1, 2, 4, 8, 16]]}, "5 hands, expected two to four"),
        ({"hands": [[-1, 2, 4, 8]]}, "invalid cards"),
        ({"hands": [[1, 2, 4]]}, "three hands do not make two sides"),
        ({"hands": "spades"}, "not an array of integers"),
        ({"hands": [1, 2, 4, 8]}, "1 axes, expected 2"),
        ({"leader": 4}, "leader is not a seat"),
        ({"leader": [0, 1]}, "leader is for 2 positions, expected 1"),
        ({"hands": [[0, 2, 4, 8]], "trick": [[1]]}, "a card appears twice"),
        ({"trick": [[20]]}, "differ in length"),
        ({"trick": [[99]]}, "a card on the table is invalid"),
        ({"trick": [[1, 2, 3, 4]]}, "at most 3"),
        ({"trick": [[-1, 3]]}, "gap in the trick"),
        ({"hands": [[8, 6, 16, 32]], "trick": [[0]], "leader": 0}, "differ in length"),
        (
            {"hands": [[8, 1, 48, 192]], "trick": [[2, 13]], "leader": 0},
            "does not follow suit",
        ),
        ({"hands": [[1, 6, 24, 96]], "trick": [[40]], "broken": False}, "spades were led"),
        ({"hands": [[1 << 13, 2, 4, 8]], "lead": "sometimes"}, r"expected broken \| any"),
        ({"trump": "S"}, "trump is 'S', expected True or False"),
        ({"nodes": 0}, f"a budget of 0 nodes, expected 1 to {2**62 - 1}"),
        ({"memory": 1}, "1 MB for one thread"),
        ({"memory": 64, "threads": 8}, "64 MB for 8 threads"),
        ({"threads": 0}, "0 threads"),
        ({"threads": "2"}, "2 threads, expected"),
        ({"nodes": 1.5}, "a budget of 1.5 nodes"),
        ({"memory": 64.5}, "64.5 MB for one thread"),
        ({"prunings": -5}, "prunings -5, expected a number from 0 to 63"),
        ({"prunings": 64}, "prunings 64, expected"),
        ({"prunings": None}, "prunings None, expected"),
        ({"won": [[-1, 0, 0, 0]]}, "negative"),
        ({"won": [[1]]}, "won has 1 entries a position, expected 4"),
        ({"won": [[0] * 5]}, "won has 5 entries a position, expected at most 4"),
        ({"utility": "tricks"}, "'tricks' is not a `Utility`"),
        ({"utility": TRICKS, "won": [[1, 0, 0, 0]]}, "add up to 2, expected 1"),
        ({"utility": tricks_utility(1, (0, 1))}, "for 2 seats, expected one for 4"),
        ({"utility": Utility((0, 0, 0, 0), (0, 1, 0, 1), TRICKS.table)}, "seats of both sides"),
        ({"utility": Utility((0, 1, 0, 1), (0, 0, 0, 0), TRICKS.table)}, "seats on 0 and on 1"),
        ({"utility": TRICKS._replace(table=np.zeros((2, 2), np.int64))}, "1 equal axes"),
    ],
)
def test_solve_batch_rejects_bad_input_with_one_sentence(
    question: dict[str, Any], sentence: str
) -> None:
    asked = {"hands": ONE_EACH, "leader": 0, **question}
    with pytest.raises(SolverError, match=sentence) as refusal:
        solve_batch(asked.pop("hands"), asked.pop("leader"), **asked)
    assert refusal.value.code.startswith("solver/")
    assert "\n" not in str(refusal.value)


def test_solve_batch_error_names_bad_position() -> None:
    with pytest.raises(SolverError, match="position 1: a card appears twice"):
        solve_batch([[1, 2, 4, 8], [1, 1, 4, 8]], 0)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules.preset("solo"), "4 sides; a position has a single value"),
        (Rules.preset("three-player"), "3 sides; a position has a single value"),
    ],
)
def test_score_utility_rejects_more_than_two_sides(rules: Rules, sentence: str) -> None:
    with pytest.raises(SolverError, match=sentence):
        score_utility(rules, (Bid(3),) * rules.players)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"bids": (Bid(4),)}, "1 bids, expected 4"),
        ({"bids": (4, "nil", 4, 3)}, "4 is not a `Bid`"),
        ({"before": (Standing(),)}, "1 standings, expected 2"),
        ({"side": 2}, "side 2, expected 0 or 1"),
    ],
)
def test_score_utility_rejects_other_numbers_of_seats_or_sides(
    question: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SolverError, match=sentence):
        score_utility(Rules(), **{"bids": (Bid(3),) * 4} | question)


def test_score_utility_accepts_preset_name() -> None:
    bids = (Bid(4), NIL, Bid(3), Bid(2))
    named, given = (score_utility(rules, bids) for rules in ("short", Rules.preset("short")))
    assert np.array_equal(named.table, given.table)


def test_solve_batch_rejects_too_large_worth() -> None:
    utility = Utility((0, 1, 0, 1), (0, 1, 0, 1), np.array([1, 2**63 + 5], np.uint64))
    with pytest.raises(SolverError, match=f"a worth of {2**63 + 5}, expected less"):
        solve_batch(ONE_EACH, 0, utility=utility)


def test_solve_batch_rejects_table_that_is_no_array() -> None:
    utility = Utility((0, 1, 0, 1), (0, 1, 0, 1), cast(Any, [0, 1]))
    with pytest.raises(SolverError, match="the table of a utility is list, expected an array"):
        solve_batch(ONE_EACH, 0, utility=utility)


def test_best_line_accepts_arguments_of_solve() -> None:
    deal = parse_deal("N:A2... K3... Q4... J5...")
    line = best_line(deal, broken=True)
    assert len(line) == 8
    assert best_line(deal, broken=True, cards=False, won=(1, 0, 0, 0)) == line
    assert best_line(deal, broken=True, won=cast(Any, np.array([1, 0, 0, 0]))) == line


def test_solve_rejects_rules_that_change_play() -> None:
    deal = parse_deal("N:A2... K3... Q4... J5...")
    with pytest.raises(SolverError, match=r"play\.void is spade"):
        solve(deal, rules=Rules().with_options({"play.void": "spade"}))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_tells_how_many_positions_are_solved(threads: int) -> None:
    deals = [random_hands(Random(seed), 3) for seed in range(50)]
    told: list[int] = []
    found = solve_batch(deals, 0, threads=threads, memory=64, progress=told.append)
    assert told == sorted(told)
    assert len(told) > 2
    assert told[-1] == len(deals)
    assert np.array_equal(found.lower, solve_batch(deals, 0, memory=64).lower)


@pytest.mark.parametrize("threads", [1, 2])
def test_error_in_progress_ends_the_search(threads: int) -> None:
    def stop(solved: int) -> None:
        raise InterruptedError(solved)

    deals = [random_hands(Random(seed), 3) for seed in range(200)]
    with pytest.raises(InterruptedError):
        solve_batch(deals, 0, threads=threads, memory=64, progress=stop)


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ("N:A... K... Q...", "3 hands do not make two pairs"),
        ([[Card.SA], [Card.SA]], "appears twice"),
        ([[Card.SA], ["x"]], "is not a card"),
    ],
)
def test_trick_table_refuses_deals(deal: Any, problem: str) -> None:
    with pytest.raises(SpadesError, match=problem):
        trick_table(deal)
