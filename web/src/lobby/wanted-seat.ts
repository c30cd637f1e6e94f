import type { Seat, State } from '../generated/protocol';

/** The suffix of a table's address for viewers who only want to watch. */
export const WATCHING = '?watch';

let wanted: { table: string; seat: Seat } | null = null;

/** Note the seat for which the player opens a table. */
export function wantSeat(table: string, seat: Seat): void {
  wanted = { table, seat };
}

/** Return the noted seat once. Return null if it is taken, or if none was noted. */
export function wantedSeat(state: State): Seat | null {
  if (wanted?.table !== state.table) return null;
  const { seat } = wanted;
  wanted = null;
  const free = state.seats.find((info) => info.seat === seat)?.sit === 'now';
  return state.you === null && free ? seat : null;
}
