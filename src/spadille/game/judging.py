"""Revokes, calls of them, opened tricks and claims, and how they are decided (R1 to R6, P17, P18).

No one gets cards during the play, so a card that is held or played later was in the hand before. A
card was illegal exactly if one of these other cards makes it so.
"""

from collections.abc import Iterator

from .actions import Agree, Call, Flip, PlayerAction
from .charges import Judgement, revokes_by_side
from .claims import claim_holds, who_beats
from .evidence import evidence_of
from .ranking import Trick
from .round import Round
from .seats import Seat, clockwise, put
from .sight import Sight, lying_open, played_by, tricks_begun
from .text import Message


def calls(round: Round, seat: Seat) -> tuple[Call | Flip, ...]:
    """Return the calls that `seat` may make: each card and trick of another side, once."""
    return (*_calls(round, seat), *_flips(round, seat))


def judge(round: Round, seat: Seat, action: Call | Flip) -> Round:
    """Return the round after a call or an opened trick is decided."""
    number = action.trick
    if isinstance(action, Call):
        upheld = revoked(round, action.seat, number)
        verdict = Judgement("call", seat, number, upheld, action.seat)
    else:
        guilty = [other for other in _others(round, seat) if revoked(round, other, number)]
        first = guilty[0] if guilty else None
        winner = round.tricks[number - 1].winner
        verdict = Judgement("flip", seat, number, bool(guilty), first, winner)
    if has_lost(_judged(round, verdict)):
        return _given_up(_judged(round, verdict))
    if verdict.upheld and round.rules.enforcement.revoke_penalty == "redeal":
        redeals = (*round.conduct.redeals, verdict)
        return round.change(conduct=round.conduct.change(redeals=redeals)).again()
    return _judged(round, verdict)


def claim(round: Round, seat: Seat) -> Round:
    """Return the round after a claim, which either wins the rest or is refused and penalized."""
    number = len(round.tricks) + 1
    upheld = claim_holds(round, seat)
    judged = _judged(round, Judgement("claim", seat, number, upheld))
    if upheld:
        return award(judged, seat)
    if round.rules.play.false_claim == "forfeit_tricks":
        return _forfeited(judged, seat)
    return judged


def heirs(round: Round) -> tuple[Seat, ...]:
    """Return who may get the tricks of the last wrong claim: all players of the other sides."""
    return _others(round, round.conduct.judgements[-1].seat)


def award(round: Round, winner: Seat) -> Round:
    """Return the round with all remaining tricks given to one seat; the cards stay in the hands."""
    # players who have played to the trick hold one card fewer
    rest = max(len(hand) for hand in round.hands)
    return round.change(
        won=put(round.won, winner, round.won[winner] + rest),
        conduct=round.conduct.change(claimed=winner),
    )


def has_lost(round: Round) -> bool:
    """Return whether a side has lost the game by its revokes (R8)."""
    limit = round.rules.enforcement.revokes_to_lose
    if not limit:
        return False
    conduct = round.conduct
    found = revokes_by_side(round.rules, (*conduct.redeals, *conduct.judgements))
    return any(
        before.revokes + new >= limit for before, new in zip(round.before, found, strict=True)
    )


def _given_up(round: Round) -> Round:
    """Return the round of a game lost by a revoke: another side gets the remaining tricks."""
    judged = round.conduct.judgements[-1]
    if not any(round.hands):
        return round
    assert judged.accused is not None
    order = clockwise(judged.seat, round.rules.players)
    offenders = round.rules.sides[round.rules.side_of(judged.accused)]
    others = [seat for seat in order if seat not in offenders]
    takers = [seat for seat in others if not ((bid := round.bids[seat]) and bid.nil)]
    return award(round, (takers or [judged.accused])[0])


def _judged(round: Round, verdict: Judgement) -> Round:
    judgements = (*round.conduct.judgements, verdict)
    return round.change(conduct=round.conduct.change(judgements=judgements))


def refuse_call(round: Round, action: PlayerAction) -> tuple[str, Message] | None:
    """Return why a call or an opened trick is refused; None for other actions."""
    if round.rules.enforcement.mode == "strict" and isinstance(action, Call | Flip | Agree):
        return "call/not-here", Message("this table does not allow revokes")
    if isinstance(action, Call | Flip):
        return "call/not-possible", Message(
            "you can only call another side's finished trick, once, and before the deadline"
        )
    return None


def _calls(round: Round, seat: Seat) -> Iterator[Call]:
    done = {
        (judged.accused, judged.trick)
        for judged in round.conduct.judgements
        if judged.kind != "claim"
    }
    for number in _open_tricks(round):
        for accused in _others(round, seat):
            if (accused, number) not in done:
                yield Call(accused, number)


def _flips(round: Round, seat: Seat) -> Iterator[Flip]:
    side = round.rules.side_of(seat)
    done = {judged.trick for judged in round.conduct.judgements if judged.kind == "flip"}
    for number in _open_tricks(round):
        winner = round.tricks[number - 1].winner
        assert winner is not None
        if number not in done and round.rules.side_of(winner) != side:
            yield Flip(number)


def _open_tricks(round: Round) -> range:
    """Return the finished tricks that may still be called, counted from 1 (R6)."""
    count = len(round.tricks)
    first = 1 if round.rules.enforcement.call_until == "scored" else max(count, 1)
    return range(first, count + 1)


def _others(round: Round, seat: Seat) -> tuple[Seat, ...]:
    side = round.rules.side_of(seat)
    return tuple(other for other in round.rules.seats if round.rules.side_of(other) != side)


def _forfeited(round: Round, claimant: Seat) -> Round:
    """Return the round after a wrong claim has lost the rest to another seat (P18).

    The rest goes to the first other side, clockwise from the claimant, whose cards beat the
    claimant's best order of leads. If no side's cards do, because the claim happened to be right,
    it goes to the first of them.
    """
    others = heirs(round)
    if len(others) == 1:
        return award(round, others[0])
    order = [seat for seat in clockwise(claimant, round.rules.players) if seat in others]
    beating = who_beats(round, claimant)
    chooser = next((seat for seat in order if seat in beating), order[0])
    return round.change(conduct=round.conduct.change(chooser=chooser))


def revoked(round: Round, seat: Seat, number: int) -> bool:
    """Return True if the card that `seat` played to a finished trick (from 1) broke a rule."""
    assassins = tuple(other in round.assassins for other in round.rules.seats)
    evidence = evidence_of(round.rules, trump=round.trump)
    later = (*round.tricks[number:], Trick(round.leader, round.trick))
    held = {*round.hands[seat], *played_by(later, round.rules.players)[seat]}
    return any(
        (at, player) == (number, seat) and not barred.isdisjoint(held)
        for at, player, barred in evidence.proofs(round.tricks[:number], assassins)
    )


def seen_revokes(sight: Sight) -> tuple[tuple[Seat, int], ...]:
    """Return who else has provably revoked, each with the finished trick, counted from 1.

    Cards that lie face up count as held. The proof does not depend on who the secret assassins are
    (V19).
    """
    rules = sight.rules
    assassins = (rules.play.assassins,) * rules.players
    evidence = evidence_of(rules, trump=sight.trump)
    tricks = tricks_begun(sight)
    found = []
    for number, seat, barred in evidence.proofs(sight.tricks, assassins):
        held = {*lying_open(sight, seat), *played_by(tricks[number:], rules.players)[seat]}
        if seat != sight.seat and not barred.isdisjoint(held):
            found.append((seat, number))
    return tuple(found)
