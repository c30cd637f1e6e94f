"""The rules a command works with (a preset, a file or a link, plus options), and the standings."""

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from ..game import (
    ParseError,
    Preset,
    Rules,
    RulesError,
    Standing,
    find_preset,
    parse_preset,
    presets,
)
from ..notation import code_in, preset_in
from .streams import InputError, counted, name_of, read_text, with_code


def add_rules_option(
    parser: ArgumentParser, *, required: bool = False, default: str | None = None
) -> None:
    """Add `--rules`: a preset, a TOML file or a link from the rule editor."""
    parser.add_argument(
        "--rules",
        required=required,
        default=default,
        help="a preset (see `spadille rules list`), a TOML file, or a link from the rule editor",
    )


def add_rules_options(parser: ArgumentParser, default: str | None = None) -> None:
    """Add `--rules`, which is required if it has no default, and `--set`."""
    add_rules_option(parser, required=default is None, default=default)
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        dest="settings",
        action="append",
        default=[],
        help="set an option of the rules, such as end.target=250; may be repeated",
    )


def asked_rules(arguments: Namespace) -> Preset:
    """Return the rule set given by `--rules`, with the options given by `--set`.

    Raises:
        InputError: if there is no such rule set, a text is not a setting, or the rules are invalid.
    """
    preset = find_rules(arguments.rules)
    options: dict[str, Any] = {}
    for setting in arguments.settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise InputError(
                f"--set: invalid setting {setting!r}: expected KEY=VALUE, such as end.target=250"
            )
        options[key.strip()] = setting_value(value.strip())
    try:
        return structs.replace(preset, rules=preset.rules.with_options(options))
    except RulesError as error:
        raise InputError(f"--set: {with_code(error)}") from error


def find_rules(name: str) -> Preset:
    """Return the preset with that name, or the rule set in that link or file.

    Raises:
        InputError: if there is no such rule set, or its rules are invalid.
    """
    try:
        return named_rules(name)
    except RulesError as error:
        raise InputError(f"{name_of(name)}: {with_code(error)}") from error


def named_rules(name: str) -> Preset:
    """Return the same, for callers that report every problem with the rules.

    Raises:
        InputError: if there is no such rule set.
        RulesError: if an option is unknown, has a bad value or conflicts with another.
    """
    known = find_preset(name)
    if known is not None:
        return known
    code = code_in(name)
    if code is None and name != "-" and not _is_there(name):
        raise _unknown(name)
    if code is None:
        return _read_rules(name)
    try:
        return preset_in(code)
    except ParseError as error:
        raise InputError(f"{name}: {with_code(error)}") from error


def _unknown(name: str) -> InputError:
    """Return the error for a missing file, or for an unknown preset, with the closest one."""
    if Path(name).suffix or "/" in name or "\\" in name:
        return InputError(f"{name}: no such file", "give a TOML file or the name of a preset")
    near = get_close_matches(name.lower(), presets(), n=1)
    known = f"choose a TOML file, a link from the rule editor, or {', '.join(presets())}"
    return InputError(f"unknown rule set {name!r}", f"did you mean {near[0]!r}?" if near else known)


def _is_there(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except OSError:  # the name is too long or the folder is closed; reading it shows that
        return True


def _read_rules(file: str) -> Preset:
    """Return the rule set in a file: TOML, or the link that the rule editor saved."""
    text = read_text(file)
    code = code_in(text)
    try:
        if code is not None:
            return preset_in(code)
        return parse_preset(text, "standard input" if file == "-" else Path(file).stem)
    except ParseError as error:
        raise InputError(f"{name_of(file)}: {with_code(error)}") from error


def setting_value(text: str) -> Any:
    """Return `text` as a TOML value if it is one, else unchanged.

    >>> setting_value("250"), setting_value("false"), setting_value("none")
    (250, False, 'none')
    """
    try:
        data = tomllib.loads(f"value = {text}")
    except ValueError:
        return text
    return data["value"] if len(data) == 1 else text


class Before(Struct, forbid_unknown_fields=True):
    """The state that a side carries over from earlier rounds.

    `sets` is the number of rounds in which it was set, and `sets_in_a_row` counts only the latest
    ones in a row. `revokes` is the number of its proven revokes.
    """

    score: int
    bags: int = 0
    sets: int = 0
    sets_in_a_row: int = 0
    revokes: int = 0


def read_before(rules: Rules, written: Sequence[Before]) -> tuple[Standing, ...]:
    """Return the standings of all sides from their JSON.

    Raises:
        InputError: if they are not possible under these rules.
    """
    if len(written) != len(rules.sides):
        raise InputError(
            f"before holds {counted(len(written), 'sides')}, "
            f"expected one for each of {len(rules.sides)}"
        )
    for one in written:
        for name, count in structs.asdict(one).items():
            if name != "score" and count < 0:
                raise InputError(f"{name} in before is {count}, expected a number from 0")
    return tuple(Standing(**_counted(one)) for one in written)


def _counted(one: Before) -> dict[str, int]:
    """Return the fields; a side set in that many rounds in a row was set at least that often."""
    return structs.asdict(one) | {"sets": max(one.sets, one.sets_in_a_row)}
