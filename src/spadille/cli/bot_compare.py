"""`spadille bot compare`: show the decisions of two bots side by side on a deal."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ..game import Deal
from ..locale import translate
from ..notation import format_action
from .arena_report import heading_of
from .kernels import prepare_levels
from .options import add_command, add_seed_option, check_bot, whole_number
from .rule_set import add_rules_options, asked_rules
from .streams import print_json, print_plain
from .wording import side_name

if TYPE_CHECKING:
    from ..arena import Compared, Comparison
    from ..bots import Decision

NAME = "compare"

_NO_REASON = "{bot} gives no reasons."

_ABOUT = """\
Play the first round of a deal as the arena does, and show in each position the
decision of the bot at the table next to that of the other bot, which sees the
same. Different decisions are marked, with the reasons of both.

DEAL, SEATING and seed are those of a match: `spadille arena` names the worst
deals, and a saved game deal-000017-2.spades is seating 2 of deal 17.

examples:
  spadille bot compare my_bot:MyBot expert --deal 17
  spadille bot compare "cmd:node my_bot.js" intermediate --deal 17 --seating 2
  spadille bot compare expert intermediate --deal 3 --different --rules whiz
"""


def add_to(actions: Any) -> None:
    """Add `spadille bot compare` and its options."""
    parser = add_command(actions, NAME, "Show two bots' decisions", _ABOUT, run)
    parser.add_argument("first", metavar="BOT_A", help="a bot of the match")
    parser.add_argument("second", metavar="BOT_B", help="the other bot")
    number = whole_number(1, 100_000_000)
    parser.add_argument(
        "--deal", metavar="N", type=number, default=1, help="its number [default: %(default)s]"
    )
    parser.add_argument(
        "--seating",
        metavar="N",
        type=number,
        default=1,
        help="1 for BOT_A in the first seat, 2 for sides swapped, ... [default: %(default)s]",
    )
    parser.add_argument("--different", action="store_true", help="only different decisions")
    add_rules_options(parser, "standard")
    add_seed_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> None:
    """Print the decisions of both bots on a deal."""
    from ..arena import compare

    rules = asked_rules(arguments).rules
    bots = arguments.first, arguments.second
    for option, bot in zip(("BOT_A", "BOT_B"), bots, strict=True):
        check_bot(option, bot)
    prepare_levels(*bots)
    found = compare(
        *bots, rules, deal=arguments.deal, seating=arguments.seating, seed=arguments.seed
    )
    shown = [one for one in found.decisions if one.differs or not arguments.different]
    if arguments.json:
        print_json(_plain(found, shown))
        return
    heading = heading_of(arguments.rules, rules)
    print_plain(f"deal {arguments.deal}, seating {arguments.seating}, {heading}")
    for line in _told(bots, found, shown):
        print_plain(line)


def _told(bots: tuple[str, str], found: "Comparison", shown: "list[Compared]") -> list[str]:
    """Return the deal, the players, the decisions in columns, and the result."""
    lines = [
        format_action(event.action) for event in found.game.events if isinstance(event.action, Deal)
    ][:1]
    for side, seats in enumerate(found.game.rules.sides):
        lines.append(f"{side_name(found.game.rules, side)}: {bots[found.seating[seats[0]]]}")
    columns = [_cells(one) for one in shown]
    widths = [
        max(len(text) for text in texts)
        for texts in zip(("", "", *bots), *columns, strict=True)
    ] if columns else [len(text) for text in ("", "", *bots)]  # fmt: skip
    lines += ["", _row(("", "", *bots), widths)]
    for one, cells in zip(shown, columns, strict=True):
        lines.append(_row(cells, widths) + ("  <>" if one.differs else ""))
        if one.differs:
            lines += _reasons(bots, one)
    differing = sum(one.differs for one in found.decisions)
    lines += [
        "",
        f"{differing} of {len(found.decisions)} decisions differ; * marks the one that was taken",
        f"points that {bots[0]} wins by: {found.gain:+g}",
    ]
    return lines


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = (f"{text:{width}}" for text, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _cells(one: "Compared") -> tuple[str, str, str, str]:
    """Return a decision as cells: the trick, the seat, and the actions of both bots."""
    where = str(one.trick) if one.trick else "-"
    first, second = (
        f"{_action(decision)}{' *' if which == one.which else ''}"
        for which, decision in enumerate(one.decisions)
    )
    return where, one.seat.letter, first, second


def _action(decision: "Decision | None") -> str:
    return "failed" if decision is None else format_action(decision.action)


def _reasons(bots: tuple[str, str], one: "Compared") -> list[str]:
    lines = []
    for bot, decision in zip(bots, one.decisions, strict=True):
        reason = one.failure if decision is None else translate(decision.reason, "en")
        if decision is None or decision.reason.template != _NO_REASON:
            lines.append(f"      {bot}: {reason}")
    return lines


def _plain(found: "Comparison", shown: "list[Compared]") -> dict[str, Any]:
    return {
        "gain": found.gain,
        "seating": found.seating,
        "decisions": [
            {
                "trick": one.trick,
                "seat": one.seat.letter,
                "at_table": one.which,
                "differs": one.differs,
                "failure": one.failure,
                "bots": [
                    None
                    if decision is None
                    else {
                        "action": format_action(decision.action),
                        "reason": translate(decision.reason, "en"),
                    }
                    for decision in one.decisions
                ],
            }
            for one in shown
        ],
    }
