"""The score board next to the table: each side's points, bags and contract, and the last trick."""

from textual.content import Content
from textual.widget import Widget

from ....game import Message
from ..canvas import ink
from ..picture import Picture, SidePicture, TrickPicture
from ..voice import Voice

_PIPS = 10
"""The most bags that are drawn one by one."""

_FEW = 3
"""If there are more sides, each is shown in two lines."""

_NOTES = 5
"""How many of the latest notes are shown."""

_NARROWEST = 5
"""Columns that the points of a round need."""


class ScoreBoard(Widget):
    """The points and contracts of the sides, the last trick, and recent rounds."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice
        self._picture: Picture | None = None

    def show(self, picture: Picture) -> None:
        """Show the sides and the history of a picture."""
        self._picture = picture
        self.refresh()

    def render(self) -> Content:
        """Return the sides, notes and last trick, then as many rounds as fit."""
        if self._picture is None:
            return Content()
        lines: list[Content] = []
        few = len(self._picture.sides) <= _FEW
        for side in self._picture.sides:
            lines += [*self._side(side), Content()] if few else self._short_side(side)
        lines += [Content.styled(note, ink("gold")) for note in self._picture.notes[-_NOTES:]]
        if self._picture.notes:
            lines.append(Content())
        last = self._picture.last
        if last is not None:
            heading = self._voice.say("Last trick: {seat}", seat=last.winner_name)
            lines.append(Content.styled(heading, ink("muted")))
            lines += [self._trick(last), Content()]
        lines += self._history(self.size.height - len(lines))
        told = self._scored()
        if len(lines) + len(told) < self.size.height:
            lines += [Content(), *told]
        return Content("\n").join(lines)

    def _trick(self, trick: TrickPicture) -> Content:
        """Return the cards in the order played, with the winner's in gold."""
        return Content("  ").join(
            Content.styled(
                self._voice.card(card), ink("gold" if place == trick.winner else "ink", bold=True)
            )
            for place, card in trick.cards
        )

    def _history(self, room: int) -> list[Content]:
        """Return what each side scored in the latest rounds, for as many as there is room."""
        assert self._picture is not None
        rounds = self._picture.history[-max(room - 1, 0) :] if room > 1 else ()
        width = min((self.size.width - 3) // len(self._picture.sides), 7)
        if not rounds or width < _NARROWEST:
            return []
        lines = [Content.styled(self._voice.say("Points by round"), ink("muted"))]
        for number, points in rounds:
            row = "".join(f"{value:+{width}}" for value in points)
            lines.append(Content.assemble((f"{number:>3}", ink("muted")), (row, ink("ink"))))
        return lines

    def _scored(self) -> list[Content]:
        """Return what each side scored for in the latest round."""
        assert self._picture is not None
        if not self._picture.scored:
            return []
        number = self._picture.history[-1][0]
        heading = self._voice.say("Scored in round {number}", number=number)
        lines = [Content.styled(heading, ink("muted"))]
        for side in self._picture.scored:
            name = Content.styled(f"{side.name} {side.points:+}", ink("ink", bold=True))
            lines += [name, *(Content(f"{points:+5} {text}") for points, text in side.lines)]
        return lines

    def _short_side(self, side: SidePicture) -> list[Content]:
        """Return a side in two lines, for tables with many sides."""
        colour = "gold" if side.mine else "ink"
        bags = self._voice.say(Message.counted("one bag", "{n} bags", side.bags))
        return [
            Content.assemble(
                (f"{side.name} {side.score}", ink(colour, bold=True)), (f"  {bags}", ink("muted"))
            ),
            Content.styled(f"  {side.bidding}", ink("ink")),
            *(Content.styled(f"  {loss}", ink("muted")) for loss in side.losses),
        ]

    def _side(self, side: SidePicture) -> list[Content]:
        say = self._voice.say
        colour = "gold" if side.mine else "ink"
        lines = [Content.styled(side.name, ink(colour, bold=True))]
        points = say(Message.counted("one point", "{n} points", side.score))
        lines.append(Content.assemble((points, ink("ink", bold=True))))
        lines.append(self._bags(side))
        lines += [Content.styled(loss, ink("muted")) for loss in side.losses]
        if side.bidding:
            lines.append(Content.styled(side.bidding, ink("ink")))
        return lines

    def _bags(self, side: SidePicture) -> Content:
        text = self._voice.say(Message.counted("one bag", "{n} bags", side.bags))
        if not 0 < side.bag_limit <= _PIPS:
            return Content.styled(text, ink("muted"))
        full, free = self._voice.mark("●", "o"), self._voice.mark("○", ".")
        return Content.assemble(
            (full * side.bags, ink("gold")),
            (free * (side.bag_limit - side.bags), ink("muted")),
            (f" {text}", ink("muted")),
        )
