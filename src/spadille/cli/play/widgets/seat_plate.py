"""A seat at the edge of the table: who sits there, the bid, the tricks won."""

from textual.content import Content
from textual.widget import Widget

from ....game import T
from ..canvas import ink
from ..picture import Place, SeatPicture
from ..words import Words


class SeatPlate(Widget):
    """Marks the seat whose turn it is, and the dealer."""

    def __init__(self, place: Place, words: Words) -> None:
        super().__init__(id=f"seat-{place}", classes="seat-plate")
        self._stacked = place in {"left", "right"}
        self._crowded = False
        self._words = words
        self._seat: SeatPicture | None = None

    def show(self, seat: SeatPicture | None, *, crowded: bool) -> None:
        """Shows a seat; where the table is crowded, three of them share the far edge."""
        self._seat = seat
        self._crowded = crowded and not self._stacked and self.id != "seat-bottom"
        self.set_class(seat is not None and seat.acts, "-acts")
        self.refresh()

    def render(self) -> Content:
        seat = self._seat
        if seat is None:
            return Content()
        words = self._words
        arrow = words.mark("▶ ", "> ") if seat.acts else ""
        colour = "gold" if seat.acts else "ink"
        name = Content.styled(f"{arrow}{seat.name}", ink(colour, bold=True))
        said = [text for text in (seat.bid, seat.taken) if text]
        notes = [text for text in (seat.role, words.say(T("deals")) if seat.deals else "") if text]
        between = words.mark(" · ", ", ")
        if self._crowded:
            deals = between + words.say(T("deals")) if seat.deals else ""
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
