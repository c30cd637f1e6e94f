"""Write the messages as TypeScript types for the client: `python tools/client_types.py`."""

from collections.abc import Iterable
from enum import Enum, IntEnum
from inspect import cleandoc
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, inspect

from spadille.bots import Level, Unit
from spadille.game import Message, PlayerAction, Seat, Side
from spadille.server.features import exercises as exercise_messages
from spadille.server.features import friends as friend_messages
from spadille.server.features.accounts import messages as account_messages
from spadille.server.features.challenges import messages as challenge_messages
from spadille.server.features.challenges import messages as duplicate_messages
from spadille.server.features.games import messages as game_messages
from spadille.server.features.tournaments import messages as evening_messages
from spadille.server.table.events import Wish
from spadille.server.wire import http as http_messages
from spadille.server.wire import protocol
from spadille.study import Area, Mark

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "generated" / "protocol.ts"

HEADER = """\
/**
 * The messages between the browser and the server, generated from `spadille.server.messages` by
 * `python tools/client_types.py`. Do not edit.
 */
"""

FROM_CLIENT = (
    protocol.ClientMessage,
    http_messages.NewSession,
    http_messages.NewTable,
    http_messages.NewToken,
    http_messages.EndToken,
    http_messages.PlayOn,
    http_messages.PlayFrom,
    http_messages.NewGroup,
    http_messages.TakeSeat,
    http_messages.NewReport,
    http_messages.Reported,
    http_messages.CheckRules,
    http_messages.ScoreRounds,
    account_messages.Credentials,
    account_messages.ChangePassword,
    account_messages.SignOut,
    account_messages.DeleteMe,
    account_messages.ShowMe,
    friend_messages.AskFriend,
    friend_messages.AnswerFriend,
    friend_messages.EndFriend,
    challenge_messages.NewChallenge,
    challenge_messages.TryChallenge,
    duplicate_messages.NewDuplicate,
    evening_messages.NewEvening,
    evening_messages.EnterPair,
    evening_messages.LeavePair,
    evening_messages.RunEvening,
    duplicate_messages.TakePlace,
    game_messages.OpenRecord,
    game_messages.AskReview,
)
FROM_SERVER = (
    protocol.ServerMessage,
    http_messages.PresetInfo,
    http_messages.SessionMade,
    http_messages.MyTables,
    http_messages.Phrases,
    http_messages.TableMade,
    http_messages.TokenMade,
    http_messages.Tokens,
    http_messages.Reach,
    http_messages.GroupMade,
    http_messages.GroupInfo,
    http_messages.RulesInfo,
    http_messages.OptionGroup,
    http_messages.ScoreSheet,
    http_messages.SplitInfo,
    http_messages.OpenedDeal,
    account_messages.AboutMe,
    account_messages.RatingBoard,
    account_messages.RatingCourse,
    friend_messages.FriendList,
    challenge_messages.ChallengeMade,
    challenge_messages.ChallengeInfo,
    challenge_messages.MyChallenges,
    duplicate_messages.DuplicateMade,
    duplicate_messages.DuplicateInfo,
    evening_messages.EveningMade,
    evening_messages.EveningInfo,
    evening_messages.MyEvenings,
    game_messages.GameMade,
    game_messages.GameInfo,
    game_messages.Steps,
    game_messages.MyGames,
    game_messages.MyFigures,
    game_messages.ReviewInfo,
    exercise_messages.PuzzleList,
    exercise_messages.PuzzleShown,
    exercise_messages.LessonList,
    exercise_messages.LessonShown,
)

_ALIASES: dict[str, Any] = {
    "Mark": Mark,
    "Area": Area,
    "Unit": Unit,
    "Lang": protocol.Lang,
    "Phrase": protocol.Phrase,
    "Scope": http_messages.Scope,
    "Wish": Wish,
    "Level": Level,
    "Side": Side,
    "OptionValue": http_messages.OptionValue,
    "PlayerAction": PlayerAction,
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}


def typescript() -> str:
    """Return the whole TypeScript module."""
    return _Module().text()


class _Module:
    """Collects the types in the messages, each declared once under its Python name."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.names = {_key(inspect.type_info(type_)): name for name, type_ in _ALIASES.items()}
        self.received = _structs(FROM_SERVER)

    def text(self) -> str:
        for name, type_ in _ALIASES.items():
            info = inspect.type_info(type_)
            self.declared[name] = ""
            self.declared[name] = f"export type {name} = {self.spell(info, inline=True)};\n"
        for info in inspect.multi_type_info((*FROM_CLIENT, *FROM_SERVER)):
            self.spell(info)
        version = f"export const VERSION = {protocol.VERSION};\n"
        return "\n".join([HEADER, version, *self.declared.values()])

    def spell(self, info: inspect.Type, *, inline: bool = False) -> str:
        """Return a type as spelled where it is used, and declare the types that it names."""
        if not inline and (alias := self.names.get(_key(info))):
            return alias
        match info:
            case inspect.Metadata(type=inner):
                return self.spell(inner)
            case inspect.StructType(cls=cls):
                self._declare(cls, lambda: self._interface(info))
                return cls.__name__
            case inspect.EnumType(cls=cls):
                self._declare(cls, lambda: _enumeration(cls))
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
            case _:
                return _plain(info)

    def _declare(self, cls: type, spell: Any) -> None:
        if cls.__name__ not in self.declared:
            self.declared[cls.__name__] = ""  # keep the place: the types that it uses come after it
            self.declared[cls.__name__] = f"{_comment(cls)}{spell()}"

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
        case inspect.DictType(key_type=inspect.StrType(), value_type=value):
            return f"Readonly<Record<string, {_plain(value)}>>"
        case _:
            raise TypeError(f"no TypeScript for {info}")


def _structs(types: Iterable[Any]) -> set[type]:
    """Return all structs that occur in `types`."""
    found: set[type] = set()

    def visit(info: inspect.Type) -> None:
        match info:
            case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
                visit(inner)
            case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
                for part in parts:
                    visit(part)
            case inspect.StructType(cls=cls, fields=fields) if cls not in found:
                found.add(cls)
                for field in fields:
                    visit(field.type)
            case _:
                pass

    for info in inspect.multi_type_info(types):
        visit(info)
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
