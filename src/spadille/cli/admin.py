"""`spadille admin`: manage the tables, tokens and people of a server."""

import re
from argparse import ArgumentTypeError, Namespace
from typing import Any

from .. import server
from .options import add_command, add_commands, add_database_option, whole_number
from .streams import counted, print_json, print_plain, tell

_ABOUT = """\
Manage the tables, tokens and people of a server, on the machine that has its
database. A running server applies changes within a few seconds. Stop it before
recompute-ratings. The output never contains cards.

examples:
  spadille admin tables
  spadille admin token --scope play --scope tables "Our bot"
  spadille admin revoke 0f63a1c2
  spadille admin reports
  spadille admin mute 9f2c01d3a4b5c6d7e8f9a0b1c2d3e4f5 --days 7
"""

_COUNT = whole_number(1, 10_000)
_MEASURES = (
    ("mute", "Mute a person", "mute"),
    ("unmute", "Lift a mute", "mute"),
    ("ban", "Ban a person", "ban"),
    ("unban", "Lift a ban", "ban"),
)
_SCOPES = ("play", "tables", "talk")

OLDER = {"measures": "sanctions", "rate-anew": "recompute-ratings"}
"""Older names of commands, which still work."""


def add_to(commands: Any) -> None:
    """Add `spadille admin` and its subcommands."""
    parser = commands.add_parser(
        "admin", help="Manage tables, people and tokens", description=_ABOUT
    )
    actions = add_commands(parser)
    tables = add_command(actions, "tables", "List tables", "List the tables used last.", _tables)
    tables.add_argument(
        "--most",
        metavar="N",
        type=_COUNT,
        default=50,
        help="how many to list [default: %(default)s]",
    )
    end = add_command(
        actions,
        "close",
        "End a game",
        "End the game at a table without a result.",
        _end_table,
    )
    end.add_argument("table", metavar="TABLE", help="its id")
    token = add_command(
        actions,
        "token",
        "Create a token",
        "Create a token for a bot. It is printed only once.",
        _token,
    )
    token.add_argument(
        "--scope",
        dest="scopes",
        choices=_SCOPES,
        action="append",
        help="permission in addition to watching [default: play]; may be repeated",
    )
    token.add_argument("name", metavar="NAME", help="purpose of the token")
    listing = add_command(
        actions, "tokens", "List tokens", "List the tokens created here.", _tokens
    )
    ending = add_command(
        actions, "revoke", "Revoke a token", "Revoke a token created here.", _end_token
    )
    ending.add_argument("id", metavar="ID", help="its id")
    people = [_person_command(actions, word, *rest) for word, *rest in _MEASURES]
    held = add_command(
        actions,
        "sanctions",
        "List mutes and bans",
        "List mutes and bans.",
        _sanctions,
    )
    told = add_command(
        actions, "reports", "List reports", "List what people report about others.", _reports
    )
    told.add_argument(
        "--most",
        metavar="N",
        type=_COUNT,
        default=50,
        help="how many to list [default: %(default)s]",
    )
    rating = add_command(
        actions,
        "recompute-ratings",
        "Recompute all ratings",
        "Delete all ratings; the server recomputes them from the stored games. Stop it first.",
        _recompute_ratings,
    )
    for command in (tables, end, token, listing, ending, held, told, rating, *people):
        add_database_option(command)
        command.add_argument("--json", action="store_true", help="print JSON")


def _person_command(actions: Any, word: str, help: str, kind: str) -> Any:
    command = add_command(actions, word, help, f"{help[0].upper()}{help[1:]}.", _decide)
    command.set_defaults(kind=kind, word=word)
    command.add_argument(
        "person",
        metavar="PERSON",
        type=_person,
        help="an id from `admin reports` or `admin tables --json`",
    )
    if word == kind:
        command.add_argument(
            "--days", metavar="N", type=_COUNT, help="duration in days [default: indefinitely]"
        )
    return command


def _decide(arguments: Namespace) -> None:
    kind, person = arguments.kind, arguments.person
    if arguments.word == kind:
        server.administration.impose(arguments.database, kind, person, arguments.days)
        done = True
    else:
        done = server.administration.lift(arguments.database, kind, person)
    told = f"{arguments.word}: {person}" if done else "nothing to lift"
    tell(arguments, {"person": person, "done": done}, told)


def _sanctions(arguments: Namespace) -> None:
    found = server.administration.measures(arguments.database)
    tell(
        arguments,
        [{**one._asdict(), "until": one.until and str(one.until)} for one in found],
        *(
            f"{one.kind:<5}  {one.subject}  {str(one.until)[:16] if one.until else 'indefinitely'}"
            for one in found
        ),
        *([] if found else ["no one is muted or banned"]),
    )


def _reports(arguments: Namespace) -> None:
    found = server.administration.reports(arguments.database, arguments.most)
    if arguments.json:
        print_json([{**one._asdict(), "made": str(one.made)} for one in found])
        return
    if not found:
        print_plain("there are no reports")
    for one in found:
        print_plain(f"{str(one.made)[:16]}  {one.table}  {one.person}  {one.name}")
        for line in one.said.splitlines():
            print_plain(f"    {line}")


def _tables(arguments: Namespace) -> None:
    found = server.administration.tables(arguments.database, arguments.most)
    tell(
        arguments,
        [one._asdict() for one in found],
        *(
            f"{one.table}  {one.used}  {one.status:<7}  {one.title}: {', '.join(one.names)}"
            for one in found
        ),
        *([] if found else ["there are no tables"]),
    )


def _end_table(arguments: Namespace) -> None:
    ended = server.administration.end_table(arguments.database, arguments.table)
    said = {None: "the server will end the game", True: "the game is over"}
    tell(arguments, {"ended": ended}, said.get(ended, "that table has no game in progress"))


def _token(arguments: Namespace) -> None:
    scopes = arguments.scopes or ["play"]
    made = server.administration.make_token(arguments.database, arguments.name, scopes)
    tell(
        arguments,
        {"id": made.info.id, "secret": made.secret, "scopes": made.info.scopes},
        made.secret,
        f"(its id is {made.info.id}; the token is shown only once)",
    )


def _tokens(arguments: Namespace) -> None:
    found = server.administration.tokens(arguments.database)
    tell(
        arguments,
        [{"id": one.id, "name": one.name, "scopes": one.scopes} for one in found],
        *(f"{one.id}  {one.name}  {' '.join(one.scopes) or 'watch'}" for one in found),
        *([] if found else ["there are no tokens"]),
    )


def _end_token(arguments: Namespace) -> None:
    server.administration.end_token(arguments.database, arguments.id)
    tell(arguments, {"ended": arguments.id}, f"revoked {arguments.id}")


def _person(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{32}", text):
        raise ArgumentTypeError(f"invalid person {text!r}: expected 32 digits and letters a to f")
    return text


def _recompute_ratings(arguments: Namespace) -> None:
    games = server.administration.rate_anew(arguments.database)
    told = f"the server will recompute the ratings of {counted(games, 'games')} when it needs them"
    tell(arguments, {"games": games}, told)
