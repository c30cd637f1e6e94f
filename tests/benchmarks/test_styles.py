"""The styles are legal under all rules, and their players have the habits in their names."""

from collections.abc import Iterator
from itertools import cycle, islice

import pytest

import styles
from baselines.styles import STYLES, Styled, lacking, nil_chance, ruffs
from spadille import arena
from spadille.bots import decisions, load, played_on, seated
from spadille.game import (
    NIL,
    TRUMP,
    Bid,
    Card,
    Game,
    Play,
    Rules,
    SeatView,
    SpadesError,
    library,
    preset,
    presets,
    ranking_of,
)

ONE_ROUND = Rules().without_cut.with_options({"end.max_rounds": 1})


def views(phase: str, rounds: int = 12) -> Iterator[SeatView]:
    """Yield the views of `intermediate` rounds in one phase."""
    for seed in range(rounds):
        bots = seated(["intermediate"] * 4, f"{seed}")
        for taken in decisions(Game.new(ONE_ROUND, seed=seed), bots, 1):
            if taken.before.phase == phase:
                yield taken.before.view_to_act


def bids_of(name: str) -> list[Bid]:
    """Return the bids of a style on some hands."""
    bot = Styled(1, style=name)
    chosen = (bot.act(view) for view in views("bidding") if view.hand is not None)
    return [action for action in chosen if isinstance(action, Bid)]


@pytest.mark.parametrize("name", [*presets(), *library()])
def test_styles_play_legally_under_every_preset(name: str) -> None:
    rules = preset(name).rules
    for seed in range(0, len(STYLES), rules.players):
        names = islice(cycle(STYLES.values()), seed, seed + rules.players)
        game = played_on(Game.new(rules.without_cut, seed=seed), seated([*names], f"{seed}"), 1)
        assert game.results


def test_habits_can_be_mixed_by_options() -> None:
    result = arena.match(
        "baselines.styles:Styled:style=setter,estimate=0.4,nil=0.8", "beginner", deals=2
    )
    assert result.rounds == 4


def test_bold_and_modest_styles_differ_by_two_tricks() -> None:
    bold, usual, modest = (
        sum(bid.tricks for bid in bids_of(name) if not bid.nil) / len(bids_of(name))
        for name in ("bold", "usual", "modest")
    )
    assert modest + 0.5 < usual < bold - 0.5


def test_nil_styles_bid_nil_by_their_chance() -> None:
    nils = {name: bids_of(name).count(NIL) for name in ("cautious", "usual", "aggressive")}
    assert nils["cautious"] <= nils["usual"] < nils["aggressive"]


def test_nil_threshold_is_the_chance_told() -> None:
    for view in views("bidding", 4):
        decision = load("intermediate").decide(view)
        action = Styled(1, nil=0.5).act(view)
        allowed = NIL in view.options.actions
        assert (action == NIL) == (allowed and nil_chance(decision) >= 0.5)


def test_ruffer_always_ruffs_and_discarder_seldom() -> None:
    able = [view for view in views("play", 20) if ruffs(view) and view.bids[view.seat] != NIL]
    shares = {}
    for name in ("discarder", "ruffer"):
        actions = [Styled(seed, style=name).act(view) for seed, view in enumerate(able)]
        cards = [one for one in actions if isinstance(one, Play)]
        shares[name] = sum(map(is_trump, cards)) / len(cards)
    assert shares["ruffer"] == 1
    assert 0.1 < shares["discarder"] < 0.6


def is_trump(play: Play) -> bool:
    return play.card.suit is TRUMP


def winning(name: str, chosen: list[SeatView]) -> int:
    """Return how often a style plays a card that wins the trick so far, or leads above a ten."""
    total = 0
    for view in chosen:
        action = Styled(1, style=name).act(view)
        if isinstance(action, Play):
            cards = (*(view.trick.cards if view.trick else ()), action.card)
            first = len(cards) == 1
            won = ranking_of(view.rules).winning_index(cards) == len(cards) - 1
            total += action.card.rank > Card.CT.rank if first else won
    return total


def test_setter_takes_more_tricks_than_ducker() -> None:
    """After the contract is made, one plays high and the other low."""
    made = [view for view in views("play") if lacking(view) <= 0 and len(view.options) > 1]
    assert len(made) > 30
    assert winning("ducker", made) < winning("usual", made) < winning("setter", made)


def test_attacker_plays_low_while_a_nil_is_alive() -> None:
    at_nil = [
        view
        for view in views("play", 40)
        if view.bids[(view.seat + 1) % 4] == NIL and view.won[(view.seat + 1) % 4] == 0
    ]
    assert at_nil
    assert winning("attacker", at_nil) < winning("usual", at_nil)


def test_honours_style_bids_by_the_table() -> None:
    table = load("baselines.honours:Honours", 1)
    for view in views("bidding", 4):
        assert Styled(1, style="honours").act(view) == table.act(view)


def test_unknown_style_is_rejected() -> None:
    with pytest.raises(SpadesError) as caught:
        Styled(1, style="reckless")
    assert caught.value.code == "baselines/no-style"


def test_leads_at_a_nil_are_counted_until_it_breaks() -> None:
    seen = 0
    for seed in range(30):
        game = Game.new(ONE_ROUND, seed=seed)
        bots = seated(["intermediate"] * 4, f"{seed}")
        leads: dict[int, int] = dict.fromkeys(range(4), 0)
        fallen: dict[int, int] = dict.fromkeys(range(4), 0)
        for taken in decisions(game, bots, 1):
            view = taken.before.view_to_act
            if view.phase == "play" and view.trick is None and isinstance(taken.action, Play):
                partner = (view.seat + 2) % 4
                leads[partner] += view.won[partner] == 0
            game = taken.after
            if game.round is not None and game.round.tricks:
                last = game.round.tricks[-1]
                partner = (last.leader + 2) % 4
                first = sum(trick.winner == partner for trick in game.round.tricks) == 1
                fallen[partner] |= last.winner == partner and first
        for seat in game.rules.seats:
            if game.results[0].bids[seat].nil:
                assert styles.leads_at_nil(game, seat) == (leads[seat], fallen[seat])
                seen += 1
    assert seen > 10


def test_styles_command_shows_rates_and_told_chances(capsys: pytest.CaptureFixture[str]) -> None:
    styles.main(["--deals", "12", "--styles", "bold,beginner", "--workers", "1"])
    lines = capsys.readouterr().out.splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line]
    assert [row[0] for row in rows[2:5]] == ["bold", "beginner", "all"]
    assert rows[0][1] == "points of intermediate"
    nils = [int(row[4].partition(" of ")[2]) for row in rows[2:5]]
    assert nils[0] + nils[1] == nils[2] == sum(int(row[1]) for row in rows[7:])


def test_styles_command_averages_each_deal_over_the_styles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The same style twice says no more than once."""
    styles.main(["--deals", "4", "--styles", "rules,baselines.rules:ByRules", "--workers", "1"])
    lines = capsys.readouterr().out.splitlines()
    once, twice, both = (line.split("|")[2] for line in lines[2:5])
    assert once == twice == both


def test_styles_command_in_turn_plays_each_deal_against_one_style(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Both styles are the same player, so together they show what it does on all deals."""
    twice = ["--styles", "rules,baselines.rules:ByRules", "--in-turn"]
    shown = []
    for words in (twice, ["--styles", "rules"]):
        styles.main(["--deals", "6", "--workers", "1", *words])
        rows = [line.split("|")[1:] for line in capsys.readouterr().out.splitlines()]
        shown.append(next(row for row in rows if row and row[0].strip() == "all"))
    assert shown[0] == shown[1]


def test_styles_command_leaves_out_blind_nil() -> None:
    assert not styles.without_blind_nil(Rules(), unless=False).nil.blind
    assert styles.without_blind_nil(Rules(), unless=True).nil.blind
