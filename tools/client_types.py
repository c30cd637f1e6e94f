"""Write the messages as TypeScript types for the client: `python tools/client_types.py`.

The messages are those of the websocket and those that the HTTP routes declare.
"""

import sys
from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from inspect import cleandoc
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_origin

from msgspec import NODEFAULT, inspect

from spadille.game import Message, Seat, Side
from spadille.server.app import HANDLERS
from spadille.server.net.routes import MESSAGES
from spadille.table import protocol

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "generated" / "protocol.ts"

HEADER = """\
/**
 * The messages between the browser and the server, generated from the routes of `spadille.server`
 * by `python tools/client_types.py`. Do not edit.
 */
"""

_ROUTES = [route.opt[MESSAGES] for route in HANDLERS if MESSAGES in route.opt]
_OTHERS = {None, str, dict}
"""No messages: no body, a text, or any JSON object."""

FROM_CLIENT = [protocol.ClientMessage, *(one.asks for one in _ROUTES if one.asks not in _OTHERS)]
FROM_SERVER = [
    protocol.ServerMessage,
    *(one.answers for one in _ROUTES if one.answers not in _OTHERS),
]


def typescript() -> str:
    """Return the whole TypeScript module."""
    return _Module().text()


class _Module:
    """Collects the types in the messages, each declared once under its Python name."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.received = _structs(FROM_SERVER)
        self.names = _names({**self.received, **_structs(FROM_CLIENT)})

    def text(self) -> str:
        for info in inspect.multi_type_info((*FROM_CLIENT, *FROM_SERVER)):
            self.spell(info)
        version = f"export const VERSION = {protocol.VERSION};\n"
        return "\n".join([HEADER, version, *self.declared.values()])

    def spell(self, info: inspect.Type, *, inline: bool = False) -> str:
        """Return a type as spelled where it is used, and declare the types that it names."""
        if not inline and (name := self.names.get(_key(info))):
            self._declare(name, lambda: f"export type {name} = {self.spell(info, inline=True)};\n")
            return name
        match info:
            case inspect.Metadata(type=inner):
                return self.spell(inner)
            case inspect.StructType(cls=cls):
                self._declare(cls.__name__, lambda: f"{_comment(cls)}{self._interface(info)}")
                return cls.__name__
            case inspect.EnumType(cls=cls):
                self._declare(cls.__name__, lambda: f"{_comment(cls)}{_enumeration(cls)}")
                return cls.__name__
            case inspect.UnionType(types=types):
                # msgspec sorts the members of a union; null reads best at the end.
                parts = [self.spell(part) for part in types]
                return " | ".join(sorted(parts, key=lambda part: part == "null"))
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                one = self.spell(item)
                return f"readonly ({one})[]" if " " in one else f"readonly {one}[]"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(map(self.spell, items))}]"
            case inspect.DictType(key_type=inspect.LiteralType() as key, value_type=value):
                return f"Readonly<Partial<Record<{self.spell(key)}, {self.spell(value)}>>>"
            case inspect.DictType(key_type=inspect.StrType(), value_type=value):
                return f"Readonly<Record<string, {self.spell(value)}>>"
            case _:
                return _plain(info)

    def _declare(self, name: str, spell: Callable[[], str]) -> None:
        if name not in self.declared:
            self.declared[name] = ""  # keep the place: the types that it uses come after it
            self.declared[name] = spell()

    def _interface(self, info: inspect.StructType) -> str:
        lines = [f"export interface {info.cls.__name__} {{"]
        if info.tag_field is not None:
            lines.append(f"  readonly {info.tag_field}: {_literal(info.tag)};")
        for field in info.fields:
            # The server sends every field; only messages from the client may leave out defaults.
            given = (field.default, field.default_factory)
            optional = given != (NODEFAULT, NODEFAULT) and info.cls not in self.received
            name = f"{field.encode_name}?" if optional else field.encode_name
            lines.append(f"  readonly {name}: {self.spell(field.type)};")
        return "\n".join([*lines, "}\n"])


def _plain(info: inspect.Type) -> str:
    """Return the spelling of a type that contains no other types."""
    match info:
        case inspect.LiteralType(values=values):
            return " | ".join(_literal(value) for value in values)
        case inspect.CustomType(cls=cls) if cls is Message:
            return "string"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
        case _:
            raise TypeError(f"no TypeScript for {info}")


def _structs(types: Iterable[Any]) -> dict[type, None]:
    """Return all structs that occur in `types`, in order."""
    found: dict[type, None] = {}

    def visit(info: inspect.Type) -> None:
        match info:
            case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
                visit(inner)
            case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
                for part in parts:
                    visit(part)
            case inspect.StructType(cls=cls, fields=fields) if cls not in found:
                found[cls] = None
                for field in fields:
                    visit(field.type)
            case _:
                pass

    for info in inspect.multi_type_info(types):
        visit(info)
    return found


def _names(structs: Iterable[type]) -> dict[object, str]:
    """Return the names that the modules of these structs have for unions and literals."""
    found = {_key(inspect.type_info(Side)): "Side"}  # other lists are spelled out
    for module in dict.fromkeys(struct.__module__ for struct in structs):
        for name, value in vars(sys.modules[module]).items():
            if get_origin(value) in {Literal, Union, UnionType} and not name.startswith("_"):
                found.setdefault(_key(inspect.type_info(value)), name)
    return found


def _key(info: inspect.Type) -> object:
    """Return a key that distinguishes types that may have different names."""
    match info:
        case inspect.LiteralType(values=values):
            return values
        case inspect.VarTupleType(item_type=item):
            return "tuple", _key(item)
        case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
            return cls
        case inspect.UnionType(types=types):
            return frozenset(_key(part) for part in types)
        case _:
            return repr(info)


def _enumeration(cls: type[Enum]) -> str:
    values = " | ".join(_literal(member.value) for member in cls)
    text = f"export type {cls.__name__} = {values};\n"
    if issubclass(cls, IntEnum) and cls is not Seat:
        raise TypeError(f"{cls} is no name that a client could know")
    return text


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _comment(cls: type) -> str:
    text = cleandoc(cls.__doc__ or "").split("\n\n>>>")[0]
    if issubclass(cls, Enum):
        text = text.split("\n\n")[0]  # what follows is about Python
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */\n"])


if __name__ == "__main__":
    TYPES.write_text(typescript(), encoding="utf-8")
