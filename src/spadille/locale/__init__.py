"""The languages of the texts that come from Python: English in the sources, German by gettext."""

from .translation import LANGUAGES, translate

__all__ = ["LANGUAGES", "translate"]
