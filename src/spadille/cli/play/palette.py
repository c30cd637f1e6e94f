"""The colours of the table, for styles and for what is painted."""

PALETTE = {
    "felt": "#14532d",
    "felt-deep": "#0d3b20",
    "ground": "#0a1f14",
    "panel": "#0f2a1b",
    "ink": "#e9f3ec",
    "muted": "#8fb59d",
    "gold": "#f2c14e",
    "alarm": "#ffb3a7",
    "card": "#fbf8ef",
    "card-dim": "#9fb0a4",
    "card-chosen": "#ffe08a",
    "black-suit": "#15202b",
    "red-suit": "#b3122a",
    "black-suit-dim": "#46554b",
    "red-suit-dim": "#7c3a3a",
    "back": "#23418a",
    "back-ink": "#8aa4e0",
}
