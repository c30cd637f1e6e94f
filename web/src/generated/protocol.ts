/**
 * The messages between the browser and the server, generated from the routes of `spadille.server`
 * by `python tools/client_types.py`. Do not edit.
 */

export const VERSION = 3;

export type ClientMessage = Join | Sit | Stand | Leave | Start | Balance | SwapSeats | Act | Withdraw | Resign | NextRound | Hint | AutoPlayRound | Rematch | Resync | Cover | Remove | HandOver | Speak | Chat | Propose | Respond | Resume | AddClientSeed | Hello | Ping | Browse;

/**
 * Takes a free seat, chosen by the server, at a waiting table.
 *
 * Nothing happens if no seat is free, the sender has a seat or has given one up here, or the game
 * has begun.
 */
export interface Join {
  readonly type: "join";
  readonly table: string;
}

/** Takes an open seat, or a bot's seat in a game that invites people. */
export interface Sit {
  readonly type: "sit";
  readonly table: string;
  readonly seat: Seat;
}

/** A place at the table, counted clockwise; fewer players use the first seats. */
export type Seat = 0 | 1 | 2 | 3 | 4 | 5;

/** Gives up the sender's seat; during a game, a bot takes it over. */
export interface Stand {
  readonly type: "stand";
  readonly table: string;
}

/**
 * Says that the sender is leaving the table on purpose, just before they disconnect.
 *
 * They keep their seat; during a game, the others may have a bot play for them immediately.
 */
export interface Leave {
  readonly type: "leave";
  readonly table: string;
}

/** The host starts the game; bots take the free seats. */
export interface Start {
  readonly type: "start";
  readonly table: string;
}

/** The host rearranges the seats so that the sides are equally strong. */
export interface Balance {
  readonly type: "balance";
  readonly table: string;
}

/** The host exchanges two seats before the game begins; one of them may be free. */
export interface SwapSeats {
  readonly type: "swap-seats";
  readonly table: string;
  readonly seat: Seat;
  readonly other: Seat;
}

/** An action of the sender's seat, decided on the state numbered `seq`. */
export interface Act {
  readonly type: "act";
  readonly table: string;
  readonly seat: Seat;
  readonly seq: number;
  readonly action: PlayerAction;
}

export type PlayerAction = Cut | Say | ThrowIn | Look | Bid | Adjust | NoTrump | Keep | Pass | Swap | Discard | Play | TakeBack | Claim | Award | Call | Flip | Agree;

/** Cuts the shuffled pack: the top `at` cards go to the bottom; 0 leaves them in place (D4). */
export interface Cut {
  readonly type: "cut";
  readonly at: number;
}

/** Announces to everyone how many tricks are certain, and how many are possible (B7). */
export interface Say {
  readonly type: "say";
  readonly sure: number;
  readonly maybe: number;
}

/** Shows a deficient hand to get a new deal (D10). */
export interface ThrowIn {
  readonly type: "throw-in";
}

/** Looks at the cards, which ends the chance to bid blind (E12). */
export interface Look {
  readonly type: "look";
}

/**
 * A bid of tricks. `nil` promises to win none, and `blind` means before looking.
 *
 * With `mo`, the bid also promises to win the first six (little) or nine (big) tricks (E14).
 */
export interface Bid {
  readonly type: "bid";
  readonly tricks: number;
  readonly nil: boolean;
  readonly blind: boolean;
  readonly mo: "" | "big" | "little";
}

/** Raises or lowers a bid after all bids are in; 0 keeps it (B8, V18). */
export interface Adjust {
  readonly type: "adjust";
  readonly by: number;
}

/** Says after the bids whether to play without trump, as a proposal or in answer (V26). */
export interface NoTrump {
  readonly type: "no-trump";
  readonly wanted: boolean;
}

/** In the draft: keeps the first card drawn, or refuses it for the next one. */
export interface Keep {
  readonly type: "keep";
  readonly which: "first" | "next";
}

/** Gives cards to the partner; giving none declines the exchange. */
export interface Pass {
  readonly type: "pass";
  readonly cards: readonly Card[];
}

/** One card of the pack, named as it is written: `Card.SA`, `Card.HT`, `Card.D2`. */
export type Card = "C2" | "C3" | "C4" | "C5" | "C6" | "C7" | "C8" | "C9" | "CT" | "CJ" | "CQ" | "CK" | "CA" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | "DT" | "DJ" | "DQ" | "DK" | "DA" | "H2" | "H3" | "H4" | "H5" | "H6" | "H7" | "H8" | "H9" | "HT" | "HJ" | "HQ" | "HK" | "HA" | "S2" | "S3" | "S4" | "S5" | "S6" | "S7" | "S8" | "S9" | "ST" | "SJ" | "SQ" | "SK" | "SA" | "JE" | "JL" | "JB";

/** Trades cards for as many random discards from the draft; naming none keeps the hand. */
export interface Swap {
  readonly type: "swap";
  readonly cards: readonly Card[];
}

/** Discards as many cards as were picked up from the kitty (D12). */
export interface Discard {
  readonly type: "discard";
  readonly cards: readonly Card[];
}

/** Plays a card to the trick; an ace may be called low if the rules allow it (K7). */
export interface Play {
  readonly type: "play";
  readonly card: Card;
  readonly low: boolean;
}

/** Takes the card just played back (P13). */
export interface TakeBack {
  readonly type: "take-back";
}

/** Claims all remaining tricks (P17). */
export interface Claim {
  readonly type: "claim";
}

/** Names the seat that gets the tricks lost by a wrong claim (P18). */
export interface Award {
  readonly type: "award";
  readonly seat: Seat;
}

/** Accuses a seat of a revoke in a finished trick, counted from 1 (R1, R4). */
export interface Call {
  readonly type: "call";
  readonly seat: Seat;
  readonly trick: number;
}

/** Opens a gathered trick of the other side, counted from 1, for all to see (R5). */
export interface Flip {
  readonly type: "flip";
  readonly trick: number;
}

/** Agrees to score the round as it was played (R6). */
export interface Agree {
  readonly type: "agree";
}

/** Takes back the sender's bid, at a table without other people, before a bot has acted. */
export interface Withdraw {
  readonly type: "withdraw";
  readonly table: string;
}

/** Gives up the game; only possible at a table with no other people. */
export interface Resign {
  readonly type: "resign";
  readonly table: string;
}

/**
 * Asks for the next round, which is dealt when all connected players have asked.
 *
 * If the host has asked for another game after one ends, this says that the sender is ready.
 */
export interface NextRound {
  readonly type: "continue";
  readonly table: string;
}

/** Asks for a strong player's choice in this position, at a table without other people. */
export interface Hint {
  readonly type: "hint";
  readonly table: string;
}

/**
 * Has a bot play the rest of the round for the sender, at a table without other people.
 *
 * If `on` is false, the sender takes over again.
 */
export interface AutoPlayRound {
  readonly type: "finish";
  readonly table: string;
  readonly on?: boolean;
}

/**
 * The host asks for another game with the same players, after a game has ended.
 *
 * It begins when the other people are ready. After a while, bots play for those who are not.
 */
export interface Rematch {
  readonly type: "again";
  readonly table: string;
}

/** Asks for the current state. */
export interface Resync {
  readonly type: "resync";
  readonly table: string;
}

/** Asks for a bot to replace the absent player in that seat until they come back. */
export interface Cover {
  readonly type: "cover";
  readonly table: string;
  readonly seat: Seat;
}

/** The host removes a player: anyone before the game begins, or an absent player during it. */
export interface Remove {
  readonly type: "remove";
  readonly table: string;
  readonly seat: Seat;
}

/** The host makes the player in that seat the new host. */
export interface HandOver {
  readonly type: "hand-over";
  readonly table: string;
  readonly seat: Seat;
}

/** Says a phrase, which players read in their language. */
export interface Speak {
  readonly type: "speak";
  readonly table: string;
  readonly phrase: Phrase;
}

export type Phrase = "good_game" | "good_luck" | "hello" | "one_moment" | "oops" | "ouch" | "sorry" | "thank_you" | "well_played" | "wow";

/** Says something in free text, if the table permits it. */
export interface Chat {
  readonly type: "chat";
  readonly table: string;
  readonly text: string;
}

/** Asks the others at the table for something. */
export interface Propose {
  readonly type: "propose";
  readonly table: string;
  readonly wish: Wish;
}

export type Wish = "misdeal" | "pause" | "stop" | "undo";

/** Answers a request; the asker may withdraw it by answering no. */
export interface Respond {
  readonly type: "respond";
  readonly table: string;
  readonly yes: boolean;
}

/** Ends a pause. */
export interface Resume {
  readonly type: "go-on";
  readonly table: string;
}

/** Adds the sender's client seed to cards that are committed to but not yet dealt. */
export interface AddClientSeed {
  readonly type: "salt";
  readonly table: string;
  readonly seal: string;
  readonly salt: string;
}

/**
 * Opens the connection to a table.
 *
 * A browser identifies itself by its cookie; a bot sends a `token` made by the server. Guests are
 * `joining` while they are still choosing a name, before they join.
 */
export interface Hello {
  readonly type: "hello";
  readonly table: string;
  readonly name: string;
  readonly token?: string | null;
  readonly lang?: Lang;
  readonly pace?: Pace;
  readonly updates?: boolean;
  readonly joining?: boolean;
  readonly version?: number;
}

export type Lang = "de" | "en" | "es";

export type Pace = "normal" | "quick" | "slow";

/** Asks whether the connection is alive; the answer is a pong, and nothing else happens. */
export interface Ping {
  readonly type: "ping";
  readonly table: string;
}

/** Asks for the list of open tables, and for all updates to it until a hello. */
export interface Browse {
  readonly type: "browse";
  readonly lang?: Lang;
  readonly version?: number;
}

/**
 * A challenge for everyone with the link; not even its author knows the cards.
 *
 * All players take this `seat`, which is South of four seats by default.
 */
export interface NewChallenge {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly name: string;
  readonly token?: string | null;
  readonly deals?: number;
  readonly level?: Level;
  readonly seat?: Seat | null;
  readonly lang?: Lang;
}

export type Level = "beginner" | "expert" | "intermediate" | "master" | "random";

/**
 * Asks for the cards of a challenge.
 *
 * The answer is the table of the attempt in progress, or of a new one. With `again`, a new attempt
 * begins once earlier ones are over. It is kept separate from the attempt that counts.
 */
export interface TryChallenge {
  readonly name: string;
  readonly again?: boolean;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * Two tables that play the same deals, with the sides of the two `teams` swapped.
 *
 * `talk` and `turn_seconds` are as for a new table. `level` is that of the bots in free seats.
 */
export interface NewTeamMatch {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly teams: readonly [string, string];
  readonly deals?: number;
  readonly level?: Level;
  readonly talk?: TalkRule;
  readonly turn_seconds?: number | null;
  readonly token?: string | null;
  readonly lang?: Lang;
}

export type TalkRule = "between" | "free" | "off" | "phrases";

/** Asks for a seat in a match. */
export interface TakePlace {
  readonly name: string;
  readonly table: string;
  readonly seat: Seat;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * A tournament for pairs, who may enter from now on; its creator is the host.
 *
 * In each tournament round, two pairs play a whole game, or that many `deals`, which are the same
 * at all tables. No deal or round of a game begins more than `minutes` after the start of the
 * tournament round; 0 means no limit. `rounds` is the number of rounds of a Swiss tournament, 0
 * for the usual number. Each turn is limited to `turn_seconds`, so that absent players delay no
 * one.
 */
export interface NewTournament {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly name: string;
  readonly form?: TournamentForm;
  readonly deals?: number;
  readonly rounds?: number;
  readonly minutes?: number;
  readonly turn_seconds?: number;
  readonly level?: TournamentLevel;
  readonly talk?: TalkRule;
  readonly token?: string | null;
  readonly lang?: Lang;
}

export type TournamentForm = "knock-out" | "round-robin" | "swiss";

export type TournamentLevel = "beginner" | "intermediate" | "random";

/**
 * Enters a new pair with that `name`, or takes a free place in the `pair` with that number.
 *
 * Numbers change when a pair leaves: if `name` is given with `pair`, the pair must have that name.
 * `player` is the player's name. The host may enter pairs without a player; bots play for them.
 */
export interface EnterPair {
  readonly name?: string | null;
  readonly pair?: number | null;
  readonly player?: string | null;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * Gives up the player's place; the host may remove a `pair` before the first round.
 *
 * If `name` is given, the pair must have that name.
 */
export interface LeavePair {
  readonly pair?: number | null;
  readonly name?: string | null;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/** A decision by the host: to end the tournament, or to begin the first or next round now. */
export interface RunTournament {
  readonly what: "begin" | "end";
  readonly lang?: Lang;
  readonly token?: string | null;
}

/** Asks the player with that registered name to be a friend. */
export interface AskFriend {
  readonly name: string;
  readonly lang?: Lang;
}

/** Accepts or declines a friend request. */
export interface AnswerFriend {
  readonly name: string;
  readonly yes: boolean;
  readonly lang?: Lang;
}

/** Ends a friendship, or withdraws a friend request. */
export interface EndFriend {
  readonly name: string;
  readonly lang?: Lang;
}

/** A record to replay; it is stored under a new address. */
export interface OpenRecord {
  readonly record: string;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/** Asks for a review of the decisions in a game. */
export interface AskReview {
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * A new table where the player continues a finished game from a given point, alone with bots.
 *
 * Play continues after that many events, or at the next decision, with the player in that seat.
 */
export interface PlayFrom {
  readonly name: string;
  readonly seat: Seat;
  readonly events: number;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * Asks for a session, or for the renewal of one.
 *
 * `token` is a browser's secret from before sessions existed.
 */
export interface NewSession {
  readonly token?: string | null;
  readonly lang?: Lang;
}

/** A name and its password, to register or to sign in. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly lang?: Lang;
}

/** Replaces the password; all other browsers are signed out. */
export interface ChangePassword {
  readonly password: string;
  readonly new_password: string;
  readonly lang?: Lang;
}

/** Shows or hides the player's ratings under their registered name. */
export interface ShowMe {
  readonly shown: boolean;
  readonly lang?: Lang;
}

/** Ends this browser's session, or the sessions in all browsers if `everywhere` is set. */
export interface SignOut {
  readonly everywhere?: boolean;
  readonly lang?: Lang;
}

/** Forgets all data about the requesting player; guests have no password. */
export interface DeleteMe {
  readonly forget: "everything";
  readonly password?: string;
  readonly lang?: Lang;
}

/** Asks for a token for a bot; with no `scopes` it may only watch. */
export interface NewToken {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly lang?: Lang;
}

export type Scope = "play" | "tables" | "talk";

/** Revokes a token: bots can no longer connect with it, and connected ones are disconnected. */
export interface EndToken {
  readonly id: string;
  readonly lang?: Lang;
}

/** Keeps a note about the person with that registered name; an empty text removes it. */
export interface KeepNote {
  readonly name: string;
  readonly text: string;
  readonly lang?: Lang;
}

/** Chooses a picture, or none. */
export interface ChoosePicture {
  readonly picture: Picture | null;
  readonly lang?: Lang;
}

export type Picture = "bear" | "cat" | "dog" | "fox" | "frog" | "lion" | "mouse" | "owl" | "panda" | "penguin" | "pig" | "rabbit";

/**
 * Asks for a check of rules; nothing is stored.
 *
 * `file` is the text of a file with a rule set or a link to one, and defines all the rules.
 */
export interface CheckRules {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly lang?: Lang;
  readonly file?: string;
}

/** The rounds of a game played with real cards, to be scored from the first round on. */
export interface ScoreRounds {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly rounds?: readonly ScoredRound[];
  readonly names?: readonly string[];
  readonly time_up?: boolean;
  readonly lang?: Lang;
}

/**
 * A round played with real cards: bids, tricks, and judgements by seat.
 *
 * The `winners` of the tricks, in order, and the `last_card` matter only if the rules reward them.
 * `redeals` are the proven revokes that led to a redeal. `adjustments` are points that the
 * scorekeeper gives or takes away for a reason.
 */
export interface ScoredRound {
  readonly bids: readonly Bid[];
  readonly tricks: readonly number[];
  readonly judgements?: readonly Judgement[];
  readonly winners?: Side;
  readonly last_card?: Card | null;
  readonly redeals?: readonly Judgement[];
  readonly adjustments?: readonly Adjustment[];
}

/**
 * The ruling on a call, an opened trick or a claim.
 *
 * `seat` is the one that called, opened or claimed. `accused` is None for a claim, and for an
 * opened trick without a revoke. `trick` counts from 1; `winner` is the seat that had won it, if
 * one was opened.
 */
export interface Judgement {
  readonly kind: "call" | "claim" | "flip";
  readonly seat: Seat;
  readonly trick: number;
  readonly upheld: boolean;
  readonly accused: Seat | null;
  readonly winner: Seat | null;
}

export type Side = readonly Seat[];

/**
 * Points or tricks that a scorekeeper gives to a side or takes from it, for a reason (R9).
 *
 * `tricks` count towards the contract; `set` means that it counts as failed.
 */
export interface Adjustment {
  readonly side: number;
  readonly reason: string;
  readonly points?: number;
  readonly tricks?: number;
  readonly set?: boolean;
}

/**
 * A table to make. With `invite` it waits for friends; otherwise the game starts immediately.
 *
 * Without `begin` it waits for its maker, who adds a client seed before the deal. With both
 * `public` and `invite` it is open to everyone; otherwise players need its link. `talk` says when
 * players may write free text: between rounds, at any time (`free`), or never (`phrases`, `off`).
 * Without `undo`, players cannot request takebacks or new deals. Without `turn_seconds`, the rules
 * determine the turn timer.
 */
export interface NewTable {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly name: string;
  readonly token?: string | null;
  readonly level?: Level;
  readonly invite?: boolean;
  readonly begin?: boolean;
  readonly public?: boolean;
  readonly talk?: TalkRule;
  readonly undo?: boolean;
  readonly turn_seconds?: number | null;
  readonly lang?: Lang;
}

/**
 * A new table where the player continues an earlier game from a given point, alone with bots.
 *
 * `game` is the number of the game at the table, by default the current one. Play continues from
 * the start of a round, or from the player's card in a trick; trick 0 means their bid.
 */
export interface PlayOn {
  readonly name: string;
  readonly round: number;
  readonly trick?: number | null;
  readonly game?: number | null;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/** The rules of a table to find; with `practice`, a player who waits gets a table with bots. */
export interface FindPlayers {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
  readonly name: string;
  readonly token?: string | null;
  readonly level?: Level;
  readonly invite?: boolean;
  readonly begin?: boolean;
  readonly public?: boolean;
  readonly talk?: TalkRule;
  readonly undo?: boolean;
  readonly turn_seconds?: number | null;
  readonly lang?: Lang;
  readonly practice?: boolean;
}

/**
 * Tables to make together, for more people than one table holds.
 *
 * `sizes` is a way to divide the people, by default the best one. `rules` are for tables of the
 * size that they need; tables of other sizes use the usual rules.
 */
export interface NewGroup {
  readonly people: number;
  readonly sizes?: readonly number[];
  readonly rules?: readonly RuleChoice[];
  readonly level?: Level;
  readonly turn_seconds?: number | null;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/**
 * A choice of rules: a preset or the rules of a share code, with some options changed.
 *
 * `options` maps options, given by dotted path or in groups, to their new values.
 */
export interface RuleChoice {
  readonly preset?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly title?: string;
  readonly code?: string;
}

/** Asks for a seat in a group, drawn by lot: at the given table or, if none is given, at any. */
export interface TakeSeat {
  readonly name: string;
  readonly table?: string | null;
  readonly lang?: Lang;
  readonly token?: string | null;
}

/** Reports a player to the admin; `who` is the speaker id in the player's lines. */
export interface NewReport {
  readonly who: string;
  readonly lang?: Lang;
  readonly token?: string | null;
}

export type ServerMessage = State | Update | Advice | Talk | Lobby | Refusal | Pong;

/**
 * A table as the receiver may see it; `seq` grows with every event.
 *
 * `moved` is the `seq` of the last change in the game; people may come and go since.
 *
 * `you` is the receiver's seat, or None for spectators. `next_seat` is the seat that the receiver
 * will take from a bot after the round. `host` says whether the receiver may start the game.
 * `invite` says whether others may join, or take a bot's seat in a running game. `public` says
 * whether the table is listed, and `talk` says what the receiver may say now.
 *
 * There is a `view` once the game has started. `seconds_left` is the time that was left when the
 * message was sent: for the turn or, between rounds, until the next deal. None means no limit.
 * `banks` are the seconds then left in each seat's time bank, or None without time banks.
 *
 * `group` has the ids of all tables that were made together; it is empty for a single table.
 * `withdraw` says whether the receiver may take back their bid, and `hint` says whether they may
 * ask for a hint now. `finish` says whether a bot may play the rest of the round for them, and
 * `finishing` says whether one is doing so. `origin` describes the starting point of a game that
 * continues another one. `preparing` is the number of seconds until the bots can think at their
 * level; until then, simpler rules decide for them.
 *
 * `results_from` is how many results from the previous state on this connection remain valid;
 * `view.results` has the results after those. Only a table from before commitments existed lacks a
 * `seal`. `attempt` is set if the table is playing a challenge, and `duplicate` if it belongs to a
 * match. `finished` is the id for replaying the game, once the game has come to its end.
 *
 * `balance` says whether the receiver may have the seats balanced by strength. `balanced` says
 * whether they have been, with the same people since then. `room` lists the people without a seat
 * at a waiting table, at most 30 of them. `join` says whether a `join` would give the receiver a
 * seat now.
 */
export interface State {
  readonly type: "state";
  readonly table: string;
  readonly seq: number;
  readonly moved: number;
  readonly preset: string;
  readonly title: string;
  readonly status: "over" | "playing" | "waiting";
  readonly rules: Rules;
  readonly sides: readonly Side[];
  readonly side_names: readonly string[];
  readonly seats: readonly SeatInfo[];
  readonly you: Seat | null;
  readonly next_seat: Seat | null;
  readonly host: boolean;
  readonly invite: boolean;
  readonly public: boolean;
  readonly talk: MayTalk;
  readonly turn_seconds: number;
  readonly seconds_left: number | null;
  readonly game_seconds_left: number | null;
  readonly banks: readonly number[] | null;
  readonly code: string;
  readonly group: readonly string[];
  readonly absence: Absence | null;
  readonly consent: Consent;
  readonly view: View | null;
  readonly withdraw: boolean;
  readonly hint: boolean;
  readonly finish: boolean;
  readonly finishing: boolean;
  readonly origin: Origin | null;
  readonly preparing: number | null;
  readonly results_from: number;
  readonly seal: SealInfo | null;
  readonly attempt: AttemptInfo | null;
  readonly duplicate: TeamMatchPlace | null;
  readonly evening: TournamentPlace | null;
  readonly finished: string | null;
  readonly balance: boolean;
  readonly balanced: boolean;
  readonly room: readonly InRoom[];
  readonly join: boolean;
}

/**
 * All options of a game; the defaults are those of the preset `standard`.
 *
 * Building one raises `RulesError` when a value is outside its limits or two options exclude each
 * other.
 */
export interface Rules {
  readonly table: TableRules;
  readonly deck: DeckRules;
  readonly deal: DealRules;
  readonly bidding: BiddingRules;
  readonly nil: NilRules;
  readonly blind: BlindRules;
  readonly exchange: ExchangeRules;
  readonly play: PlayRules;
  readonly scoring: ScoringRules;
  readonly end: EndRules;
  readonly enforcement: EnforcementRules;
  readonly clock: ClockRules;
}

/** Rules on seats and sides. */
export interface TableRules {
  readonly players: 2 | 3 | 4 | 5 | 6;
  readonly teams: "pairs" | "solo" | "spoiler" | "threes";
  readonly side_names: readonly string[];
  readonly seating: "chosen" | "random";
}

/** Which cards there are, and how they rank. */
export interface DeckRules {
  readonly packs: 1 | 2;
  readonly jokers: number;
  readonly joker_role: "junk" | "trump";
  readonly removed: readonly Card[];
  readonly high_trumps: readonly Card[];
  readonly aces: "declared" | "high" | "low";
  readonly identical: "first_wins" | "last_wins";
}

/** How cards reach the players. */
export interface DealRules {
  readonly method: "dealt" | "keep_or_next" | "keep_or_next_unseen" | "pick_of_two";
  readonly cut: "none" | "offered";
  readonly first_dealer: "first_club" | "first_diamond" | "first_heart" | "first_spade" | "high_card" | "random";
  readonly leftover: "aside" | "kitty" | "kitty_and_round" | "none";
  readonly kitty_taker: "dealer" | "highest_bidder" | "two_of_clubs";
  readonly face_up: number;
  readonly deficient: readonly ("no_faces" | "no_spades" | "one_spade" | "seven_of_suit")[];
  readonly deficient_when: string;
  readonly throw_ins: number;
  readonly redealt_by: "next_player" | "same_dealer";
}

/** Rules on legal bids. */
export interface BiddingRules {
  readonly order: "at_once" | "by_side" | "in_turn";
  readonly bids: string;
  readonly zero: boolean;
  readonly side_minimum: number;
  readonly side_maximum: number;
  readonly total: "any" | "not_all";
  readonly total_minimum: number;
  readonly low_total: "raise" | "redeal";
  readonly talk: "estimate" | "none";
  readonly second_thoughts: "match" | "none" | "raise_each" | "raise_side";
  readonly first_round_bids_itself: boolean;
  readonly no_trump: boolean;
  readonly opening_tricks: boolean;
}

/** Undertaking to win no trick. */
export interface NilRules {
  readonly allowed: boolean;
  readonly blind: boolean;
  readonly blind_deficit: number;
  readonly blind_per_side: number;
  readonly team: boolean;
}

/** Bids of tricks before the cards are seen. */
export interface BlindRules {
  readonly bids: "none" | "player" | "side";
  readonly minimum: number;
  readonly deficit: number;
  readonly made_multiple: number;
  readonly failed_multiple: number;
  readonly exact: boolean;
}

/** Cards that change hands after a nil bid. */
export interface ExchangeRules {
  readonly nil_cards: number;
  readonly blind_nil_cards: number;
  readonly order: "bidder_first" | "together";
  readonly between_nils: boolean;
  readonly swap_cards: number;
}

/** Rules on leads and plays. */
export interface PlayRules {
  readonly first_lead: "highest_bidder" | "left_of_dealer" | "lowest_club";
  readonly first_trick: "any" | "lowest_clubs" | "no_spade_lead" | "no_spades";
  readonly lead_spades: Lead;
  readonly void: "any" | "higher_spade" | "spade";
  readonly duty: "assassin" | "none" | "screamer" | "secret_assassin";
  readonly choice_in_suit: "any" | "highest" | "lowest";
  readonly big_joker_draws: boolean;
  readonly take_back: "off" | "until_next_card";
  readonly review: "all" | "last_trick" | "none";
  readonly claims: boolean;
  readonly claim_by: "in_turn" | "leader";
  readonly claim_proof: "cards" | "claimant";
  readonly false_claim: "exposed" | "forfeit_tricks" | "reject" | "set";
}

export type Lead = "any" | "broken" | "never";

/** Rules on scoring a round. */
export interface ScoringRules {
  readonly trick_value: number;
  readonly set_penalty: "bid" | "missing" | "none";
  readonly bag_points: number;
  readonly bag_limit: number;
  readonly bag_penalty: number;
  readonly bag_penalty_to: "others" | "side";
  readonly bag_reset: boolean;
  readonly nil_value: number;
  readonly blind_nil_value: number;
  readonly failed_nil_tricks: "bags" | "help_partner" | "ignored";
  readonly team_nil_value: number;
  readonly team_nil_penalty: number;
  readonly ten_value: number;
  readonly ten_penalty: "usual" | "value" | number;
  readonly ten_bonus: number;
  readonly ten_or_more: boolean;
  readonly exact_values: readonly number[];
  readonly boston_value: number;
  readonly boston_penalty: "usual" | "value" | number;
  readonly boston_wins: boolean;
  readonly all_tricks_value: number;
  readonly all_tricks_bonus: number;
  readonly all_tricks_win: boolean;
  readonly little_mo_value: number;
  readonly big_mo_value: number;
  readonly last_spade_bonus: number;
}

/** When the game ends. */
export interface EndRules {
  readonly target: "none" | number;
  readonly floor: "-target" | "none" | number;
  readonly after_tie: "one_round" | "play_on";
  readonly max_rounds: number;
  readonly minutes: number;
  readonly sets_to_lose: number;
  readonly sets_in_a_row: number;
  readonly nil_is_set: boolean;
  readonly first_round_minimum: number;
  readonly start_scores: readonly number[];
}

/** What happens when someone breaks a rule. */
export interface EnforcementRules {
  readonly mode: "honour" | "strict";
  readonly revoke_penalty: "redeal" | "set" | "three_tricks";
  readonly revoke_gives: "bid" | "nothing" | "tricks";
  readonly revokes_to_lose: number;
  readonly false_call: "none" | "set" | "three_tricks";
  readonly illegal_flip: "confiscate" | "none" | "three_tricks";
  readonly call_until: "next_trick" | "scored";
}

/**
 * The turn timer, and the time bank of each player for the game.
 *
 * Time that a turn takes beyond the turn timer comes out of its player's bank.
 */
export interface ClockRules {
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
  readonly on_timeout: "bot" | "random_legal";
}

/**
 * The occupant of a seat. `level` applies to bots, and `connected` and `ready` to people.
 *
 * `covered` means that a bot is playing for an absent player. `heir` is the name of the player who
 * will take the seat from a bot after the round, or empty. `sit` says when the receiver may take
 * the seat; None means not at all. `program` marks a network bot. `late` counts the turns in this
 * game in which the occupant ran out of time. `left` marks a disconnected player who went away on
 * purpose.
 */
export interface SeatInfo {
  readonly seat: Seat;
  readonly occupant: "bot" | "open" | "person";
  readonly name: string;
  readonly level: Level | null;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly covered: boolean;
  readonly heir: string;
  readonly sit: "next_deal" | "now" | null;
  readonly program: boolean;
  readonly late: number;
  readonly left: boolean;
}

export type MayTalk = "free" | "off" | "phrases";

/**
 * An absent player or host whom the others are waiting for.
 *
 * This is the player to act or, before or after a game, the host. After `seconds_left` the others
 * may have a bot play, start the game, or host the next one. This takes the consent of `needed`
 * players; those in `asked` have agreed.
 */
export interface Absence {
  readonly seat: Seat;
  readonly seconds_left: number;
  readonly asked: Side;
  readonly needed: number;
}

/**
 * The requests that are possible now, the open request, and whether the game is paused.
 *
 * `granted` counts the granted requests in this game; `last` is the most recent one.
 */
export interface Consent {
  readonly may_ask: readonly Wish[];
  readonly question: Question | null;
  readonly paused: boolean;
  readonly granted: number;
  readonly last: Wish | null;
}

/** A seat's request, the seats that have agreed, those still to answer, and the time left. */
export interface Question {
  readonly seat: Seat;
  readonly wish: Wish;
  readonly yes: Side;
  readonly awaited: Side;
  readonly seconds_left: number;
}

/**
 * A game as seen by one seat or by a spectator.
 *
 * No field can hold a card that the seat may not see.
 */
export interface View {
  readonly seat: Seat | null;
  readonly rules: Rules;
  readonly trump: boolean;
  readonly hand: readonly Card[] | null;
  readonly hand_sizes: readonly number[];
  readonly trick: Trick | null;
  readonly tricks: readonly Trick[];
  readonly refused: readonly Card[];
  readonly exchanged: readonly Exchanged[];
  readonly given: readonly Card[];
  readonly received: readonly Card[];
  readonly face_up: readonly (readonly Card[])[];
  readonly shown: readonly (readonly Card[])[];
  readonly sides: readonly Side[];
  readonly round: number;
  readonly phase: string;
  readonly dealer: Seat | null;
  readonly to_act: Seat | null;
  readonly looked: readonly boolean[];
  readonly bids: readonly (Bid | null)[];
  readonly contracts: readonly (number | null)[];
  readonly won: readonly number[];
  readonly broken: boolean;
  readonly offered: readonly Card[];
  readonly stock: number;
  readonly drawn_for_deal: readonly Card[];
  readonly standings: readonly Standing[];
  readonly results: readonly RoundResult[];
  readonly options: Options;
  readonly outcome: Outcome | null;
  readonly kitty: number;
  readonly kitty_taker: Seat | null;
  readonly thrown_in: readonly ThrownIn[];
  readonly said: readonly (Say | null)[];
  readonly judgements: readonly Judgement[];
  readonly redeals: readonly Judgement[];
  readonly claimed: Seat | null;
  readonly time_up: boolean;
}

/**
 * Cards in the order played, from the leader clockwise; `winner` once it is complete.
 *
 * `low` marks the aces that were called low, and is empty when none was (K7).
 */
export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly Card[];
  readonly winner: Seat | null;
  readonly low: readonly boolean[];
}

/**
 * How many cards went from one seat to another, or, with no receiver, were discarded.
 *
 * `cards` are those that the viewing seat has seen: all that it gave or got, and others that lay
 * open. While a gift is `waiting`, it is not yet in the other hand (E9).
 */
export interface Exchanged {
  readonly giver: Seat;
  readonly receiver: Seat | null;
  readonly count: number;
  readonly cards: readonly Card[];
  readonly waiting: boolean;
}

/**
 * The state that a side carries from round to round.
 *
 * It holds its points, its bags towards the next penalty, and its proven revokes. It also counts
 * the rounds in which the side was set, in all and in a row.
 */
export interface Standing {
  readonly score: number;
  readonly bags: number;
  readonly sets: number;
  readonly sets_in_a_row: number;
  readonly revokes: number;
}

/** A finished round: bids and tricks by seat, and the score of each side. */
export interface RoundResult {
  readonly number: number;
  readonly dealer: Seat;
  readonly bids: readonly Bid[];
  readonly won: readonly number[];
  readonly sides: readonly SideScore[];
}

/**
 * A side's round: its contract, the tricks that count for it, and the lines of its score.
 *
 * `contract` is None if every partner bid nil. `taken` counts all tricks of the side, `overtricks`
 * the bags of this round. The fields from `score` on hold its state after the round.
 */
export interface SideScore {
  readonly contract: number | null;
  readonly taken: number;
  readonly overtricks: number;
  readonly lines: readonly ScoreLine[];
  readonly points: number;
  readonly score: number;
  readonly bags: number;
  readonly sets: number;
  readonly sets_in_a_row: number;
  readonly revokes: number;
}

/** Points with their reason: a stable code, and a sentence. */
export interface ScoreLine {
  readonly reason: Reason;
  readonly points: number;
  readonly text: string;
}

export type Reason = "adjustment" | "all-tricks" | "bag-penalty" | "bags" | "blind-bid-failed" | "blind-bid-made" | "blind-nil-failed" | "blind-nil-made" | "contract-made" | "contract-set" | "double" | "last-spade" | "nil-failed" | "nil-made" | "opening-failed" | "opening-made" | "team-nil-failed" | "team-nil-made" | "ten-bonus";

/**
 * The legal actions of one seat; iterating yields all of them, and `in` tests one or its text.
 *
 * `actions` and `choose` are for its turn. `aside` holds optional actions: take back, claim, call
 * a revoke, announce an estimate. `tolerated` actions break the rules of play, but honor mode
 * accepts them.
 */
export interface Options {
  readonly actions: readonly PlayerAction[];
  readonly choose: Choose | null;
  readonly aside: readonly PlayerAction[];
  readonly tolerated: readonly PlayerAction[];
}

/** A choice among `cards`, as many as one of `sizes`, to pass, swap or discard. */
export interface Choose {
  readonly purpose: "discard" | "pass" | "swap";
  readonly cards: readonly Card[];
  readonly sizes: readonly number[];
}

/** The end of a game: the winning side, or None for a draw, and the reason. */
export interface Outcome {
  readonly winner: number | null;
  readonly reason: string;
}

/** A deficient hand that was shown for a new deal (D10). */
export interface ThrownIn {
  readonly seat: Seat;
  readonly hand: readonly Card[];
}

/**
 * The point of another game that this game continues from.
 *
 * It names the table's game with that `number`, the round, and the count of events in that round.
 * Number 0 means a finished game with its own id; that id then replaces the table's.
 */
export interface Origin {
  readonly table: string;
  readonly game: number;
  readonly round: number;
  readonly events: number;
}

/**
 * The commitment to the cards, or to the next cards while the table waits for client seeds.
 *
 * `salted` lists the seats of players who have added a client seed.
 */
export interface SealInfo {
  readonly seal: string;
  readonly open: boolean;
  readonly salted: Side;
}

/**
 * The challenge whose cards are being played; attempt 1 is the one that counts.
 *
 * The table is playing deal number `deal` of `deals`.
 */
export interface AttemptInfo {
  readonly challenge: string;
  readonly attempt: number;
  readonly deal: number;
  readonly deals: number;
}

/** The match between this table and another one; this table is at `deal` of `deals`. */
export interface TeamMatchPlace {
  readonly duplicate: string;
  readonly deal: number;
  readonly deals: number;
}

/**
 * The tournament `round` at this table, which is at deal number `deal` of `deals`.
 *
 * `deals` is 0 if the pairs play whole games.
 */
export interface TournamentPlace {
  readonly evening: string;
  readonly round: number;
  readonly deal: number;
  readonly deals: number;
}

/**
 * A person without a seat at a waiting table.
 *
 * Guests who are still choosing a name are `joining`.
 */
export interface InRoom {
  readonly name: string;
  readonly joining: boolean;
  readonly program: boolean;
}

/**
 * The changes since the state numbered `since`, which was the last one on this connection.
 *
 * `state` has the new values of changed fields, and `view` has those of changed fields of its
 * view. Clients whose hello asks for updates receive one whenever it can express all the changes.
 */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly since: number;
  readonly state: Readonly<Record<string, unknown>>;
  readonly view: Readonly<Record<string, unknown>>;
}

/**
 * The answer to a hint request: a strong player's choice in the state numbered `seq`, and why.
 *
 * It holds until the game moves on, that is, until `moved` in a state exceeds `seq`.
 *
 * `candidates` are all possible actions, best first; the list is empty if nothing can be weighed.
 * `costs` are the points by which each is worse than the best, or 0 if that may be due to chance.
 * `preparing` is the number of seconds until the coach can think; until then, the advice follows
 * heuristics.
 */
export interface Advice {
  readonly type: "advice";
  readonly seq: number;
  readonly action: PlayerAction;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  readonly costs: readonly number[];
  readonly preparing: number | null;
}

/**
 * An action that was compared: its value, the error of that value, and the expected results.
 *
 * With `points` as the unit, `value` is how many more points the seat's side should score in the
 * round than the others, with each bag counted as its share of the penalty. With `percent` it is
 * the chance to win the game. `error` is the standard error of `value`, or None if `value` is not
 * an average over deals. `doubt` is the standard error of the gap between this candidate and the
 * first; it is much smaller, because both were tried in the same deals. `chances` are None if they
 * cannot be shown.
 */
export interface Candidate {
  readonly action: PlayerAction;
  readonly value: number;
  readonly error: number | null;
  readonly unit: Unit;
  readonly chances: Chances | null;
  readonly doubt: number | null;
}

export type Unit = "percent" | "points";

/**
 * How the round is expected to end after an action; `contracts` and `bags` are by side.
 *
 * `contracts` are the chances that each side makes its contract, and `nils` the chances that each
 * seat's nil succeeds. `bags` are the average overtricks of each side. `win` is the chance that
 * the side of the view wins the game, and is only computed on request. A value is None if it does
 * not apply or cannot be shown.
 */
export interface Chances {
  readonly contracts: readonly (number | null)[];
  readonly nils: readonly (number | null)[];
  readonly bags: readonly (number | null)[];
  readonly win: number | null;
}

/** The lines of the chat: all stored lines if `anew` is set, otherwise only the new ones. */
export interface Talk {
  readonly type: "talk";
  readonly lines: readonly Line[];
  readonly anew: boolean;
}

/**
 * A line in the chat; `seat` is None for spectators.
 *
 * `who` distinguishes speakers, but only at this table. A `phrase` is in the receiver's language.
 */
export interface Line {
  readonly number: number;
  readonly seat: Seat | null;
  readonly who: string;
  readonly name: string;
  readonly phrase: Phrase | null;
  readonly text: string;
}

/** The open tables, with those waiting for people first; `more` counts those not listed. */
export interface Lobby {
  readonly type: "lobby";
  readonly open: readonly OpenTable[];
  readonly more: number;
}

/**
 * A table that is open to everyone.
 *
 * `differences` describes in words how the rules differ from the preset. `waiting` is true if the
 * game has not begun; `level` is that of the bots that will take the free seats. `turn_seconds` is
 * the turn timer. The other two times are each player's time bank for the game and its increment
 * per turn.
 */
export interface OpenTable {
  readonly table: string;
  readonly title: string;
  readonly differences: readonly string[];
  readonly waiting: boolean;
  readonly level: Level;
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
  readonly sides: readonly Side[];
  readonly seats: readonly OpenSeat[];
}

/** A seat at an open table, and its occupant. */
export interface OpenSeat {
  readonly occupant: "bot" | "open" | "person";
  readonly name: string;
  readonly program: boolean;
}

/** The refusal of a message: nothing has changed. `code` is stable, and `text` is for people. */
export interface Refusal {
  readonly type: "error";
  readonly code: string;
  readonly text: string;
}

/** The answer to a ping. */
export interface Pong {
  readonly type: "pong";
}

/** Whether games can be stored (`ok`), and whether the strong bots are ready to think. */
export interface Health {
  readonly ok: boolean;
  readonly database: boolean;
  readonly kernels: boolean;
}

/** A new challenge; its page, at `/c/` followed by the id, is the link for everyone. */
export interface ChallengeMade {
  readonly challenge: string;
}

/**
 * A challenge as the requesting player may see it.
 *
 * `day` is the date of a daily challenge; otherwise `by` is the author. The `seals` are the
 * commitments to all deals, and are published before the cards. `results` are the deals that the
 * player has played, and the `ranking` is added once all have been played. `players` counts those
 * who have begun.
 */
export interface ChallengeInfo {
  readonly challenge: string;
  readonly day: string | null;
  readonly by: string;
  readonly title: string;
  readonly level: Level;
  readonly deals: number;
  readonly preset: string;
  readonly code: string;
  readonly sides: readonly Side[];
  readonly seat: Seat;
  readonly seals: readonly string[];
  readonly players: number;
  readonly attempts: readonly OwnAttempt[];
  readonly attempts_left: number;
  readonly results: readonly ComparedDeal[];
  readonly ranking: Ranking | null;
}

/** One of the requesting player's attempts; number 1 counts. `played` counts finished deals. */
export interface OwnAttempt {
  readonly number: number;
  readonly table: string;
  readonly played: number;
}

/**
 * A deal that the requesting player has played, compared with the results of others.
 *
 * Only first attempts count. `own` is the player's result, or None without a first attempt.
 * `later` has the player's results in later attempts. `rank` is the rank of `own`. `bots` is the
 * result of the level `expert` in the same seat, once it is known.
 */
export interface ComparedDeal {
  readonly deal: number;
  readonly seed: string;
  readonly players: number;
  readonly mean: number;
  readonly lowest: number;
  readonly best: DealLine;
  readonly own: DealLine | null;
  readonly rank: number | null;
  readonly later: readonly DealLine[];
  readonly bots: DealLine | null;
}

/** A player's result in a deal; `name` is empty for bots. */
export interface DealLine {
  readonly margin: number;
  readonly points: readonly number[];
  readonly bids: readonly Bid[];
  readonly won: readonly number[];
  readonly name: string;
  readonly attempt: number;
}

/**
 * The ranking of players who have played all deals: the best, and the requesting player.
 *
 * `bots` is the total of the level `expert` over all deals, once it is known.
 */
export interface Ranking {
  readonly players: number;
  readonly mean: number;
  readonly rows: readonly Ranked[];
  readonly bots: number | null;
}

/** A place in the ranking; `you` marks the requesting player. */
export interface Ranked {
  readonly rank: number;
  readonly name: string;
  readonly margin: number;
  readonly you: boolean;
}

/** A table that was made or where a seat was taken; its page is at `/t/` followed by the id. */
export interface TableMade {
  readonly table: string;
}

/** The challenges that the requesting player has tried, most recent first. */
export interface MyChallenges {
  readonly tried: readonly TriedChallenge[];
}

/** A challenge that the player has tried; `played` counts the deals of the first attempt. */
export interface TriedChallenge {
  readonly challenge: string;
  readonly day: string | null;
  readonly by: string;
  readonly title: string;
  readonly level: Level;
  readonly deals: number;
  readonly played: number;
}

/** A new match; its page, at `/d/` followed by the id, is the link for everyone. */
export interface TeamMatchMade {
  readonly duplicate: string;
}

/**
 * A match as everyone with its link may see it.
 *
 * The `seals` are the commitments to all deals, and are published before the cards. `results` are
 * the deals that both tables have played, and `difference` and `imps` are their totals. The match
 * is `over` when both tables have finished. `team`, `own` and `seat` are the requesting player's
 * team, table and seat.
 */
export interface TeamMatchInfo {
  readonly duplicate: string;
  readonly teams: readonly [string, string];
  readonly title: string;
  readonly preset: string;
  readonly code: string;
  readonly level: Level;
  readonly deals: number;
  readonly seals: readonly string[];
  readonly tables: readonly [TeamMatchTable, TeamMatchTable];
  readonly results: readonly MatchedDeal[];
  readonly difference: number;
  readonly imps: number;
  readonly over: boolean;
  readonly team: 0 | 1 | null;
  readonly own: string | null;
  readonly seat: Seat | null;
}

/** A table of a match; `sides` are the teams' sides, and `played` counts finished deals. */
export interface TeamMatchTable {
  readonly table: PublicTable;
  readonly sides: readonly [Side, Side];
  readonly played: number;
}

/**
 * A table as everyone with its link may see it.
 *
 * `turn_seconds` is the turn timer. The other two times are each player's time bank for the game
 * and its increment per turn.
 */
export interface PublicTable {
  readonly table: string;
  readonly title: string;
  readonly status: "over" | "playing" | "waiting";
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
  readonly seats: readonly SeatInfo[];
}

/**
 * A deal that both tables have played; the difference is the first team's gain.
 *
 * The `lines` are the first team's results at both tables. The `seed` opens the commitment.
 */
export interface MatchedDeal {
  readonly deal: number;
  readonly seed: string;
  readonly lines: readonly [DealScore, DealScore];
  readonly difference: number;
  readonly imps: number;
}

/**
 * The result of a deal for one side.
 *
 * `margin` is how much more the round is worth to it than to the other sides on average. Each bag
 * counts as its share of the penalty. `points` are by side, or by team in a match.
 */
export interface DealScore {
  readonly margin: number;
  readonly points: readonly number[];
  readonly bids: readonly Bid[];
  readonly won: readonly number[];
}

/** A new tournament; its page, at `/e/` followed by the id, is the link for everyone. */
export interface TournamentMade {
  readonly evening: string;
}

/**
 * A tournament as everyone with its link may see it.
 *
 * `planned` is the number of rounds for the current pairs. The next round begins in `next_in`
 * seconds, which is None during a round. `own` is the requesting player's pair, and `table` is its
 * current table. If they have `left`, a bot takes their place from the next round on; until then
 * they keep it.
 */
export interface TournamentInfo {
  readonly evening: string;
  readonly name: string;
  readonly title: string;
  readonly form: TournamentForm;
  readonly deals: number;
  readonly minutes: number;
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
  readonly status: "over" | "playing" | "waiting";
  readonly host: boolean;
  readonly preset: string;
  readonly code: string;
  readonly level: Level;
  readonly planned: number;
  readonly pairs: readonly TournamentPair[];
  readonly rounds: readonly (readonly TournamentMatch[])[];
  readonly standing: readonly StandingLine[];
  readonly next_in: number | null;
  readonly own: number | null;
  readonly left: boolean;
  readonly table: string | null;
}

/** A pair; bots take its free places. */
export interface TournamentPair {
  readonly name: string;
  readonly players: readonly [TournamentPlayer | null, TournamentPlayer | null];
}

/** A player in a pair: a person or a network bot. A bot replaces players who have left. */
export interface TournamentPlayer {
  readonly name: string;
  readonly program: boolean;
  readonly left: boolean;
}

/**
 * Two pairs that meet, by number, and their table; for a bye, `second` is None.
 *
 * `gains` are the match points of both pairs: 2 for a win, 1 for a draw. `difference` is how much
 * better the first pair was. These and the `points` are shown when the match is `over`. If all
 * tables have the same cards, they are shown when the whole round is over; until then they are
 * None and 0.
 */
export interface TournamentMatch {
  readonly first: number;
  readonly second: number | null;
  readonly table: string;
  readonly over: boolean;
  readonly points: readonly [number, number];
  readonly gains: readonly [number, number] | null;
  readonly difference: number;
}

/**
 * A pair's place in the ranking: two points for a win or a bye, one for a draw.
 *
 * `opposition` is the sum of its opponents' points. `difference` is how much better it was.
 */
export interface StandingLine {
  readonly pair: number;
  readonly place: number;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly points: number;
  readonly opposition: number;
  readonly difference: number;
}

/** The unfinished tournaments that the player hosts or plays in, newest first. */
export interface MyTournaments {
  readonly evenings: readonly OwnTournament[];
}

/** A tournament in a list; `host` says whether the requesting player is its host. */
export interface OwnTournament {
  readonly evening: string;
  readonly name: string;
  readonly title: string;
  readonly form: TournamentForm;
  readonly deals: number;
  readonly minutes: number;
  readonly turn_seconds: number;
  readonly bank_seconds: number;
  readonly increment_seconds: number;
  readonly status: "over" | "playing" | "waiting";
  readonly host: boolean;
}

/** All puzzles and their themes. */
export interface PuzzleList {
  readonly puzzles: readonly PuzzleInfo[];
  readonly themes: readonly PuzzleTheme[];
}

/** A puzzle in a list. */
export interface PuzzleInfo {
  readonly number: number;
  readonly sees: "all" | "own";
  readonly difficulty: "easy" | "hard" | "medium" | "very-hard";
  readonly themes: readonly string[];
}

/** A puzzle theme in the requested language, and how many puzzles it has. */
export interface PuzzleTheme {
  readonly name: string;
  readonly title: string;
  readonly count: number;
}

/** A puzzle, with all the data needed to answer it without another request. */
export interface PuzzleShown {
  readonly info: PuzzleInfo;
  readonly exercise: Exercise;
}

/**
 * A position at a table as the learner sees it, with an answer for each possible action.
 *
 * `forbidden` are the other cards in the learner's hand, so that a tap on one can be explained.
 */
export interface Exercise {
  readonly view: View;
  readonly answers: readonly ExerciseAnswer[];
  readonly forbidden: readonly ForbiddenCard[];
}

/**
 * A possible answer in the position, the comment on it, and the play that follows.
 *
 * `line` is the sequence of cards played from this position on, the learner's card first.
 * `winners` are the winners of the tricks completed in it. Both are empty if nothing is played
 * out. `hand` is the learner's hand after they look at their cards.
 */
export interface ExerciseAnswer {
  readonly action: PlayerAction;
  readonly right: boolean;
  readonly sentences: readonly string[];
  readonly line: readonly Card[];
  readonly winners: Side;
  readonly hand: readonly Card[] | null;
}

/** A card in the learner's hand that the rules forbid in the position, and why. */
export interface ForbiddenCard {
  readonly card: Card;
  readonly why: string;
}

/** All lessons in order. */
export interface LessonList {
  readonly lessons: readonly LessonInfo[];
}

/** A lesson in the list: its name, its title, and its main point. */
export interface LessonInfo {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** A lesson with all its steps. */
export interface LessonShown {
  readonly info: LessonInfo;
  readonly steps: readonly LessonStep[];
}

/** A task in a lesson, and the text before it. */
export interface LessonStep {
  readonly text: string;
  readonly exercise: Exercise;
}

/**
 * The player's friends, the players `asking` to be friends, and the players they have `asked`.
 *
 * All are shown by their registered names.
 */
export interface FriendList {
  readonly friends: readonly FriendInfo[];
  readonly asking: readonly string[];
  readonly asked: readonly string[];
}

/** A friend, and the public table where they are sitting now, if any. */
export interface FriendInfo {
  readonly name: string;
  readonly table: string | null;
}

/** The requesting player's finished games, most recent first. */
export interface MyGames {
  readonly games: readonly MyGame[];
}

/**
 * One of the requesting player's finished games, or a record that they opened.
 *
 * `others` are the other players' names, starting from the left. `scores` are by side, the
 * player's side first. `won` says whether the player's side won; it is None if no side won or they
 * had no seat.
 */
export interface MyGame {
  readonly game: string;
  readonly title: string;
  readonly others: readonly string[];
  readonly scores: readonly number[];
  readonly won: boolean | null;
  readonly opened: boolean;
  readonly made: number;
}

/** The games that the requesting player finished last, most recent first. */
export interface MyFigures {
  readonly counted: readonly CountedGame[];
}

/**
 * A game of the requesting player in numbers; `made` is when it ended, in seconds since 1970.
 *
 * `against` is the level of the bots, or `people` if other people played. `apart` is True if the
 * player took something back while playing alone with bots, or if the cards had been played
 * before. `partners` are the names of the people on the player's side. `losses` are set once the
 * game has been reviewed.
 */
export interface CountedGame {
  readonly game: string;
  readonly made: number;
  readonly title: string;
  readonly against: Level | "people";
  readonly won: boolean | null;
  readonly apart: boolean;
  readonly partners: readonly string[];
  readonly figures: Figures;
  readonly losses: Losses | null;
}

/**
 * A seat's figures from the scored rounds of a game.
 *
 * `bid` and `won` count tricks in rounds in which it did not bid nil; `tricky` counts these
 * rounds. `contracts` and `sets` are those of its side, as are `bags` and `points`; `theirs` is
 * the average of the other sides' points. A blind nil counts as a nil as well.
 */
export interface Figures {
  readonly rounds: number;
  readonly tricky: number;
  readonly bid: number;
  readonly won: number;
  readonly contracts: number;
  readonly sets: number;
  readonly bags: number;
  readonly nils: number;
  readonly nils_made: number;
  readonly blind_nils: number;
  readonly blind_nils_made: number;
  readonly points: number;
  readonly theirs: number;
}

/** A seat's total loss from its decisions, in points. */
export interface Losses {
  readonly decisions: number;
  readonly cost: number;
}

/** The game that was opened; its page is at `/game/` followed by the id. */
export interface GameMade {
  readonly game: string;
}

/**
 * A game as everyone with its link may see it.
 *
 * `rounds` counts the rounds begun, and `events` everything that has happened; `scores` are by
 * side. `over` is True if the game was played to its end, and `winner` is the side that won.
 * `mine` is the requesting player's seat, and `table` is their table if they still have a seat
 * there. `opened` marks a record that a player provided.
 */
export interface GameInfo {
  readonly game: string;
  readonly title: string;
  readonly players: readonly PlayerInfo[];
  readonly sides: readonly Side[];
  readonly side_names: readonly string[];
  readonly rounds: number;
  readonly events: number;
  readonly scores: readonly number[];
  readonly over: boolean;
  readonly winner: number | null;
  readonly made: number;
  readonly opened: boolean;
  readonly mine: Seat | null;
  readonly table: string | null;
}

/** The player in a seat at the end; `level` is that of a bot, and a hidden name is empty. */
export interface PlayerInfo {
  readonly seat: Seat;
  readonly name: string;
  readonly bot: boolean;
  readonly level: Level | null;
}

/**
 * The origin of the cards in a finished round, with all the data needed to verify them.
 *
 * `outcomes` are the shuffled cards and the cuts, in order. `dealer` dealt the final time: if the
 * deal passes on at a redeal (D14), other players dealt before that.
 */
export interface OpenedDeal {
  readonly round: number;
  readonly dealer: Seat;
  readonly seal: string;
  readonly seed: string;
  readonly salts: readonly SaltInfo[];
  readonly outcomes: readonly (NameDealer | DrawForDeal | Deal | Stack | Redraw | Cut)[];
}

/** A player's client seed; `seat` is None if the player no longer had a seat. */
export interface SaltInfo {
  readonly seat: Seat | null;
  readonly salt: string;
}

/** Chance names the first dealer (D1). */
export interface NameDealer {
  readonly type: "dealer";
  readonly seat: Seat;
}

/** The cards turned up to find the first dealer, clockwise from the first seat (D2). */
export interface DrawForDeal {
  readonly type: "draw";
  readonly cards: readonly Card[];
}

/**
 * The hand of each seat, the cards left over, and the cards of each hand that lie face up.
 *
 * As text it begins with North, each hand as spades.hearts.diamonds.clubs:
 */
export interface Deal {
  readonly type: "deal";
  readonly hands: readonly (readonly Card[])[];
  readonly rest: readonly Card[];
  readonly face_up: readonly (readonly Card[])[];
}

/** The shuffled pack, top card first: for a draft, or to be cut before it is dealt. */
export interface Stack {
  readonly type: "stack";
  readonly cards: readonly Card[];
}

/** The random discards that replace swapped cards (E15). */
export interface Redraw {
  readonly type: "redraw";
  readonly cards: readonly Card[];
}

/**
 * A round of a game step by step: a state, and the differences in each following state.
 *
 * The `seq` of a state is the number of earlier events. If all cards are visible, `view.shown` has
 * the other players' hands. Rounds are numbered from 1 to `last_round`.
 */
export interface Steps {
  readonly round: number;
  readonly last_round: number;
  readonly state: State;
  readonly updates: readonly Update[];
}

/**
 * The progress of a review: `asked` for, being `made`, `done`, `failed`, or `none`.
 *
 * `reached` of the `events` have been judged. `decisions` are those after the event given in the
 * request. `seats` sums up all decisions, and `luck` is set once the review is done.
 */
export interface ReviewInfo {
  readonly status: "asked" | "done" | "failed" | "made" | "none" | "preparing";
  readonly reached: number;
  readonly events: number;
  readonly decisions: readonly Judged[];
  readonly seats: readonly Summary[];
  readonly luck: readonly Luck[];
}

/**
 * A decision with its cost; see `spadille.study.Reviewed`.
 *
 * `weighed` has the actions that were compared, by name as in a record, and `values` what they are
 * worth. In a draft, the decision was about the cards `offered`.
 */
export interface Judged {
  readonly event: number;
  readonly round: number;
  readonly trick: number;
  readonly seat: Seat;
  readonly area: Area;
  readonly action: PlayerAction;
  readonly best: PlayerAction;
  readonly reason: string;
  readonly weighed: Readonly<Record<string, PlayerAction>>;
  readonly values: Readonly<Record<string, number>>;
  readonly unit: Unit;
  readonly loss: number;
  readonly mark: Mark;
  readonly win_best: number | null;
  readonly win_taken: number | null;
  readonly seen_loss: number | null;
  readonly offered: readonly Card[];
}

export type Area = "attacking" | "bags" | "bidding" | "covering" | "exchange" | "own-nil" | "tricks";

export type Mark = "best" | "blunder" | "error" | "fine" | "slip";

/**
 * The decisions of a seat: the number of each mark, the losses by area, and the worst ones.
 *
 * `lost` holds sums by area and unit. `accuracy` is from 0 to 100, or None if nothing was
 * compared. `worst` lists the events of the costliest decisions, the worst first.
 */
export interface Summary {
  readonly seat: Seat;
  readonly decisions: number;
  readonly marks: Readonly<Partial<Record<Mark, number>>>;
  readonly lost: Readonly<Partial<Record<Area, Readonly<Partial<Record<Unit, number>>>>>>;
  readonly accuracy: number | null;
  readonly worst: readonly number[];
}

/**
 * The points of each side in a round: those it made, and those ordinary players would make.
 *
 * Ordinary players play the same cards in the same seats at the same score. `usual` is None if the
 * cards cannot be played again because players took part in the deal by a draft or a cut.
 */
export interface Luck {
  readonly round: number;
  readonly made: readonly number[];
  readonly usual: readonly number[] | null;
}

/** A session now exists, and its cookie identifies the player. `fresh` marks a new player. */
export interface SessionMade {
  readonly fresh: boolean;
}

/**
 * The data that the server has about a player, and how long it is `kept`.
 *
 * `registered` is the player's name, or None for a guest. `since` is when they registered, in
 * seconds since 1970. `browsers` counts the browsers that are signed in, `tables` the tables where
 * they have a seat, and `finished` their finished games. Others see the `ratings` if `shown` is
 * set.
 */
export interface AboutMe {
  readonly registered: string | null;
  readonly since: number | null;
  readonly browsers: number;
  readonly tables: number;
  readonly finished: number;
  readonly shown: boolean;
  readonly ratings: readonly RatingInfo[];
  readonly kept: KeptFor;
}

/**
 * A player's rating at tables of a family, such as `2x2`: two sides of two players.
 *
 * The player's strength is `mu`, give or take two `sigma`. `left` counts games that the player
 * left.
 */
export interface RatingInfo {
  readonly family: string;
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
  readonly won: number;
  readonly left: number;
}

/**
 * How many days unused data is kept here; 0 means forever.
 *
 * A game that has been idle for `abandoned` days ends without an outcome.
 */
export interface KeptFor {
  readonly games: number;
  readonly abandoned: number;
  readonly browsers: number;
}

/** The requesting player's tokens, newest first; a player may have up to `most`. */
export interface Tokens {
  readonly tokens: readonly TokenInfo[];
  readonly most: number;
}

/**
 * One of the requesting player's tokens. `id` identifies it, but grants no access.
 *
 * `made` and `used` are in seconds since 1970; the latter is exact to an hour.
 */
export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly made: number;
  readonly used: number;
}

/** A new token. A bot sends the `secret`, which is never shown again. */
export interface TokenMade {
  readonly info: TokenInfo;
  readonly secret: string;
}

/** The player's note about the person with a registered name; empty without one. */
export interface NoteInfo {
  readonly name: string;
  readonly text: string;
}

/** The picture that a person has chosen, if any. */
export interface OwnPicture {
  readonly picture: Picture | null;
}

/** The pictures at tables, by their ids: one for each seat, if the person there has one. */
export interface SeatPictures {
  readonly pictures: Readonly<Record<string, readonly (Picture | null)[]>>;
}

/**
 * The best in a family: bots and visible players who have played at least `fewest` games.
 *
 * `families` lists the families that have ratings.
 */
export interface RatingBoard {
  readonly family: string;
  readonly families: readonly string[];
  readonly fewest: number;
  readonly ranked: readonly RankedInfo[];
}

/** A player or bot in the ranking of a family; a bot's name is its level. */
export interface RankedInfo {
  readonly name: string;
  readonly bot: boolean;
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
  readonly won: number;
  readonly left: number;
}

/**
 * A player's `ratings`, and their course in a `family` over the last `games`, oldest first.
 *
 * `name` is the registered name, or None for guests who look at their own ratings.
 */
export interface RatingCourse {
  readonly name: string | null;
  readonly ratings: readonly RatingInfo[];
  readonly family: string;
  readonly games: readonly RatedGameInfo[];
}

/**
 * A player's rating after the game with this `number`, and whether the player won that game.
 *
 * `ended` is in seconds since 1970, and is sent only to the player.
 */
export interface RatedGameInfo {
  readonly number: number;
  readonly mu: number;
  readonly sigma: number;
  readonly won: boolean;
  readonly ended: number | null;
}

/**
 * An available rule set, in the requested language.
 *
 * `words` are additional search words for it, in all languages. `sides`, `hand_size` and `tricks`
 * follow from the rules, so that a score sheet can begin while the server is out of reach.
 * `leaves_open` names the points that the source does not settle.
 */
export interface PresetInfo {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly words: string;
  readonly sides: readonly Side[];
  readonly hand_size: number;
  readonly tricks: number;
  readonly source: string;
  readonly players: number;
  readonly turn_seconds: number;
  readonly rules: Rules;
  readonly sheet: readonly RuleSection[];
  readonly leaves_open: string;
}

/** A heading of the rules summary and its sentences. */
export interface RuleSection {
  readonly heading: string;
  readonly sentences: readonly string[];
}

/** Options that belong together; the deck options come with the usual decks. */
export interface OptionGroup {
  readonly name: string;
  readonly title: string;
  readonly options: readonly OptionInfo[];
  readonly decks: readonly UsualDeckInfo[];
}

/**
 * A rule option, for an editor.
 *
 * `values` are the values to choose from, and `names` are the labels of values that are words.
 * `low` and `high` are the limits of a number or a choice. Kinds ending in s are lists: of cards,
 * numbers, texts, or some of the `values`. A list has at most `most` items. Texts, including those
 * in lists, have at most `longest` characters; `examples` are valid texts. `words` are additional
 * search words for the option, in all languages.
 */
export interface OptionInfo {
  readonly path: string;
  readonly title: string;
  readonly help: string;
  readonly words: string;
  readonly kind: "cards" | "choice" | "choice_or_number" | "choices" | "number" | "numbers" | "text" | "texts" | "yes_no";
  readonly values: readonly (number | string)[];
  readonly names: readonly string[];
  readonly examples: readonly string[];
  readonly low: number | null;
  readonly high: number | null;
  readonly longest: number | null;
  readonly most: number | null;
  readonly default: OptionValue;
}

export type OptionValue = boolean | number | string | readonly (number | string)[];

/** A deck by its usual name, with the deck options that produce it and its distinct cards. */
export interface UsualDeckInfo {
  readonly name: string;
  readonly title: string;
  readonly packs: number;
  readonly jokers: number;
  readonly removed: readonly Card[];
  readonly cards: readonly Card[];
}

/**
 * Rules as data and in words. If there are `problems`, both are missing.
 *
 * If each option is possible but their combination is not, the code and the changes describe the
 * intended rules. If an option is impossible, the code and the changes are empty.
 */
export interface RulesInfo {
  readonly preset: string;
  readonly title: string;
  readonly players: number;
  readonly rules: Rules | null;
  readonly code: string;
  readonly sheet: readonly RuleSection[];
  readonly changes: readonly RuleChange[];
  readonly problems: readonly RuleProblem[];
}

/** An option that differs from the preset. */
export interface RuleChange {
  readonly path: string;
  readonly title: string;
  readonly value: OptionValue;
  readonly preset_value: OptionValue;
}

/** The reason that rules cannot be played; `options` are the paths of the options involved. */
export interface RuleProblem {
  readonly code: string;
  readonly text: string;
  readonly options: readonly string[];
}

/**
 * The score of all rounds by side; `standings` are the standings after the last round.
 *
 * `blind_nils` says how many players on each side may bid blind nil in the next round.
 */
export interface ScoreSheet {
  readonly sides: readonly Side[];
  readonly side_names: readonly string[];
  readonly hand_size: number;
  readonly tricks: number;
  readonly rounds: readonly (readonly SideScore[])[];
  readonly standings: readonly Standing[];
  readonly outcome: Outcome | null;
  readonly blind_nils: readonly number[];
}

/**
 * The ways to divide a number of people among tables, best first.
 *
 * `presets` are the usual rules, by table size.
 */
export interface SplitInfo {
  readonly people: number;
  readonly splits: readonly (readonly number[])[];
  readonly presets: Readonly<Record<string, string>>;
}

/** The addresses where other machines can find the pages; empty if only this machine can. */
export interface Reach {
  readonly addresses: readonly string[];
}

/** All phrases. */
export interface Phrases {
  readonly phrases: readonly PhraseInfo[];
}

/** A phrase to say with one tap, in the requested language. */
export interface PhraseInfo {
  readonly phrase: Phrase;
  readonly text: string;
}

/** The tables where the requesting player has a seat, most recently used first. */
export interface MyTables {
  readonly mine: readonly MyTable[];
}

/**
 * A table where the requesting player has a seat.
 *
 * `others` are the other players' names, starting from the left. `scores` are by side, the
 * player's side first. `round` is 0 before the first round. `used` is the time of the last change
 * there, in seconds since 1970, and `duplicate` is the match at the table.
 */
export interface MyTable {
  readonly table: string;
  readonly title: string;
  readonly status: "over" | "playing" | "waiting";
  readonly others: readonly string[];
  readonly round: number;
  readonly scores: readonly number[];
  readonly used: number;
  readonly duplicate: MyMatch | null;
}

/** The match at a table, where `played` of the `deals` have been played. */
export interface MyMatch {
  readonly duplicate: string;
  readonly played: number;
  readonly deals: number;
}

/** How many people wait for players at open tables with exactly these rules. */
export interface WaitingPeople {
  readonly waiting: number;
}

/** The table where a player has a seat, and the one to practice at until someone joins them. */
export interface MatchMade {
  readonly table: string;
  readonly practice: string | null;
}

/** The tables that were made; the group's page is at `/g/` followed by the id of any of them. */
export interface GroupMade {
  readonly group: readonly string[];
}

/** The tables of a group, in order. */
export interface GroupInfo {
  readonly tables: readonly PublicTable[];
}

/** The player who was reported. */
export interface Reported {
  readonly name: string;
}
