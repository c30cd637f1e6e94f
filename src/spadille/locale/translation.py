"""Messages of the game as sentences in a language."""

import gettext
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Literal, get_args

from ..game import Message, Seat

log = logging.getLogger(__name__)

Lang = Literal["en", "de", "es"]

LANGUAGES: tuple[Lang, ...] = get_args(Lang)
"""The available languages; the first is that of the source code."""

LANGUAGE_NAMES: dict[Lang, str] = {"en": "English", "de": "Deutsch", "es": "Español"}
"""The name of each language in that language."""


def spoken_of(tags: Iterable[str]) -> Lang:
    """Return the first available language among `tags`, else English.

    >>> spoken_of(["fr", "es-MX", "en"]), spoken_of(["de_AT.UTF-8"]), spoken_of(["fr"])
    ('es', 'de', 'en')
    """
    known = {str(lang): lang for lang in LANGUAGES}
    primary = (tag.strip().lower().replace("_", "-").partition("-")[0] for tag in tags)
    return next((known[lang] for lang in primary if lang in known), LANGUAGES[0])


def translate(
    message: Message | str, lang: str = "en", names: Mapping[Seat, str] | None = None
) -> str:
    """Return `message` as a sentence in `lang`; seats are called by their `names` if given.

    A plain text is looked up in the catalog as is. Unknown languages are treated as English.

    >>> from spadille.game import Card, Message, Seat, T
    >>> translate(Message(T("you do not hold the {card}"), card=Card.HQ))
    'you do not hold the queen of hearts'
    >>> translate(Message(T("{seat}'s nil made"), seat=Seat.EAST), names={Seat.EAST: "Ada"})
    'Ada’s nil made'
    """
    catalogue = _catalogue(lang)
    if isinstance(message, str):
        return _typeset(catalogue.gettext(message)) if message else ""

    return str(_word(message, catalogue, names))


class _Word(str):
    """A value for a placeholder, which may ask for its article: `{card:the}` or `{card:The}`."""

    __slots__ = ("definite",)
    definite: Callable[[], str]

    def __format__(self, spec: str) -> str:
        if spec not in {"the", "The"}:
            return super().__format__(spec)
        definite = self.definite()
        return definite if spec == "the" else definite[:1].upper() + definite[1:]


def _word(
    value: object, catalogue: gettext.NullTranslations, names: Mapping[Seat, str] | None
) -> _Word:
    if names is not None and isinstance(value, Seat) and value in names:
        spoken: object = names[value]
    else:
        spoken = getattr(value, "spoken", value)
    within = partial(_word, catalogue=catalogue, names=names)
    if isinstance(spoken, Message):
        spoken = spoken.render(
            lambda text: _typeset(catalogue.gettext(text)),
            lambda one, many, n: _typeset(catalogue.ngettext(one, many, n)),
            within,
        )
    elif isinstance(spoken, int) and spoken < 0:
        spoken = f"{_MINUS}{-spoken}"
    word = _Word(spoken)
    word.definite = lambda: str(within(getattr(value, "definite", str(word))))
    return word


_APOSTROPHE = re.compile(r"(?<=[a-z}])'(?=[a-z])|(?<=s)'(?= [a-z])")
"""An apostrophe of a template: not a quote, and not in a value that fills it."""


def _typeset(template: str) -> str:
    """Return a template with the apostrophes of print, which the page uses as well."""
    return _APOSTROPHE.sub("’", template) if "'" in template else template


_MINUS = "\N{MINUS SIGN}"
"""The minus sign of scores; a hyphen would look as if it joined two words."""


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    try:
        return gettext.translation(
            "spadille", Path(__file__).parent, [lang], fallback=lang not in LANGUAGES[1:]
        )
    except FileNotFoundError:  # in a source tree that has not been installed
        log.warning(
            "the texts for the language %r are not built, so English is used instead: "
            "run `pip install .` in the Spadille source folder",
            lang,
        )
        return gettext.NullTranslations()
