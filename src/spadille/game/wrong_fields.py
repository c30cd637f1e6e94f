"""Describe in plain words why data does not fit its type."""

import re

from msgspec import ValidationError

_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")


def wrong_field(error: ValidationError) -> str:
    r"""Return the name of the malformed field, and the expected value.

    >>> wrong_field(ValidationError("Expected `str` of length >= 1 - at `$.name`"))
    'name: expected text of length >= 1'
    >>> wrong_field(ValidationError("Object contains unknown field `naem`"))
    'unknown field naem'
    >>> wrong_field(ValidationError(r"Expected `str` matching regex '\\S' - at `$.name`"))
    'name: expected text that is not blank'
    """
    text = str(error)
    place = _PLACE.search(text)
    problem = text[: place.start()] if place else text
    problem = re.sub(r"^Object contains unknown field", "unknown field", problem)
    problem = re.sub(r"^Object missing required field (.*)", r"the field \1 is missing", problem)
    problem = re.sub(r"^Invalid (?:enum )?value (.*)", r"\1 is not possible", problem)
    problem = problem.replace(r"matching regex '\\S'", "that is not blank")
    problem = re.sub(r"`([^`]*)`", lambda found: _kind(found[1]), problem)
    problem = problem[:1].lower() + problem[1:]
    return f"{place[1]}: {problem}" if place and place[1] else problem


def _kind(name: str) -> str:
    """Return a type in words, or the name of a field as it is."""
    return " or ".join(_KINDS.get(one, one) for one in name.split(" | "))
