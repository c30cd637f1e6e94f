"""The game page: the table, the bots that act, and the player's actions."""

import asyncio

from msgspec import structs
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.message import Message
from textual.screen import Screen

from ....bots import BotError
from ....game import Bid, Card, IllegalActionError, Look, Play, PlayerAction, T
from ....notation import format_record
from ...wording import verdict
from ..choices import Answer, answers, besides_in_short, detail_of, question_about
from ..flow import Flow
from ..local_game import LocalGame
from ..picture import picture_of, plays_of
from ..setting import Setting
from ..shelf import Slot
from ..widgets import ChoicePad, HandRow, KeyLine, SmallNotice, TableFace, TurnTimer, warn
from .preparing import made_ready
from .question import COACH, AnsweredScreen, HintScreen, QuestionScreen, SaveScreen
from .sheets import HelpScreen, ScoreSheetScreen


class TableScreen(Screen[BotError | None]):
    """Closes when the game is over or left, or with the error of a bot that cannot continue.

    Every change in the game is saved at once.
    """

    class Quitted(Message):
        """A request to end the program."""

    BINDINGS = [  # noqa: RUF012 - Textual declares it so
        Binding("f1,question_mark", "help", show=False),
        Binding("f2", "sheet", show=False),
        Binding("f3", "besides", show=False),
        Binding("f4,h,H", "hint", show=False),
        Binding("f5,u,U", "undo", show=False),
        Binding("l,L", "look", show=False),
        Binding("f10,q,Q,escape", "leave", show=False),
        Binding("tab", "other_part", show=False, priority=True),
    ]

    def __init__(self, game: LocalGame, slot: Slot | None, setting: Setting) -> None:
        super().__init__()
        self.game = game
        self.asked_to_leave = False
        self._slot = slot
        self._setting = setting
        self._voice = setting.voice
        self._flow = Flow(game, self, setting.clock, setting.pace)
        self._title = game.preset.title_in(setting.voice.lang)
        self._asking: AnsweredScreen | None = None
        self._news = ""

    def compose(self) -> ComposeResult:
        """Yield the table, the line of keys, and the notice for small terminals."""
        yield TableFace(self._voice)
        yield KeyLine()
        yield SmallNotice(self._voice)

    def on_mount(self) -> None:
        """Show the table and start the game."""
        self._show()
        self._going = self._run_game()

    def _show(self) -> None:
        picture = picture_of(self.game.view, self._title, self._voice)
        self.query_one(TableFace).show(picture, self._news)
        say = self._voice.say
        look = [("L", say("Look at my cards"), "look")]
        besides = [("F3", besides_in_short(self.game.view.options.aside, self._voice), "besides")]
        self.query_one(KeyLine).show(
            [
                ("F1", say("Help"), "help"),
                ("F2", say("Score sheet"), "sheet"),
                ("F10", say("Leave"), "leave"),
                *([("F4", say("Hint"), "hint")] if self.game.may_have_hint else []),
                *([("F5", say("Undo"), "undo")] if self.game.may_undo else []),
                *(look if picture.may_look else []),
                *(besides if picture.besides else []),
            ]
        )

    @work
    async def _run_game(self) -> None:
        try:
            await self._flow.run()
        except BotError as error:
            self.dismiss(error)
        else:
            await self._end()

    def game_changed(self) -> None:
        """Save the game and show its new state; the flow calls this after each action."""
        self._keep()
        view = self.game.view
        if view.to_act == self.game.me != self.game.game.events[-1].seat:
            self._news = ""  # it was about an earlier turn
        self._show()

    def _keep(self) -> None:
        if self._slot is None:
            return
        try:
            self._slot.keep(self.game)
        except OSError as error:
            self._slot = None
            why = error.strerror or str(error)
            warn(self.app, self._voice.say("The game cannot be saved: {why}.", why=why))

    def glass_ran(self, left: float | None) -> None:
        """Show the seconds left for the turn, or hide the timer for None."""
        clock = self.game.preset.rules.clock
        self.query_one(TurnTimer).show(left, clock.turn_seconds, self.game.bank, clock.bank_seconds)

    def time_ran_out(self, action: PlayerAction) -> None:
        """Report the action taken for the player, and close an open question."""
        say = self._voice.say
        if isinstance(action, Play):
            self._news = say("Time is up: the {card} was played for you.", card=action.card)
        else:
            self._news = say("Time is up: a bot decided for you.")
        if self._asking is not None and self._asking.is_current:
            self._asking.dismiss("")

    async def round_ended(self) -> None:
        """Show what the round was worth."""
        game = self.game.game
        heading = self._voice.say("Round {number}", number=len(game.results))
        go_on = answers({"n": self._voice.say("Next round")})
        await self.app.push_screen_wait(
            ScoreSheetScreen(heading, game.rules, game.results[-1:], go_on, self._voice)
        )

    async def _end(self) -> None:
        """Show who won and why, until the player chooses to play another game or quit."""
        say = self._voice.say
        game = self.game.game
        assert game.outcome is not None
        heading = say(verdict(game.rules, game.outcome, self._voice.lang))
        offered = answers({"a": say("New game"), "s": say("Save the record"), "q": say("Quit")})
        while True:
            answer = await self.app.push_screen_wait(
                ScoreSheetScreen(heading, game.rules, game.results, offered, self._voice)
            )
            if answer == "s":
                await self._save()
                continue
            self._forget()
            if answer == "q":
                self.app.exit()
            else:
                self.dismiss()
            return

    async def _save(self) -> None:
        name = f"spadille-{self.game.preset.name}-{self.game.seed}.txt"
        record = format_record(self.game.game.record())
        path = await self.app.push_screen_wait(SaveScreen(record, name, self._voice))
        if path is not None:
            sentence = self._voice.say("The record was saved as {file}.", file=path)
            self.notify(sentence, markup=False)

    def _act(self, action: PlayerAction) -> None:
        self._news = ""
        try:
            self._flow.act(action)
        except IllegalActionError as error:
            face = self.query_one(TableFace)
            face.say(self._voice.say(error.message), mine=False, alarm=True)

    def on_key(self, event: Key) -> None:
        """Choose the answer with a letter, or move to the one with a digit."""
        pad = self.query_one(ChoicePad)
        char = event.character or ""
        if char.isalnum() and pad.display and pad.choose_by_key(char.lower()):
            event.stop()

    def on_hand_row_chosen(self, message: HandRow.Chosen) -> None:
        """Play a card; ask first if it may be high or low, or breaks the rules."""
        card, options = message.card, self.game.view.options
        legal = plays_of(card, options.actions)
        wrong = plays_of(card, options.tolerated)
        if len(legal) > 1:
            self._play_high_or_low(card)
        elif wrong and not legal:
            self._play_wrong(wrong[0])
        else:
            self._act(Play(card))

    @work
    async def _play_high_or_low(self, card: Card) -> None:
        say = self._voice.say
        high_or_low = answers({"h": say("High"), "l": say("Low"), "": say("Back")})
        key = await self._ask(say("Is the {card} high or low?", card=card), high_or_low)
        if key in {"h", "l"}:
            self._act(Play(card, low=key == "l"))

    @work
    async def _play_wrong(self, play: Play) -> None:
        """Warn before a play that breaks rules which the players themselves enforce."""
        say = self._voice.say
        either = answers({"b": say("Choose another card"), "p": say("Play it anyway")})
        question = say(
            "The {card} breaks the rules of play. The other side may call it.", card=play.card
        )
        if await self._ask(question, either) == "p":
            self._act(play)

    def on_hand_row_confirmed(self) -> None:
        """Give, swap or discard the marked cards."""
        self._give()

    def on_choice_pad_chosen(self, message: ChoicePad.Chosen) -> None:
        """Take the chosen action; ask first if the bid may add a Mo."""
        action = message.choice.action
        if action is None:
            self._give()
        elif isinstance(action, Bid) and (added := self._with_mo(action)):
            self._bid(action, added)
        else:
            self._act(action)

    def _with_mo(self, bid: Bid) -> list[Bid]:
        """Return the same bid with a promise to win the first tricks as well (E14)."""
        bids = (one for one in self.game.view.options.actions if isinstance(one, Bid) and one.mo)
        return [one for one in bids if structs.replace(one, mo="") == bid]

    @work
    async def _bid(self, bid: Bid, added: list[Bid]) -> None:
        say = self._voice.say
        more = {one.mo[0]: self._voice.bid(one) for one in added}
        offered = answers({"n": say("Back"), **more, "": say("Back")})
        question = say("Do you also promise to win the first tricks?")
        bids = {"n": bid, **{one.mo[0]: one for one in added}}
        key = await self._ask(question, offered)
        if key in bids:
            self._act(bids[key])

    async def _ask(self, question: str, offered: tuple[Answer, ...]) -> str:
        """Return the key of the answer; empty for none, or if the game has moved on by then."""
        before = self.game.game
        answer = await self._answer_on(QuestionScreen(question, offered, self._voice))
        return answer if self.game.game is before else ""

    async def _answer_on(self, page: AnsweredScreen) -> str:
        self._asking = page
        try:
            return await self.app.push_screen_wait(page)
        finally:
            self._asking = None

    @work
    async def action_besides(self) -> None:
        """Ask which optional action to take, and take it."""
        actions = self.game.view.options.aside
        if not actions or self.app.screen is not self:
            return
        question = question_about(actions, self._voice)
        while True:
            left = {choice.key: rest for choice, rest in question.answers}
            back = answers({"": self._voice.say("Back")})
            choices = (*back, *(choice for choice, _ in question.answers))
            actions = left.get(await self._ask(question.text, choices), ())
            if not actions:
                return
            if len(actions) == 1:
                self._act(actions[0])
                return
            question = detail_of(actions, self._voice)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show what a strong player would do, and do it if the person wants to."""
        from ....study import advise

        if self.app.screen is not self or not self.game.may_have_hint:
            return
        before = self.game.game
        view = before.view(self.game.me)
        if not await made_ready(self.app, COACH, self._setting, view):
            return
        decision = await asyncio.to_thread(advise, view)
        if self.game.game is not before or self.app.screen is not self:
            return
        answer = await self._answer_on(HintScreen(view, decision, self._voice))
        if answer == "d" and self.game.game is before:
            self._act(decision.action)

    def action_undo(self) -> None:
        """Undo the person's last bid or card."""
        if self.app.screen is self and self.game.may_undo:
            self._news = self._voice.say("You are back at your decision.")
            self._flow.undo()

    def _give(self) -> None:
        choose = self.game.view.options.choose
        if choose is not None:
            self._act(choose.action(self.query_one(HandRow).marked))

    def action_look(self) -> None:
        """Turn up the person's cards before their turn."""
        if Look() in self.game.view.options:
            self._act(Look())

    def action_other_part(self) -> None:
        """Move the focus between the answers and the cards."""
        self.query_one(TableFace).go_to_other_part()

    def action_help(self) -> None:
        """Open the page with the keys and the rules."""
        self.app.push_screen(HelpScreen(self.game.preset.rules, self._voice))

    def action_sheet(self) -> None:
        """Open the score sheet of the game so far."""
        game = self.game.game
        back = answers({"b": self._voice.say("Back to the table")})
        heading = self._voice.say("Score sheet")
        self.app.push_screen(ScoreSheetScreen(heading, game.rules, game.results, back, self._voice))

    @work
    async def action_leave(self) -> None:
        """Ask where to go; the game can be resumed later, unless the player deletes it."""
        say = self._voice.say
        leave = {"f": say("Back to the first page"), "q": say("Quit"), "g": say("Delete the game")}
        offered = answers({"s": say("Stay"), **leave})
        kept = T("Leave the table? The game is saved, and resumes when you come back.")
        lost = T("Leave the table? The game cannot be saved.")
        question = say(lost if self._slot is None else kept)
        self.asked_to_leave = True
        answer = await self.app.push_screen_wait(QuestionScreen(question, offered, self._voice))
        self.asked_to_leave = False
        if answer == "q":
            self.post_message(self.Quitted())
        elif answer in {"f", "g"}:
            self._going.cancel()
            if answer == "g":
                self._forget()
            self.dismiss()

    def _forget(self) -> None:
        if self._slot is not None:
            self._slot.clear()
