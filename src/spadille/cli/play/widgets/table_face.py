"""The whole table: who sits where, the trick or the answers, the score, the person's cards."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from ..picture import Picture, Place
from ..words import Words
from .choice_pad import ChoicePad
from .hand_row import HandRow
from .sand_glass import SandGlass
from .score_board import ScoreBoard
from .seat_plate import SeatPlate
from .trick_area import TrickArea

_PLACES: tuple[Place, ...] = ("upper-left", "top", "upper-right", "left", "right", "bottom")


class TableFace(Vertical):
    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        words = self._words
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield Static(id="status", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                with Horizontal(id="far"):
                    yield SeatPlate("upper-left", words)
                    yield SeatPlate("top", words)
                    yield SeatPlate("upper-right", words)
                with Horizontal(id="between"):
                    yield SeatPlate("left", words)
                    yield TrickArea(words)
                    yield ChoicePad(words)
                    yield SeatPlate("right", words)
                yield SeatPlate("bottom", words)
            yield ScoreBoard(words)
        with Horizontal(id="asked"):
            yield Static(id="prompt", markup=False)
            yield SandGlass(words)
        yield HandRow(words)

    def show(self, picture: Picture, news: str) -> None:
        """Shows a moment of the game; `news` are said before what is asked."""
        self.query_one("#title", Static).update(picture.title)
        self.query_one("#status", Static).update(picture.status)
        crowded = "upper-left" in picture.seats
        self.query_one("#far").set_class(crowded, "-crowded")
        for place in _PLACES:
            plate = self.query_one(f"#seat-{place}", SeatPlate)
            plate.show(picture.seats.get(place), crowded=crowded)
            plate.display = place in picture.seats or not place.startswith("upper")
        self.query_one(ScoreBoard).show(picture)
        self.query_one(TrickArea).show(picture.trick)
        self.query_one(HandRow).show(picture)
        self.say(f"{news} {picture.prompt}".strip(), mine=picture.my_turn)
        self._show_choices(picture)

    def say(self, sentence: str, *, mine: bool, alarm: bool = False) -> None:
        """Says a sentence above the person's cards."""
        prompt = self.query_one("#prompt", Static)
        prompt.update(sentence)
        prompt.set_class(mine, "-mine")
        prompt.set_class(alarm, "-alarm")

    def go_to_other_part(self) -> None:
        """Moves between the cards and the answers."""
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        (hand if pad.has_focus or not pad.display else pad).focus()

    def _show_choices(self, picture: Picture) -> None:
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        pad.display = bool(picture.choices)
        self.query_one(TrickArea).display = not picture.choices
        bids = [choice.key for choice in picture.choices]
        pad.show(picture.choices, picture.offered, bids.index("3") if "3" in bids else 0)
        (pad if picture.choices and not picture.marking else hand).focus()
