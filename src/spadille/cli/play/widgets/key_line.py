"""The line at the bottom that names the keys; a click on one works like the key."""

from textual.content import Content
from textual.widgets import Static


class KeyLine(Static):
    """Keys with what they do."""

    _shown: tuple[tuple[str, str, str], ...] = ()

    def show(self, keys: list[tuple[str, str, str]]) -> None:
        """Shows triples of a key, its text and the screen's action."""
        if self._shown == (shown := tuple(keys)):
            return
        self._shown = shown
        parts = [
            Content.from_markup(
                f"[@click=screen.{action}][bold $gold]$key[/] $text[/]", key=key, text=text
            )
            for key, text, action in keys
        ]
        self.update(Content("   ").join(parts))
