"""`spadille deals` converts records and deal files to PBN, and to lines for the solver."""

import json
from pathlib import Path

from spadille.notation import parse_pbn
from support.command import assert_refused, spadille

RECORD = Path(__file__).parents[1] / "cases" / "first_record.txt"
ENDING = '[Board "7"]\n[Dealer "N"]\n[Deal "N:A2.K.. K3.Q.. Q4.J.. J5.T.."]\n'


def test_deals_pbn_of_a_record_reads_back_unchanged() -> None:
    done = spadille("deals", RECORD)
    assert (done.returncode, done.stderr) == (0, "")
    boards = parse_pbn(done.stdout)
    again = spadille("deals", "-", given=done.stdout)
    assert boards
    assert again.stdout == done.stdout


def test_deals_json_is_accepted_by_solve(tmp_path: Path) -> None:
    lines = spadille("deals", "--json", "-", given=ENDING).stdout
    assert json.loads(lines) == {
        "board": "7",
        "deal": "N:A2.K.. K3.Q.. Q4.J.. J5.T..",
        "leader": "E",
    }
    solved = spadille("solve", "-", given=lines)
    assert json.loads(solved.stdout)["board"] == "7"
    unknown = spadille("deals", "--json", "-", given=ENDING.replace(" Q4.J..", " -")).stdout
    assert_refused(spadille("solve", "-", given=unknown), "the hand of S is unknown")


def test_deals_rejects_other_files(tmp_path: Path) -> None:
    assert_refused(spadille("deals", "missing.pbn", cwd=tmp_path), "missing.pbn", "No such file")
    assert_refused(spadille("deals", "-", given="spadille-record 2\n"), "has version 2")
    assert_refused(spadille("deals", "-", given='[Deal "N:A... x... - -"]'), "line 1", "'x")
