"""The pictures of values in notebooks."""

from importlib import import_module
from typing import Any

from .errors import SpadesError


class Drawn:
    """A value that notebooks show as a picture, which `spadille.svg` draws.

    That package is imported when the first picture is drawn. It knows this one, so its name is not
    imported here. The engine in the browser does without it.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """Return the picture as SVG, or None if there is nothing to draw yet."""
        try:
            svg: Any = import_module("spadille.svg")
            return str(svg.draw(self))
        except (SpadesError, ModuleNotFoundError):
            return None
