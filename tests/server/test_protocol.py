"""The documents about the messages are correct: examples, codes, and the client's types."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import spadille
from client_types import TYPES, typescript
from docsite.codes import CODE, NO_CODES
from spadille.game import Message, PlayerAction, Rules, SeatView, group_titles
from spadille.server.app import HANDLERS
from spadille.server.net.openapi import document
from spadille.server.net.routes import MESSAGES
from spadille.study import exercises as exercise_messages
from spadille.table.protocol import (
    VERSION,
    ClientMessage,
    Hello,
    ServerMessage,
    read_request,
    write,
)
from spadille.table.requests import Act
from support.pages import client
from support.protocol_pages import PAGES as PAGE
from support.protocol_pages import examples

ROOT = Path(__file__).parent.parent.parent
SOURCES = Path(spadille.__file__).parent

EXAMPLES = examples()
USUAL = json.loads(msgspec.json.encode(Rules()))


def kinds_over_http() -> Iterator[type[msgspec.Struct]]:
    """Yield the messages that requests send and receive, and one of each kind in lists."""
    for handler in HANDLERS:
        told = handler.opt.get(MESSAGES)
        for type_ in (told.asks, told.answers) if told else ():
            kind = next(iter(get_args(type_)), type_)
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                yield kind


BY_FIELDS: dict[frozenset[str], set[type]] = {}
"""Messages without a `type` that have the same fields; they look identical on the wire."""
for each in kinds_over_http():
    BY_FIELDS.setdefault(frozenset(each.__struct_encode_fields__), set()).add(each)

TABLED = {
    name: set(re.findall(r"`(\w+)`", fields))
    for name, fields in re.findall(r"^\| `([A-Z]\w+)` \| (`.*?`) \|", PAGE, re.MULTILINE)
}
"""Messages that contain a position at a table are documented by the names of their fields."""


def as_it_arrives(example: dict[str, Any]) -> Any:
    """Return the example as the message that it shows."""
    tags = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    if example.get("type") in tags:
        return read_request(json.dumps(example))
    kind: Any = ServerMessage
    if "type" not in example:
        kind = min(BY_FIELDS[frozenset(example)], key=repr)
    return msgspec.convert(example, kind, dec_hook=lambda _, text: Message(text))


def without_usual_options(message: Any) -> Any:
    """Return the message as the page shows it, with only the rule options that are not defaults."""
    if isinstance(message, list):
        return [without_usual_options(item) for item in message]
    if not isinstance(message, dict):
        return message
    if message.keys() != USUAL.keys():
        return {name: without_usual_options(value) for name, value in message.items()}
    groups = {
        group: {name: value for name, value in options.items() if value != USUAL[group][name]}
        for group, options in message.items()
    }
    return {group: options for group, options in groups.items() if options}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: str(e.get("type", "http")))
def test_protocol_example_is_a_complete_message(example: dict[str, Any]) -> None:
    message = json.loads(write(as_it_arrives(example), "en"))
    assert without_usual_options(message) == example


def section(heading: str) -> list[dict[str, Any]]:
    """Return the examples under a heading."""
    text = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [json.loads(example) for example in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


async def test_protocol_examples_match_server_answers(tmp_path: Path) -> None:
    """This covers examples that are the same everywhere; those for rule sheets show an excerpt."""
    async with client(tmp_path / "static") as http:

        async def answer(path: str, asked: dict[str, Any] | None = None) -> Any:
            request = http.get(path) if asked is None else http.post(path, json=asked)
            return without_usual_options((await request).json())

        (preset,) = section("A preset")
        (told,) = [each for each in await answer("/api/presets") if each["name"] == preset["name"]]
        headings = [each["heading"] for each in preset["sheet"]]
        told["sheet"] = [each for each in told["sheet"] if each["heading"] in headings]
        assert told == preset
        assert section("A group of options")[0] in await answer("/api/schema")
        asked, good, bad = section("Rules to check")
        told = await answer("/api/rules/check", asked)
        assert told | {"sheet": told["sheet"][-1:]} == good
        asked["options"] = {"end.target": 10, "table.players": 3}
        assert await answer("/api/rules/check", asked) == bad
        asked, sheet = section("Rounds to score")
        assert await answer("/api/score", asked) == sheet
        (division,) = section("A division")
        assert await answer(f"/api/split?people={division['people']}") == division
        (phrase,) = section("Small answers")[0]["phrases"]
        assert phrase in (await answer("/api/phrases"))["phrases"]


def test_protocol_update_examples_have_fields_of_a_view() -> None:
    hints = get_type_hints(SeatView)
    kinds = {each.encode_name: hints[each.name] for each in msgspec.structs.fields(SeatView)}
    shown = [example["view"] for example in EXAMPLES if example.get("type") == "update"]
    told = [(kinds[name], value) for view in shown for name, value in view.items()]
    assert [json.loads(write(msgspec.convert(value, kind), "en")) for kind, value in told] == [
        value for _, value in told
    ]
    assert any(view["options"]["choose"] for view in shown if "options" in view)


def test_protocol_page_has_every_message_and_action() -> None:
    messages = [as_it_arrives(example) for example in EXAMPLES]
    tagged = {type(message) for message in messages if message.__struct_config__.tag}
    assert tagged == {*get_args(ClientMessage), *get_args(ServerMessage)}
    shown = {kind for example in EXAMPLES for kind in BY_FIELDS.get(frozenset(example), ())}
    left = {kind.__name__ for kind in kinds_over_http()} - {kind.__name__ for kind in shown}
    assert left <= {*TABLED, "Steps"}, "the page describes steps as a state and its updates"
    actions = {type(message.action) for message in messages if isinstance(message, Act)}
    assert actions == set(get_args(PlayerAction))


def test_protocol_page_lists_fields_of_tabled_messages() -> None:
    kinds = {kind.__name__: kind for kind in vars(exercise_messages).values() if is_message(kind)}
    fields = {name: set(kind.__struct_encode_fields__) for name, kind in kinds.items()}
    assert fields == TABLED


def is_message(value: object) -> bool:
    return isinstance(value, type) and value.__module__ == exercise_messages.__name__


def test_protocol_page_has_exactly_the_requests() -> None:
    there = {
        f"{method.upper()} {path}": re.sub(r"\{\w+\}", "[^/]+", f"{method.upper()} {path}")
        for path, operations in document(HANDLERS)["paths"].items()
        for method in operations
    }
    pages = PAGE + (ROOT / "docs" / "hosting" / "monitoring.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`((?:GET|POST|DELETE) /(?:api|healthz)[^`?]*)", pages))
    found = {
        entry: [request for request, form in there.items() if re.fullmatch(form, entry)]
        for entry in told
    }
    assert [entry for entry, requests in found.items() if not requests] == []
    exactly = {entry if entry in there else requests[0] for entry, requests in found.items()}
    assert exactly == {*there}


def test_protocol_page_names_the_version() -> None:
    assert Hello.__struct_defaults__[-1] == VERSION
    assert f"at present {VERSION}." in PAGE


ONLY_IN_PYTHON = {
    "deal/cards", "deal/drafted", "deal/extra-card", "deal/face-up", "deal/hands",
    "deal/missing-card", "deal/no-deal", "game/nothing-to-undo", "text/bad-json",
}  # fmt: skip
"""Codes of errors in Python that no request to a server leads to."""


def codes_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
            yield str(node.value)


def test_protocol_page_has_exactly_the_codes() -> None:
    sources = [*(SOURCES / "game").rglob("*.py"), *(SOURCES / "server").rglob("*.py")]
    for package in ("offline", "table"):
        sources += (SOURCES / package).rglob("*.py")
    sources.append(SOURCES / "study" / "exercises.py")
    sources.append(SOURCES / "notation" / "rule_codes.py")
    groups = [SOURCES / "game" / "rules" / f"{group}.py" for group in group_titles()]
    languages = [SOURCES / "game" / name for name in ("bid_rule.py", "hand_test.py")]
    # all share one code
    conflicts = {code for path in groups + languages for code in codes_in(path)}
    raised = {code for path in sources for code in codes_in(path)}
    raised -= NO_CODES | ONLY_IN_PYTHON | conflicts
    raised |= {f"{kind.__struct_config__.tag}/not-now" for kind in get_args(PlayerAction)}
    # A feature's own codes are in its section; the rest are in the list.
    pages = (ROOT / "docs" / "protocol" / "http.md").read_text(encoding="utf-8")
    pages += PAGE.partition("## Codes")[2]
    documented = set(re.findall(rf"`({CODE.pattern})`", pages))
    assert len(raised) > 50
    assert documented == raised


def test_client_types_match_the_server() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript(), "run tools/client_types.py"


def test_client_types_are_written_as_typescript() -> None:
    text = typescript()
    for line in (
        f"export const VERSION = {VERSION};",
        "export type Seat = 0 | 1 | 2 | 3 | 4 | 5;",
        "  readonly hand: readonly Card[] | null;",
        "  readonly bids: readonly (Bid | null)[];",
        "  readonly reason: string;",
        "  readonly lang?: Lang;",  # a client may leave out fields with defaults
        "  readonly nil: boolean;",  # but the server always sends them
        '  readonly type: "hello";',
    ):
        assert f"\n{line}\n" in text
    declared = re.findall(r"^export (?:type|interface) (\w+)", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
