"""Sentences not yet tied to a language: an English template and the values that fill it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard


def T(text: str) -> str:  # noqa: N802 - a marker, kept short because it wraps every catalogue entry
    """Mark a text that is not yet a `Message` for the translation catalog; return it unchanged."""
    return text


def in_short(value: object) -> str:
    """Return a value shortened for a sentence, as it may have any type and length."""
    return repr(value)[:60]


def decimal(number: float, sign: str = "") -> "Message":
    """Return a number with one decimal place; with `sign` "+", positive numbers get a sign, too.

    >>> str(decimal(2.96)), str(decimal(0.25, "+"))
    ('3.0', '+0.2')
    """
    whole, tenths = f"{number:{sign}.1f}".split(".")
    return Message("{whole}.{tenths}", whole=whole, tenths=tenths)


class Message:
    """A sentence as an English template and its parameters, translated only where it is shown.

    A template that is written as a literal where the message is made enters the catalog.
    `str(message)` is the English sentence; `spadille.locale.translate` gives others. Parameters may
    be plain values, further messages, or values with a message in `spoken`, as cards, suits and
    seats have.

    >>> str(Message("you must follow {suit}", suit="hearts"))
    'you must follow hearts'
    >>> str(Message.counted("one bag", "{n} bags", 3))
    '3 bags'
    """

    __slots__ = ("params", "plural", "template")

    def __init__(self, template: str, /, *, plural: str | None = None, **params: Any) -> None:
        self.template = template
        self.plural = plural
        self.params = params

    @classmethod
    def counted(cls, singular: str, plural: str, n: int, **params: Any) -> "Message":
        """Return a message that depends on the number `n`; both literals enter the catalog."""
        return cls(singular, plural=plural, n=n, **params)

    def render(
        self,
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
        word: Callable[[object], str],
    ) -> str:
        """Return the sentence as translated by a catalog; `word` translates a parameter."""
        if self.plural is None:
            template = gettext(self.template)
        else:
            template = ngettext(self.template, self.plural, abs(self.params["n"]))
        return template.format(**{name: word(value) for name, value in self.params.items()})

    def __str__(self) -> str:
        return self.render(
            str,
            lambda one, many, n: one if n == 1 else many,
            lambda value: str(getattr(value, "spoken", value)),
        )

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.plural, self.params) == (
            other.template,
            other.plural,
            other.params,
        )

    def __hash__(self) -> int:
        return hash((self.template, self.plural))


def is_text(value: object) -> TypeGuard[str]:
    """Return True if UTF-8 can encode the value; it cannot encode lone surrogates, as in JSON."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def in_lang(texts: Mapping[str, str], lang: str) -> str:
    """Return the text in `lang`, else in English, else in any language, else an empty text."""
    return texts.get(lang) or texts.get("en") or next(iter(texts.values()), "")
