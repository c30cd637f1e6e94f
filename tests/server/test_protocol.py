"""The documents about the messages tell the truth: examples, codes, and the client's types."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import spadille
from client_types import TYPES, typescript
from spadille.game import Message, PlayerAction, Rules, group_titles
from spadille.server.http_messages import (
    CheckRules,
    GroupInfo,
    GroupMade,
    MyTables,
    NewGroup,
    NewTable,
    OpenedDeal,
    OptionGroup,
    PresetInfo,
    RulesInfo,
    ScoreRounds,
    ScoreSheet,
    SessionMade,
    SplitInfo,
    TableMade,
    TakeSeat,
)
from spadille.server.protocol import VERSION, Act, ClientMessage, Hello, ServerMessage
from spadille.server.wire import read_request, write

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SOURCES = Path(spadille.__file__).parent

EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
CODE = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z-]+")
NO_CODES = {"application/json", "application/octet-stream", "text/plain"}
OF_FILES = {"rules/not-toml", "rules/bad-heading"}
"""Codes about files that no client sends."""

USUAL = json.loads(msgspec.json.encode(Rules()))

MARKS: dict[str, Any] = {
    "type": ServerMessage,
    "invite": NewTable,
    "token": TakeSeat,
    "fresh": SessionMade,
    "mine": MyTables,
    "table": TableMade,
    "sizes": NewGroup,
    "group": GroupMade,
    "tables": GroupInfo,
    "about": PresetInfo,
    "changes": RulesInfo,
    "outcomes": OpenedDeal,
    "people": SplitInfo,
    "standings": ScoreSheet,
    "rounds": ScoreRounds,
    "code": CheckRules,
    "name": OptionGroup,
}
"""A field that tells the kind of a message without a type, the first one that is found."""


def as_it_arrives(example: dict[str, Any]) -> object:
    """The example as the message it is an example of."""
    tags = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    if example.get("type") in tags:
        return read_request(json.dumps(example))
    kind = next((kind for field, kind in MARKS.items() if field in example), None)
    assert kind is not None
    return msgspec.convert(example, kind, dec_hook=lambda _, text: Message(text))


def without_usual_options(message: Any) -> Any:
    """The message as the page shows it: of rules the options that are not as by default."""
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
def test_an_example_is_a_message_with_nothing_else_left_out(example: dict[str, Any]) -> None:
    message = json.loads(write(as_it_arrives(example), "en"))
    assert without_usual_options(message) == example


def test_every_message_and_every_action_has_an_example() -> None:
    messages = [as_it_arrives(example) for example in EXAMPLES]
    over_http = {kind for field, kind in MARKS.items() if field != "type"}
    expected = {*get_args(ClientMessage), *get_args(ServerMessage), *over_http}
    assert {type(message) for message in messages} == expected
    actions = {type(message.action) for message in messages if isinstance(message, Act)}
    assert actions == set(get_args(PlayerAction))


def test_the_page_knows_the_version() -> None:
    assert Hello.__struct_defaults__[-1] == VERSION
    assert f"at present {VERSION}." in PAGE


def codes_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
            yield str(node.value)


def test_every_code_is_documented_and_every_documented_code_exists() -> None:
    sources = [*(SOURCES / "game").rglob("*.py"), *(SOURCES / "server").glob("*.py")]
    groups = (SOURCES / "game" / "rules" / f"{group}.py" for group in group_titles())
    conflicts = {code for path in groups for code in codes_in(path)}  # documented as one
    raised = {code for path in sources for code in codes_in(path)}
    raised -= NO_CODES | OF_FILES | conflicts
    raised |= {f"{kind.__struct_config__.tag}/not-now" for kind in get_args(PlayerAction)}
    documented = set(re.findall(rf"`({CODE.pattern})`", PAGE.partition("## Codes")[2]))
    assert len(raised) > 50
    assert documented == raised


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript(), "run tools/client_types.py"


def test_types_are_spelled_as_typescript_has_them() -> None:
    text = typescript()
    for line in (
        f"export const VERSION = {VERSION};",
        "export type Seat = 0 | 1 | 2 | 3 | 4 | 5;",
        "  readonly hand: readonly Card[] | null;",
        "  readonly bids: readonly (Bid | null)[];",
        "  readonly reason: string;",
        "  readonly lang?: Lang;",  # what has a default may be left out by a client
        "  readonly nil: boolean;",  # but is always sent by the server
        '  readonly type: "hello";',
    ):
        assert f"\n{line}\n" in text
    declared = re.findall(r"^export (?:type|interface) (\w+)", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
