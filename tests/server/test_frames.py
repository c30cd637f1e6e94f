"""Websocket frames are read as `websockets` reads them, however they are split."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol
from websockets.utils import apply_mask

from spadille.server.net.frames import (
    LONGEST,
    MOST_PARTS,
    BrokenFramesError,
    Frames,
    check_close,
    frame,
    text_in,
)

SMALL = st.binary(max_size=200)
SIZES = st.sampled_from([0, 1, 125, 126, 127, 65_535, LONGEST, LONGEST + 1])
PAYLOADS = SMALL | SIZES.map(bytes) | st.text(max_size=60).map(str.encode)
CLOSING = st.builds(
    lambda code, text: code.to_bytes(2) + text.encode(),
    st.integers(0, 65_535) | st.integers(995, 1020) | st.sampled_from([2999, 3000, 4999, 5000]),
    st.text(max_size=10),
)
FIRSTS = st.sampled_from([0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8A]) | st.integers(0, 255)
FRAMES = st.tuples(FIRSTS, PAYLOADS) | st.tuples(st.just(0x88), CLOSING | SMALL)

ENDING = bytes(LONGEST + 100)
"""Completes every frame, but is not a frame."""

REFUSED = {1002, 1009}


def masked(first: int, payload: bytes, mask: bytes) -> bytes:
    """Return a frame as a browser sends it, valid or invalid."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = b"\xfe" + size.to_bytes(2)
    else:
        length = b"\xff" + size.to_bytes(8)
    return bytes([first]) + length + mask + apply_mask(payload, mask)


def read_by_us(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """Return the messages, and the code with which reading ends early."""
    frames, found = Frames(), list[tuple[int, bytes]]()
    try:
        for piece in pieces:
            for kind, payload in filter(None, frames.messages(piece)):
                if kind == Opcode.CLOSE:
                    check_close(payload)
                    return [*found, (kind, payload)], None
                if kind == Opcode.TEXT:
                    text_in(payload)
                found.append((kind, payload))
    except BrokenFramesError as error:
        return found, error.code
    return found, None


def read_by_others(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    other = Protocol(SERVER, max_size=LONGEST)
    found: list[tuple[int, bytes]] = []
    parts: list[Any] = []
    for piece in pieces:
        other.receive_data(piece)
        for event in other.events_received():
            assert isinstance(event, Frame)
            if event.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
                parts.append(event)
                if not event.fin:
                    continue
                whole = b"".join(part.data for part in parts)
                kind, parts = parts[0].opcode, []
                if kind == Opcode.TEXT and not is_text(whole):
                    return found, 1007
                found.append((kind, whole))
            else:
                found.append((event.opcode, bytes(event.data)))
            if event.opcode == Opcode.CLOSE:
                return found, None
        if other.parser_exc is not None:
            assert other.close_sent is not None
            return found, other.close_sent.code
    return found, None


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def cut(data: bytes, places: list[int]) -> Iterator[bytes]:
    ends = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    for begin, end in pairwise(ends):
        yield data[begin:end]


def assert_alike(pieces: list[bytes]) -> None:
    """Compare both; the other one waits for the end of a frame that ours refuses at its start."""
    ours, others = (read([*pieces, ENDING]) for read in (read_by_us, read_by_others))
    assert ours[0] == others[0]
    assert (ours[1] in REFUSED, ours[1] == 1007) == (others[1] in REFUSED, others[1] == 1007)


@given(
    st.lists(FRAMES, max_size=8),
    st.binary(min_size=4, max_size=4),
    st.lists(st.integers(0, 200_000), max_size=6),
)
def test_frames_are_read_as_websockets_library_reads_them(
    frames: list[tuple[int, bytes]], mask: bytes, places: list[int]
) -> None:
    data = b"".join(masked(first, payload, mask) for first, payload in frames)
    pieces = list(cut(data, places))
    assert_alike(pieces)


@given(st.lists(st.binary(max_size=300), max_size=4))
def test_frames_of_random_bytes_are_read_as_by_other_library(pieces: list[bytes]) -> None:
    assert_alike(pieces)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([(0x81, b"\xff")], 1007),
        ([(0x01, b"\xc3"), (0x80, b"\xa4")], None),
        ([(0x01, bytes(LONGEST)), (0x80, b"x")], 1009),
        ([(0x81, bytes(LONGEST + 1))], 1009),
        ([(0x81, bytes(LONGEST))], None),
        ([(0x88, b"\x03\xe8\xff")], 1007),
        ([(0x88, b"\x03\xed")], 1002),
        ([(0x88, b"\x03\xe8")], None),
        ([(0xC1, b"compressed")], 1002),
        ([(0x09, b"in two parts")], 1002),
        ([(0x89, bytes(125))], None),
        ([(0x89, bytes(126))], 1002),
        ([(0x01, b"x"), (0x89, b""), (0x80, b"y")], None),
        ([(0x01, b"x"), (0x88, b"\x03\xe8")], 1002),
        ([(0x01, b"x"), (0x88, b"\x03\xe8\xff")], 1007),
        ([(0x01, b"x"), *[(0x00, b"")] * (MOST_PARTS - 2), (0x80, b"")] * 2, None),
        ([(0x01, b"x"), *[(0x00, b"")] * MOST_PARTS], 1008),
    ],
)
def test_frame_error_gives_matching_close_code(
    sent: list[tuple[int, bytes]], code: int | None
) -> None:
    assert read_by_us([masked(*one, b"mask") for one in sent])[1] == code


def test_frame_without_mask_is_refused() -> None:
    assert read_by_us([frame(Opcode.TEXT, b"hi")]) == ([], 1002)


@given(PAYLOADS)
def test_frame_sent_is_equal_to_websockets_library_output(payload: bytes) -> None:
    assert frame(Opcode.TEXT, payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
