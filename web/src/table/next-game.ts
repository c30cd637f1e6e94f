import type { State } from '../generated/protocol';

/** The last game that ended: its id, and its table. */
let ended: { game: string; table: string } | null = null;

/** Store the table of a finished game while the others may want another one there. */
export function noteEnd(state: State, next: State | null): void {
  const { status, finished, table, you, seats } = state;
  const others = seats.some(({ occupant, seat }) => occupant === 'person' && seat !== you);
  if (status === 'over' && finished !== null && you !== null && others)
    ended = next === null ? { game: finished, table } : null; // it has already begun
}

/** Return the table where the others may want another game after this one. */
export const tableAfter = (game: string): string | null =>
  ended?.game === game ? ended.table : null;
