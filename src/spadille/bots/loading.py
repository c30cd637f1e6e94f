"""Load bots by name, with options: a level, your own class, or a program in any language."""

import importlib
from collections.abc import Callable
from inspect import Signature, signature
from pathlib import Path
from typing import Any, NoReturn

from ..game import Message, PlayerAction, SeatView, SpadesError, in_short
from .bot import Bot, DecidingBot, Decision
from .external import ExternalBot, external, is_program
from .failing import Acting, told
from .levels import LEVELS, checked_options, load_level


def load(name: str, seed: int | str = 0, **options: Any) -> Bot:
    """Return the bot with this name: a level, `module:Class`, or `cmd:` and a command.

    A command runs a program in any language that speaks the protocol of `docs/bots/protocol.md`.
    Options follow after a colon, as in `expert:nodes=200`, or are given as arguments; a string is
    converted to the type of the option. Bots with equal seeds and options make the same decisions.
    Your class is created with the seed, if it takes one. Importing its module or running a command
    runs arbitrary code, so use `load_level` for names that strangers send.

    Raises:
        SpadesError: if the bot, option or value is unknown, or the seed is not a text.
    """
    given: object = name
    if isinstance(given, str) and is_program(given):
        command, written = external(given)
        if not command.strip():
            _refuse(given)
        types = checked_options(given, ExternalBot, {**written, **options})
        return ExternalBot(command, seed, **types)
    what, written = _parts(name)
    options = {**written, **options}
    if ":" not in what:
        return load_level(what, seed, **options)
    return _made(what, seed, options)


def called(name: str) -> str:
    """Return the name at a table of the bot that `load` makes from this name."""
    if is_program(name):
        words = [word for word in external(name)[0].split() if not word.startswith("-")]
        return Path(words[-1]).stem if words else name
    what, _ = _parts(name)
    level, _, own = what.partition(":")
    return own or level.title()


def _parts(name: str) -> tuple[str, dict[str, str]]:
    """Return the level or the class, and the options."""
    given: object = name
    if not given or not isinstance(given, str):
        _refuse(in_short(given))
    what, colon, rest = name.partition(":")
    if what.endswith(".py"):
        file = Message(
            "{text} is a file name; use its module instead: my_bot:MyBot is MyBot in my_bot.py",
            text=name,
        )
        raise SpadesError("bots/no-bot", file)
    if colon and what not in LEVELS and "=" not in rest.partition(":")[0]:
        own, colon, rest = rest.partition(":")
        if not all(part.isidentifier() for part in (*what.split("."), *own.split("."))):
            _refuse(name)
        what = f"{what}:{own}"
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        option, equals, value = part.partition("=")
        if not option.isidentifier() or not equals or option in {*options, "level", "seed"}:
            _refuse(name)
        options[option] = value
    return what, options


def _refuse(name: str) -> NoReturn:
    raise SpadesError(
        "bots/no-bot",
        Message(
            "{text} is not a bot; use LEVEL, MODULE:CLASS or cmd:COMMAND, with options as "
            "LEVEL:OPTION=VALUE,..., each once",
            text=name,
        ),
    )


def _made(what: str, seed: int | str, options: dict[str, Any]) -> Bot:
    make = _class_of(what)
    try:
        known = signature(make)
    except (TypeError, ValueError) as error:
        raise _unmade(what, error) from None
    given = checked_options(what, make, options) if options else {}
    try:
        bot = make(*_seed_for(known, seed), **given)
    except (Exception, SystemExit) as error:
        raise _unmade(what, error) from error
    if not callable(getattr(bot, "act", None)):
        raise SpadesError(
            "bots/cannot-act", Message("{bot} is not a bot: it has no act(view)", bot=what)
        )
    return bot if callable(getattr(bot, "decide", None)) else _Silent(what, bot)


def _seed_for(known: Signature, seed: int | str) -> tuple[int | str, ...]:
    """Return the seed as an argument, unless the bot takes no arguments at all."""
    try:
        known.bind()
    except TypeError:
        return (seed,)
    try:
        known.bind(seed)
    except TypeError:
        return ()
    return (seed,)


def _class_of(what: str) -> Callable[..., Any]:
    name, _, path = what.partition(":")
    try:
        found: Any = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        code = "bots/no-module" if getattr(error, "name", None) == name else "bots/bad-module"
        raise SpadesError(
            code,
            Message("cannot import {module}: {error}", module=name, error=told(error)),
        ) from error
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise SpadesError(
            "bots/no-class", Message("{module} has no class {name}", module=name, name=path)
        )
    made: Callable[..., Any] = found
    return made


def _unmade(what: str, error: BaseException) -> SpadesError:
    return SpadesError(
        "bots/cannot-be-made",
        Message("{bot} cannot be created from a seed: {error}", bot=what, error=told(error)),
    )


class _Silent(DecidingBot):
    """Wraps a custom bot that gives no reasons."""

    def __init__(self, name: str, bot: Acting) -> None:
        super().__init__()
        self._name = name
        self._bot = bot

    def act(self, view: SeatView) -> PlayerAction:
        return self._bot.act(view)

    def decide(self, view: SeatView) -> Decision:
        reason = Message("{bot} gives no reasons.", bot=self._name)
        return Decision(self.act(view), reason)
