"""`spadille verify` reports, round by round, whether the cards match their commitments."""

import json
from pathlib import Path

import pytest

from spadille.cli import main
from spadille.game import Game
from spadille.notation import format_record
from spadille.table.requests import AddClientSeed, Start
from support.tabletop import ANN, Room


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = Room(
        "short", options={"end.max_rounds": 2, "end.target": 2000, "end.floor": -2000}, begin=False
    )
    assert room.table.commitment.sealing is not None
    room.ask(ANN, AddClientSeed("room", room.table.commitment.sealing.seal, "ab" * 16))
    room.ask(ANN, Start("room"))
    room.play_until(lambda table: table.status == "over")
    path = tmp_path_factory.mktemp("records") / "game.spades"
    path.write_text(format_record(room.table.record))
    return path


def test_verify_confirms_fair_cards_in_both_languages(
    fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(fair)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Round 1: the cards match the commitment, with the random number of one player.",
        "Round 2: the cards match the commitment; no player added a random number.",
        "All cards match their commitments.",
    ]
    assert main(["verify", "--lang", "de", str(fair)]) == 0
    assert "Alle Karten passen zu ihren Kartencodes." in capsys.readouterr().out


def test_verify_names_the_forged_round(
    fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fair.read_text()
    forged = tmp_path / "forged.spades"
    forged.write_text(text.replace("salt S abab", "salt S acab"))
    assert main(["verify", str(forged)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("Round 1: the seed gives other cards: ")
    assert said.endswith("Some cards of this record do not match their commitments.\n")


def test_verify_requires_the_given_commitment(
    fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seal = next(line[5:] for line in fair.read_text().splitlines() if line.startswith("seal "))
    assert main(["verify", "--commitment", seal[:8].upper(), str(fair)]) == 0
    capsys.readouterr()
    assert main(["verify", "--commitment", "00000000", str(fair)]) == 1
    assert "This record does not contain the commitment 00000000." in capsys.readouterr().out
    assert main(["verify", "--commitment", "xyz", str(fair)]) == 2


def test_verify_without_commitments_proves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "local.spades"
    record.write_text(format_record(Game.new(seed=7).record()))
    assert main(["verify", "--json", str(record)]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["rounds"][0]["finding"] == "unsealed"


def test_verify_with_some_commitments_missing_claims_no_proof(
    fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.spades"
    sealed = fair.read_text()

    def told(text: str) -> str:
        record.write_text(text)
        assert main(["verify", str(record)]) == 3
        return capsys.readouterr().out.splitlines()[-1]

    lines = sealed.splitlines()
    plain = [line for line in lines if line.split(" ")[0] not in {"seal", "seed", "salt"}]
    unsealed = "This record has no commitments, so it cannot show that the deals were fair."
    assert told("\n".join(plain)) == unsealed
    nothing = "No cards were dealt in this record, so there is nothing to verify."
    assert told(lines[0] + "\n") == nothing
    last = max(at for at, line in enumerate(lines) if line.startswith("seed "))
    secret = [line for at, line in enumerate(lines) if at != last]
    assert told("\n".join(secret)).startswith("Some seeds are still secret")
