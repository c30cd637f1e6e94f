import type { State } from '../generated/protocol';

/** Where the game that was seen last has ended: its own id, and the table. */
let ended: { game: string; table: string } | null = null;

/** Keeps in mind which table a finished game comes from, while others may want another one there. */
export function noteEnd(state: State, next: State | null): void {
  const { status, finished, table, you, seats } = state;
  const others = seats.some(({ occupant, seat }) => occupant === 'person' && seat !== you);
  if (status === 'over' && finished !== null && you !== null && others)
    ended = next === null ? { game: finished, table } : null; // it has begun already
}

/** The table where the others may want another game after this one. */
export const tableAfter = (game: string): string | null =>
  ended?.game === game ? ended.table : null;
