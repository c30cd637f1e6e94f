"""Pictures as PNG files and arrays of pixels; the extra `png` brings what this needs."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ..game import Message, SpadesError, in_range, in_short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDEST = 8192
"""The most pixels that a picture may be wide or high."""

_FONTS = [str(path) for path in sorted(Path(__file__).with_name("fonts").glob("*.ttf"))]


def to_png(picture: str, *, width: int | None = None, background: str | None = None) -> bytes:
    """Return the picture as a PNG file, `width` pixels wide, by default as wide as it is drawn.

    `background` is a CSS color for the parts that are transparent otherwise. The pixels are the
    same on every machine. Only letters that the font of the package lacks come from its fonts.

    Raises:
        SpadesError: if the width is not from 1 to 8192, or the text is not a picture.
        ImportError: without the extra `png`; says what to install.
    """
    if width is not None and in_range(width, 1, WIDEST) is None:
        raise bad_width(width, 1, WIDEST)
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    try:
        return resvg_py.svg_to_bytes(
            svg_string=str(picture),
            width=width,
            background=background,
            skip_system_fonts=set(picture) <= _letters(),
            font_files=_FONTS,
            sans_serif_family="Inter",
        )
    except ValueError as error:
        raise SpadesError(
            "svg/picture", Message("cannot draw the picture: {problem}", problem=str(error))
        ) from error


def to_array(
    picture: str, *, width: int | None = None, background: str = "#ffffff"
) -> "NDArray[np.uint8]":
    """Return the pixels of a picture: an array of shape (height, width, 3), from 0 to 255.

    `width` and `background` are those of `to_png`; the colors are red, green and blue.

    Raises:
        SpadesError: as in `to_png`.
        ImportError: as in `to_png`.
    """
    import numpy as np  # noqa: PLC0415 - only arrays need it

    try:
        from PIL import Image  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    with Image.open(BytesIO(to_png(picture, width=width, background=background))) as image:
        return np.array(image.convert("RGB"))


def bad_width(width: object, least: int, most: int) -> SpadesError:
    """Return the error of a width in pixels that is out of range."""
    return SpadesError(
        "svg/width",
        Message(
            "invalid width {width}: expected {least} to {most} pixels",
            width=in_short(width), least=least, most=most,
        ),
    )  # fmt: skip


def _missing(error: ModuleNotFoundError) -> ImportError:
    name = error.name or "the extra"
    return ImportError(
        f"{name} is not installed; it comes with: pip install 'spadille[png]'", name=name
    )


@cache
def _letters() -> frozenset[str]:
    """Return the letters of the fonts that come with the package."""
    ranges = ((0x20, 0x7E), (0xA0, 0xFF), (0x2018, 0x201A), (0x201C, 0x201E))
    letters = {chr(code) for first, last in ranges for code in range(first, last + 1)}
    return frozenset(letters.union("\nıŒœŸ–—•…−€"))
