import type { Seat, State } from '../generated/protocol';

/** What is in the address of a table behind its id where someone only wants to look. */
export const WATCHING = '?watch';

let wanted: { table: string; seat: Seat } | null = null;

/** Someone goes to a table to take that seat. */
export function wantSeat(table: string, seat: Seat): void {
  wanted = { table, seat };
}

/** The seat that someone has come for, told once; null when it is gone, or none was wanted. */
export function wantedSeat(state: State): Seat | null {
  if (wanted?.table !== state.table) return null;
  const { seat } = wanted;
  wanted = null;
  const free = state.seats.find((info) => info.seat === seat)?.sit === 'now';
  return state.you === null && free ? seat : null;
}
