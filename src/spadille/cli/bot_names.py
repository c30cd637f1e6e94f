"""Bots as they are named on the command line."""

import os
import sys

from ..game import SpadesError
from .errors import InputError


def check_bot(option: str, name: str) -> None:
    """Refuses what is no bot; modules are looked for in the current folder as well.

    Raises:
        InputError: says why.
    """
    from ..bots import load

    here = os.getcwd()  # noqa: PTH109 - as Python writes it there
    if ":" in name and here not in sys.path:
        sys.path.insert(0, here)
    try:
        load(name)
    except SpadesError as error:
        raise InputError(f"{option}: {error.code}: {error}") from error
