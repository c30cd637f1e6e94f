"""The page of the game: the table, the bots that act, and what the person does."""

import asyncio

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from ....game import IllegalActionError, Look, Pass, Play, PlayerAction, Swap, T
from ...side_names import verdict
from ..local_game import LocalGame
from ..picture import Picture, Place, picture_of
from ..prompts import Choice
from ..widgets import ChoicePad, HandRow, KeyLine, ScoreBoard, SeatPlate, TrickArea
from ..words import Words
from .help import HelpScreen
from .question import QuestionScreen
from .save import SaveScreen
from .score_sheet import ScoreSheetScreen

_PLACES: tuple[Place, ...] = ("top", "left", "right", "bottom")
_LINGER = 2.2
"""A complete trick stays so many times the pace of the bots."""


class TableScreen(Screen[bool]):
    """Closes with whether another game is wanted."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("f1,question_mark", "help", show=False),
        Binding("f2", "sheet", show=False),
        Binding("f10,q,escape", "leave", show=False),
        Binding("tab", "other_part", show=False, priority=True),
    ]

    def __init__(self, game: LocalGame, words: Words, pace: float) -> None:
        super().__init__()
        self.game = game
        self._words = words
        self._pace = pace
        self._moved = asyncio.Event()
        self._title = game.preset.title_in(words.lang)

    def compose(self) -> ComposeResult:
        words = self._words
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield Static(id="status", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                yield SeatPlate("top", words)
                with Horizontal(id="between"):
                    yield SeatPlate("left", words)
                    yield TrickArea(words)
                    yield ChoicePad(words)
                    yield SeatPlate("right", words)
                yield SeatPlate("bottom", words)
            yield ScoreBoard(words)
        yield Static(id="prompt", markup=False)
        yield HandRow(words)
        yield KeyLine()

    def on_mount(self) -> None:
        say = self._words.say
        self.query_one(KeyLine).show(
            [
                ("F1", say(T("Help")), "help"),
                ("F2", say(T("Score sheet")), "sheet"),
                ("F10", say(T("Leave")), "leave"),
            ]
        )
        self._show()
        self._run_game()

    @work
    async def _run_game(self) -> None:
        """Lets chance and the bots act until the game is over, and waits for the person between."""
        game = self.game
        while not game.game.over:
            if game.waits_for_chance:
                if game.view.phase == "score":
                    await self._show_round()
                game.let_chance_act()
            elif game.bot_to_act is None:
                self._moved.clear()
                await self._moved.wait()
            else:
                await self._let_bot_act()
            self._show()
        await self._pause(_LINGER)
        await self._end()

    async def _let_bot_act(self) -> None:
        game = self.game
        view = game.view
        await self._pause(_LINGER if view.trick is None and view.tricks else 1)
        action = await asyncio.to_thread(game.bot_decision)
        game.act_for_bot(action)
        if isinstance(action, Look):
            game.act_for_bot(await asyncio.to_thread(game.bot_decision))

    async def _pause(self, beats: float) -> None:
        await asyncio.sleep(self._pace * beats)

    async def _show_round(self) -> None:
        await self._pause(_LINGER)
        game = self.game.game
        heading = self._words.say(T("Round {number}"), number=len(game.results))
        go_on = (Choice(self._words.say(T("Next round")), None, "n"),)
        await self.app.push_screen_wait(
            ScoreSheetScreen(heading, game.rules, game.results[-1:], go_on, self._words)
        )

    async def _end(self) -> None:
        """Shows who has won and why, until another game is wanted or none."""
        say = self._words.say
        game = self.game.game
        assert game.outcome is not None
        heading = say(verdict(game.rules, game.outcome, self._words.lang))
        answers = (
            Choice(say(T("Another game")), None, "a"),
            Choice(say(T("Save the record")), None, "s"),
            Choice(say(T("Quit")), None, "q"),
        )
        while True:
            answer = await self.app.push_screen_wait(
                ScoreSheetScreen(heading, game.rules, game.results, answers, self._words)
            )
            if answer != "s":
                self.dismiss(answer == "a")
                return
            await self._save()

    async def _save(self) -> None:
        name = f"spadille-{self.game.preset.name}-{self.game.seed}.txt"
        path = await self.app.push_screen_wait(SaveScreen(self.game.record(), name, self._words))
        if path is not None:
            sentence = self._words.say(T("The record is saved as {file}."), file=path)
            self.notify(sentence, markup=False)

    def _show(self) -> None:
        picture = picture_of(self.game.view, self._title, self._words)
        self.query_one("#title", Static).update(picture.title)
        self.query_one("#status", Static).update(picture.status)
        for place in _PLACES:
            self.query_one(f"#seat-{place}", SeatPlate).show(picture.seats.get(place))
        self.query_one(ScoreBoard).show(picture)
        self.query_one(TrickArea).show(picture.trick)
        self.query_one(HandRow).show(picture)
        self._say(picture.prompt, mine=picture.my_turn)
        self._show_choices(picture)

    def _show_choices(self, picture: Picture) -> None:
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        pad.display = bool(picture.choices)
        self.query_one(TrickArea).display = not picture.choices
        bids = [choice.key for choice in picture.choices]
        pad.show(picture.choices, picture.offered, bids.index("3") if "3" in bids else 0)
        (pad if picture.choices and not picture.marking else hand).focus()

    def _say(self, sentence: str, *, mine: bool, alarm: bool = False) -> None:
        prompt = self.query_one("#prompt", Static)
        prompt.update(sentence)
        prompt.set_class(mine, "-mine")
        prompt.set_class(alarm, "-alarm")

    def _act(self, action: PlayerAction) -> None:
        try:
            self.game.act(action)
        except IllegalActionError as error:
            self._say(self._words.say(error.message), mine=False, alarm=True)
            return
        self._show()
        self._moved.set()

    def on_key(self, event: Key) -> None:
        pad = self.query_one(ChoicePad)
        char = event.character or ""
        if char.isalnum() and pad.display and pad.choose_by_key(char.lower()):
            event.stop()

    def on_hand_row_chosen(self, message: HandRow.Chosen) -> None:
        self._act(Play(message.card))

    def on_hand_row_confirmed(self) -> None:
        self._give()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        if message.choice.action is None:
            self._give()
        else:
            self._act(message.choice.action)

    def _give(self) -> None:
        choose = self.game.view.options.choose
        if choose is not None:
            kind = Pass if choose.purpose == "pass" else Swap
            self._act(kind(self.query_one(HandRow).marked))

    def action_other_part(self) -> None:
        """Moves between the cards and the answers."""
        pad, hand = self.query_one(ChoicePad), self.query_one(HandRow)
        (hand if pad.has_focus or not pad.display else pad).focus()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.game.preset.rules, self._words))

    def action_sheet(self) -> None:
        game = self.game.game
        back = (Choice(self._words.say(T("Back to the table")), None, "b"),)
        heading = self._words.say(T("Score sheet"))
        self.app.push_screen(ScoreSheetScreen(heading, game.rules, game.results, back, self._words))

    @work
    async def action_leave(self) -> None:
        say = self._words.say
        answers = (
            Choice(say(T("Stay")), None, "s"),
            Choice(say(T("Leave the game")), None, "l"),
        )
        question = say(T("The game is not over. Leave it?"))
        if await self.app.push_screen_wait(QuestionScreen(question, answers, self._words)) == "l":
            self.app.exit()
