"""Make puzzles from positions in games, and prove that a puzzle is one."""

from collections.abc import Sequence
from functools import lru_cache

from spadille.bots import Bot, Candidate, Chances, Expert, equal_cards, load_level
from spadille.game import Bid, Deal, Game, Play, SeatView
from spadille.study.puzzles.puzzle import LEVELS, Choice, Puzzle, Sees, end_of

from .case import Case, Outcome
from .lines import best_line, values_of
from .squeezes import may_squeeze, squeezes
from .themes import themes_of, themes_told

CLEAR = 5.0
"""How many points better than the second-best choice the right one must be to be worth a puzzle."""

CLEAR_BID = 10.0
"""The same for bids, of which the next best is never far behind."""

NODES = 24_000
"""The number of rounds played out if hands are hidden."""

DOUBTS = 5.0
"""How many standard errors better the right choice must then be."""

NODES_OF_EXPERT = 400
"""Enough for the level `expert` to decide nearly always as it does with all its time."""

STILL_CLEAR = 0.5
"""The share of these limits that keeps a puzzle valid after bots have learned something."""

SEED = "puzzle"


def opened(game: Game, judge: Expert) -> Puzzle | None:
    """Return the puzzle in a position with all hands open, if exactly one choice is right.

    Return None, too, if no theme applies to it.
    """
    found = _weighed(game, judge)
    if found is None:
        return None
    choices, case = found
    themes = themes_of(case)
    return _puzzle("all", game, choices, themes) if themes else None


def squeeze_at(game: Game, judge: Expert) -> bool:
    """Return True if exactly one choice is right with all hands open, and it is a squeeze."""
    found = _weighed(game, judge) if may_squeeze(game) else None
    return found is not None and squeezes(found[1])


def hidden(game: Game, judge: Expert) -> Puzzle | None:
    """Return the puzzle for a player who sees only their hand, if one choice is clearly right."""
    view = game.view_to_act
    found = judge.weigh(view).candidates
    groups = _groups(view, found)
    if len(groups) < 2 or not is_clear(found):
        return None
    choices = []
    for one in found:
        assert one.chances is not None
        chances = Chances(
            _rounded(one.chances.contracts), _rounded(one.chances.nils), _rounded(one.chances.bags)
        )
        names = groups[str(one.action)]
        choices.append(Choice(names, round(one.value, 2), chances=chances))
    outcomes = tuple(Outcome((), one.chances) for one in choices if one.chances is not None)
    themes = themes_told(Case(game, outcomes))
    return _puzzle("own", game, choices, themes) if themes else None


def is_clear(found: Sequence[Candidate], share: float = 1.0) -> bool:
    """Return True if the first candidate is right beyond doubt, within `share` of the limits."""
    best, *others = found
    least = CLEAR_BID if isinstance(best.action, Bid) else CLEAR
    return bool(others) and all(
        best.chances is not None
        and other.chances is not None
        and best.unit == "points"
        and best.value - other.value >= share * max(least, DOUBTS * (other.doubt or 0.0))
        for other in others
    )


def faults(puzzle: Puzzle, judge: Expert) -> list[str]:
    """Return the faults of a puzzle, an empty list if it is proven again.

    With open hands, all results shown for the choices must be reproduced. With hidden hands, the
    right choice must again be clearly better than the others; its value depends on how the bots
    play.
    """
    game = puzzle.game()
    if puzzle.sees == "own":
        found = judge.weigh(game.view_to_act).candidates
        right = bool(found) and str(found[0].action) in puzzle.right.actions
        return [] if right and is_clear(found, STILL_CLEAR) else ["no choice is clearly right"]
    again = opened(game, judge)
    if again is None:
        return ["no choice is right"]
    return [
        f"{field}: {getattr(again, field)!r}, not {getattr(puzzle, field)!r}"
        for field in ("choices", "themes")
        if getattr(again, field) != getattr(puzzle, field)
    ]


def judge_of() -> Expert:
    """Return the judge: the exact solver with open hands, thousands of deals with hidden ones."""
    return Expert(SEED, nodes=NODES)


@lru_cache
def solvers() -> dict[str, Bot]:
    """Return the bots that rate a puzzle's difficulty; each sees only its hand."""
    return {
        level: load_level(level, SEED, **({"nodes": NODES_OF_EXPERT} if level == "expert" else {}))
        for level in LEVELS
    }


def _groups(view: SeatView, found: Sequence[Candidate]) -> dict[str, tuple[str, ...]]:
    """Return the cards of each candidate, or nothing if a card is missing or occurs twice."""
    if view.phase == "bidding":
        return {str(one.action): (str(one.action),) for one in found}
    of = {str(card): group for group in equal_cards(view) for card in group}
    groups = {str(one.action): tuple(map(str, of[str(one.action)])) for one in found}
    told = [name for names in groups.values() for name in names]
    return groups if sorted(told) == sorted(of) else {}


def _weighed(game: Game, judge: Expert) -> tuple[list[Choice], Case] | None:
    """Return all choices with their outcomes, if one is clearly the right one."""
    found = values_of(game, judge)
    if len(found) < 2 or found[0][1] - found[1][1] < CLEAR:
        return None
    choices, outcomes = [], []
    for group, value in found:
        outcome = _played_out(game, Play(group[0]), judge)
        outcomes.append(outcome)
        line = "".join(map(str, outcome.cards[1:]))
        choices.append(Choice(tuple(map(str, group)), round(value, 2), line))
    return choices, Case(game, tuple(outcomes))


def _rounded(chances: Sequence[float | None]) -> tuple[float | None, ...]:
    return tuple(None if chance is None else round(chance, 3) for chance in chances)


def _puzzle(sees: Sees, game: Game, choices: Sequence[Choice], themes: tuple[str, ...]) -> Puzzle:
    actions = [event.action for event in game.events]
    assert game.dealer is not None
    view = game.view_to_act
    wrong = tuple(
        level for level, bot in solvers().items() if str(bot.act(view)) not in choices[0].actions
    )
    return Puzzle(
        sees=sees,
        deal=next(str(action) for action in actions if isinstance(action, Deal)),
        dealer=game.dealer.letter,
        bids=" ".join(str(action) for action in actions if isinstance(action, Bid)),
        cards="".join(str(action) for action in actions if isinstance(action, Play)),
        choices=tuple(choices),
        themes=themes,
        wrong=wrong,
    )


def _played_out(game: Game, action: Play, judge: Expert) -> Outcome:
    assert game.round is not None
    done = len(game.round.tricks)
    after = game.apply(action)
    cards = [action.card]
    if not after.results:
        cards += best_line(after, judge)
        for card in cards[1:]:
            after = after.apply(Play(card))
    assert after.round is not None
    return Outcome(tuple(cards), end_of(after), after.round.tricks[done:])
