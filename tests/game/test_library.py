"""The published rules of clubs, tournaments and other programs, tested with their own examples."""

from pathlib import Path

import pytest

import spadille.game
from spadille import parse_action
from spadille.cli.score import score_line
from spadille.game import Bid, Game, Look, Preset, find_preset, library, presets
from spadille.locale import LANGUAGES

FOLDER = Path(spadille.game.__file__).parent / "presets" / "library"
EVERY = pytest.mark.parametrize("shown", library().values(), ids=library())


def test_library_lists_every_file_alphabetically() -> None:
    assert list(library()) == sorted(path.stem for path in FOLDER.glob("*.toml"))
    assert not set(library()) & set(presets())


@EVERY
def test_library_preset_is_described_in_every_language(shown: Preset) -> None:
    for texts in (shown.title, shown.about, shown.leaves_open):
        assert tuple(texts) == LANGUAGES
        assert all(texts.values())
    assert len(set(shown.about.values())) == len(set(shown.leaves_open.values())) == len(LANGUAGES)
    assert "." in shown.source.partition(",")[0], "the page, by its address"
    assert find_preset(shown.name) == shown


@EVERY
def test_library_preset_differs_from_standard(shown: Preset) -> None:
    assert shown.rules != presets()["standard"].rules


# Name of the rules, the line to score; points of each side, whether the game is over, and who has
# won.
EXAMPLES = [
    # columbuswhist.com: "bid 6 and make 8: 60, not 62". A made ten is 200, a missed one -100. A
    # Boston wins and is worth 250. A revoke is a set for one side and a made bid for the other.
    ("columbus-whist", '{"bids":[3,2,3,2],"tricks":[4,2,4,3]}', [60, 40], None),
    ("columbus-whist", '{"bids":[5,1,5,3],"tricks":[6,1,5,1]}', [200, -40], None),
    ("columbus-whist", '{"bids":[5,1,5,3],"tricks":[4,3,5,1]}', [-100, 40], None),
    ("columbus-whist", '{"bids":[4,2,3,2],"tricks":[7,0,6,0]}', [250, -40], 0),
    (
        "columbus-whist",
        '{"bids":[4,2,3,4],"tricks":[3,3,3,4],"judgements":[{"accused":"E","trick":4}]}',
        [70, -60],
        None,
    ),
    # cookoutspades.com: ten is ±150. A bid Boston is 200, and an unbid one does not win the game.
    # Two sets lose. The second revoke loses (in the Showdown, the first). Talk costs three tricks,
    # or 30 before the bid.
    ("cookout-superbowl", '{"bids":[5,1,5,3],"tricks":[4,3,5,1]}', [-150, 40], None),
    ("cookout-saturday", '{"bids":[5,1,5,3],"tricks":[5,2,5,1]}', [150, -40], None),
    ("cookout-superbowl", '{"bids":[5,1,8,3],"tricks":[5,0,8,0]}', [200, -40], None),
    ("cookout-superbowl", '{"bids":[2,3,2,3],"tricks":[7,0,6,0]}', [49, -60], None),
    (
        "cookout-charlotte",
        (
            '{"before":[{"score":50,"bags":0,"sets":1},{"score":0,"bags":0}],'
            '"bids":[3,3,3,3],"tricks":[2,4,3,4]}'
        ),
        [-60, 62],
        1,
    ),
    (
        "cookout-superbowl",
        (
            '{"before":[{"score":50,"bags":0,"revokes":1},{"score":0,"bags":0}],'
            '"bids":[3,3,3,3],"tricks":[4,3,3,3],"judgements":[{"accused":"N","trick":4}]}'
        ),
        [-60, 60],
        1,
    ),
    (
        "cookout-showdown",
        '{"bids":[3,3,3,3],"tricks":[4,3,3,3],"judgements":[{"accused":"N","trick":4}]}',
        [-60, 60],
        1,
    ),
    (
        "cookout-superbowl",
        (
            '{"bids":[3,3,3,3],"tricks":[4,3,3,3],'
            '"adjustments":[{"side":0,"tricks":-3,"reason":"talk"}]}'
        ),
        [-60, 60],
        None,
    ),
    (
        "cookout-superbowl",
        (
            '{"bids":[3,3,3,3],"tricks":[4,3,3,3],'
            '"adjustments":[{"side":0,"points":-30,"reason":"talk"}]}'
        ),
        [31, 60],
        None,
    ),
    # rta3.com: the first round bids itself; "bids 5 and gets 5: 50".
    ("rta3-tournament", '{"tricks":[3,3,4,3],"round":1}', [70, 60], None),
    ("rta3-tournament", '{"bids":[3,4,2,3],"tricks":[3,4,2,4],"round":2}', [50, 71], None),
    # games.rmwinslow.com: every seventh bag costs 100; a made contract of thirteen is 200.
    (
        "rmwinslow",
        (
            '{"before":[{"score":0,"bags":6},{"score":0,"bags":0}],'
            '"bids":[2,3,2,4],"tricks":[3,3,2,5]}'
        ),
        [-59, 71],
        None,
    ),
    ("rmwinslow", '{"bids":[7,1,6,1],"tricks":[7,0,6,0]}', [200, -20], None),
    # clarksvillejuneteenth.com: "bid 5, get 7: 50 points, not 52".
    ("clarksville-juneteenth", '{"bids":[2,3,3,3],"tricks":[4,3,3,3]}', [50, 60], None),
    # jokerswildspades.com: a made thirteen wins; a made ten is 200; overtricks are worth nothing.
    ("jokers-wild", '{"bids":[7,1,6,1],"tricks":[7,0,6,0]}', [130, -20], 0),
    ("jokers-wild", '{"bids":[5,1,5,2],"tricks":[6,1,5,1]}', [200, -30], None),
    # spadesblitz.com: nil is 50; five bags cost 50 and are then removed.
    (
        "spades-blitz-solo",
        (
            '{"before":[{"score":60,"bags":4},{"score":0,"bags":0},{"score":0,"bags":0},'
            '{"score":0,"bags":0}],"bids":[2,3,2,"nil"],"tricks":[5,3,4,1]}'
        ),
        [-27, 30, 22, -49],
        None,
    ),
    # paperzz.com: two sets in a row lose; two in three rounds do not.
    (
        "contest-2017",
        (
            '{"before":[{"score":60,"bags":0,"sets":1,"sets_in_a_row":1},{"score":0,"bags":0}],'
            '"bids":[4,3,3,3],"tricks":[3,4,3,3]}'
        ),
        [-70, 61],
        1,
    ),
    (
        "contest-2017",
        (
            '{"before":[{"score":60,"bags":0,"sets":1,"sets_in_a_row":0},{"score":0,"bags":0}],'
            '"bids":[4,3,3,3],"tricks":[3,4,3,3]}'
        ),
        [-70, 61],
        None,
    ),
    # homecoming.sl.ua.edu and palavertreetheater.org: ten to thirteen is 200, a missed ten -100;
    # fewer than four books on the first hand loses the game.
    ("ua-homecoming", '{"bids":[6,1,5,3],"tricks":[6,1,5,1],"round":2}', [200, -40], None),
    ("ua-homecoming", '{"bids":[2,5,2,4],"tricks":[1,5,2,5]}', [-40, 91], 1),
    ("ua-homecoming", '{"bids":[2,5,2,4],"tricks":[2,5,2,4]}', [40, 90], None),
    ("buckhorn-lodge", '{"tricks":[1,5,2,5]}', [30, 100], 1),
    ("buckhorn-lodge", '{"tricks":[2,5,2,4]}', [40, 90], None),
    ("buckhorn-lodge", '{"bids":[5,1,5,3],"tricks":[4,3,5,1],"round":2}', [-100, 40], None),
    # vipspades.com: nil is ±50.
    ("vip-cutthroat", '{"bids":[3,3,3,"nil"],"tricks":[4,4,5,0]}', [31, 31, 32, 50], None),
    # bbumgameshelp.freshdesk.com: 60 points win.
    ("fast-lane", '{"bids":[3,3,3,3],"tricks":[4,3,3,3]}', [61, 60], 0),
]


@pytest.mark.parametrize(("name", "line", "points", "winner"), EXAMPLES)
def test_library_preset_scores_example_of_its_page(
    name: str, line: str, points: list[int], winner: int | None
) -> None:
    result = score_line(library()[name].rules, line)
    assert [side["points"] for side in result["sides"]] == points
    assert (result["over"], result["winner"]) == (winner is not None, winner)


def bids(name: str, *before: str) -> list[str]:
    """Return the open bids of the next player, after the others' bids."""
    game = Game.new(library()[name].rules, seed=3)
    for text in (*before, ""):
        while Look() in game.legal_actions():
            game = game.apply(Look())
        if text:
            game = game.apply(parse_action(text))
    return [str(action) for action in game.legal_actions() if isinstance(action, Bid)]


def test_nomic_game_rejects_bid_of_one() -> None:
    assert bids("acka-g109") == ["nil", *map(str, range(2, 14))]


def test_cutthroat_last_bid_cannot_make_total_thirteen() -> None:
    assert "3" not in bids("vip-cutthroat", "4", "3", "3")
    assert "4" in bids("vip-cutthroat", "4", "3", "3")


def test_blues_bowl_partners_bid_in_succession_and_at_least_four() -> None:
    assert bids("blues-bowl", "1")[0] == "3"
    assert bids("blues-bowl", "1", "3")[0] == "1"


def test_easy_peasy_first_bid_is_spades_or_nil() -> None:
    assert len(bids("easy-peasy-night")) == 2
