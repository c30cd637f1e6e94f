"""Converts messages to websocket frames (RFC 6455) and back."""

from collections.abc import Iterator

from websockets.exceptions import ProtocolError
from websockets.frames import Close, CloseCode, Opcode
from websockets.utils import apply_mask

LONGEST = 65536
"""The most bytes in a message from the client; a longer message ends the connection."""

MOST_PARTS = 100
"""The most frames in one message; browsers do not split messages this short."""

_FINAL, _RESERVED, _KIND = 0x80, 0x70, 0x0F
_MASKED, _SIZE = 0x80, 0x7F
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""The size values that announce a longer size field of 2 or 8 bytes."""

_LONGEST_CONTROL = 125

_KINDS = {int(kind): kind for kind in Opcode}


class BrokenFramesError(Exception):
    """Raised if the client breaks the protocol; `code` says how."""

    def __init__(self, code: CloseCode) -> None:
        super().__init__(code)
        self.code = code


def frame(kind: Opcode, payload: bytes) -> bytes:
    """Return a whole message of the server as a frame.

    >>> frame(Opcode.TEXT, b"hi").hex(" ")
    '81 02 68 69'
    """
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_FINAL | kind, size)) + payload
    if size < 1 << 16:
        return bytes((_FINAL | kind, _TWO_BYTES)) + size.to_bytes(2) + payload
    return bytes((_FINAL | kind, _EIGHT_BYTES)) + size.to_bytes(8) + payload


def check_close(payload: bytes) -> None:
    """Check the payload of a close frame.

    Raises:
        BrokenFramesError: if the code is not allowed, or the rest is not text.
    """
    try:
        Close.parse(payload)
    except ProtocolError as error:
        raise BrokenFramesError(CloseCode.PROTOCOL_ERROR) from error
    except UnicodeDecodeError as error:
        raise BrokenFramesError(CloseCode.INVALID_DATA) from error


def text_in(payload: bytes) -> str:
    """Return a payload as text.

    Raises:
        BrokenFramesError: if it is not text.
    """
    try:
        return payload.decode()
    except UnicodeDecodeError as error:
        raise BrokenFramesError(CloseCode.INVALID_DATA) from error


class Frames:
    """Data received from a browser that does not yet make up a whole message."""

    __slots__ = ("_count", "_kind", "_parts", "_rest")

    def __init__(self) -> None:
        self._rest = b""
        self._kind: Opcode | None = None
        self._parts = bytearray()
        self._count = 0

    def messages(self, data: bytes) -> Iterator[tuple[Opcode, bytes] | None]:
        """Yield the message that each frame completes: text, bytes, a close, or a ping.

        None represents part of an unfinished message. Each frame is checked only when the caller
        asks for it, so that the caller can stop early.

        Raises:
            BrokenFramesError: if the data breaks the protocol.
        """
        data, self._rest, at = self._rest + data, b"", 0
        while (found := self._cut(data, at)) is not None:
            first, begin, at = found
            yield self._add(first, apply_mask(data[begin:at], data[begin - 4 : begin]))
        self._rest = data[at:]

    def _cut(self, data: bytes, at: int) -> tuple[int, int, int] | None:
        """Return the next frame's first byte and the bounds of its payload, if it is complete.

        Errors are raised as soon as the header shows them.
        """
        if len(data) < at + 2:
            return None
        first, size, begin = data[at], data[at + 1] & _SIZE, at + 2
        kind = _KINDS.get(first & _KIND)
        if kind is None or first & _RESERVED or not data[at + 1] & _MASKED:
            raise BrokenFramesError(CloseCode.PROTOCOL_ERROR)
        if kind >= Opcode.CLOSE:
            if size > _LONGEST_CONTROL or not first & _FINAL:
                raise BrokenFramesError(CloseCode.PROTOCOL_ERROR)
        elif (kind == Opcode.CONT) == (self._kind is None):
            raise BrokenFramesError(CloseCode.PROTOCOL_ERROR)
        if size >= _TWO_BYTES:
            begin += 2 if size == _TWO_BYTES else 8
            if len(data) < begin:
                return None
            size = int.from_bytes(data[at + 2 : begin])
        if kind < Opcode.CLOSE and size > LONGEST - len(self._parts):
            raise BrokenFramesError(CloseCode.MESSAGE_TOO_BIG)
        begin += 4
        return (first, begin, begin + size) if len(data) >= begin + size else None

    def _add(self, first: int, payload: bytes) -> tuple[Opcode, bytes] | None:
        """Return the message that is completed by this frame.

        Raises:
            BrokenFramesError: if the message has too many parts, or contains a close frame.
        """
        kind = _KINDS[first & _KIND]
        if kind == Opcode.CLOSE and self._kind is not None:
            check_close(payload)  # errors in the payload take precedence, as in `websockets`
            raise BrokenFramesError(CloseCode.PROTOCOL_ERROR)
        if kind >= Opcode.CLOSE:
            return kind, payload
        if self._kind is None and first & _FINAL:
            return kind, payload
        self._kind = self._kind or kind
        self._parts += payload
        self._count += 1
        if self._count > MOST_PARTS:
            raise BrokenFramesError(CloseCode.POLICY_VIOLATION)
        if not first & _FINAL:
            return None
        whole = self._kind, bytes(self._parts)
        self._kind, self._count = None, 0
        self._parts.clear()
        return whole
