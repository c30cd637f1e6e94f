"""Write the pictures of the court cards for `spadille.svg`, smaller than the client's.

    python tools/card_faces.py          write src/spadille/svg/courts from the built client
    python tools/card_faces.py --check  exit with status 1 if a picture there is not up to date

A picture is the content of a box of 1300 by 2000 units, which is 58 by 82 of the card's 100 by 140.
Coordinates are whole units, a twentieth of a pixel on a card that is 100 pixels wide.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "src" / "spadille" / "server" / "static" / "assets"
COURTS = ROOT / "src" / "spadille" / "svg" / "courts"

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_STEPS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""How many numbers each command of a path takes."""


def court_names() -> list[str]:
    """Return the names of the court cards."""
    return [suit + rank for suit in "SHDC" for rank in "JQK"]


def built_court(card: str) -> str | None:
    """Return the client's picture of a court card, or None if the client is not built."""
    found = sorted(BUILT.glob(f"{card}-*.svg"))
    return found[-1].read_text(encoding="utf-8") if found else None


def small(card: str, source: str) -> str:
    """Return the content of a court card's picture, with whole numbers and few elements."""
    root = ET.fromstring(source)  # noqa: S314 - our own build wrote it
    symbols = {symbol.attrib["id"]: symbol for symbol in root.iter(f"{_SVG}symbol")}
    drawn: dict[str, str] = {}
    for use in root.findall(f"{_SVG}use"):
        layer = use.attrib[_HREF][1:]
        turned = use.attrib.get("transform")
        assert (layer in drawn) == (turned == "rotate(180)"), use.attrib
        if layer in drawn:
            drawn[layer] += f'<use href="#{card}{layer}" transform="rotate(180 650 1000)"/>'
        else:
            content = "".join(_element(card, part) for part in symbols[layer])
            drawn[layer] = f'<g id="{card}{layer}">{content}</g>'
    text = "".join(drawn.values())
    pips = sorted(set(re.findall(rf'href="#{card}(\w)"', text)) - drawn.keys())
    defined = "".join(_pip(card, pip, symbols[pip]) for pip in pips)
    return (f"<defs>{defined}</defs>" if defined else "") + text


def _pip(card: str, name: str, symbol: ET.Element) -> str:
    (path,) = symbol
    return _element(card, path).replace("<path", f'<path id="{card}{name}"')


def _element(card: str, element: ET.Element) -> str:
    """Return a path, or a small symbol within a layer, whose box it is scaled to."""
    attributes = dict(element.attrib)
    tag = element.tag.removeprefix(_SVG)
    if tag == "use":
        size = float(attributes.pop("width"))
        assert size == float(attributes.pop("height")), attributes
        moved = f"translate({size / 2:g} {size / 2:g}) scale({_short(size / 1200)})"
        attributes["transform"] = f"{attributes.get('transform', '')} {moved}".strip()
        attributes["href"] = f"#{card}{attributes.pop(_HREF)[1:]}"
    else:
        assert tag == "path", tag
        attributes["d"] = whole_path(attributes["d"])
    text = " ".join(f'{name}="{value}"' for name, value in sorted(attributes.items()))
    return f"<{tag} {text}/>"


def _short(number: float) -> str:
    return f"{number:.5g}".removeprefix("0")


def whole_path(path: str) -> str:
    """Return a path with whole coordinates, relative where that is shorter.

    >>> whole_path("M10.4 20.6c1.4 2 3.4 4.4 5.4 6.4zl1.4 1.4")
    'M10 21c2 2 4 4 6 6zl2 1'
    """
    written: list[str] = []
    last = ""
    for command, numbers in _rounded(path):
        letter = command
        text = "".join(
            number if index == 0 or number.startswith("-") else f" {number}"
            for index, number in enumerate(map(str, numbers))
        )
        if letter == last and letter not in "mz":
            letter = "" if text.startswith("-") else " "
        last = command
        written.append(letter + text)
    return "".join(written)


def _rounded(path: str) -> Iterator[tuple[str, list[int]]]:
    """Yield relative commands between points on the grid, so that rounding does not add up."""
    x = y = start_x = start_y = 0.0  # the end of the exact path
    at_x = at_y = begin_x = begin_y = 0  # the end of the written one
    first = True
    for command, given in _commands(path):
        lower = command.lower()
        if lower == "z":
            x, y, at_x, at_y = start_x, start_y, begin_x, begin_y
            yield "z", []
            continue
        numbers = list(given)
        if command.islower():
            for index in range(len(numbers)):
                numbers[index] += _offset(lower, index, x, y)
        match lower:
            case "h":
                x = numbers[0]
                step = [round(x) - at_x]
            case "v":
                y = numbers[0]
                step = [round(y) - at_y]
            case _:
                x, y = numbers[-2:]
                step = [
                    round(number - _offset(lower, index, at_x, at_y))
                    if _moves(lower, index)
                    else _arc(index, number)
                    for index, number in enumerate(numbers)
                ]
        at_x, at_y = round(x), round(y)
        if lower == "m":
            start_x, start_y, begin_x, begin_y = x, y, at_x, at_y
            yield ("M", [at_x, at_y]) if first else ("m", step)
        elif any(step) or lower == "a":
            yield lower, step
        first = False


def _arc(index: int, number: float) -> int:
    """Return the radii, the turn and the flags of an arc as they are written."""
    return max(1, round(number)) if index < 2 else round(number)


def _moves(command: str, index: int) -> bool:
    return command != "a" or index >= 5


def _offset(command: str, index: int, x: float, y: float) -> float:
    """Return what a relative number is relative to."""
    if command == "v":
        return y
    if not _moves(command, index):
        return 0.0
    return (x, y)[(index - (5 if command == "a" else 0)) % 2]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of a path with its numbers; flags of arcs may touch what follows."""
    for letter, text in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        count = _STEPS[letter.lower()]
        if count == 0:
            yield letter, []
            continue
        numbers = _numbers(text, arcs=letter in "aA")
        for at in range(0, len(numbers), count):
            follows = {"m": "l", "M": "L"}.get(letter, letter) if at else letter
            yield follows, numbers[at : at + count]


def _numbers(text: str, *, arcs: bool) -> list[float]:
    number = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
    if not arcs:
        return [float(found) for found in re.findall(number, text)]
    between = r"[\s,]*"
    arc = between.join([rf"({number})"] * 3 + ["([01])"] * 2 + [rf"({number})"] * 2)
    return [float(part) for found in re.findall(arc, text) for part in found]


def pictures() -> dict[str, str]:
    """Return the content of each picture by the name of its file.

    Raises:
        SystemExit: if the client is not built.
    """
    found = {}
    for card in court_names():
        source = built_court(card)
        if source is None:
            sys.exit("the client is not built: run `python3 dev.py start` first")
        found[f"{card}.svg"] = f"{small(card, source)}\n"
    return found


def main() -> None:
    """Write the pictures, or compare them with those that are there."""
    made = pictures()
    if "--check" in sys.argv[1:]:
        stale = [
            name
            for name, text in made.items()
            if not (COURTS / name).is_file() or (COURTS / name).read_text("utf-8") != text
        ]
        sys.exit(f"not up to date: {', '.join(stale)}" if stale else 0)
    COURTS.mkdir(exist_ok=True)
    for name, text in made.items():
        (COURTS / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(text):,} bytes")


if __name__ == "__main__":
    main()
