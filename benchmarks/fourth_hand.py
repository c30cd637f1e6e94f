"""Count mistakes in fourth seat that no partner would forgive, and compare them with exact play.

python benchmarks/fourth_hand.py [--bot expert] [--rounds 1000] [--rules standard] [--keep FILE]

Four such bots play the first rounds of games. The report counts how often a card could keep a live
nil and how often that nil was broken. It also counts how often a trick that the partner had won
could have been left to them but was taken.

In those cases, it compares exact values with all cards visible, for the side that took the trick.
It shows how often taking is as good as the best card that leaves the trick, and how often it is
better.

If a file is named, the counts of each round are saved in it, and the same command continues from
there. The file must be from the same bots.
"""

import argparse
from collections import Counter
from pathlib import Path

from msgspec import json

from spadille.bots import Expert, decisions, seated
from spadille.bots.expert.position import Position
from spadille.game import NIL, Card, Game, Play, Rules

TOLERANCE = 0.005


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", default="fourth-hand")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    asked = parser.parse_args()
    rules = Rules.preset(asked.rules)
    rounds = kept(asked.keep)[: asked.rounds]
    for number in range(len(rounds), asked.rounds):
        rounds.append(count_round(rules, asked.bot, f"{asked.seed}/{number}"))
        if asked.keep:
            with asked.keep.open("ab") as file:
                file.write(json.encode(rounds[-1]) + b"\n")
    counted = sum(rounds, Counter[str]())
    print(f"{asked.bot}, {asked.rules}, {asked.rounds} rounds")
    for what in (
        "nil kept or broken",
        "nil broken",
        "left or taken",
        "taken",
        "no worse",
        "better",
        "not settled",
    ):
        print(f"{what}: {counted[what]}")


def kept(path: Path | None) -> list[Counter[str]]:
    """Return the counts of the rounds already played; the last line may be cut off."""
    if path is None or not path.exists():
        return []
    with path.open("r+b") as file:
        whole = file.read().rpartition(b"\n")[0]
        file.truncate(len(whole) + 1 if whole else 0)
    return [Counter(json.decode(line, type=dict[str, int])) for line in whole.splitlines()]


def count_round(rules: Rules, bot: str, seed: str) -> Counter[str]:
    counted: Counter[str] = Counter()
    bots = seated([bot] * rules.players, seed)
    for taken in decisions(Game.new(rules, seed=seed), bots, 1):
        if isinstance(taken.action, Play):
            count_card(taken.before, taken.action.card, counted)
    return counted


def count_card(game: Game, played: Card, counted: Counter[str]) -> None:
    """Count a card of the last player to a trick if its choice could not be undone."""
    view = game.view_to_act
    position = Position(view)
    if not position.last_to_play:
        return
    legal = set(view.options.cards_to_play)
    winners = {card for card in legal if position.takes_trick(card)}
    if not winners or winners == legal:
        return
    if view.bids[view.seat] == NIL and not view.won[view.seat]:
        counted["nil kept or broken"] += 1
        counted["nil broken"] += played in winners
    elif position.is_partners_trick():
        counted["left or taken"] += 1
        if played in winners:
            counted["taken"] += 1
            leave = sorted(legal - winners)
            own, *others = exact_values(game, [played, *leave])
            if own is None or None in others:
                counted["not settled"] += 1
                return
            best = max(value for value in others if value is not None)
            counted["no worse"] += own >= best - TOLERANCE
            counted["better"] += own > best + TOLERANCE


def exact_values(game: Game, cards: list[Card]) -> list[float | None]:
    """Return each card's value to the seat to act if all see all cards; None if that is hard."""
    assert game.round is not None
    values = Expert().seen(game.view_to_act, game.round.hands)
    return [values.get(card) for card in cards]


if __name__ == "__main__":
    main()
