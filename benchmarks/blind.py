"""Show what a blind nil gains over looking: `python benchmarks/blind.py [--scores 300,460]`.

python benchmarks/blind.py [--rules puzzle-pirates] [--scores 300,460] [--place 1] [--rounds 600]

The scores are those of the seat's side and of the others. Bots of one level play the same deals
twice. The seat that bids in that place bids nil before it looks in one of them, and looks first in
the other.

The report shows the chance to win the game after the round, by `Prospects` or by how the game
ended. It shows the difference with its 95 % interval, how often the blind nil was made, and the
bot's choice.
"""

import argparse
from statistics import fmean, stdev

from spadille.bots import load, played_on, seated
from spadille.bots.equity import Prospects
from spadille.game import (
    BLIND_NIL,
    Game,
    Look,
    PlayerAction,
    RoundResult,
    Rules,
    Seat,
    SideScore,
    preset,
    shuffler,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rules", default="puzzle-pirates")
    parser.add_argument("--level", default="intermediate")
    parser.add_argument("--scores", default="300,460")
    parser.add_argument("--place", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--seed", default="blind")
    asked = parser.parse_args()
    rules = preset(asked.rules).rules
    scores = [int(score) for score in asked.scores.split(",")]
    gains, blind, seen, made, chosen = [], [], [], 0, 0
    for number in range(asked.rounds):
        game = first_decision(rules, scores, asked.place, asked.level, f"{asked.seed}/{number}")
        if game is None:
            continue
        view = game.view_to_act
        chosen += load(asked.level, number).act(view) == BLIND_NIL
        ends = [played(game, action, asked.level, number) for action in (BLIND_NIL, Look())]
        made += ends[0].results[-1].won[view.seat] == 0
        with_blind, with_look = (chance(end, rules.side_of(view.seat)) for end in ends)
        blind.append(with_blind)
        seen.append(with_look)
        gains.append(with_blind - with_look)
    wide = 1.96 * stdev(gains) / len(gains) ** 0.5
    print(
        f"{asked.rules}, {asked.scores}, place {asked.place}, {len(gains)} deals: "
        f"blind nil {100 * fmean(blind):.1f} %, look {100 * fmean(seen):.1f} %, "
        f"difference {100 * fmean(gains):+.1f} ({100 * wide:.1f}), "
        f"made {100 * made / len(gains):.0f} %, chosen {100 * chosen / len(gains):.0f} %"
    )


def first_decision(
    rules: Rules, scores: list[int], place: int, level: str, seed: str
) -> Game | None:
    """Return a game in which the seat in that place decides whether to look; None if it may not."""
    first = Seat.NORTH
    dealer = Seat((first - place) % rules.players)
    sides = tuple(
        SideScore(None, 0, 0, (), 0, scores[min(side, 1)], 0) for side in range(len(rules.sides))
    )
    before = RoundResult(1, Seat((dealer - 1) % rules.players), (), (), sides)
    game = Game(rules=rules, dealer=dealer, results=(before,)).happen(shuffler(seed))
    while game.to_act != first:
        game = game.apply(load(level, seed).act(game.view_to_act))
    return game if BLIND_NIL in game.view_to_act.options else None


def played(game: Game, action: PlayerAction, level: str, number: int) -> Game:
    """Return the game after the round."""
    bots = seated([level] * game.rules.players, f"{number}")
    return played_on(game.apply(action), bots, 1)


def chance(game: Game, side: int) -> float:
    """Return the side's chance to win from here."""
    if game.outcome is not None:
        winner = game.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    standings = [score.standing for score in game.results[-1].sides]
    return Prospects(game.rules, len(game.results)).win_chance(standings, side)


if __name__ == "__main__":
    main()
