"""P17, P18: claims of the rest, compared with a judge that plays out every possible deal."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from spadille.game import PACK, Claim, Deal, Game, Round, Rules, Seat, claim_holds, hand_of
from support.claim_judge import sure, worlds
from support.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    bid,
    cards_of,
    play,
    refused,
    waiting_for_deal,
)
from support.small_tables import careful_step, small_rules
from support.strategies import TABLES, random_step

MOST_WORLDS = 60


def endings(
    seeds: range, *, under_way: bool = False, **fixed: object
) -> Iterator[tuple[Game, Seat]]:
    """Yield positions, before a lead or during a trick, whose rest can be fully played out."""
    for seed in seeds:
        rng = Random(seed)
        game = Game.new(small_rules(rng, **fixed))
        most = rng.choice((1, 2, 2, 3) if game.rules.players == 4 else (2, 3, 4))
        while game.phase not in {"score", "over"}:
            game = careful_step(game, rng)
            round, seat = game.round, game.to_act
            if round is None or seat is None or game.phase != "play":
                continue
            if bool(round.trick) == under_way:
                if Claim() in game.legal_actions() and rng.random() < 0.1:
                    game = game.apply(Claim())
                elif len(round.hands[seat]) <= most:
                    yield game, seat


def few_worlds(game: Game, seat: Seat) -> list[Round]:
    """Return all deals that the seat considers possible; none if there are too many to try."""
    possible = list(islice(worlds(game, seat), MOST_WORLDS + 1))
    assert possible
    return possible if len(possible) <= MOST_WORLDS else []


@pytest.mark.parametrize("start", range(0, 320, 40))
def test_P17_claim_holds_exactly_if_no_deal_beats_it(start: int) -> None:
    """P17: this holds for any table rules and any knowledge."""
    verdicts: Counter[bool] = Counter()
    for game, seat in endings(range(start, start + 40)):
        possible = few_worlds(game, seat)
        if possible:
            verdict = sure(possible, seat)
            assert game.round is not None
            assert claim_holds(game.round, seat) == verdict, game.record()
            verdicts[verdict] += 1
    assert min(verdicts[True], verdicts[False]) > 10


def under_way(seeds: range, **fixed: object) -> Iterator[tuple[Game, Seat]]:
    """Yield positions in mid-trick, at a table where players claim on their turn."""
    return endings(seeds, under_way=True, play__claim_by="in_turn", **fixed)


def lasts(round: Round) -> bool:
    """Return True if the trick lacks only one card."""
    return len(round.trick) == round.rules.players - 1


@pytest.mark.parametrize("start", range(0, 240, 80))
def test_P17_claim_during_trick_holds_exactly_if_no_deal_beats_it(start: int) -> None:
    """P17: from every seat except the leader's; the seats after it hold one more card."""
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for game, seat in under_way(range(start, start + 80)):
        possible = few_worlds(game, seat)
        if possible:
            verdict = sure(possible, seat)
            assert game.round is not None
            assert claim_holds(game.round, seat) == verdict, game.record()
            verdicts[verdict, lasts(game.round)] += 1
    assert len(verdicts) == 4
    assert min(verdicts.values()) > 5


@pytest.mark.parametrize("mode", ["strict", "honour"])
def test_P17_claim_during_trick_is_decided_by_actual_cards(mode: str) -> None:
    """P17: this holds for the last to play, and for seats with others after them."""
    verdicts: Counter[tuple[bool, bool]] = Counter()
    price = {"play__claim_proof": "cards", "enforcement__mode": mode}
    for game, seat in under_way(range(2000, 2040), play__false_claim="exposed", **price):
        assert game.round is not None
        verdict = sure([game.round], seat)
        assert claim_holds(game.round, seat) == verdict, game.record()
        verdicts[verdict, lasts(game.round)] += 1
    assert len(verdicts) == 4
    assert min(verdicts.values()) > 5


def test_P17_claim_is_decided_by_actual_cards() -> None:
    """P17: if everyone looks at the cards, the claimant's knowledge does not matter."""
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for game, seat in endings(range(2000, 2060), play__claim_proof="cards"):
        assert game.round is not None
        verdict = sure([game.round], seat)
        assert claim_holds(game.round, seat) == verdict, game.record()
        provable = game.rules.with_options({"play.claim_proof": "claimant"})
        verdicts[verdict, claim_holds(game.round.change(rules=provable), seat)] += 1
    assert min(verdicts[pair] for pair in [(True, True), (True, False), (False, False)]) > 5
    assert verdicts[False, True] == 0


@pytest.mark.parametrize("mode", ["strict", "honour"])
def test_P17_claim_verdict_reveals_nothing_unknown_to_claimant(mode: str) -> None:
    """P17: it is the same in every deal that the claimant considers possible."""
    told = 0
    seeds = range(1000, 1015)
    leading = endings(seeds, enforcement__mode=mode)
    for game, seat in (*leading, *under_way(seeds, enforcement__mode=mode)):
        assert game.round is not None
        verdict = claim_holds(game.round, seat)
        for world in islice(worlds(game, seat), 20):
            same = game.round.change(hands=world.hands, assassins=world.assassins)
            assert claim_holds(same, seat) == verdict
            told += 1
    assert told > 100


@pytest.mark.parametrize("seed", range(40, 43))
def test_P17_claim_in_honor_mode_infers_nothing_from_played_cards(seed: int) -> None:
    """R1 with P17: no player is known to be void in a suit."""
    start = seed * 10
    for game, seat in endings(range(start, start + 10), enforcement__mode="honour"):
        possible = few_worlds(game, seat)
        if possible:
            assert game.round is not None
            assert claim_holds(game.round, seat) == sure(possible, seat)


def table(*hands: str, **changes: object) -> Game:
    """Return four players in pairs with these cards; North leads."""
    dealt = [cards_of(hand) for hand in hands]
    cards = [card for hand in dealt for card in hand]
    removed = [str(card) for card in PACK if card not in cards]
    options = {path.replace("__", "."): value for path, value in changes.items()}
    rules = Rules().with_options({"deck.removed": removed, "nil.blind": False, **options})
    game = waiting_for_deal(rules).apply(Deal(tuple(hand_of(hand) for hand in dealt)))
    return bid(game, 1, 1, 1, 1)


def stands(game: Game) -> bool:
    assert game.round is not None
    assert game.to_act is not None
    return claim_holds(game.round, game.to_act)


WEAK = ("C2 C3 C4 D2", "D3 D4 D5 D6", "C5 C6 H2 H3")


def test_P17_highest_cards_hold_claim_if_opponents_have_no_trumps() -> None:
    """P17: all aces and kings, in a deck that has no spades."""
    assert stands(table("CA DA HA HK", *WEAK))


def test_P17_claim_fails_if_partner_can_win_trick() -> None:
    """P17: the claimant says that he wins the rest himself."""
    assert not stands(table("CA DA HA HK", "C2 C3 C4 D2", "D3 D4 D5 S2", "C5 C6 H2 H3"))


def test_P17_claim_draws_trumps_first_if_they_can_be_led() -> None:
    """P17: three spades are out and may all be in one hand."""
    hands = ("C2 C3 S3 D2", "D3 D4 D5 D6", "C5 C6 S2 S4")
    free = {"play__lead_spades": "any"}
    assert not stands(table("SA SK CA DA", *hands, **free))
    assert stands(table("SA SK SQ CA", *hands, **free))
    assert not stands(table("SA SK SQ CA", *hands))


def test_P17_claim_counts_spades_in_two_hands() -> None:
    """P17: with two cards each, no one holds three spades."""
    game = table(
        "S6 SQ SA SK", "S2 S3 D2 D3", "C2 C3 S4 S5", "C4 C5 C6 C7", play__lead_spades="any"
    )
    assert stands(play(game, "SA S2 S4 C4 SK S3 S5 C5"))
    assert stands(game)


@pytest.mark.parametrize(
    ("north", "east", "south", "verdict"),
    [
        ("CA SA SK SQ", "C2 S2 S3 D2", "C3 S4 S5 D3", True),
        ("CA SA SK DA", "C2 S2 D4 D2", "C3 S4 D5 D3", True),
        ("CA SA SK DA", "C2 S2 D4 D2", "C3 S4 S5 D3", False),
        ("CA SA SK SJ", "C2 S2 S3 D2", "C3 S4 SQ D3", False),
    ],
)
def test_P17_claim_tries_every_distribution_of_three_cards_each(
    north: str, east: str, south: str, *, verdict: bool
) -> None:
    """P17, R1: there are 1680 of them, because a player who did not follow may have revoked."""
    free = {"play__lead_spades": "any", "enforcement__mode": "honour"}
    game = play(table(north, east, south, "C5 C6 H2 H3", **free), "CA C2 C3 C5")
    possible = list(worlds(game, NORTH))
    assert len(possible) == 1680
    assert sure(possible, NORTH) == verdict
    assert stands(game) == verdict


def trio(*hands: str, rest: str = "", **changes: object) -> Game:
    """Return three solo players with these cards, and `rest` set aside; North leads."""
    dealt = [hand_of(cards_of(hand)) for hand in hands]
    removed = [str(card) for card in PACK * 2]
    for card in (*(card for hand in dealt for card in hand), *cards_of(rest)):
        if str(card) in removed:
            removed.remove(str(card))
    options = {path.replace("__", "."): value for path, value in changes.items()}
    rules = Rules().with_options(
        {
            "table.players": 3,
            "table.teams": "solo",
            "deck.packs": 2,
            "deck.removed": removed,
            "deal.leftover": "aside" if rest else "none",
            "nil.blind": False,
            "play.lead_spades": "any",
            **options,
        }
    )
    deal = Deal(tuple(dealt), hand_of(cards_of(rest)))
    return bid(waiting_for_deal(rules, SOUTH).apply(deal), 1, 1, 1)


def shown_in_turn(*hands: str, **changes: object) -> Game:
    """Return three players who claim on their turn, and look at the cards then."""
    return trio(
        *hands,
        rest="",
        play__claim_by="in_turn",
        play__claim_proof="cards",
        play__false_claim="set",
        **changes,
    )


@pytest.mark.parametrize(("south", "verdict"), [("SK H2", True), ("SK S3", False)])
def test_P17_claim_holds_if_later_player_must_spend_guard(south: str, *, verdict: bool) -> None:
    """P17: the king must be played to the ace, unless another spade can be played."""
    game = shown_in_turn("CA CK S2 C2", "C3 C4 SA SQ", f"C5 C6 {south}")
    assert stands(play(game, "CA C3 C5 CK C4 C6 S2")) == verdict


@pytest.mark.parametrize(("south", "verdict"), [("S2 D3 C3 C4", True), ("S2 H4 C3 C4", False)])
def test_P17_claim_fails_if_player_without_led_suit_becomes_void(
    south: str, *, verdict: bool
) -> None:
    """P17, P10: discarding the club on the diamond allows the spade to ruff the king of clubs."""
    game = shown_in_turn(
        "D2 H2 H3 H5",
        "DA CA CK SA",
        south,
        play__lead_spades="broken",
        play__first_trick="no_spades",
    )
    assert stands(play(game, "D2")) == verdict


@pytest.mark.parametrize(("mode", "verdict"), [("strict", True), ("honour", False)])
def test_P17_player_that_did_not_follow_is_void_in_strict_mode(mode: str, *, verdict: bool) -> None:
    """P17: both missing spades were set aside; if revokes are possible, no one knows that (R1)."""
    game = trio("SA HA HK DA", "H2 H3 D2 D3", "H4 H5 D4 D5", rest="S2 S3", enforcement__mode=mode)
    assert not stands(game)
    assert stands(play(game, "SA D2 D4")) == verdict


@pytest.mark.parametrize(("identical", "verdict"), [("first_wins", True), ("last_wins", False)])
def test_K6_identical_card_beats_claim_if_last_wins(identical: str, *, verdict: bool) -> None:
    """K6 with P17: the other ace from the second pack is still out."""
    game = trio("CA DA DK DQ", "CA C2 C3 D2", "C4 C5 D3 D4", deck__identical=identical)
    assert stands(game) == verdict


@pytest.mark.parametrize("players", [4, 5, 6])
def test_P17_claim_verdict_on_large_tables_is_quick(players: int) -> None:
    """P17: at the largest tables, a verdict in the first trick comes without trying every deal."""
    for at, options in enumerate(TABLES):
        free = {"nil.blind": False, "play.claim_by": "in_turn"}
        rules = Rules().with_options({**options, **free})
        if rules.players != players:
            continue
        rng = Random(at)
        game = Game.new(rules)
        while game.phase != "play":
            game = random_step(game, rng)
        for _ in range(players):
            assert game.round is not None
            assert game.to_act is not None
            assert not claim_holds(game.round, game.to_act)
            game = random_step(game, rng)


@pytest.mark.parametrize(("south", "verdict"), [("C4 C5 H3 H4", True), ("C4 C5 H3 S3", False)])
def test_P6_claim_leads_unbroken_spades_last(south: str, *, verdict: bool) -> None:
    """P6, P17: only if three hearts are out must the holder of the spade follow to the ace."""
    game = trio("CA CK HA SA", "C2 C3 H2 S2", south, play__lead_spades="broken")
    assert stands(play(game, "CA C2 C4 CK C3 C5")) == verdict


def test_N12_junk_joker_wins_only_among_jokers() -> None:
    """N12, P17: with two cards left, a player may still hold two clubs."""
    hands = ("CA CK CQ JB", "C2 C3 C4 JL", "C5 C6 C7 JB")
    game = play(
        trio(*hands, deck__jokers=3, deck__joker_role="junk", play__lead_spades="any"),
        "CA C2 C5 CK C3 C6",
    )
    assert not stands(game)
    assert stands(play(game, "CQ C4 C7"))


@pytest.mark.parametrize(
    ("first_trick", "verdict"), [("any", True), ("no_spade_lead", False), ("no_spades", True)]
)
def test_P10_claim_fails_if_first_lead_can_be_ruffed(first_trick: str, *, verdict: bool) -> None:
    """P10, P17: the outstanding spade could be drawn, but not before the second trick."""
    game = trio("SA SK CA DA", "S2 C2 C3 D2", "C4 C5 D3 D4", play__first_trick=first_trick)
    assert stands(game) == verdict


@pytest.mark.parametrize(("south", "verdict"), [("D6 D7 D8 D9", True), ("D6 D7 D8 H2", False)])
def test_P10_claim_fails_if_player_discards_and_ruffs_later(south: str, *, verdict: bool) -> None:
    """P10, P17: if one card is a heart, he lacks a second diamond, and ruffs."""
    game = trio(
        "CA DA DK SA",
        "S2 D3 D4 D5",
        south,
        play__first_trick="no_spades",
        play__lead_spades="broken",
    )
    assert stands(game) == verdict


@pytest.mark.parametrize(("club", "verdict"), [("C5", False), ("D9", True)])
def test_P12_claim_needs_forced_club_lead_to_win(club: str, *, verdict: bool) -> None:
    """P12, V16, P17: the two of clubs loses to any other club."""
    game = trio(
        "C2 CA DA SA",
        f"{club} D2 D3 D4",
        "D5 D6 D7 D8",
        play__first_lead="lowest_club",
        play__first_trick="lowest_clubs",
    )
    assert stands(game) == verdict


@pytest.mark.parametrize("draws", [True, False])
def test_V7_claim_uses_big_joker_to_draw_winning_spade(*, draws: bool) -> None:
    """V7, P17: the six must be played to it, and then the five is high against the two."""
    hands = ("JB S5 CA DA", "S2 S6 C2 C3", "C4 C5 D2 D3")
    assert stands(trio(*hands, deck__jokers=1, play__big_joker_draws=draws)) == draws


@pytest.mark.parametrize("choice", ["lowest", "highest"])
def test_V20_claims_are_disabled_if_choice_in_suit_is_limited(choice: str) -> None:
    """V20, P17: this holds even with all aces and kings."""
    game = table("CA DA HA HK", *WEAK, play__choice_in_suit=choice)
    assert refused(game, Claim()).code == "claim/not-now"
    assert Claim() in table("CA DA HA HK", *WEAK).legal_actions()


def test_P17_claim_ends_round_and_shows_hands() -> None:
    """P17: the tricks go to the claimant, and all hands are shown."""
    game = table("CA DA HA HK", *WEAK).apply(Claim())
    assert game.results[-1].won == (4, 0, 0, 0)
    shown = game.view(WEST).shown
    assert shown[NORTH] == hand_of(cards_of("CA DA HA HK"))
    assert shown[EAST]
