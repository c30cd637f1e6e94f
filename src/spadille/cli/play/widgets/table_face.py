"""The whole table: seats, the trick or the answers, the score, the player's cards."""

from math import ceil

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ..canvas import Box, Canvas, Look, card_size, ink, paint_card
from ..picture import Picture, Place, SeatPicture, TrickPicture
from ..voice import Voice
from .choice_pad import ChoicePad
from .hand_row import HandRow
from .score_board import ScoreBoard

_GRAINS = 6
"""Characters of sand in a full glass."""

_SHORT = 5
"""Seconds before the end when the glass warns; in a short turn, it warns in the last quarter."""


class TrickArea(Widget):
    """Shows each card in front of the seat that played it, and who won a complete trick."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice
        self._trick: TrickPicture | None = None

    def show(self, trick: TrickPicture | None) -> None:
        """Show a trick, or an empty area for None."""
        self._trick = trick
        self.refresh()

    @property
    def card_size(self) -> tuple[int, int]:
        """The width and height of a card; three fit side by side, and three one below another."""
        return card_size((self.size.width - 4) // 3, self.size.height // 3)

    def render(self) -> Content:
        """Return the cards near their seats; once the trick is won, dim all but the winner."""
        canvas = Canvas(self.size.width, self.size.height)
        if self._trick is None:
            return canvas.content()
        width, height = self.card_size
        left = (canvas.width - width) // 2
        top = (canvas.height - 3 * height) // 2
        spots = {
            "top": (left, top),
            "upper-left": (left - width - 2, top),
            "upper-right": (left + width + 2, top),
            "left": (left - width - 2, top + height),
            "right": (left + width + 2, top + height),
            "bottom": (left, top + 2 * height),
        }
        for place, card in self._trick.cards:
            won = self._trick.winner
            look: Look = "plain" if won is None else "chosen" if won == place else "dim"
            paint_card(canvas, Box(*spots[place], width, height), card, self._voice, look)
        return canvas.content()


class SeatPlate(Widget):
    """Marks the seat whose turn it is, and the dealer."""

    def __init__(self, place: Place, voice: Voice) -> None:
        super().__init__(id=f"seat-{place}", classes="seat-plate")
        self._stacked = place in {"left", "right"}
        self._crowded = False
        self._voice = voice
        self._seat: SeatPicture | None = None

    def show(self, seat: SeatPicture | None, *, crowded: bool) -> None:
        """Show a seat; at a crowded table, three of them share the far edge."""
        self._seat = seat
        self._crowded = crowded and not self._stacked and self.id != "seat-bottom"
        self.set_class(seat is not None and seat.acts, "-acts")
        self.refresh()

    def render(self) -> Content:
        """Return the name, role, bid and tricks of the seat, or nothing before it is set."""
        seat = self._seat
        if seat is None:
            return Content()
        voice = self._voice
        arrow = voice.mark("▶ ", "> ") if seat.acts else ""
        colour = "gold" if seat.acts else "ink"
        name = Content.styled(f"{arrow}{seat.name}", ink(colour, bold=True))
        said = [text for text in (seat.bid, seat.taken) if text]
        notes = [text for text in (seat.role, voice.say("deals") if seat.deals else "") if text]
        between = voice.mark(" · ", ", ")
        if self._crowded:
            deals = between + voice.say("deals") if seat.deals else ""
            lines = [name + Content.styled(deals, ink("muted"))]
            lines += [Content.styled(seat.role, ink("muted"))] if seat.role else []
            lines += [Content.styled(text, ink("ink")) for text in said]
        elif self._stacked:
            lines = [name, *(Content.styled(text, ink("muted")) for text in notes)]
            lines += [Content.styled(text, ink("ink")) for text in said]
        else:
            heading = [name, *(Content.styled(text, ink("muted")) for text in notes)]
            lines = [Content.styled(between, ink("muted")).join(heading)]
            lines.append(Content.styled(between.join(said), ink("ink")))
        return Content("\n").join(lines)


class TurnTimer(Static):
    """Shows the time left for a turn; takes no room if no timer runs."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(id="glass", markup=False)
        self._voice = voice
        self.display = False

    def show(self, left: float | None, limit: int, bank: float = 0, whole: int = 0) -> None:
        """Show the seconds left of `limit`, then those of a `bank` that was `whole` at first.

        If `left` is None, it hides the glass.
        """
        self.display = left is not None
        if left is None:
            return
        seconds = ceil(left)
        sand = ceil(_GRAINS * _share(seconds, limit, ceil(bank), whole))
        colour = "alarm" if seconds <= min(_SHORT, (limit + whole) / 4) else "gold"
        full, empty = self._voice.mark("█", "#"), self._voice.mark("░", ".")
        text = self._voice.say("{seconds} s", seconds=seconds)
        self.update(
            Content.assemble(
                (full * sand, ink(colour)),
                (empty * (_GRAINS - sand), ink("muted")),
                (f" {text:>5}", ink(colour, bold=True)),
            )
        )


def _share(seconds: int, limit: int, bank: int, whole: int) -> float:
    """Return how full the glass is; once it has run out, how full the bank is."""
    if limit and (seconds > bank or not whole):
        return (seconds - bank) / limit
    return min(1.0, seconds / whole)


_PLACES: tuple[Place, ...] = ("upper-left", "top", "upper-right", "left", "right", "bottom")


class TableFace(Vertical):
    """The whole table: title, seats, trick or answers, score board and cards."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice

    def compose(self) -> ComposeResult:
        """Yield the title, the seats around the trick, the score board, and the cards."""
        voice = self._voice
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield Static(id="status", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                with Horizontal(id="far"):
                    yield SeatPlate("upper-left", voice)
                    yield SeatPlate("top", voice)
                    yield SeatPlate("upper-right", voice)
                with Horizontal(id="between"):
                    yield SeatPlate("left", voice)
                    yield TrickArea(voice)
                    yield ChoicePad(voice)
                    yield SeatPlate("right", voice)
                yield SeatPlate("bottom", voice)
            yield ScoreBoard(voice)
        with Horizontal(id="asked"):
            yield Static(id="prompt", markup=False)
            yield TurnTimer(voice)
        yield HandRow(voice)

    def show(self, picture: Picture, news: str) -> None:
        """Show a moment of the game, with `news` in front of the prompt."""
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
        """Show a sentence above the person's cards."""
        prompt = self.query_one("#prompt", Static)
        prompt.update(sentence)
        prompt.set_class(mine, "-mine")
        prompt.set_class(alarm, "-alarm")

    def go_to_other_part(self) -> None:
        """Move the focus between the cards and the answers."""
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        (hand if pad.has_focus or not pad.display else pad).focus()

    def _show_choices(self, picture: Picture) -> None:
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        pad.display = bool(picture.choices)
        self.query_one(TrickArea).display = not picture.choices
        bids = [choice.key for choice in picture.choices]
        pad.show(picture.choices, picture.offered, bids.index("3") if "3" in bids else 0)
        (pad if picture.choices and not picture.marking else hand).focus()
