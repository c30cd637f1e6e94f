"""Find puzzles in rounds that `intermediate` plays against itself."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

from spadille.bots import Expert, equal_cards, load_level
from spadille.game import PACK, TRUMP, Card, Deal, Game, NameDealer, Seat, Suit, clockwise
from spadille.study.puzzles.puzzle import RULES, Puzzle, Sees

from .proving import hidden, judge_of, opened, squeeze_at

OPEN_CARDS = range(3, 8)
"""How many cards the player to act holds in a puzzle with open hands; people can see that far."""

HIDDEN_CARDS = range(7, 14)

NEARLY_CLEAR = 4.0
"""The points that a quick search must show before thousands of deals are tried."""

MOST_OF_A_ROUND: dict[Sees, int] = {"all": 6, "own": 2}
"""The most puzzles of a round to choose from; those with hidden hands take a long time to find."""

MOST_CHOSEN = 2
"""The most puzzles from the same round that are shipped."""

_PLAIN = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


def make(seed: str, rounds: range, *, sees: Sees) -> Iterator[tuple[int, str, Puzzle]]:
    """Yield the puzzles in some rounds, each with the number of its round and its canonical form.

    The same seed and rounds give the same puzzles, however the rounds are split into batches.
    """
    judge = judge_of()
    for number in rounds:
        chance = Random(f"{seed}/{sees}/{number}")
        places = list(_places(chance, sees))
        found = 0
        for game in chance.sample(places, len(places)):
            puzzle = _try(game, judge, sees)
            if puzzle is not None:
                yield number, canonical(game), puzzle
                found += 1
                if found == MOST_OF_A_ROUND[sees]:
                    break


def squeezes_in(seed: str, rounds: range) -> Iterator[Game]:
    """Yield open-hand positions in which a squeeze is right, from rounds played for puzzles."""
    judge = judge_of()
    for number in rounds:
        for game in _places(Random(f"{seed}/all/{number}"), "all"):
            try:
                if squeeze_at(game, judge):
                    yield game
            except ValueError:  # the solver did not finish
                continue


def _try(game: Game, judge: Expert, sees: Sees) -> Puzzle | None:
    try:
        return opened(game, judge) if sees == "all" else _hidden(game, judge)
    except ValueError:  # the solver did not finish
        return None


def _hidden(game: Game, judge: Expert) -> Puzzle | None:
    """Search deeply only if a quick search has found a difference."""
    quick = Expert("quick", nodes=600).weigh(game.view_to_act).candidates
    if len(quick) < 2 or quick[0].value - quick[1].value < NEARLY_CLEAR:
        return None
    return hidden(game, judge)


def _places(chance: Random, sees: Sees) -> Iterator[Game]:
    """Yield the positions of a round that offer a choice."""
    pack = chance.sample(PACK, len(PACK))
    dealer = Seat(chance.randrange(4))
    game = Game.new(RULES).apply(NameDealer(dealer)).apply(Deal.from_pack(pack, dealer, 4))
    bot = load_level("intermediate", chance.getrandbits(32))
    while not game.results:
        view = game.view_to_act
        if game.phase == "bidding":
            fits = sees == "own"
        else:
            fits = len(view.hand or ()) in (OPEN_CARDS if sees == "all" else HIDDEN_CARDS)
            fits = fits and len(view.tricks) > 0 and len(equal_cards(view)) > 1
        if fits:
            yield game
        game = game.apply(bot.act(view))


def choose(found: list[tuple[int, str, Puzzle]], count: int) -> list[Puzzle]:
    """Return the most varied puzzles: rare themes first, none twice, few from the same round.

    Anyone who asks for a theme wants to find more than a handful of puzzles.
    """
    rounds: Counter[int] = Counter()
    themes: Counter[str] = Counter()
    hardness: Counter[str] = Counter()
    chosen: list[tuple[int, Puzzle]] = []
    pool = list({form: (number, puzzle) for number, form, puzzle in reversed(found)}.values())[::-1]
    while pool and len(chosen) < count:
        best = min(pool, key=lambda one: _commonness(one[1], themes, hardness))
        number, puzzle = best
        chosen.append(best)
        rounds[number] += 1
        themes.update(puzzle.themes)
        hardness[puzzle.difficulty] += 1
        pool = [one for one in pool if one is not best and rounds[one[0]] < MOST_CHOSEN]
    return [puzzle for _, puzzle in sorted(chosen, key=lambda one: one[0])]


def _commonness(puzzle: Puzzle, themes: Counter[str], hardness: Counter[str]) -> float:
    rarest = min(themes[theme] for theme in puzzle.themes)
    return rarest + 0.5 * hardness[puzzle.difficulty]


def canonical(game: Game) -> str:
    """Return a text that is the same for positions that differ in names alone.

    That is, in where the players sit, which plain suit is which, and which ranks are gone.
    """
    round, seat = game.round, game.to_act
    assert round is not None
    assert seat is not None
    order = clockwise(seat, game.rules.players)
    table = round.trick
    left = sorted({*table, *(card for hand in round.hands for card in hand)})
    place = {}
    for suit in (*_PLAIN, TRUMP):
        of_suit = [card for card in left if card.suit is suit]
        place.update({card: rank for rank, card in enumerate(of_suit)})

    def written(names: dict[Suit, int]) -> str:
        piles = [table, *(round.hands[of] for of in order)]
        return " ".join(
            ".".join(f"{suit}{rank}" for suit, rank in _numbers(pile, names, place, keep=n == 0))
            for n, pile in enumerate(piles)
        )

    forms = [
        written({**dict(zip(_PLAIN, names, strict=True)), TRUMP: 3})
        for names in permutations(range(3))
    ]
    facts = [str(round.bids[of]) for of in order] + [str(round.won[of]) for of in order]
    return f"{min(forms)} {' '.join(facts)} {round.broken:d}"


def _numbers(
    pile: tuple[Card, ...], names: dict[Suit, int], place: dict[Card, int], *, keep: bool
) -> list[tuple[int, int]]:
    numbers = [(names[card.suit], place[card]) for card in pile]
    return numbers if keep else sorted(numbers)
