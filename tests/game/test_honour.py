"""R1 to R6, P13, P18: players who revoke, call, open tricks, claim and take back at random."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from msgspec import structs

from spadille.game import (
    Agree,
    Award,
    Bid,
    Call,
    Card,
    Claim,
    Deal,
    Flip,
    Game,
    Play,
    PlayerAction,
    Rules,
    Seat,
    TakeBack,
    View,
    seen_revokes,
)
from support.claim_judge import some_worlds, sure, worlds
from support.positions import EAST, NORTH, SOUTH, WEST, dealt, played, refused, rules
from support.strategies import shuffled
from support.witness import Witness

CHOICES: dict[str, tuple[object, ...]] = {
    "play.lead_spades": ("broken", "any", "never"),
    "play.claim_by": ("leader", "in_turn"),
    "play.false_claim": ("reject", "exposed", "forfeit_tricks", "set"),
    "enforcement.revoke_penalty": ("set", "three_tricks", "redeal"),
    "enforcement.false_call": ("none", "three_tricks"),
    "enforcement.illegal_flip": ("none", "three_tricks", "confiscate"),
    "enforcement.call_until": ("scored", "next_trick"),
}


def honour_table(rng: Random) -> Rules:
    options = {path: rng.choice(values) for path, values in CHOICES.items()}
    return Rules().with_options(
        {
            "enforcement.mode": "honour",
            "play.take_back": "until_next_card",
            "scoring.bag_limit": 0,
            "nil.allowed": False,
            "nil.blind": False,
            **options,
        }
    )


class Costs:
    """The penalties of each side from the judgments in a round."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lost = [0, 0]
        self.confiscated = [0, 0]
        self.failed = [False, False]

    def charge(self, seat: int, penalty: str) -> None:
        self.lost[seat % 2] += 3 * (penalty == "three_tricks")
        self.confiscated[seat % 2] += 3 * (penalty == "confiscate")
        self.failed[seat % 2] |= penalty == "set"

    def points(self, side: int, contract: int, taken: Sequence[int]) -> int:
        own, theirs = (max(0, taken[each] - self.lost[each]) for each in (side, 1 - side))
        counting = max(0, own - self.confiscated[side])
        gift = min(theirs, self.confiscated[1 - side])
        while gift and counting < contract:
            gift, counting = gift - 1, counting + 1
        if self.failed[side] or counting < contract:
            return -10 * contract
        return 10 * contract + counting - contract


ALL_TRIED = 3
"""With this many cards in a hand, each distribution of the others' cards is played out."""

NEAR = 4
"""With this many cards, there is a chance that a claim is right."""

MOST_REDEALS = 2
"""After this many, players stop revoking so that a round can finish."""


class Evening:
    """One round at a table where everything is tried and checked."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = honour_table(self.rng)
        self.seen: Counter[str] = Counter()
        self.game = dealt_again(Game.new(self.rules), self.rng)
        self.begin()

    def begin(self) -> None:
        deal = self.game.events[-1].action
        assert isinstance(deal, Deal)
        while self.game.phase == "bidding":
            self.game = self.game.apply(Bid(self.rng.randint(1, 4)))
        self.witness = Witness(self.rules, deal)
        assert self.game.to_act is not None
        self.witness.leader = self.game.to_act
        self.costs = Costs(self.rules)
        self.called: set[tuple[int, int]] = set()
        self.agreed: set[Seat] = set()

    def play(self) -> Counter[str]:
        while self.game.phase in {"play", "settle"}:
            for seat in shuffled(self.rules.seats, self.rng):
                if self.rng.random() < 0.15 and self.game.phase in {"play", "settle"}:
                    self.aside(seat)
            leader = self.game.to_act
            if self.game.phase == "play" and leader is not None:
                near = len(self.witness.hands[leader]) <= NEAR
                often = 0.1 if self.game.view(None).trick else 0.5
                if near and Claim() in self.game.options(leader) and self.rng.random() < often:
                    self.claim(leader)
                else:
                    self.card()
            elif self.game.phase == "settle":
                assert self.game.to_act is not None
                self.agreed.add(self.game.to_act)
                self.game = self.game.apply(Agree())
        self.check_score()
        return self.seen

    def card(self) -> None:
        options = self.game.legal_actions()
        wrong = self.seen["redeal"] < MOST_REDEALS and self.rng.random() < 0.2 and options.tolerated
        action = self.rng.choice(options.tolerated if wrong else options.actions)
        assert isinstance(action, Play)
        guilty = len(self.witness.guilty)
        self.witness.saw(action.card)
        assert (len(self.witness.guilty) > guilty) == (action in options.tolerated)
        self.game = self.game.apply(action)
        self.seen["revoke"] += bool(wrong)
        self.check_seen()

    def check_seen(self) -> None:
        """Check that seats reported as revoking did so; by the end every revoke has been seen."""
        seat = self.rng.choice(self.rules.seats)
        found = {(trick, other) for other, trick in seen_revokes(self.game.view(seat))}
        guilty = {(trick, other) for trick, other in self.witness.guilty if other != seat}
        finished = {(trick, other) for trick, other in guilty if trick <= self.witness.done}
        if self.game.phase == "settle":
            assert found == finished
        assert found <= finished
        self.seen["seen revoking"] += bool(found)

    def aside(self, seat: Seat) -> None:
        options = self.game.options(seat)
        calls = [action for action in options.aside if isinstance(action, Call)]
        assert {(call.seat, call.trick) for call in calls} == self.open_calls(seat)
        right = [call for call in calls if self.witness.proves(seat, call)]
        choice = self.rng.choice(("right", "any", "any"))
        pool: tuple[PlayerAction, ...] = options.aside
        if choice == "right" and right:
            pool = tuple(right)
        elif Claim() in pool and len(self.witness.hands[seat]) > NEAR and self.rng.random() < 0.9:
            pool = tuple(action for action in pool if action != Claim())
        if not pool:
            return
        match action := self.rng.choice(pool):
            case Call() | Flip():
                self.judge(seat, action)
            case Claim():
                self.claim(seat)
            case TakeBack():
                assert self.witness.before is not None
                self.game = self.game.apply(action, seat)
                self.witness = self.witness.before
                self.seen["take back"] += 1

    def open_calls(self, seat: Seat) -> set[tuple[int, int]]:
        """Return each card of the other side in a finished trick once, while calls are possible."""
        if seat in self.agreed:
            return set()
        done = self.witness.done
        first = 1 if self.rules.enforcement.call_until == "scored" else max(done, 1)
        return {
            (other, trick)
            for other in ((seat + 1) % 4, (seat + 3) % 4)
            for trick in range(first, done + 1)
        } - self.called

    def judge(self, seat: Seat, action: Call | Flip) -> None:
        true = self.witness.proves(seat, action)
        before = self.game
        self.game = self.game.apply(action, seat)
        self.seen[f"{type(action).__name__} {true}"] += 1
        penalties = self.rules.enforcement
        if true and penalties.revoke_penalty == "redeal":
            assert (self.game.phase, self.game.results) == ("deal", ())
            assert self.game.dealer == before.dealer
            self.seen["redeal"] += 1
            self.game = dealt_again(self.game, self.rng)
            self.begin()
            return
        assert self.game.round is not None
        verdict = self.game.round.conduct.judgements[-1]
        assert (verdict.seat, verdict.trick, verdict.upheld) == (seat, action.trick, true)
        if true:
            assert verdict.accused is not None
            assert (action.trick, verdict.accused) in self.witness.guilty
            self.costs.charge(verdict.accused, penalties.revoke_penalty)
        elif isinstance(action, Call):
            self.costs.charge(seat, penalties.false_call)
        else:
            self.costs.charge(seat, penalties.illegal_flip)
        if verdict.accused is not None:
            self.called.add((verdict.accused, action.trick))
        check_nothing_shown(before, self.game)

    def claim(self, seat: Seat) -> None:
        rest = len(self.witness.hands[seat])
        true = self.certain(seat)
        before = self.game
        self.game = self.game.apply(Claim(), seat)
        assert self.game.round is not None
        upheld = self.game.round.conduct.judgements[-1].upheld
        assert true in {None, upheld}
        self.seen[f"Claim {upheld}"] += 1
        self.seen[f"{rest} cards {true}"] += 1
        if upheld:
            self.witness.won[seat] += rest
        elif self.rules.play.false_claim == "forfeit_tricks":
            others = [Seat((seat + 1) % 4), Seat((seat + 3) % 4)]
            assert self.game.to_act in others
            assert [*self.game.legal_actions()] == [Award(other) for other in sorted(others)]
            heir = self.rng.choice(others)
            self.game = self.game.apply(Award(heir))
            self.witness.won[heir] += rest
        else:
            if self.rules.play.false_claim == "set":
                self.costs.charge(seat, "set")
            exposed = self.rules.play.false_claim == "exposed"
            check_nothing_shown(before, self.game, seat if exposed else None)

    def certain(self, seat: Seat) -> bool | None:
        """Return True if a claim is right; None if that would take too long to find out.

        A claim that fails in some of the distributions fails in all of them taken together.
        """
        rest = len(self.witness.hands[seat])
        some = list(some_worlds(self.game, seat, self.rng, 20)) if rest <= NEAR else []
        if some and not sure(some, seat):
            return False
        return sure(list(worlds(self.game, seat)), seat) if rest <= ALL_TRIED else None

    def check_score(self) -> None:
        (result,) = self.game.results
        assert list(result.won) == self.witness.won
        for side, score in enumerate(result.sides):
            contract = sum(result.bids[seat].tricks for seat in (side, side + 2))
            taken = [sum(result.won[seat] for seat in (own, own + 2)) for own in (0, 1)]
            assert score.points == self.costs.points(side, contract, taken)


def dealt_again(game: Game, rng: Random) -> Game:
    while game.waits_for_chance:
        game = game.happen(lambda cards: shuffled(cards, rng))
    return game


def plain(view: View) -> View:
    """Return a view without the parts that a judgment may change."""
    nothing = Game.new(view.rules).options(NORTH)
    return structs.replace(view, judgements=(), options=nothing)


def check_nothing_shown(before: Game, after: Game, exposed: Seat | None = None) -> None:
    """Check that a judgment shows no cards, except a hand that must be laid open."""
    for seat in (*before.rules.seats, None):
        was, now = plain(before.view(seat)), plain(after.view(seat))
        if exposed is not None:
            hand = before.view(exposed).hand
            assert now.shown[exposed] == hand
            now = structs.replace(now, shown=was.shown)
        assert now == was


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_R1_to_R6_verdicts_match_witness_of_all_hands(first: int) -> None:
    """R1 to R6, P13, P18: verdicts, their costs, the cards they show, and the time to call."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + 30):
        seen += Evening(seed).play()
    for verdict in (True, False):
        for call in ("Call", "Flip", "Claim"):
            assert seen[f"{call} {verdict}"] > 2
    assert min(seen["revoke"], seen["take back"], seen["seen revoking"]) > 20
    assert min(seen["3 cards False"], seen["4 cards False"]) > 0


@pytest.mark.parametrize("action", [Call(EAST, 1), Flip(1)])
def test_R4_R5_rejected_call_changes_only_its_charge(action: Call | Flip) -> None:
    """R4, R5: play continues as before, and without a charge, nothing changes."""
    for charge in ("none", "three_tricks"):
        table = rules(
            enforcement__mode="honour",
            enforcement__false_call=charge,
            enforcement__illegal_flip=charge,
        )
        game = played("H9 H3 HQ HA H4 H5 HK H2", table)
        caller = SOUTH if isinstance(action, Call) else NORTH
        quiet, loud = finished(game), finished(game.apply(action, caller))
        sides = zip(quiet.results[0].sides, loud.results[0].sides, strict=True)
        for side, (without, with_call) in enumerate(sides):
            same = charge == "none" or side == 1
            assert (without == with_call) == same
            assert without.taken == with_call.taken


def finished(game: Game) -> Game:
    while game.phase in {"play", "settle"}:
        game = game.apply(game.legal_actions().actions[0])
    return game


TAKING_BACK = rules(play__take_back="until_next_card")


@pytest.mark.parametrize("cards", ["H9", "H9 H3", "H9 H3 HQ", "H9 H3 HQ HA", "DA D9 S5 D2"])
def test_P13_taking_back_card_restores_position(cards: str) -> None:
    """P13: during a trick and after a complete one, with its winner and broken spades undone."""
    before = played(cards.rpartition(" ")[0], TAKING_BACK)
    seat = before.to_act
    assert seat is not None
    after = played(cards, TAKING_BACK).apply(TakeBack(), seat)
    assert after.round is not None
    assert after.round.change(stands=0) == before.round
    assert after.legal_actions().actions == before.legal_actions().actions


def test_P13_card_before_taken_back_card_stands() -> None:
    """P13: its owner has let the next player play."""
    game = played("H9 H3", TAKING_BACK).apply(TakeBack(), EAST)
    assert refused(game, TakeBack(), NORTH).code == "take-back/not-now"
    assert TakeBack() in game.apply(Play(Card.HK)).options(EAST)
    whole = played("H9 H3 HQ HA H4", TAKING_BACK).apply(TakeBack(), WEST)
    assert refused(whole, TakeBack(), WEST).code == "take-back/not-now"


@pytest.mark.parametrize("cards", ["H9 H3", "H9 H3 HQ HA", "H9 H3 HQ HA H4"])
def test_P13_only_last_player_can_take_back(cards: str) -> None:
    """P13: this holds until the next card, no matter who has won the trick."""
    game = played(cards, TAKING_BACK)
    last = game.events[-1].seat
    for seat in Seat:
        if seat in game.rules.seats and seat != last:
            assert refused(game, TakeBack(), seat).code == "take-back/not-now"
    assert TakeBack() in game.options(last or NORTH)


def test_P13_taking_back_spade_unbreaks_spades() -> None:
    """P13, P7: South's ruff is taken back."""
    game = played("DA D9 S5", TAKING_BACK)
    assert game.view(None).broken
    assert not game.apply(TakeBack(), SOUTH).view(None).broken


def test_P13_revoke_can_be_corrected_before_next_card_or_call() -> None:
    """P13, R1: West plays a club on a heart. Corrected, it costs nothing; once called, it stays."""
    table = rules(enforcement__mode="honour", play__take_back="until_next_card")
    game = played("H9 H3 HQ C3", table)
    corrected = game.apply(TakeBack(), WEST).apply(Play(Card.HA)).apply(Call(WEST, 1), NORTH)
    assert not corrected.view(None).judgements[-1].upheld
    called = game.apply(Call(WEST, 1), NORTH)
    assert called.view(None).judgements[-1].upheld
    assert refused(called, TakeBack(), WEST).code == "take-back/not-now"


def test_P13_taking_back_is_rejected_if_disabled() -> None:
    """P13, take_back = off: this also holds in every other phase."""
    assert refused(played("H9", rules()), TakeBack(), NORTH).code == "take-back/not-now"
    assert refused(dealt(TAKING_BACK), TakeBack(), NORTH).code == "take-back/not-now"
