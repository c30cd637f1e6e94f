"""What goes over a websocket (RFC 6455): messages as frames, and frames as messages."""

from collections.abc import Iterator
from enum import IntEnum

LONGEST = 65536
"""Bytes that a message from the other end may have; a longer one ends the connection."""

MOST_PARTS = 100
"""Frames that one message may come in; a browser cuts none that is so short."""

BROKEN, NOT_TEXT, POLICY, TOO_LONG = 1002, 1007, 1008, 1009
"""Codes that end a connection whose other end does not keep to the protocol, or sends too much."""

_FINAL, _RESERVED, _KIND = 0x80, 0x70, 0x0F
_MASKED, _SIZE = 0x80, 0x7F
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""Sizes that tell how many bytes the real one has."""

_LONGEST_CONTROL = 125

_CODE = 2
_CODES = range(1000, 1004), range(1007, 1015), range(3000, 5000)
"""Bytes of a code that ends a connection, and what it may be."""


class Kind(IntEnum):
    """What a frame is, by its number."""

    MORE = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


_KINDS = {int(kind): kind for kind in Kind}


class BrokenFramesError(Exception):
    """The other end does not keep to the protocol; `code` says how."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def frame(kind: Kind, payload: bytes) -> bytes:
    """A whole message of the server.

    >>> frame(Kind.TEXT, b"hi").hex(" ")
    '81 02 68 69'
    """
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_FINAL | kind, size)) + payload
    if size < 1 << 16:
        return bytes((_FINAL | kind, _TWO_BYTES)) + size.to_bytes(2) + payload
    return bytes((_FINAL | kind, _EIGHT_BYTES)) + size.to_bytes(8) + payload


def code_in(payload: bytes) -> int | None:
    """The code in a frame that closes a connection, if it has one.

    Raises:
        BrokenFramesError: when it may not stand there, or no text follows it.
    """
    if not payload:
        return None
    text_in(payload[2:])
    code = int.from_bytes(payload[:2])
    if len(payload) < _CODE or not any(code in codes for codes in _CODES):
        raise BrokenFramesError(BROKEN)
    return code


def text_in(payload: bytes) -> str:
    """A payload as text.

    Raises:
        BrokenFramesError: when it is none.
    """
    try:
        return payload.decode()
    except UnicodeDecodeError as error:
        raise BrokenFramesError(NOT_TEXT) from error


class Frames:
    """What has come from a browser and is not a whole message yet."""

    __slots__ = ("_count", "_kind", "_parts", "_rest")

    def __init__(self) -> None:
        self._rest = b""
        self._kind: Kind | None = None
        self._parts = bytearray()
        self._count = 0

    def messages(self, data: bytes) -> Iterator[tuple[Kind, bytes] | None]:
        """What each frame completes that `data` does: texts and bytes, and what closes or asks.

        None is for a part of a message after which others follow. A frame is looked at when it is
        asked for: who has seen enough need not take the rest.

        Raises:
            BrokenFramesError: when what has come is against the protocol.
        """
        data, self._rest, at = self._rest + data, b"", 0
        while (found := self._cut(data, at)) is not None:
            first, begin, at = found
            yield self._add(first, _unmasked(data[begin:at], data[begin - 4 : begin]))
        self._rest = data[at:]

    def _cut(self, data: bytes, at: int) -> tuple[int, int, int] | None:
        """The first byte of the next frame and where its payload begins and ends, if all is there.

        What may not be is refused as soon as it is announced.
        """
        if len(data) < at + 2:
            return None
        first, size, begin = data[at], data[at + 1] & _SIZE, at + 2
        kind = _KINDS.get(first & _KIND)
        if kind is None or first & _RESERVED or not data[at + 1] & _MASKED:
            raise BrokenFramesError(BROKEN)
        if kind >= Kind.CLOSE:
            unfinished = kind == Kind.CLOSE and self._kind is not None
            if size > _LONGEST_CONTROL or not first & _FINAL or unfinished:
                raise BrokenFramesError(BROKEN)
        elif (kind == Kind.MORE) == (self._kind is None):
            raise BrokenFramesError(BROKEN)
        if size >= _TWO_BYTES:
            begin += 2 if size == _TWO_BYTES else 8
            if len(data) < begin:
                return None
            size = int.from_bytes(data[at + 2 : begin])
        if kind < Kind.CLOSE and size > LONGEST - len(self._parts):
            raise BrokenFramesError(TOO_LONG)
        begin += 4
        return (first, begin, begin + size) if len(data) >= begin + size else None

    def _add(self, first: int, payload: bytes) -> tuple[Kind, bytes] | None:
        """The message that ends with this frame.

        Raises:
            BrokenFramesError: when it is one part too many.
        """
        kind = _KINDS[first & _KIND]
        if kind >= Kind.CLOSE:
            return kind, payload
        if self._kind is None and first & _FINAL:
            return kind, payload
        self._kind = self._kind or kind
        self._parts += payload
        self._count += 1
        if self._count > MOST_PARTS:
            raise BrokenFramesError(POLICY)
        if not first & _FINAL:
            return None
        whole = self._kind, bytes(self._parts)
        self._kind, self._count = None, 0
        self._parts.clear()
        return whole


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    key = (mask * (len(payload) // 4 + 1))[: len(payload)]
    both = int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")
    return both.to_bytes(len(payload), "little")
