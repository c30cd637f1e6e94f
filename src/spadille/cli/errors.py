"""What a command cannot work with."""

import sys


class InputError(Exception):
    """Bad usage or bad input; the text says what, where and what was expected, in one line."""


def report(command: str, problem: str) -> None:
    """Says on standard error, in one line, why a command has failed."""
    print(f"{command}: {' '.join(problem.split())}", file=sys.stderr)
