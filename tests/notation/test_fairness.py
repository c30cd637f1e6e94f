"""The cards of a record match their commitments, or the round with other cards is reported."""

from functools import cache
from hashlib import sha256
from itertools import count

import pytest
from msgspec import structs

from spadille.game import (
    Deal,
    Game,
    ParseError,
    Record,
    Rules,
    Salt,
    Seal,
    Seat,
    Stack,
    hand_of,
    seal_of,
    shuffle_seed,
    shuffler,
)
from spadille.notation import RecordError, check_deals, format_record, parse_record
from spadille.table.apply import record_of
from spadille.table.requests import AddClientSeed, NextRound
from support.sealed_deals import FILE, written
from support.tabletop import ANN, Room

SALT = "3f7a0c5514e1d2b98c6f00a1b2c3d4e5"

LONG = {"end.max_rounds": 3, "end.target": 2000, "end.floor": -2000}


@cache
def played(cut: str = "none") -> Record:
    """Return the record of a whole game in which Ann has salted the second round."""
    room = Room(options={"deal.cut": cut, **LONG})
    room.play_until(lambda table: table.between_rounds)
    assert room.table.commitment.sealing is not None
    room.ask(ANN, AddClientSeed("room", room.table.commitment.sealing.seal, SALT))
    room.ask(ANN, NextRound("room"))
    room.play_until(lambda table: table.status == "over")
    record = record_of("room", room.events, 1)
    assert record is not None
    return parse_record(format_record(record))


def findings(record: Record) -> list[str]:
    return [check.finding for check in check_deals(record)]


def with_seal(record: Record, index: int, **changes: object) -> Record:
    seals = list(record.seals)
    seals[index] = structs.replace(seals[index], **changes)
    return structs.replace(record, seals=tuple(seals))


@pytest.mark.parametrize("cut", ["none", "offered"])
def test_check_deals_of_table_game_finds_fair_cards(cut: str) -> None:
    record = played(cut=cut)
    assert set(findings(record)) == {"fair"}
    assert "one player" in str(check_deals(record)[1].text)
    assert "no player" in str(check_deals(record)[0].text)


def test_check_deals_of_cut_game_uses_recorded_pack() -> None:
    record = played(cut="offered")
    assert any(isinstance(event.action, Stack) for event in record.events)


def test_check_deals_reports_round_with_forged_cards() -> None:
    record = played()
    last = max(i for i, event in enumerate(record.events) if isinstance(event.action, Deal))
    events = list(record.events[: last + 1])
    deal = events[last].action
    assert isinstance(deal, Deal)
    events[last] = structs.replace(
        events[last], action=structs.replace(deal, hands=(*deal.hands[1:], deal.hands[0]))
    )
    forged = structs.replace(record, events=tuple(events))
    found = check_deals(forged)
    assert found[-1].finding == "forged"
    assert str(found[-1].text).startswith(
        f"Round {len(found)}: the seed gives other cards: deal N:"
    )
    assert {check.finding for check in found[:-1]} == {"fair"}


@pytest.mark.parametrize(
    ("change", "finding", "words"),
    [
        ({"seed": "ab" * 32}, "forged", "does not match the commitment"),
        ({"seed": None}, "unopened", "was not revealed"),
        ({"salts": ()}, "forged", "other cards"),
        ({"seal": "ab" * 32}, "forged", "does not match the commitment"),
        ({"seed": "ab" * 32, "seal": seal_of("ab" * 32)}, "forged", "other cards"),
    ],
)
def test_check_deals_reports_changed_seal(
    change: dict[str, object], finding: str, words: str
) -> None:
    check = check_deals(with_seal(played(), 1, **change))[1]
    assert check.finding == finding
    assert words in str(check.text)


def test_check_deals_rejects_reused_seal() -> None:
    record = played()
    first = record.seals[0]
    check = check_deals(with_seal(record, 1, seal=first.seal, seed=first.seed))[1]
    assert check.finding == "forged"
    assert str(check.text) == "Round 2: its commitment is that of round 1."


def test_check_deals_rejects_second_seal_in_round() -> None:
    record = played()
    again = Seal(record.seals[0].at + 1, seal_of("cd" * 32), (), "cd" * 32)
    seals = (record.seals[0], again, *record.seals[1:])
    check = check_deals(structs.replace(record, seals=seals))[0]
    assert (check.finding, str(check.text)) == ("forged", "Round 1: there is a second commitment.")


def test_check_deals_depends_on_order_of_client_seeds() -> None:
    salts = (Salt(Seat.SOUTH, SALT), Salt(None, SALT[::-1]))
    game = Game.new(Rules())
    for number in count():
        if not game.waits_for_chance:
            break
        key = shuffle_seed("00" * 32, [salt.value for salt in salts], number)
        game = game.apply(game.chance(shuffler(key)))
    for told, finding in ((salts, "fair"), (salts[::-1], "forged")):
        seal = Seal(0, seal_of("00" * 32), told, "00" * 32)
        assert findings(structs.replace(game.record(), seals=(seal,))) == [finding]


def test_check_deals_of_deal_out_of_turn_raises_record_error() -> None:
    record = played()
    deal = record.seals[0].at
    events = (*record.events[: deal + 2], record.events[deal])
    with pytest.raises(RecordError):
        check_deals(structs.replace(record, events=events))


def test_check_deals_without_server_finds_unsealed_round() -> None:
    game = Game.new(Rules(), seed=7)
    (check,) = check_deals(game.record())
    assert check.finding == "unsealed"
    assert str(check.text) == "Round 1: there is no commitment before the deal."


def test_seal_reveals_nothing_about_shuffle() -> None:
    seed = "00" * 32
    assert seal_of(seed) not in shuffle_seed(seed, (), 0)
    assert len({shuffle_seed(seed, salts, 0) for salts in ((), ("a",), ("b",), ("a", "b"))}) == 4


def test_documented_algorithm_gives_same_shuffle() -> None:
    """This is the algorithm of docs/fair-deals.md, written without any of our code."""
    record = played()
    seal = record.seals[1]
    assert seal.seed is not None
    assert sha256(f"seal/{seal.seed}".encode()).hexdigest() == seal.seal
    key = sha256(f"deal/{seal.seed}/{SALT}".encode()).hexdigest()
    blocks = (sha256(f"{key}/0/{block}".encode()).digest() for block in range(100))
    words = (int.from_bytes(d[i : i + 8], "big") for d in blocks for i in (0, 8, 16, 24))
    pack = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    for last in range(51, 0, -1):
        other = next(w for w in words if w < 2**64 // (last + 1) * (last + 1)) % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    deal = record.events[seal.at].action
    assert isinstance(deal, Deal)
    dealer = next(
        Seat((seat - 1) % 4) for seat in range(4) if {*pack[::4]} == names(deal.hands[seat])
    )
    assert names(deal.hands[dealer]) == {*pack[3::4]}


def names(hand: object) -> set[str]:
    return {card.value for card in hand_of(hand)}  # type: ignore[arg-type]


def test_browser_cases_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize(
    "lines",
    [
        "seal abc",
        "seed " + "ab" * 32,
        "salt S " + SALT,
        "seal {0}\nseal {0}",
        "seal {0}\nseed {0}\nsalt S " + SALT,
        "seal {0}\nseed {0}\nseed {0}",
        "seal {0}\nseed abc",
        "seal {0}\nseal S " + SALT,
        "seal {0}\nsalt Q " + SALT,
        "seal {0}\nsalt S 12",
        "seal {0}\ndealer N\nseed {0}",
    ],
)
def test_parse_record_rejects_misplaced_seal_lines(lines: str) -> None:
    with pytest.raises(ParseError) as refusal:
        parse_record("spadille-record 1\n" + lines.format("ab" * 32))
    assert "line" in refusal.value.place


def test_client_seed_without_seat_round_trips() -> None:
    record = played()
    salts = (structs.replace(record.seals[1].salts[0], seat=None),)
    text = format_record(with_seal(record, 1, salts=salts))
    assert f"salt - {SALT}" in text
    assert parse_record(text).seals[1].salts == salts


def test_unopened_seal_round_trips() -> None:
    salts = (Salt(Seat.SOUTH, SALT), Salt(None, SALT[::-1]))
    closed = with_seal(played(), 1, salts=salts, seed=None)
    assert parse_record(format_record(closed)) == closed
