"""What is raised when input breaks a rule: always a code for programs and a sentence for people."""

from .text import Message


class SpadesError(ValueError):
    """Base of all refusals. `code` is stable and machine-readable, `message` is for people."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


class IllegalActionError(SpadesError):
    """An action the rules do not allow now; the game is unchanged."""


class RulesError(SpadesError):
    """A rule set that cannot be built: an unknown option, a bad value, or a contradiction."""


class ParseError(SpadesError):
    """Text that cannot be read. `place` says where (a line, a column or a field)."""

    def __init__(self, code: str, message: Message, place: str = "") -> None:
        super().__init__(code, message)
        self.place = place
