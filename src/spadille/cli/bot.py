"""`spadille bot`: connect a bot to a server, check it, and compare its decisions."""

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..notation import code_of
from . import bot_check, bot_compare
from .kernels import prepare_levels
from .options import add_command, add_commands, add_pace_option, check_bot, whole_number
from .rule_set import add_rules_options, asked_rules
from .streams import InputError, print_plain

if TYPE_CHECKING:
    from ..bots import Acting
    from ..client import LevelGame

TOKEN = "SPADILLE_TOKEN"  # noqa: S105 - the name of a variable
"""The environment variable for the token, which keeps it out of the process list."""

PLAY = "play"
COMMANDS = (PLAY, bot_check.NAME, bot_compare.NAME)
"""The commands under `spadille bot`; without one of them, it plays."""

_GROUP = """\
Connect a bot to a server, check that it keeps to the rules, or compare its
decisions with another bot's. BOT is a level, module:Class, or "cmd:COMMAND"
for a program in any language (docs/bots/protocol.md).

Without the word "play", `spadille bot` plays too.

examples:
  spadille bot check "cmd:node my_bot.js"
  spadille bot compare my_bot:MyBot expert --deal 17
  spadille bot --url https://spades.example/t/k3v7p2mwq8xd expert
"""

_ABOUT = f"""\
Connect a bot to a table of a server, on this machine or elsewhere. With the
link of a table it plays there; with the address of a server it joins open
tables where people wait, or plays against levels at new tables. BOT is a
level, module:Class, or "cmd:COMMAND" for a program in any language.
It needs a token, which a guest of the server creates on the page /bots. You may
pass it in {TOKEN} instead of --token.

Everyone at the table sees that it is a bot. It tries to reconnect for ten
minutes. Ctrl-C gives up the seat.

examples:
  spadille bot --url https://spades.example/t/k3v7p2mwq8xd expert
  spadille bot --url http://localhost:8000 --games 10 my_bots:Careful
  spadille bot --url http://localhost:8000 --games 20 \\
    --against beginner,expert "cmd:node my_bot.js"
"""


def add_to(commands: Any) -> None:
    """Add `spadille bot` and its commands."""
    parser = commands.add_parser("bot", help="Connect, check or compare bots", description=_GROUP)
    actions = add_commands(parser)
    _add_play(actions)
    bot_check.add_to(actions)
    bot_compare.add_to(actions)


def with_command(words: Sequence[str]) -> list[str]:
    """Return the words after `bot` with the command that they mean.

    >>> with_command(["--url", "http://localhost:8000", "expert"])[:2]
    ['play', '--url']
    >>> with_command(["check", "expert"]), with_command(["checks", "a:A"]), with_command(["--help"])
    (['check', 'expert'], ['checks', 'a:A'], ['--help'])
    """
    from ..bots import LEVELS

    first = next((word for word in words if word not in {"-q", "--quiet", "-v", "--verbose"}), "")
    if first in COMMANDS:
        before = words.index(first)
        return [first, *words[:before], *words[before + 1 :]]
    is_bot = first.startswith("-") or ":" in first or first in LEVELS
    return [PLAY, *words] if is_bot and first not in {"-h", "--help"} else [*words]


def _add_play(actions: Any) -> None:
    parser = add_command(actions, PLAY, "Connect a bot to a server", _ABOUT, run)
    parser.add_argument("--url", required=True, help="link of a table or a server")
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), help=f"access token [default: {TOKEN}]"
    )
    parser.add_argument("--name", help="name at the table [default: its own, or the level's]")
    number = whole_number(1, 1_000_000)
    parser.add_argument(
        "--games",
        metavar="N",
        type=number,
        default=1,
        help="number of games to play, against each level [default: %(default)s]",
    )
    parser.add_argument(
        "--against",
        metavar="LEVELS",
        help="play against these levels of the server, such as beginner,expert, at new"
        " tables; the token needs the scope tables",
    )
    add_rules_options(parser, "standard")
    add_pace_option(parser, default=None)
    parser.add_argument("bot", metavar="BOT", help="a level, module:Class, or cmd:COMMAND")


_PACE = 0.6
"""The usual seconds for an action at a table with people."""


def run(arguments: Namespace) -> None:
    """Print the progress of a bot that plays on a server, until its games are over."""
    from ..bots import called, load
    from ..client import parse_url, play

    address = parse_url(arguments.url)
    if not arguments.token:
        raise InputError(
            f"missing token: use --token or {TOKEN}",
            "create one on the page /bots of the server",
        )
    preset = asked_rules(arguments)
    if not arguments.against and (arguments.settings or arguments.rules != "standard"):
        raise InputError("--rules and --set need --against; other tables have their rules")
    check_bot("BOT", arguments.bot)
    prepare_levels(arguments.bot)
    if not address.private:
        _say("warning: the connection is not encrypted; others can read the token")
    bot = load(arguments.bot, seed=os.urandom(8).hex())
    name = arguments.name or getattr(bot, "name", None) or called(arguments.bot)
    if arguments.against:
        _play_levels(arguments, bot, name, code_of(preset.rules, preset.name))
        return
    games, pace = arguments.games, _PACE if arguments.pace is None else arguments.pace
    play(arguments.url, arguments.token, bot, name=name, games=games, pace=pace, log=_say)


def _play_levels(arguments: Namespace, bot: "Acting", name: str, rules: str) -> None:
    """Play against levels, and print each result, and a line for each level at the end."""
    from ..client import play_levels

    levels = tuple(dict.fromkeys(level.strip() for level in arguments.against.split(",")))
    played: list[LevelGame] = []
    games = play_levels(
        arguments.url,
        arguments.token,
        bot,
        levels,
        name=name,
        games=arguments.games,
        rules=rules,
        pace=arguments.pace or 0.0,
        log=_say,
    )
    for game in games:
        played.append(game)
        verdict = {1.0: "won", 0.0: "lost"}.get(game.won, "drawn")
        _say(f"game {len(played)}, against {game.level}: {verdict}")
    for level in levels:
        _say(_told([game for game in played if game.level == level]))


def _told(games: "Sequence[LevelGame]") -> str:
    """Return the results against a level in a line."""
    own = sum(game.scores[game.side] for game in games) / len(games)
    best = [max(s for at, s in enumerate(game.scores) if at != game.side) for game in games]
    won = sum(game.won for game in games)
    return (
        f"against {games[0].level}: won {won:g} of {len(games)} games; "
        f"average score {own:.0f}, of the best opponent {sum(best) / len(games):.0f}"
    )


def _say(line: str) -> None:
    print_plain(line, flush=True)
