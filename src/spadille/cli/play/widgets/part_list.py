"""A list that is one part of a page: the arrow keys go on beyond its ends."""

from textual.widgets import OptionList


class PartList(OptionList):
    def action_cursor_up(self) -> None:
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.screen.focus_previous()

    def action_cursor_down(self) -> None:
        if (self.highlighted or 0) < self.option_count - 1:
            super().action_cursor_down()
        else:
            self.screen.focus_next()
