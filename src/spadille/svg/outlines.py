"""The outlines that cards are made of: suit symbols, ranks, the star and the cap of the jokers.

The suit symbols and the places of pips are those of the client, in `web/src/cards/pips.ts`.
"""

PIPS = {
    "S": "M50 4C56 24 90 40 90 66C90 79 80 87 69 87C61 87 56 84 53 79C53 86 57 92 63 96H37C43 92 47"
    " 86 47 79C44 84 39 87 31 87C20 87 10 79 10 66C10 40 44 24 50 4Z",
    "H": "M50 95C44 76 9 58 9 32C9 17 20 7 32 7C41 7 48 13 50 22C52 13 59 7 68 7C80 7 91 17 91 32C"
    "91 58 56 76 50 95Z",
    "D": "M50 3C58 22 70 38 86 50C70 62 58 78 50 97C42 78 30 62 14 50C30 38 42 22 50 3Z",
    "C": "M50 5A21 21 0 0 1 66 39.5A21.5 21.5 0 1 1 54 72C54 83 58 91 65 96H35C42 91 46 83 46 72A21"
    ".5 21.5 0 1 1 34 39.5A21 21 0 0 1 50 5Z",
}
"""The suit symbols in a box of 100 by 100."""

STROKE = 17
"""The width of the strokes of `RANKS`."""

RANKS = {
    "A": (72, "M9 98 33 9H39L63 98M18 69H54"),
    "K": (70, "M13 0V100M61 3 14 62M33 41 62 97"),
    "Q": (74, "M37 8.5C56 8.5 65 24 65 50S56 91.5 37 91.5 9 76 9 50 18 8.5 37 8.5ZM41 66 65 97"),
    "J": (62, "M52 0V64C52 83 44 91.5 30 91.5 17 91.5 9 84 8 68"),
    "T": (
        97,
        ("M4 25 20 11V100M68 8.5C82 8.5 88 24 88 50S82 91.5 68 91.5 48 76 48 50 54 8.5 68 8.5Z"),
    ),
    "9": (
        70,
        (
            "M61 43C61 56 51 65 35 65S9 54 9 37 19 8.5 35 8.5 61 20 61 43"
            "C61 72 53 91.5 34 91.5 25 91.5 18 88 13 81"
        ),
    ),
    "8": (
        70,
        (
            "M35 46.5C24 46.5 13 41 13 28S22 8.5 35 8.5 57 16 57 28 46 46.5 35 46.5ZM35 46.5"
            "C20 46.5 9 54 9 69S20 91.5 35 91.5 61 84 61 69 50 46.5 35 46.5Z"
        ),
    ),
    "7": (66, "M5 8.5H58L26 100"),
    "6": (
        70,
        (
            "M9 57C9 44 19 35 35 35S61 46 61 63 51 91.5 35 91.5 9 80 9 57"
            "C9 28 17 8.5 36 8.5 45 8.5 52 12 57 19"
        ),
    ),
    "5": (
        70,
        ("M59 8.5H18L14 47C20 41 27 38 35 38 52 38 61 49 61 64S51 91.5 34 91.5C21 91.5 12 86 8 76"),
    ),
    "4": (74, "M53 100V10L11 70H70"),
    "3": (
        70,
        (
            "M10 25C13 14 22 8.5 34 8.5 49 8.5 58 16 58 28S49 47 36 47H26M36 47"
            "C52 47 61 55 61 69S51 91.5 34 91.5C20 91.5 11 85 8 74"
        ),
    ),
    "2": (70, "M10 31C10 17 20 8.5 35 8.5S60 17 60 30C60 43 52 50 41 60L12 88.5V91.5H64"),
    "B": (
        68,
        (
            "M13.5 8.5H36C50 8.5 57 16 57 28S50 46.5 36 46.5H13.5H38C52 46.5 60 54 60 69"
            "S52 91.5 38 91.5H13.5Z"
        ),
    ),
    "D": (72, "M13.5 8.5H30C52 8.5 63 24 63 50S52 91.5 30 91.5H13.5Z"),
}
"""The width of each rank, 100 high, and the line through the middle of its strokes.

`T` is the ten; `B` and `D` are the jack and the queen in German.
"""

STAR = "M50 4l13 31 33 3-25 22 8 33-29-18-29 18 8-33L4 38l33-3z"
"""The star of the jokers in a box of 100 by 100."""

CAP = (
    ("second", "M50 78C44 52 30 40 12 44c4 8 4 14 0 24 10-6 18-2 22 10z"),
    ("third", "M50 78c6-26 20-38 38-34-4 8-4 14 0 24-10-6-18-2-22 10z"),
    ("ink", "M32 78C30 50 38 28 50 12c12 16 20 38 18 66z"),
    ("second", "M28 76q22-8 44 0l2 12q-24-8-48 0z"),
)
"""The fool's cap in a box of 100 by 100: the color and the outline of each part."""

BELLS = ((12, 70), (50, 11), (88, 70))

_TWO, _THREE, _FOUR = (27.0, 113.0), (27.0, 70.0, 113.0), (27.0, 55.7, 84.3, 113.0)

_COLUMNS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "2": ((), _TWO),
    "3": ((), _THREE),
    "4": (_TWO, ()),
    "5": (_TWO, (70.0,)),
    "6": (_THREE, ()),
    "7": (_THREE, (48.5,)),
    "8": (_THREE, (48.5, 91.5)),
    "9": (_FOUR, (70.0,)),
    "T": (_FOUR, (41.4, 98.6)),
}
"""The heights of the pips on both sides of a number card, and in the middle."""


def pip_places(rank: str) -> list[tuple[float, float]]:
    """Return the middle of each pip on a number card, in a box of 100 by 140."""
    sides, middle = _COLUMNS[rank]
    return [
        *[(33.0, y) for y in sides],
        *[(67.0, y) for y in sides],
        *[(50.0, y) for y in middle],
    ]
