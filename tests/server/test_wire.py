"""Each incoming message is valid or refused; each outgoing message is in the right language."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.game import Bid, Card, Message, Pass, Play, Seat, SpadesError, T
from spadille.table.errors import RefusedError
from spadille.table.protocol import (
    LONGEST,
    ClientMessage,
    Hello,
    read_body,
    read_request,
    write,
    write_refusal,
)
from spadille.table.requests import Act, NewTable, Sit


def code_of(text: str | bytes) -> str:
    with pytest.raises(RefusedError) as refusal:
        read_request(text)
    return refusal.value.code


def act(**fields: object) -> str:
    message = {"type": "act", "table": "t", "seat": 2, "seq": 1, "action": {"type": "look"}}
    return json.dumps({**message, **fields})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "message/not-json"),
        ("hello", "message/not-json"),
        ("{", "message/not-json"),
        (b"\xff\xfe", "message/not-json"),
        ('{"type":"hello","table":"\\ud800"}', "message/not-json"),
        ('{"type":"start","table":"t","x":' + "[" * 4000, "message/bad-field"),
        (
            act(action="nested").replace('"nested"', '{"type":"look","x":' + "[" * 3900),
            "message/not-json",
        ),
        ("[]", "message/bad-field"),
        ("null", "message/bad-field"),
        ("{}", "message/bad-field"),
        ('{"type":"cheat"}', "message/unknown-type"),
        ('{"type":7}', "message/unknown-type"),
        ('{"type":"sit","table":"t"}', "message/bad-field"),
        ('{"type":"sit","table":"t","seat":6}', "message/bad-field"),
        ('{"type":"sit","table":"t","seat":1,"force":true}', "message/bad-field"),
        ('{"type":"start","table":""}', "message/bad-field"),
        ('{"type":"hello","table":"t","token":"short","name":"Ann"}', "message/bad-field"),
        (act(seat="south"), "message/bad-field"),
        (act(seq=1.5), "message/bad-field"),
        (act(action={"type": "play", "card": "S1"}), "message/bad-field"),
        (act(action={"type": "peek"}), "message/bad-field"),
        (act(action={"type": "deal", "hands": []}), "message/bad-field"),
        (act(action={"type": "bid", "tricks": "3"}), "message/bad-field"),
        (act(table="t" * 33), "message/bad-field"),
        ('{"type":"start","table":"' + "t" * LONGEST + '"}', "message/too-long"),
    ],
)
def test_malformed_message_is_refused(text: str | bytes, code: str) -> None:
    assert code_of(text) == code


def test_wrong_field_is_named_in_plain_words() -> None:
    for text, told in (
        ('{"type":"start","table":""}', "table: expected text of length >= 1"),
        ('{"type":"start","table":7}', "table: expected text, got a whole number"),
        ('{"type":"sit","table":"t"}', "the field seat is missing"),
        ('{"type":"start","table":"t","by":1}', "unknown field by"),
        ('{"type":"cover","table":"t","seat":6}', "seat: 6 is not possible"),
    ):
        with pytest.raises(RefusedError) as refusal:
            read_request(text)
        assert str(refusal.value) == f"the message has an invalid field: {told}"


def test_valid_messages_are_read() -> None:
    assert read_request('{"type":"sit","table":"t","seat":1}') == Sit("t", Seat.EAST)
    bid = act(action={"type": "bid", "tricks": 14})
    assert read_request(bid) == Act("t", Seat.SOUTH, 1, Bid(14))
    given = act(action={"type": "pass", "cards": ["SA", "H2"]})
    assert read_request(given) == Act("t", Seat.SOUTH, 1, Pass((Card.SA, Card.H2)))


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_random_bytes_are_read_or_refused(text: str | bytes) -> None:
    for read in (read_request, partial(read_body, NewTable)):
        parse: Callable[[str | bytes], object] = read
        try:
            parse(text)
        except RefusedError as refusal:
            assert refusal.code.startswith("message/")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
fields = st.sampled_from(["type", "table", "seat", "seq", "action", "token", "name", "card"])
types = st.sampled_from(["hello", "sit", "stand", "start", "act", "continue", "again", "resync"])


@given(st.dictionaries(fields, json_values), types)
def test_messages_with_random_fields_are_read_or_refused(
    data: dict[str, object], type_: str
) -> None:
    try:
        message: ClientMessage = read_request(json.dumps({**data, "type": type_}))
    except RefusedError:
        return
    assert read_request(write(message, "en")) == message


def test_new_table_needs_name_and_secret() -> None:
    body = {"preset": "standard", "token": "0123456789abcdef", "name": "Ann"}
    assert read_body(NewTable, json.dumps(body).encode()) == NewTable(
        preset="standard", token="0123456789abcdef", name="Ann"
    )
    for wrong in ({"name": "   "}, {"token": "x"}, {"level": "god"}, {"turn_seconds": -1}):
        with pytest.raises(RefusedError):
            read_body(NewTable, json.dumps({**body, **wrong}).encode())


def test_sentences_use_connection_language_and_player_names() -> None:
    error = SpadesError(
        "x", Message("it is {turn}'s turn, not {seat}'s", turn=Seat.EAST, seat=Seat.SOUTH)
    )
    english = json.loads(write_refusal(error, "en", {Seat.EAST: "Ben", Seat.SOUTH: "Ann"}))
    assert english == {"type": "error", "code": "x", "text": "it is Ben’s turn, not Ann’s"}
    german = json.loads(write_refusal(error, "de", {Seat.EAST: "Ben", Seat.SOUTH: "Ann"}))
    assert "Ben" in german["text"]
    assert "turn" not in german["text"]


def test_player_name_is_not_used_as_template() -> None:
    error = RefusedError("seat/taken", T("{name} already sits there"), name="{seat}")
    assert "{seat}" in write_refusal(error, "en")


def test_written_messages_are_read_back_unchanged() -> None:
    hello = Hello("t", "Jörg ♠", "0123456789abcdef", "de")
    assert read_request(write(hello, "de")) == hello
    assert json.loads(write(Play(Card.SA), "en")) == {
        "type": "play",
        "card": "SA",
        "low": False,
    }
