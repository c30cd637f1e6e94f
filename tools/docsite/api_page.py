"""The reference in docs/api.md, from the names in `spadille` and their docstrings."""

import ast
import inspect
import re
import textwrap
from collections.abc import Collection, Iterator
from types import ModuleType
from typing import Any

import spadille.client
import spadille.game
import spadille.svg

from .made_page import DOCS, MadePage

PAGE = MadePage(
    DOCS / "api.md",
    "<!-- The reference is made by tools/docsite/api_page.py from docstrings. -->",
    "<!-- End of the reference. -->",
)
GROUPS = {
    "A game": ("Game", "Round", "RoundResult", "View", "SeatView", "Record"),
    "Cards and seats": ("Card", "Suit", "Deal", "Seat"),
    "Rules": ("Rules", "presets"),
    "Actions": ("Action", "Bid", "NIL", "BLIND_NIL", "Look", "Play"),
    "Text": (
        "load_game",
        "load_games",
        "load_record",
        "load_records",
        "format_record",
        "parse_action",
        "parse_deal",
    ),
    "Kernels": ("solve", "simulate"),
    "Errors": ("SpadesError", "IllegalActionError", "ParseError", "RulesError"),
}
PARTS = ("Options", "Choose", "Trick", "Standing")
"""The parts of games and views, which are in `spadille.game`."""

CLIENT = ("play", "Client", "ClientError", "RefusedError")
"""The names for a table of a server, which are in `spadille.client`."""

DRAWING = (
    "draw", "card", "hand", "deal", "table", "trick", "round", "bids", "win_curve", "Picture",
    "to_png", "to_array",
)  # fmt: skip
"""The names for pictures, which are in `spadille.svg`."""

OURS = {"Round": {"begin", "change", "again"}, "IllegalActionError": {"of"}}
"""Members of classes that are for internal use."""


def page() -> str:
    """Return the whole page: the hand-written text, with the reference in the middle."""
    offered = sorted(set(spadille.__all__) - {"__version__"})
    names = "\n".join(f"...     {line}" for line in textwrap.wrap(", ".join(offered), 90))
    parts = [f"```python\n>>> from spadille import (\n{names},\n... )\n\n```"]
    for title, group in GROUPS.items():
        parts.append(f"## {title}")
        parts += [entry(name) for name in group]
    parts.append("## What games and views are made of\n\n`spadille.game` has these.")
    parts += [class_entry(name, getattr(spadille.game, name)) for name in PARTS]
    parts.append("## Drawing\n\n`spadille.svg` has these ([drawing](drawing.md)).")
    parts += [entry(name, spadille.svg) for name in DRAWING]
    parts.append("## A table of a server\n\n`spadille.client` has these ([bot API](bot-api.md)).")
    parts += [entry(name, spadille.client) for name in CLIENT]
    parts.append(f"### `AsyncClient`\n\n{text_of(spadille.client.AsyncClient.__doc__)}")
    return PAGE.with_tables(parts)


def problems() -> Iterator[str]:
    """Yield public names that are in no group, and names in a group that are not public."""
    offered = set(spadille.__all__) - {"__version__"}
    grouped = {name for group in GROUPS.values() for name in group}
    yield from (f"{name} is in no group of tools/docsite/api_page.py" for name in offered - grouped)
    yield from (f"{name} is not offered" for name in grouped - offered)


def entry(name: str, module: ModuleType = spadille) -> str:
    """Return one name with its signature, its docstring and, for a class, its members."""
    value = getattr(module, name)
    if inspect.isclass(value):
        return class_entry(name, value)
    if hasattr(value, "__wrapped__") or inspect.isfunction(value):
        return f"### `{signature(definition(value))}`\n\n{text_of(value.__doc__)}"
    return f"### `{name}`\n\n{constant_text(name, value)}"


def class_entry(name: str, value: type) -> str:
    """Return a class: its docstring, its fields with theirs, its properties and methods."""
    bases = [base for base in value.__mro__[1:] if base.__module__.startswith("spadille")]
    public = [base.__name__ for base in bases if base.__name__ in spadille.__all__]
    parts = [f"### `{name}`", text_of(value.__doc__)]
    if public:
        parts.append(f"Has everything that a `{public[0]}` has.")
    parents = [] if public else bases
    members = [
        (node, doc)
        for part in [*reversed(parents), value]
        for node, doc in class_body(part, OURS.get(name, set()))
    ]
    fields = [(node, doc) for node, doc in members if isinstance(node, ast.AnnAssign)]
    if fields:
        parts.append("\n".join(field_line(node, doc) for node, doc in fields))
    methods = {
        node.name: method_entry(node, doc)  # an overridden one counts once
        for node, doc in members
        if isinstance(node, ast.FunctionDef)
    }
    parts += methods.values()
    return "\n\n".join(parts)


def class_body(value: type, ours: Collection[str]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield a class's public fields and methods, each with its docstring."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    assert isinstance(node, ast.ClassDef)
    for each, after in zip(node.body, [*node.body[1:], None], strict=True):
        match each:
            case ast.AnnAssign(target=ast.Name(id=name)) if name[0] != "_" and name not in ours:
                match after:
                    case ast.Expr(value=ast.Constant(value=str(doc))):
                        yield each, doc
                    case _:
                        yield each, ""
            case ast.FunctionDef(name=name, decorator_list=decorators):
                overloaded = "overload" in map(ast.unparse, decorators)
                if not (name.startswith("_") or name in ours or overloaded):
                    yield each, ast.get_docstring(each) or ""


def field_line(node: Any, doc: str) -> str:
    """Return a field as a list item, with the name under which it is sent if that is different."""
    default = ""
    match node.value:
        case ast.Call(ast.Name("field"), keywords=[ast.keyword("name", ast.Constant(str(sent)))]):
            doc = f"{doc} Sent as `{sent}`."
        case ast.expr() as value:
            default = f" = {ast.unparse(value)}"
    said = f": {' '.join(doc.split())}" if doc else ""
    return f"- `{node.target.id}: {ast.unparse(node.annotation)}{default}`{said}"


def method_entry(node: ast.FunctionDef, doc: str) -> str:
    """Return a method or a property with its docstring."""
    decorators = {ast.unparse(each) for each in node.decorator_list}
    if decorators & {"property", "cached_property", "kept"}:
        assert node.returns is not None
        title = f"{node.name}: {plain(ast.unparse(node.returns))}"
    else:
        title = signature(node, method="staticmethod" not in decorators)
    return f"#### `{title}`\n\n{text_of(doc)}".rstrip()


def definition(function: Any) -> ast.FunctionDef:
    """Return the definition of a function."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body
    assert isinstance(node, ast.FunctionDef)
    return node


def signature(node: ast.FunctionDef, *, method: bool = False) -> str:
    """Return a function's signature, without the `self` of a method."""
    if method:
        node.args.args = node.args.args[1:]
    assert node.returns is not None
    arguments = ast.unparse(node.args).replace("=", " = ")
    return plain(f"{node.name}({arguments}) -> {ast.unparse(node.returns)}")


def plain(annotation: str) -> str:
    """Return an annotation without the quotes around names that are defined later."""
    return re.sub(r"(?<!= )'([A-Z]\w*( \| None)?)'", r"\1", annotation)


def constant_text(name: str, value: Any) -> str:
    """Return the text about a value."""
    if name == "Action":
        return "Whatever can be applied to a game: the actions of players and of chance."
    return f"The bid that is written `{value}`."


def text_of(doc: str | None) -> str:
    """Return a docstring as Markdown, with examples in blocks and section headings in bold."""
    text, _, raised = inspect.cleandoc(doc or "").partition("Raises:\n")
    text = re.sub(r"^>>> (?:.+\n?)+", _in_a_block, text, flags=re.MULTILINE)
    more, _, example = textwrap.dedent(raised).partition("\n\n")
    more = re.sub(r"\n +", " ", more)  # an error that spans several lines
    errors = [f"Raises `{line.strip().replace(':', '`:', 1)}" for line in more.splitlines()]
    return "\n\n".join(filter(None, [text.strip(), *errors, text_of(example) if example else ""]))


def _in_a_block(example: re.Match[str]) -> str:
    return f"```python\n{example[0].rstrip()}\n\n```\n"
