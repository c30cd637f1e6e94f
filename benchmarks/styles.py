"""Show how a level does against every style of a population: `python benchmarks/styles.py`.

python benchmarks/styles.py [--level intermediate] [--deals 200] [--styles setter,ducker] [--blind]
    [--rules standard] [--set KEY=VALUE]
python benchmarks/styles.py --in-turn --deals 6000   # for the second table

A pair of the level plays a pair of each style on duplicate deals, without blind nil by default.
The first table shows points per deal with the 95% interval, and for both pairs the contracts set,
the bags per side and round, and the nils made. "Lost on leads" is how often the level's own nil
takes a trick that its partner led, as a share of such leads while the nil is alive. All styles
play the same deals, so the interval of the last row is that of the averages over the styles; with
`--in-turn`, each deal is played against one style only.

The second table compares the chances that the level gave its nils with what happened, by tenths.
Use it with `--in-turn`: on the same deals, most nils are on the same hands, and chance weighs more
than their number suggests.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from statistics import fmean

from msgspec import Struct, field

from baselines.styles import STYLES, nil_chance
from rows import head, row, with_margin
from spadille.arena import local_processes
from spadille.arena.batch import Batch, Order, play, points_gained, seatings
from spadille.arena.contestant import contestant
from spadille.arena.interval import interval
from spadille.arena.tally import Tally
from spadille.bots import Bot, Seated, load
from spadille.cli.rule_set import add_rules_options, asked_rules
from spadille.game import Bid, BySeat, Game, PlayerAction, Rules, Seat, SeatView

TENTHS = 10
_PART = 5
"""How many deals a process plays at once."""


class Predicted(Struct):
    """Nils to which the level gave about the same chance."""

    chance: float = 0.0
    nils: int = 0
    made: int = 0

    def add(self, other: "Predicted") -> None:
        self.chance += other.chance
        self.nils += other.nils
        self.made += other.made


class Found(Struct):
    """The results of the level against one style.

    The counts of `batch` are those of the level and of the style. `leads` counts the partner's
    leads while a nil of the level is alive, and `lost` those that broke it. `by_tenth` has the
    chances that the level gave its nils.
    """

    batch: Batch = field(default_factory=Batch)
    leads: int = 0
    lost: int = 0
    by_tenth: list[Predicted] = field(default_factory=lambda: [Predicted() for _ in range(TENTHS)])

    def add(self, other: "Found") -> None:
        self.batch.merge(other.batch)
        self.leads += other.leads
        self.lost += other.lost
        for own_chances, others in zip(self.by_tenth, other.by_tenth, strict=True):
            own_chances.add(others)


class Noting:
    """A bot that notes the chance it gave to the nil that it bid last, 0 if it gave none."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.chance = 0.0

    def act(self, view: SeatView) -> PlayerAction:
        decision = self._bot.decide(view)
        if isinstance(decision.action, Bid):
            self.chance = nil_chance(decision) if decision.action.nil else 0.0
        return decision.action


def main(words: list[str] | None = None) -> None:
    asked = _parser().parse_args(words)
    rules = without_blind_nil(asked_rules(asked).rules, unless=asked.blind)
    level = contestant(asked.level)
    orders = {
        name: Order(
            rules, (level, contestant(STYLES.get(name, name))), asked.seed, whole_games=False
        )
        for name in asked.styles or STYLES
    }
    total = Found()
    by_style = []
    print(*_head(asked.level), sep="\n")
    with local_processes(asked.workers) if asked.workers != 1 else nullcontext() as executor:
        for number, (name, order) in enumerate(orders.items()):
            first, step = (number, len(orders)) if asked.in_turn else (0, 1)
            found = against(order, range(first, asked.deals, step), executor)
            print(_line(name, found), flush=True)
            total.add(found)
            by_style.append(found.batch.values)
    if not asked.in_turn:
        total.batch.values = [fmean(of_deal) for of_deal in zip(*by_style, strict=True)]
    print(_line("all", total))
    print("", *_calibration(total), sep="\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--level", default="intermediate", help="a bot, with options if you like")
    parser.add_argument(
        "--deals",
        type=int,
        default=200,
        help="deals against each style, or with --in-turn in all (200)",
    )
    parser.add_argument(
        "--styles", type=lambda text: text.split(","), help="A,B,...: styles or levels (all styles)"
    )
    add_rules_options(parser, "standard")
    parser.add_argument("--in-turn", action="store_true", help="one style for each deal")
    parser.add_argument("--blind", action="store_true", help="allow blind nil as the rules do")
    parser.add_argument("--seed", default="styles")
    parser.add_argument("--workers", type=int, help="processes (one for each processor)")
    return parser


def without_blind_nil(rules: Rules, *, unless: bool) -> Rules:
    """Return the rules without the cut for the deal, and with blind nil only if asked for."""
    rules = rules.without_cut
    return rules if unless else rules.with_options({"nil.blind": False})


def against(order: Order, deals: range, executor: Executor | None = None) -> Found:
    """Return what the first bot of a match did against the second."""
    parts = [deals[at : at + _PART] for at in range(0, len(deals), _PART)]
    played = partial(play_deals, order)
    total = Found()
    for part in executor.map(played, parts) if executor else map(played, parts):
        total.add(part)
    return total


def play_deals(order: Order, deals: range) -> Found:
    """Play some deals in every seating."""
    found = Found()
    for deal in deals:
        gains = [_gain(order, seating, deal, found) for seating in seatings(order.rules)]
        found.batch.values.append(sum(gains) / len(gains))
    return found


def _gain(order: Order, seating: BySeat[int], deal: int, found: Found) -> float:
    """Return how many points the level won a round by, and count what happened."""
    rules = order.rules
    noting = [
        Noting(load(order.names[which], f"{order.seed}/{deal}/{seat.letter}"))
        for seat, which in zip(rules.seats, seating, strict=True)
    ]
    players = tuple(
        Seated(order.names[which], bot) for bot, which in zip(noting, seating, strict=True)
    )
    game = play(rules, players, order.seed, deal, 1)
    result = game.results[0]
    sides = [seating[side[0]] for side in rules.sides]
    for side, which in enumerate(sides):
        found.batch.tallies[which].add(rules, result, side)
    for seat, which in zip(rules.seats, seating, strict=True):
        if which == 0 and result.bids[seat].nil:
            _count_nil(game, seat, noting[seat].chance, found)
    return points_gained(game, sides)


def _count_nil(game: Game, seat: Seat, chance: float, found: Found) -> None:
    leads, lost = leads_at_nil(game, seat)
    found.leads += leads
    found.lost += lost
    if chance:
        made = game.results[0].won[seat] == 0
        tenth = min(TENTHS - 1, int(TENTHS * chance))
        found.by_tenth[tenth].add(Predicted(chance, 1, int(made)))


def leads_at_nil(game: Game, seat: Seat) -> tuple[int, int]:
    """Return how often a partner led while the seat's nil was alive, and how often that broke it.

    The second number is 0 or 1.
    """
    assert game.round is not None
    partners = game.rules.partners(seat)
    leads = 0
    for trick in game.round.tricks:
        leads += trick.leader in partners
        if trick.winner == seat:
            return leads, int(trick.leader in partners)
    return leads, 0


_RATES = ("set", "bags", "nils made")


def _head(level: str) -> list[str]:
    its = (f"its {rate}" for rate in _RATES)
    return head("style", f"points of {level}", *_RATES, "lost on leads", *its)


def _line(name: str, found: Found) -> str:
    values = found.batch.values
    points = "" if len(values) < 2 else with_margin(interval(values))
    leads = f"{_share(found.lost, found.leads)} of {found.leads}"
    own, its = (_rates(tally) for tally in found.batch.tallies)
    return row(name, points, *own, leads, *its)


def _rates(tally: Tally) -> tuple[str, ...]:
    contracts = tally.contracts_made + tally.contracts_set
    return (
        _share(tally.contracts_set, contracts),
        f"{tally.bags / max(1, tally.rounds):.2f}",
        f"{_share(tally.nils_made, tally.nils)} of {tally.nils}",
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _calibration(found: Found) -> Iterator[str]:
    yield from head("chance of nil", "nils", "average chance", "made")
    for tenth, predicted in enumerate(found.by_tenth):
        if predicted.nils:
            name = f"{100 * tenth // TENTHS} to {100 * (tenth + 1) // TENTHS}%"
            mean, made = (part / predicted.nils for part in (predicted.chance, predicted.made))
            yield row(name, str(predicted.nils), f"{mean:.1%}", f"{made:.1%}")


if __name__ == "__main__":
    main()
