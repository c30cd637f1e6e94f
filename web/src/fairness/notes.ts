import type { Card, State } from '../generated/protocol';
import { keep, kept } from '../kept';

import { hex } from './shuffling';

const KEY = 'spadille.seals';

/** The number of rounds to keep. New rounds replace the oldest. */
const MOST = 300;

const CLIENT_SEED_BYTES = 16;

/** What this browser saw of a round's cards before the round was over. */
export interface Note {
  readonly table: string;
  readonly seal: string;
  /** Whether we saw the deal code before the cards were dealt. */
  readonly early: boolean;
  /** The number that this browser added to the shuffle. */
  readonly salt?: string;
  /** The number of the round, once it is dealt. */
  readonly round?: number;
  /** The player's first hand in this round, if it was the dealt one. */
  readonly hand?: readonly Card[];
}

function all(storage?: Storage): Note[] {
  const notes = kept(KEY, storage);
  return Array.isArray(notes) ? (notes as Note[]) : [];
}

/** Store a note. Without notes, a browser can still compare the cards with their seed. */
function add(note: Note, storage?: Storage): void {
  const others = all(storage).filter(({ seal }) => seal !== note.seal);
  keep(KEY, [note, ...others].slice(0, MOST), storage);
}

/** Return the note on that round of a table, or else the note on this deal code at any table. */
export function noteOf(
  table: string,
  round: number,
  seal: string,
  storage?: Storage,
): Note | undefined {
  const notes = all(storage);
  const there = notes.find((note) => note.table === table && note.round === round);
  return there ?? notes.find((note) => note.seal === seal);
}

/**
 * Store what a state shows about its deal code. Return the client seed that this browser still has
 * to add. This stores the code of the next cards before the client seed is sent.
 */
export function noteCommitment(state: State, storage?: Storage): string | null {
  if (!state.seal) return null;
  const { seal, open, salted } = state.seal;
  const known = all(storage).find((note) => note.seal === seal);
  const note = { ...(known ?? { table: state.table, seal, early: open }), ...seen(state, known) };
  const wanted = open && state.you !== null && !salted.includes(state.you);
  const salt = wanted ? (note.salt ?? newClientSeed()) : note.salt;
  const now: Note = salt === undefined ? note : { ...note, salt };
  if (JSON.stringify(now) !== JSON.stringify(known)) add(now, storage);
  return wanted ? (salt ?? null) : null;
}

/** Store the codes of cards to which no player adds a number, before any of the cards are dealt. */
export function noteCommitmentsAhead(
  table: string,
  seals: readonly string[],
  storage?: Storage,
): void {
  const known = new Set(all(storage).map(({ seal }) => seal));
  for (const seal of seals) if (!known.has(seal)) add({ table, seal, early: true }, storage);
}

function seen(state: State, known: Note | undefined): Partial<Note> {
  const { view } = state;
  if (!view || state.seal?.open) return {};
  const dealt = ['look', 'bidding'].includes(view.phase) && view.kitty === 0;
  const fresh = known !== undefined && known.hand === undefined && dealt && view.hand !== null;
  return { round: view.round, ...(fresh && view.hand ? { hand: view.hand } : {}) };
}

const newClientSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(CLIENT_SEED_BYTES)));
