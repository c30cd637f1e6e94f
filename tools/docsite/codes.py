"""Write the page of all refusal codes, with their sentences from the sources."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast, get_args

from spadille.game import PlayerAction
from spadille.game.phases.phase import wrong_phase

from .made_page import ROOT, head, row

SOURCES = ROOT / "src" / "spadille"
CODE = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z-]+")
QUOTED = re.compile(rf'"{CODE.pattern}"')
NO_CODES = {
    "application/json",
    "application/octet-stream",
    "application/wasm",
    "application/zip",
    "assets/worker-",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
    "rounds/s",
    "steps/s",
}
MARKS = {"Message": 0, "T": 0, "Message.counted": 1}
"""The calls that mark a sentence, and its argument, the plural one if there are two."""

OTHERS = {
    "rules/bids": "what is wrong with the [language of bids](bids.md) there",
    "rules/deficient-when": "what is wrong with the description of a deficient hand",
    "bid/blind-deficit": "how far behind a side must be for a blind bid",
    "kept/unreadable": "why a game that was kept cannot be gone on with",
    "record/no-header": "what a file is that is no [game record](record.md) of this version",
    "friend/too-many": "how many friends each person may have",
    "note/too-many": "how many notes each person may have",
    "solver/rules": "what [the solver does not know](coverage.md)",
}
"""Codes whose sentence comes from elsewhere."""

Functions = dict[str, ast.FunctionDef]

ABOUT = """\
# Error codes

Look up an error code. Every error has a code for programs and a sentence for people. You find
both in an [error](protocol/server-messages.md#error) of the server, in the output of a command,
and as `code` of a [`SpadesError`](api.md#errors) in Python. Codes never change; sentences may.
Names in braces are filled in.
"""
PARTS = {
    "At tables and over the network": re.compile(r""),
    "Rules": re.compile(r"(rules|table)/"),
    "Text and records": re.compile(r"(text|record|perft)/"),
    "Commands, bots and tools": re.compile(
        r"(arena|bots|envs|fast|solver|svg|kept|backup|database)/"
    ),
}


def code_page() -> str:
    """Return every code with its sentences, in parts."""
    told = codes()
    parts = [ABOUT]
    for title in PARTS:
        rows = [
            row(f"`{code}`", "<br>".join(told[code]).replace("{", r"\{"))  # else attributes
            for code in sorted(told)
            if part_of(code) == title
        ]
        parts.append("\n".join([f"## {title}\n", head("code", "says"), *rows]))
    return "\n".join(f"{part}\n" for part in parts)


def part_of(code: str) -> str:
    """Return the last part of the page that a code fits."""
    return [title for title, form in PARTS.items() if form.match(code)][-1]


def codes() -> dict[str, list[str]]:
    """Return the sentences of each code in the sources."""
    told: dict[str, dict[str, None]] = {}
    for file in sorted(SOURCES.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if not QUOTED.search(text):
            continue
        tree = ast.parse(text)
        for code, sentences in _in_module(_Spelled(tree).visit(tree)):
            told.setdefault(code, {}).update(dict.fromkeys(sentences))
    for kind in get_args(PlayerAction):
        code, message = wrong_phase(cast(Any, kind))  # it checks only the kind
        told.setdefault(code, {}).setdefault(message.template)
    for code, text in OTHERS.items():
        told[code] = {text: None}
    return {code: list(sentences) for code, sentences in told.items()}


class _Spelled(ast.NodeTransformer):
    """Replaces names with the texts that their module gives them."""

    def __init__(self, tree: ast.Module) -> None:
        self._texts: dict[str, ast.Constant] = {}
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    self._keep(names, values)
                case ast.Assign(targets=names, value=value):
                    self._keep(names, [value] * len(names))

    def _keep(self, names: list[ast.expr], values: list[ast.expr]) -> None:
        for name, value in zip(names, values, strict=True):
            if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                self._texts[name.id] = value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._texts.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _in_module(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for scope in (tree, *scopes):
        for node in ast.walk(scope):
            pairs: list[tuple[ast.AST, ast.AST]] = []
            match node:
                case ast.match_case(pattern=ast.MatchValue(value=value)):
                    pairs = [(value, node)]
                case ast.Call(args=values) | ast.Tuple(elts=values):
                    pairs = [*pairwise(values)]
                case ast.Assign(value=ast.IfExp() as value):
                    pairs = [(value, scope)]
                case ast.Constant():
                    pairs = [(node, node)]
            for named_by, text in pairs:
                if named := _codes_of(named_by):
                    sentences = _said(text, scope, functions)
                    yield from ((code, sentences) for code in named)


def _said(said: ast.AST, scope: ast.AST, functions: Functions) -> list[str]:
    """Return the sentences of an expression, of the function that it calls, or of its value."""
    match said:
        case ast.Module():
            return []
        case ast.Constant(value=str(text)) if not _codes_of(said):
            return [text]
        case ast.Call(func=ast.Name(id=name)) if name in functions:
            return _sentences(*functions[name].body)
        case ast.Name(id=name) | ast.Call(args=[ast.Name(id=name), *_]):
            set_to = [
                node.value
                for node in ast.walk(scope)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
            ]
            return [] if isinstance(scope, ast.Module) else _sentences(*set_to)
    return _sentences(said)


def _sentences(*nodes: ast.AST) -> list[str]:
    """Return the texts that are marked as sentences, in order."""
    marked = [
        node
        for part in nodes
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MARKS
    ]
    marked.sort(key=lambda node: node.lineno)
    texts = [node.args[MARKS[ast.unparse(node.func)]] for node in marked]
    return [str(text.value) for text in texts if isinstance(text, ast.Constant)]


def _codes_of(value: ast.AST) -> list[str]:
    """Return the codes that an expression may have."""
    texts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    return [
        str(text.value)
        for text in texts
        if isinstance(text, ast.Constant)
        and CODE.fullmatch(str(text.value))
        and text.value not in NO_CODES
    ]
