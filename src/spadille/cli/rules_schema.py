"""The JSON Schema of a rule set, with titles and help in every language."""

from typing import Any

from msgspec import json

from ..game import Rules, option_types
from ..locale import LANGUAGES, translate


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rule set.

    Titles and help are in the language of the sources; `x-LANG` holds them in each other one.
    """
    defaults = Rules().options()
    groups: dict[str, Any] = {}
    types = option_types()
    options, named = json.schema_components(types.values(), ref_template="#/$defs/{name}")
    for path, option in zip(types, options, strict=True):
        group, _, name = path.partition(".")
        groups.setdefault(group, {})[name] = _described({**option, "default": defaults[path]})
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Spadille rule set",
        "type": "object",
        "properties": {
            "title": texts,
            "about": texts,
            "source": {"type": "string"},
            **{
                group: {"type": "object", "properties": members, "additionalProperties": False}
                for group, members in groups.items()
            },
        },
        "additionalProperties": False,
        "$defs": {
            name: {key: value for key, value in schema.items() if key != "description"}
            for name, schema in named.items()
        },
    }


def _described(option: dict[str, Any]) -> dict[str, Any]:
    return option | {
        f"x-{lang}": {key: translate(option[key], lang) for key in ("title", "description")}
        for lang in LANGUAGES[1:]
    }
