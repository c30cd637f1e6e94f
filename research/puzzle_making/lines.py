"""Play to the end of a round with all hands open and everyone playing their best."""

from spadille.bots import Expert, equal_cards
from spadille.game import Card, Game, Play, ranking_of

NEAR = 0.005
"""Values are exact to a hundredth of a point."""


def values_of(game: Game, judge: Expert) -> list[tuple[tuple[Card, ...], float]]:
    """Return the playable cards and their values for the side to act, the best first.

    Equal cards are grouped. The list is empty if the solver did not finish.
    """
    assert game.round is not None
    view = game.view_to_act
    values = judge.seen(view, game.round.hands)
    groups = equal_cards(view)
    if any(card not in values for group in groups for card in group):
        return []
    found = [(group, values[group[0]]) for group in groups]
    return sorted(found, key=lambda one: -one[1])


def best_line(game: Game, judge: Expert) -> tuple[Card, ...]:
    """Return the cards from here to the end of the round, the weakest if several are best.

    Raises:
        ValueError: when the solver did not finish.
    """
    number = len(game.results)
    line: list[Card] = []
    while len(game.results) == number:
        card = _best(game, judge)
        line.append(card)
        game = game.apply(Play(card))
    return tuple(line)


def _best(game: Game, judge: Expert) -> Card:
    view = game.view_to_act
    groups = equal_cards(view)
    if len(groups) == 1:
        return groups[0][0]
    values = values_of(game, judge)
    if not values:
        raise ValueError("the solver did not finish")
    ranking = ranking_of(view.rules, trump=view.trump)
    best = [group[0] for group, value in values if value >= values[0][1] - NEAR]
    return min(best, key=lambda card: ranking.power[card])
