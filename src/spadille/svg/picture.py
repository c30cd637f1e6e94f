"""An SVG document as a string that notebooks show as a picture."""

from pathlib import Path
from typing import Any, Self

from ..game import Message, SpadesError, in_short
from .raster import to_png


class Picture(str):
    """A drawing: the text of an SVG document, which notebooks show as a picture.

    `width` and `height` are its natural size in pixels, and `caption` says in words what it shows,
    for screen readers.
    """

    __slots__ = ("caption", "height", "width")
    width: int
    height: int
    caption: str

    def __new__(cls, text: str, *, width: int, height: int, caption: str) -> Self:
        picture = super().__new__(cls, text)
        picture.width, picture.height, picture.caption = width, height, caption
        return picture

    def __reduce__(self) -> tuple[Any, ...]:
        return _picture, (str(self), self.width, self.height, self.caption)

    def __repr__(self) -> str:
        return f"<Picture: {self.caption}, {self.width} x {self.height}>"

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: str | Path, *, width: int | None = None) -> None:
        """Write the picture into a file: SVG, or PNG if the name ends in `.png`.

        A PNG is `width` pixels wide, by default twice as many as `Picture.width`.

        Raises:
            SpadesError: for another suffix, or if the width is not from 1 to 8192.
            ImportError: for PNG without the extra `png`; says what to install.
            OSError: if the file cannot be written.
        """
        path = Path(file)
        match path.suffix.lower():
            case ".svg":
                path.write_text(f"{self}\n", encoding="utf-8")
            case ".png":
                path.write_bytes(to_png(self, width=2 * self.width if width is None else width))
            case _:
                raise SpadesError(
                    "svg/file",
                    Message(
                        "cannot draw {name}: it must end in .svg or .png", name=in_short(path.name)
                    ),
                )


def _picture(text: str, width: int, height: int, caption: str) -> Picture:
    return Picture(text, width=width, height=height, caption=caption)
