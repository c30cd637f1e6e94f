"""The languages of texts from Python: English in the source code, others through gettext."""

from .translation import LANGUAGE_NAMES, LANGUAGES, Lang, spoken_of, translate

__all__ = ["LANGUAGES", "LANGUAGE_NAMES", "Lang", "spoken_of", "translate"]
