"""`spadille verify`: check the cards of a record against the commitments before the deals."""

from argparse import ArgumentTypeError, Namespace
from typing import Any

from ..game import Message, Record
from ..locale import translate
from ..notation import RecordError, RoundCheck, check_deals, parse_record
from .options import add_command, add_lang_option, add_renamed
from .streams import read_parsed, tell

_ABOUT = """\
Verify that the cards of every round follow from the seed whose commitment was
published before the deal.

The exit status is 1 if a round has other cards, or if a commitment that you were
shown is missing from the record. It is 3 if nothing is wrong but not
everything is proven: rounds without a commitment, as in games without a server,
or with a secret seed.

examples:
  spadille verify game.spades
  spadille verify --commitment 3f9c1b7a game.spades   # as shown before the deal
"""

FORGED, UNPROVEN = 1, 3
SHORTEST = 8
"""Digits of a seal that are enough to identify it."""


def add_to(commands: Any) -> None:
    """Add `spadille verify` and its options."""
    parser = add_command(commands, "verify", "Verify that the deals were fair", _ABOUT, run)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_renamed(
        parser,
        "--commitment",
        "--seal",
        dest="seal",
        metavar="HASH",
        action="append",
        default=[],
        type=_seal,
        help="a commitment that you were shown, or its first digits; may be repeated",
    )
    add_lang_option(parser)
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")


def run(arguments: Namespace) -> int:
    """Print the result of checking the cards, and return 0, `FORGED` or `UNPROVEN`."""
    record = read_parsed(arguments.file, parse_record)
    try:
        rounds = check_deals(record)
    except RecordError as error:
        return _tell(arguments, (), [error.message], FORGED)
    missing = _missing(record, arguments.seal)
    return _tell(arguments, rounds, missing, _status(rounds, missing))


def _status(rounds: tuple[RoundCheck, ...], missing: list[Message]) -> int:
    findings = {check.finding for check in rounds}
    if missing or "forged" in findings:
        return FORGED
    return 0 if findings == {"fair"} else UNPROVEN


def _missing(record: Record, shown: list[str]) -> list[Message]:
    return [
        Message("This record does not contain the commitment {seal}.", seal=seal)
        for seal in shown
        if not any(known.seal.startswith(seal) for known in record.seals)
    ]


def _tell(
    arguments: Namespace, rounds: tuple[RoundCheck, ...], problems: list[Message], status: int
) -> int:
    sentences = [translate(message, arguments.lang) for message in problems]
    told: list[dict[str, Any]] = [
        {
            "round": check.round,
            "finding": check.finding,
            "text": translate(check.text, arguments.lang),
        }
        for check in rounds
    ]
    tell(
        arguments,
        {"ok": status == 0, "rounds": told, "problems": sentences},
        *(one["text"] for one in told),
        *sentences,
        translate(_verdict(status, rounds), arguments.lang),
        indent=True,
    )
    return status


def _verdict(status: int, rounds: tuple[RoundCheck, ...]) -> Message:
    if status == 0:
        return Message("All cards match their commitments.")
    if status == FORGED:
        return Message("Some cards of this record do not match their commitments.")
    if not rounds:
        return Message("No cards were dealt in this record, so there is nothing to verify.")
    findings = {check.finding for check in rounds}
    if findings == {"unsealed"}:
        return Message(
            "This record has no commitments, so it cannot show that the deals were fair."
        )
    if "unsealed" in findings:
        return Message("Some rounds have no commitment, so they are not proven.")
    return Message("Some seeds are still secret; verify the record again when the game is over.")


def _seal(text: str) -> str:
    seal = text.lower()
    if len(seal) < SHORTEST or set(seal) - set("0123456789abcdef"):
        raise ArgumentTypeError(f"a seal has at least {SHORTEST} of the digits 0 to f: {text}")
    return seal
