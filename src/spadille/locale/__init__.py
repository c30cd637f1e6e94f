"""The languages of the texts that come from Python: English in the sources, others by gettext."""

from .translation import LANGUAGE_NAMES, LANGUAGES, Lang, spoken_of, translate

__all__ = ["LANGUAGES", "LANGUAGE_NAMES", "Lang", "spoken_of", "translate"]
