import type { Advice, Line, Refusal, State, Talk, Trick, View, Wish } from '../generated/protocol';

import { changesBetween, type Change } from './changes';
import { isOnlyPerson } from './seating';

type Connection = 'connecting' | 'open' | 'lost';

/** A trick in the middle of the table. */
export interface ShownTrick {
  number: number;
  trick: Trick;
}

/**
 * A finished trick that stays on the table until it is gathered. The page shows its winner only
 * after it is judged.
 */
interface Lingering extends ShownTrick {
  judged: boolean;
  /** The table as shown before the trick was complete. */
  before: View;
}

/** Everything that the page shows about a table. It is replaced, never changed. */
export interface TableModel {
  connection: Connection;
  state: State | null;
  /** The next game, if it started without the viewer, who is still looking at the last result. */
  next: State | null;
  /** Counts the states shown, so that each set of changes is announced once. */
  shown: number;
  changes: Change[];
  lingering: Lingering | null;
  /** Important notices, until another event replaces them or the viewer closes them. */
  notices: Change[];
  /** Whether an action was sent for this state and no later state has confirmed it yet. */
  pending: boolean;
  refusal: (Refusal & { number: number }) | null;
  /** The hint for the current turn. `asking` is true while the server works on one. */
  advice: Advice | null;
  asking: boolean;
  /** The latest lines of the table talk. */
  talk: readonly Line[];
  /** The number of the last line that was read, or that arrived before this page opened. */
  heard: number;
}

export type TableEvent =
  | {
      kind:
        | 'opened'
        | 'lost'
        | 'sent'
        | 'judged'
        | 'gathered'
        | 'dismissed'
        | 'noticed'
        | 'heard'
        | 'asked'
        | 'unadvised';
    }
  | { kind: 'message'; message: State | Talk | Refusal | Advice };

export const emptyTable: TableModel = {
  connection: 'connecting',
  state: null,
  next: null,
  shown: 0,
  changes: [],
  lingering: null,
  notices: [],
  pending: false,
  refusal: null,
  advice: null,
  asking: false,
  talk: [],
  heard: 0,
};

/** The code of the page's error for a message that did not reach the server. */
export const NOT_SENT = 'connection/lost';

/** Return true if the player's last action was not sent because the connection is lost. */
export const isNotSent = ({ connection, refusal }: TableModel): boolean =>
  connection === 'lost' && refusal?.code === NOT_SENT;

/** Errors that a returning player gets if the table is no longer visible. */
const NOT_SEEN = /^(table|duplicate)\//;

const MOST_LINES = 50;

const NOTICEABLE: ReadonlySet<Change['kind']> = new Set([
  'judged',
  'thrown-in',
  'no-trump',
  'time-up',
  'redealt',
  'taken-back',
  'granted',
  'denied',
  'late',
  'sat',
  'replaced',
  'unseated',
]);

export function reduce(model: TableModel, event: TableEvent): TableModel {
  switch (event.kind) {
    case 'opened':
      return { ...model, connection: 'open', pending: false, refusal: sentAgain(model.refusal) };
    case 'lost':
      return { ...model, connection: 'lost', pending: false, asking: false };
    case 'judged':
      return { ...model, lingering: model.lingering && { ...model.lingering, judged: true } };
    case 'gathered':
      return { ...model, lingering: null };
    case 'dismissed':
      return { ...model, refusal: null };
    case 'noticed':
      return { ...model, notices: [] };
    case 'heard':
      return { ...model, heard: model.talk.at(-1)?.number ?? 0 };
    case 'asked':
      return { ...model, asking: true, advice: null };
    case 'unadvised':
      return { ...model, asking: false };
    case 'sent':
      return { ...model, pending: true, refusal: null };
    case 'message':
      return received(model, event.message);
  }
}

function received(model: TableModel, message: State | Talk | Refusal | Advice): TableModel {
  switch (message.type) {
    case 'error':
      return refused(model, message);
    case 'advice':
      return advised(model, message);
    case 'talk':
      return spoken(model, message);
    case 'state':
      return advanced(model, message);
  }
}

/** Store a hint unless the game has changed since the state that it is for. */
function advised(model: TableModel, advice: Advice): TableModel {
  const { state } = model;
  const current = state !== null && state.moved <= advice.seq && advice.seq <= state.seq;
  return current ? { ...model, asking: false, advice } : model;
}

/**
 * Add lines of talk. Lines from before this page do not count as new. A restarted server has lost
 * all earlier lines, and starts counting over.
 */
function spoken(model: TableModel, { lines, anew }: Talk): TableModel {
  const known = model.talk.at(-1)?.number ?? 0;
  const last = lines.at(-1)?.number ?? 0;
  const restarted = anew ? last < known : last <= known;
  const before = anew || restarted ? [] : model.talk;
  return {
    ...model,
    talk: [...before, ...lines].slice(-MOST_LINES),
    heard: !model.state ? last : restarted ? 0 : model.heard,
  };
}

/** Remove the error about an unsent message as soon as there is a connection. */
function sentAgain(refusal: TableModel['refusal']): TableModel['refusal'] {
  return refusal?.code === NOT_SENT ? null : refusal;
}

function refused(model: TableModel, refusal: Refusal): TableModel {
  const number = (model.refusal?.number ?? 0) + 1;
  const gone = model.connection === 'lost' && NOT_SEEN.test(refusal.code);
  const state = gone ? null : model.state;
  return { ...model, state, pending: false, asking: false, refusal: { ...refusal, number } };
}

function advanced(model: TableModel, state: State): TableModel {
  const before = model.state;
  if (before && state.table === before.table && state.seq < before.seq) return model;
  if (before && beganWithout(before, state))
    return { ...model, state: unasked(before), next: state };
  const changes = changesBetween(before, state);
  const unchanged = before?.seq === state.seq;
  const sameTurn =
    before?.table === state.table && before.you === state.you && before.moved === state.moved;
  return {
    ...model,
    state,
    next: null,
    changes,
    shown: model.shown + 1,
    pending: unchanged && model.pending,
    advice: sameTurn ? model.advice : null,
    asking: sameTurn && model.asking,
    lingering: lingeringAfter(model, state, changes),
    notices: noticesAfter(model, state, changes),
  };
}

/** Return true if a game started with a bot in place of the viewer, who was not ready. */
const beganWithout = (before: State, state: State): boolean =>
  before.table === state.table &&
  before.status === 'over' &&
  state.status === 'playing' &&
  state.you !== null &&
  (state.seats[state.you]?.covered ?? false);

/** Return the state of a finished game after the question about the next one expired. */
const unasked = (state: State): State => ({
  ...state,
  seconds_left: null,
  seats: state.seats.map((info) => ({ ...info, ready: false })),
});

/** Return true if the table itself shows the agreed request, so that it needs no notice. */
const isSeen = (state: State, wish: Wish): boolean =>
  wish === 'stop' || (isOnlyPerson(state) && wish !== 'misdeal');

/**
 * Return the current notices. New ones replace the old ones. A new round, the next trick, the end
 * of a pause or a new seat for the viewer removes them.
 */
function noticesAfter(model: TableModel, state: State, changes: Change[]): Change[] {
  const fresh = changes.filter(
    (change) =>
      NOTICEABLE.has(change.kind) && !(change.kind === 'granted' && isSeen(state, change.wish)),
  );
  if (fresh.length > 0) return fresh;
  if (model.state?.you === null && state.you !== null) return [];
  const past = changes.some(({ kind }) => kind === 'dealt' || kind === 'trick');
  const goesOn = model.state?.consent.paused === true && !state.consent.paused;
  return past || goesOn ? [] : model.notices;
}

/**
 * Keep a completed trick until it is gathered. Drop it if the next trick is complete too, or if the
 * player has already played on.
 */
function lingeringAfter(model: TableModel, state: State, changes: Change[]): Lingering | null {
  const view = state.view;
  if (!view) return null;
  const number = view.tricks.length;
  const trick = view.tricks.at(-1);
  const before = model.state?.view;
  if (before && trick?.cards.length && changes.some((change) => change.kind === 'trick'))
    return { number, trick, before, judged: false };
  if (model.lingering && model.lingering.number > number) return null;
  const wentOn = changes.some((change) => change.kind === 'played' && change.seat === state.you);
  return wentOn || changes.some((change) => change.kind === 'dealt') ? null : model.lingering;
}

/**
 * Return the trick in the middle of the table with its number. A trick cut short by a claim or the
 * end of the game is gone, so that it hides no result.
 */
export function trickShown(model: TableModel): ShownTrick | null {
  if (model.lingering) return model.lingering;
  const view = model.state?.view;
  if (!view?.trick || view.phase !== 'play' || model.state?.status === 'over') return null;
  return { number: view.tricks.length + 1, trick: view.trick };
}

/**
 * Return the view for the plates and the scores. Until the trick on the table is judged, show the
 * state before it: without its winner, and without a player to act.
 */
export function viewShown({ lingering }: TableModel, view: View): View {
  if (!lingering || lingering.judged || lingering.number !== view.tricks.length) return view;
  const { number, trick, before } = lingering;
  // If several tricks arrived at once, all but the last one are already judged.
  const won = view.won.map((count, seat) => (seat === trick.winner ? count - 1 : count));
  const [tricks, wonBefore] =
    before.tricks.length === number - 1
      ? [before.tricks, before.won]
      : [view.tricks.slice(0, -1), won];
  const { results, standings } = before;
  return {
    ...view,
    phase: 'play',
    to_act: null,
    trick: null,
    tricks,
    won: wonBefore,
    results,
    standings,
    outcome: null,
  };
}
