"""The compiled engine plays and scores like the engine, under random rules, deals and lines."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis.strategies import integers

from spadille.fast.code import Code, bid_number, code_of
from spadille.fast.encoding import LOW
from spadille.fast.game.playable import legal_kinds, to_play
from spadille.fast.game.playing import begin_play, finished, play_card
from spadille.fast.game.scoring import MADE, SET, score_round
from spadille.game import Game, Play, Round, Rules, legal_plays
from support.strategies import every_rule_set, random_step
from support.twin_rounds import round_record, score_record


def fields(record: Any) -> dict[str, Any]:
    return {name: record[name].tolist() for name in record.dtype.names}


def same_play(code: Code, played: Any, round: Round) -> None:
    """Check that a compiled round equals the engine's; finished tricks leave no trace."""
    expected = fields(round_record(code, round))
    found = fields(played)
    trick = found.pop("trick")[: played.count]
    assert trick == expected.pop("trick")[: played.count]
    done = played.done
    assert found.pop("winners")[:done] == expected.pop("winners")[:done]
    assert found == expected


def plays_of(code: Code, kinds: int) -> set[Play]:
    """Return the plays allowed by a word of kinds; an ace that may be called low is in it twice."""
    low = kinds & int(code.record.declared)
    return {
        code.play_of(kind + plus)
        for word, plus in ((kinds, 0), (low, LOW))
        for kind in range(len(code.kinds))
        if word >> kind & 1
    }


@settings(max_examples=4 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_whole_games_are_played_and_scored_like_engine(rules: Rules, seed: int) -> None:
    """They agree on leaders, legal plays, winners of tricks, broken spades, and scores."""
    rng = Random(seed)
    game = Game.new(rules)
    played: Any = None
    while not game.over:
        last, game = game, random_step(game, rng)
        round = game.round
        if round is None:
            continue  # the draw for the deal
        code = code_of(rules, trump=round.trump)
        if last.phase == "play":
            action = game.events[-1].action
            assert isinstance(action, Play)
            play_card(code.record, played, code.play(action))
        elif game.phase == "play":
            played = round_record(code, round)
            begin_play(code.record, played)
        if game.phase == "play":
            same_play(code, played, round)
            assert to_play(code.record, played) == game.to_act
            kinds = int(legal_kinds(code.record, played))
            assert plays_of(code, kinds) == set(legal_plays(round))
        if len(game.results) > len(last.results):
            assert finished(code.record, played)
            same_score(code, played, last, game)


def same_score(code: Code, played: Any, last: Game, game: Game) -> None:
    result = game.results[-1]
    played.bids[: len(result.bids)] = [bid_number(bid) for bid in result.bids]
    score = score_record(last.standings)
    score_round(code.record, played, score)
    found = [
        (score.points[side], score.overtricks[side], score.total[side], score.bags[side])
        for side in range(code.record.sides)
    ]
    assert played.won[: len(result.won)].tolist() == list(result.won)
    assert found == [(one.points, one.overtricks, one.score, one.bags) for one in result.sides]
    for side, one in enumerate(result.sides):
        assert (score.sets[side], score.sets_in_a_row[side]) == (one.sets, one.sets_in_a_row)
        assert score.taken[side] == one.taken
        reasons = {line.reason for line in one.lines}
        assert score.took_all[side] == ("all-tricks" in reasons)
        fate = MADE if "contract-made" in reasons else SET if "contract-set" in reasons else 0
        assert score.contract[side] == fate
        itself = result.number == 1 and last.rules.bidding.first_round_bids_itself
        boston = fate == MADE and one.contract == last.rules.hand_size
        assert score.boston[side] == (boston and not itself)
